"""House rules and other editions as they are read: what is asked, offered, and what it costs."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import datetime, timedelta

import pytest

from uno_chat import game
from uno_chat.contract import Capabilities, Choice, Choices, Document
from uno_chat.table import Act, Outcome, Refused, Table, decide
from uno_chat.views import (
    Reader,
    as_text,
    decode,
    hand_page,
    lower,
    refusal_page,
    table_page,
)

HANDS = ("R4 G7 R5 G5 B5 W", "R1 R2 R3", "B1 B2", "Y1")


def options_of(page: Document) -> tuple[Choice, ...]:
    return tuple(o for block in page.blocks if isinstance(block, Choices) for o in block.options)


def offers(page: Document) -> list[tuple[str, str]]:
    """Labels and words of all choices but UNO and Catch, which are always there."""
    tokens = ((option.label, decode(option.token)) for option in options_of(page))
    found = [(label, token.words) for label, token in tokens if token]
    return [offer for offer in found if offer[1] not in {"uno", "catch"}]


def numbered(page: Document) -> list[str]:
    """The lines with numbers, where there are no buttons."""
    lines = as_text(lower(page, Capabilities()).document).splitlines()
    return [line for line in lines if line.partition(")")[0].isdigit()]


def lines(page: Document) -> list[str]:
    return as_text(page).splitlines()


def test_a_demand_for_cards_is_taken_or_passed_on(
    arrange: Callable[..., Table], reader: Reader, now: datetime
) -> None:
    hands = ("R4 G+2 B+2", "R1 R2", "B1 B2")
    table = arrange({"stacking": "same"}, hands, top="R+2", pending=game.AnswerDraw(0, 4))
    page = hand_page(table, "s1", reader, now)
    assert lines(page)[4:7] == [
        "4 cards are meant for you.",
        "Take 4: you draw them and miss your turn.",
        "Add to them and pass them on: lay green Draw Two or blue Draw Two.",
    ]
    assert offers(page) == [("G+2", "g+2"), ("B+2", "b+2"), ("Take 4", "accept")]
    assert lines(table_page(table, reader, now))[3].startswith(
        "North takes 4 cards or passes them on, until "
    )


def test_whoever_cannot_pass_a_demand_on_is_not_told_of_it(
    arrange: Callable[..., Table], reader: Reader, now: datetime
) -> None:
    hands = ("R4", "R1 R2", "B1 B2")
    table = arrange({"jump_in": True}, hands, top="R+2", pending=game.AnswerDraw(0, 2))
    page = hand_page(table, "s1", reader, now)
    assert "pass them on" not in as_text(page)
    assert offers(page) == [("Take 2", "accept")]


def test_the_twin_of_a_draw_two_passes_it_on_where_nothing_is_added(
    arrange: Callable[..., Table], reader: Reader, now: datetime
) -> None:
    hands = ("R4 R+2", "R1 R2", "B1 B2")
    table = arrange({"jump_in": True}, hands, top="R+2", pending=game.AnswerDraw(0, 2))
    assert "Pass them on: lay red Draw Two." in lines(hand_page(table, "s1", reader, now))


def test_a_wild_draw_four_may_be_challenged_or_passed_on(
    arrange: Callable[..., Table], reader: Reader, now: datetime
) -> None:
    evidence = game.Evidence(game.Colour.RED, ())
    pending = game.AnswerFour(0, 2, evidence, 8)
    hands = ("R4 G+2", "R1 R2", "B1 B2")
    table = arrange({"stacking": "cross"}, hands, top="W+4", colour="G", pending=pending)
    page = hand_page(table, "s1", reader, now)
    assert {
        "Take 8: you draw them and miss your turn.",
        "Add to them and pass them on: lay green Draw Two.",
        "Challenge, if not: you draw 10 cards and miss your turn.",
    } <= set(lines(page))
    assert offers(page) == [("G+2", "g+2"), ("Take 8", "accept"), ("Challenge", "challenge")]


def test_one_tap_plays_a_seven_and_says_whose_hand_is_taken(
    arrange: Callable[..., Table], reader: Reader, now: datetime
) -> None:
    table = arrange({"seven_o": True}, HANDS, top="R7")
    page = hand_page(table, "s1", reader, now)
    assert offers(page)[2:5] == [
        ("G7 ↔ East", "g7 swap s2"),
        ("G7 ↔ South", "g7 swap s3"),
        ("G7 ↔ West", "g7 swap s4"),
    ]
    assert numbered(page)[:2] == [
        "1) red 4 · 2) red 5",
        "3) green 7, swap with East · 4) South · 5) West",
    ]
    assert "“g7 swap East”" in lines(page)[-1]


@pytest.mark.parametrize("seats", [2, 5, 10])
def test_a_seven_asks_later_where_there_is_no_choice_or_too_much_of_it(
    arrange: Callable[..., Table], reader: Reader, now: datetime, seats: int
) -> None:
    hands = ("G7 R5", *["R1 R2 R3"] * (seats - 1))
    table = arrange({"seven_o": True}, hands, top="R7")
    assert offers(hand_page(table, "s1", reader, now))[:2] == [("R5", "r5"), ("G7", "g7")]


def test_a_last_seven_trades_nothing(
    arrange: Callable[..., Table], reader: Reader, now: datetime
) -> None:
    table = arrange({"seven_o": True}, ("G7", "R1 R2", "B1 B2"), top="R7")
    assert offers(hand_page(table, "s1", reader, now))[0] == ("G7", "g7")


def test_whose_hand_is_taken_is_asked_with_how_many_cards_each_holds(
    arrange: Callable[..., Table], reader: Reader, now: datetime
) -> None:
    table = arrange({"seven_o": True}, HANDS, top="R7", pending=game.ChooseSwap(0))
    page = hand_page(table, "s1", reader, now)
    assert "You played a 7: whose hand do you take for yours?" in lines(page)
    assert offers(page) == [
        ("East (3 cards)", "swap s2"),
        ("South (2 cards)", "swap s3"),
        ("West (1 card)", "swap s4"),
    ]
    assert "North chooses whose hand to take, until" in as_text(table_page(table, reader, now))


def test_cards_of_a_kind_have_a_button_for_each_that_may_lie_on_top(
    arrange: Callable[..., Table], reader: Reader, now: datetime
) -> None:
    table = arrange({"multi_play": True}, HANDS, top="R7")
    page = hand_page(table, "s1", reader, now)
    assert offers(page)[3:5] == [("R5 B5 G5", "r5 b5 g5"), ("R5 G5 B5", "r5 g5 b5")]
    assert "red 5, green 5 and blue 5" in numbered(page)[1]


def test_a_hand_full_of_twins_has_few_buttons(
    arrange: Callable[..., Table], reader: Reader, now: datetime
) -> None:
    fives = "R5 R5 Y5 Y5 G5 G5 B5 B5"
    table = arrange({"multi_play": True}, (fives, "R1", "R2"), top="R5")
    assert len(offers(hand_page(table, "s1", reader, now))) <= 9


def test_only_who_holds_the_card_on_top_is_told_to_jump_in(
    arrange: Callable[..., Table], reader: Reader, now: datetime
) -> None:
    table = arrange({"jump_in": True}, HANDS, top="R5", pending=game.Turn(1))
    page = hand_page(table, "s1", reader, now)
    assert "You hold the very card that lies on top: you may jump in." in lines(page)
    assert offers(page) == [("Jump in: R5", "r5")]
    for other in ("s2", "s3", "s4"):
        assert "jump in" not in as_text(hand_page(table, other, reader, now))
    assert "jump in" not in as_text(table_page(table, reader, now))
    without = arrange({}, HANDS, top="R5", pending=game.Turn(1))
    assert offers(hand_page(without, "s1", reader, now)) == []


def test_a_wild_draw_four_jumps_in_with_the_colour_most_held(
    arrange: Callable[..., Table], reader: Reader, now: datetime
) -> None:
    evidence = game.Evidence(game.Colour.RED, ())
    table = arrange(
        {"jump_in": True, "jump_in_fours": True},
        ("W+4 G5 B1 B2", "R1 R2", "Y1 Y2"),
        top="W+4",
        colour="G",
        pending=game.AnswerFour(1, 2, evidence, 4),
    )
    page = hand_page(table, "s1", reader, now)
    assert offers(page) == [("Jump in: W+4 B", "w+4 b")]


def test_a_jump_in_during_the_hold_is_noted(
    arrange: Callable[..., Table], reader: Reader, now: datetime
) -> None:
    table = arrange({"jump_in": True}, HANDS, top="R5", pending=game.Turn(1))
    play = table.play
    assert play is not None
    clock = replace(play.clock, handed=False, hold=now + timedelta(seconds=60))
    held = replace(table, play=replace(play, clock=clock))
    out = decide(held, Act(1, game.Play(game.card("R5"))), now, bytes(32))
    assert isinstance(out, Outcome)
    said = "Noted: it is played as soon as that may be."
    assert said in lines(hand_page(out.table, "s1", reader, now))
    assert said not in lines(hand_page(out.table, "s2", reader, now))


def test_everybody_who_has_not_yet_smacked_has_a_button(
    arrange: Callable[..., Table], reader: Reader, now: datetime
) -> None:
    table = arrange({"smackdown": True}, HANDS, top="R6", pending=game.Turn(1), smack=(1, 3))
    asked = "Smack! The last one draws two cards. Not yet: North and South"
    for seat, presses in (("s1", True), ("s2", False), ("s3", True), ("s4", False)):
        page = hand_page(table, seat, reader, now)
        assert (("Smack!", "smack") in offers(page)) == presses
        assert (asked in lines(page)) == presses
    page = table_page(table, reader, now)
    assert asked in lines(page)
    assert offers(page)[0] == ("Smack!", "smack")


def test_the_end_of_a_smack_is_told_where_there_is_one(
    arrange: Callable[..., Table], reader: Reader, now: datetime
) -> None:
    table = arrange({"smackdown": True}, ("R6 G1 B1", "R1 R2", "B1 B2"), top="R5")
    out = decide(table, Act(1, game.Play(game.card("R6"))), now, bytes(32))
    assert isinstance(out, Outcome)
    asked = (
        "Smack! The last one draws two cards, and so does whoever has not by Wed 06:30 UTC."
        " Not yet: North, East and South"
    )
    assert asked in lines(table_page(out.table, reader, now))


@pytest.mark.parametrize(("seats", "count"), [(2, 4 + 4), (4, 4 + 12), (5, 4 + 4), (10, 4 + 9)])
def test_a_wild_swap_hands_stays_within_reach_at_a_big_table(
    arrange: Callable[..., Table], reader: Reader, now: datetime, seats: int, count: int
) -> None:
    hands = ("WH R5", *["R1 R2 R3"] * (seats - 1))
    table = arrange({"edition": "pack112_2015"}, hands, top="R7")
    page = hand_page(table, "s1", reader, now)
    swaps = [words for _, words in offers(page) if words.startswith("wh")]
    assert len(swaps) == count
    assert swaps[0] == "wh r"
    assert swaps[4] == "wh r swap s2"
    assert numbered(page)[1] == "2) Wild Swap Hands (red) · 3) yellow · 4) green · 5) blue"


def test_a_last_wild_swap_hands_only_names_its_colour(
    arrange: Callable[..., Table], reader: Reader, now: datetime
) -> None:
    table = arrange({"edition": "pack112_2015"}, ("WH", "R1 R2", "B1 B2"), top="R7")
    words = [words for _, words in offers(hand_page(table, "s1", reader, now))]
    assert words == ["wh r", "wh y", "wh g", "wh b", "draw"]


# --- what is played, and what is not possible ---------------------------------------------------


def refused(table: Table, player: int, move: game.Move, who: Reader, now: datetime) -> str:
    out = decide(table, Act(player, move), now, bytes(32))
    assert isinstance(out, Refused)
    return lines(refusal_page(table, out, f"s{player}", who))[1]


Situation = tuple[Table, game.Move, str]


def demands(arrange: Callable[..., Table]) -> Iterator[Situation]:
    """What cannot be done while cards are demanded, and how it is answered."""
    stack = arrange(
        {"stacking": "same"}, ("R4 G+2", "R1", "B1"), top="R+2", pending=game.AnswerDraw(0, 4)
    )
    said = "4 cards are meant for you: take them, or pass them on with green Draw Two."
    yield stack, game.Draw(), said
    yield stack, game.Challenge(), said
    yield stack, game.Play(game.card("B9")), f"Blue 9 is not in your hand. {said}"
    helpless = arrange(
        {"jump_in": True}, ("R4", "R1", "B1"), top="R+2", pending=game.AnswerDraw(0, 2)
    )
    yield helpless, game.Draw(), "2 cards are meant for you: take them first."
    four = game.AnswerFour(0, 2, game.Evidence(game.Colour.RED, ()), 4)
    answer = arrange({"stacking": "same"}, ("R4 W+4", "R1", "B1"), top="W+4", pending=four)
    yield (
        answer,
        game.Draw(),
        (
            "First answer the Wild Draw Four: accept or challenge. You can also pass the cards on "
            "with Wild Draw Four."
        ),
    )


def trades_and_more(arrange: Callable[..., Table]) -> Iterator[Situation]:
    """What else cannot be done."""
    seven = arrange({"seven_o": True}, HANDS, top="R7", pending=game.ChooseSwap(0))
    yield seven, game.Draw(), "First say whose hand you take: East, South or West?"
    yield (
        seven,
        game.Swap(0),
        "That has to be somebody else. If you forgot UNO yourself, say “uno”.",
    )
    free = arrange({"multi_play": True, "smackdown": True}, HANDS, top="R7")
    yield free, game.Swap(1), "No hands are swapped now."
    two = game.Play(game.card("R4"), more=game.cards("R5"))
    alike = "Only cards of the same number or sign can be laid together, no wild ones."
    yield free, two, alike
    plain = arrange({}, HANDS, top="R7")
    pair = game.Play(game.card("R5"), more=game.cards("G5"))
    yield plain, pair, "Only one card can be laid now."
    none = "There is nothing to smack now: that comes after a 6, where it is played."
    yield plain, game.Smack(), none
    ringing = arrange({"smackdown": True}, HANDS, top="R6", smack=(0,))
    yield ringing, game.Smack(), "You have smacked already."


def test_what_a_house_rule_forbids_is_answered_with_what_it_allows(
    arrange: Callable[..., Table], reader: Reader, french: Reader, now: datetime
) -> None:
    for table, move, said in (*demands(arrange), *trades_and_more(arrange)):
        assert refused(table, 1, move, reader, now) == said
        assert refused(table, 1, move, french, now) != said


def test_whoever_is_gone_cannot_be_swapped_with(
    arrange: Callable[..., Table], reader: Reader, now: datetime
) -> None:
    table = arrange({"seven_o": True}, HANDS, top="R7", pending=game.ChooseSwap(0))
    out = decide(table, Act(3, game.Leave()), now, bytes(32))
    assert isinstance(out, Outcome)
    assert refused(out.table, 1, game.Swap(2), reader, now) == "South is not in this round."
