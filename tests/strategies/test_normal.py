"""The normal player does what the rules call sensible."""

from collections.abc import Callable

import pytest

from uno_chat.game import COUNTERCLOCKWISE, Card, Colour, Draw, NameColour, Play, Sight, card
from uno_chat.strategies import Luck, choose, luck_from

Look = Callable[..., Sight]
Lot = Callable[..., Luck]
LUCK = luck_from(bytes(32))
FAR = "B1 B2 B3 B4"


def played_card(sight: Sight) -> Card | None:
    move = choose("normal", sight, LUCK)
    return move.card if isinstance(move, Play) else None


@pytest.mark.parametrize(
    ("hand", "others", "played"),
    [
        ("W R1 G2", [FAR, FAR], "R1"),  # keeps its wild card
        ("R1 G5 G2 G3", [FAR, FAR], "G5"),  # goes to its strongest colour
        ("R1 R9 G2", [FAR, FAR], "R9"),  # gets rid of points
        ("R9 RS G2", [FAR], "RS"),  # of two, an action gives another turn
        ("R9 G5 G1 G2 RS", [FAR, FAR], "G5"),
        ("R9 G5 G1 G2 RS", ["B1 B2", FAR], "RS"),  # the next is close
        ("R9 G5 G1 G2 RS", [FAR, "B1 B2"], "G5"),  # somebody else is
        ("R1 R7 G2 G3", [FAR, FAR], "R7"),
    ],
)
def test_it_plays(look: Look, hand: str, others: list[str], played: str) -> None:
    assert played_card(look(hand, *others)) is card(played)


def test_who_is_next_depends_on_the_direction(look: Look) -> None:
    sight = look("R9 G5 G1 G2 RS", FAR, "B1 B2", direction=COUNTERCLOCKWISE)
    assert played_card(sight) is card("RS")


def test_it_names_the_colour_of_which_it_keeps_most(look: Look) -> None:
    assert choose("normal", look("W G2 G3 Y1", FAR), LUCK) == Play(card("W"), Colour.GREEN)
    sight = look("Y2 G3 Y1", FAR, discard="W", opening=True)
    assert choose("normal", sight, LUCK) == NameColour(Colour.YELLOW)


def test_among_equals_the_lot_decides(look: Look, fixed: Lot) -> None:
    sight = look("W Y1", FAR, discard="W", opening=True)
    named = {choose("normal", sight, fixed(number)) for number in (0.0, 0.9)}
    assert named == {NameColour(Colour.YELLOW)}
    sight = look("W", FAR, FAR, discard="R5")
    named = {choose("normal", sight, fixed(number)) for number in (0.0, 0.9)}
    assert named == {Play(card("W"), Colour.RED), Play(card("W"), Colour.BLUE)}


def test_with_sevens_that_trade_it_does_not_give_its_good_hand_away(look: Look) -> None:
    assert choose("normal", look("R7 G1", FAR, FAR, seven_o=True), LUCK) == Draw()
    assert played_card(look("R7 R1 G1", FAR, FAR, seven_o=True)) is card("R1")


def test_with_several_cards_at_once_it_lays_all_it_can(look: Look) -> None:
    move = choose("normal", look("R3 G3 Y3 B9", FAR, FAR, multi_play=True), LUCK)
    assert isinstance(move, Play)
    assert {move.card, *move.more} == {card("R3"), card("G3"), card("Y3")}
    assert move.uno
