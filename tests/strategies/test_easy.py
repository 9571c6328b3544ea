"""The easy player follows the policy of the reference figures to the letter."""

from collections.abc import Callable

from uno_chat.game import Accept, Colour, Draw, NameColour, Play, Sight, card
from uno_chat.strategies import Luck, choose, luck_from

Look = Callable[..., Sight]
Lot = Callable[..., Luck]
LUCK = luck_from(bytes(32))


def test_every_copy_of_a_card_that_fits_counts(look: Look, fixed: Lot) -> None:
    sight = look("R7 R7 R1 G2 Y3", "B1 B2")
    drawn = [choose("easy", sight, fixed(number)) for number in (0.0, 0.4, 0.7)]
    assert drawn == [Play(card("R7")), Play(card("R7")), Play(card("R1"))]


def test_every_colour_of_a_wild_card_is_as_likely(look: Look, fixed: Lot) -> None:
    sight = look("W G2 Y3", "B1 B2")
    named = [choose("easy", sight, fixed(0.0, number)) for number in (0.1, 0.3, 0.6, 0.9)]
    assert named == [Play(card("W"), colour) for colour in Colour]


def test_it_draws_when_nothing_fits(look: Look) -> None:
    assert choose("easy", look("G2 Y3", "B1 B2"), LUCK) == Draw()


def test_it_draws_rather_than_bluff_only_if_it_has_no_other_card(look: Look) -> None:
    assert choose("easy", look("W+4 R1 G2", "B1 B2"), LUCK) == Play(card("R1"))
    bold = choose("easy", look("W+4 G2 G3", "B1 B2"), LUCK)
    assert isinstance(bold, Play)
    assert bold.card is card("W+4")


def test_it_plays_a_drawn_card_that_fits(look: Look) -> None:
    assert choose("easy", look("G2 R3 G4", "B1 B2", drawn="R3"), LUCK) == Play(card("R3"))


def test_it_names_any_colour_on_an_opening_wild(look: Look, fixed: Lot) -> None:
    sight = look("G2 G3", "B1 B2", discard="W", opening=True)
    assert choose("easy", sight, fixed(0.99)) == NameColour(Colour.BLUE)


def test_it_never_challenges(look: Look) -> None:
    author = "R1 R2 R3 R4 R6 R7 R8 R9 RS RR R0"
    sight = look("G2 G3", author, discard="R5 W+4", colour=Colour.RED, four=True)
    assert choose("easy", sight, LUCK) == Accept()


def test_it_says_uno_with_the_play_that_leaves_one_card(look: Look) -> None:
    assert choose("easy", look("R1 G2", "B1 B2"), LUCK) == Play(card("R1"), uno=True)
    assert choose("easy", look("R1", "B1 B2"), LUCK) == Play(card("R1"))
