"""A round as it is read, in the group and in private: what counts, what fits, what it costs."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

import pytest

from uno_chat import game
from uno_chat.contract import Capabilities, Cards, Choice, Choices, Document
from uno_chat.table import (
    Act,
    Early,
    Join,
    Outcome,
    Pace,
    Settings,
    Table,
    decide,
)
from uno_chat.views import (
    Reader,
    as_text,
    decode,
    hand_page,
    lower,
    table_page,
)

SEED = bytes(32)


def options_of(page: Document) -> tuple[Choice, ...]:
    """All choices of a page."""
    return tuple(o for block in page.blocks if isinstance(block, Choices) for o in block.options)


def labels(page: Document) -> list[str]:
    return [option.label for option in options_of(page)]


def arranged(
    table: Table,
    hand: str,
    *,
    top: str = "R7",
    colour: str = "R",
    pending: Callable[[int], game.Pending] = game.Turn,
    called: tuple[int, ...] = (),
) -> Table:
    """The table with this hand for the seat that is to move, and this top of the discard."""
    play = table.play
    assert play is not None
    assert play.owner is not None
    number = play.order.index(play.owner)
    hands = list(play.round.hands)
    hands[number] = game.cards(hand)
    round_ = play.round._replace(
        hands=tuple(hands),
        discard=(game.card(top),),
        colour=game.Colour(colour),
        pending=pending(number),
        direction=game.CLOCKWISE,
        called=frozenset(called),
    )
    return replace(table, happenings=(), play=replace(play, round=round_))


def mover(table: Table) -> str:
    assert table.play is not None
    assert table.play.owner is not None
    return table.play.owner


@pytest.mark.reported("32")
def test_the_table_answers_at_a_glance(
    deal: Callable[..., Table], reader: Reader, now: datetime
) -> None:
    table = arranged(deal(3), "R1 R2 R3 R4 R5", called=(0, 1, 2))
    lines = as_text(table_page(table, reader, now)).splitlines()
    name = table.seat(mover(table)).name
    assert lines[:3] == [
        "Family #7 · round 1, to 500",
        "On top: red 7",
        f"To move: {name}, until Wed 18:30 UTC (in 24 hours)",
    ]
    assert f"▸ {name}, 5 cards, UNO" in lines
    assert "Play goes down this list ↓" in lines
    assert lines[-2:] == [
        "[My hand] [Catch] [Join]",
        "Answer with a number or in words, like “/1”, “/hand”.",
    ]
    assert table.match is not None
    scored = replace(table, match=replace(table.match, scores={"s1": 20, "s2": 0, "s3": 0}))
    assert "0 points" not in "".join(lines)
    assert "20 points" in as_text(table_page(scored, reader, now))


def test_while_the_turn_is_held_nobody_is_called_to_move(
    deal: Callable[..., Table], reader: Reader, now: datetime
) -> None:
    table = deal(3)
    assert table.play is not None
    clock = replace(table.play.clock, handed=False, hold=now + timedelta(seconds=60), deadline=None)
    table = replace(table, play=replace(table.play, clock=clock))
    seat = mover(table)
    assert f"Next: {table.seat(seat).name}, in a moment" in as_text(table_page(table, reader, now))
    assert "You are next, in a moment. You may choose already." in as_text(
        hand_page(table, seat, reader, now)
    )
    assert table.play is not None
    early = Early(seat, game.Draw())
    noted = replace(table, play=replace(table.play, early=early))
    assert "Noted: it is played as soon as that may be." in as_text(
        hand_page(noted, seat, reader, now)
    )


@pytest.mark.reported("4", "71")
def test_a_hand_on_turn_says_what_counts_and_offers_what_fits(
    deal: Callable[..., Table], reader: Reader, now: datetime
) -> None:
    table = arranged(deal(3), "W+4 B7 YS R4 W")
    page = hand_page(table, mover(table), reader, now)
    assert as_text(page).splitlines()[:2] == [
        "Family #7 · round 1, to 500",
        "Your turn until Wed 18:30 UTC (in 24 hours)",
    ]
    assert (
        "Your hand (5): red 4, yellow Skip, blue 7, Wild, Wild Draw Four (a bluff: you hold red)"
    ) in as_text(page)
    assert labels(page) == [
        *("R4", "B7", "W R", "W Y", "W G", "W B"),
        *("⚠ W+4 R", "⚠ W+4 Y", "⚠ W+4 G", "⚠ W+4 B", "Draw", "UNO!", "Catch"),
    ]
    assert "⚠ Wild Draw Four would be a bluff, for you hold red" in as_text(page)
    plain = as_text(lower(page, Capabilities()).document)
    assert "7) Wild Draw Four (red), a bluff · 8) yellow · 9) green · 10) blue" in plain
    assert table.play is not None
    tokens = [decode(option.token) for option in options_of(page)]
    number = table.play.clock.number
    assert [token.words for token in tokens if token and token.decision == number][:3] == [
        *("r4", "b7", "w r")
    ]
    assert [token.words for token in tokens if token and token.decision is None] == ["uno", "catch"]


@pytest.mark.reported("71", "G3")
def test_a_hand_on_turn_is_complete_without_the_table(
    deal: Callable[..., Table], reader: Reader, now: datetime
) -> None:
    """Where nothing is edited the table is not shown again: all counts stand here, too."""
    table = arranged(deal(4), "R1 R2 R3", called=(0, 1, 2, 3))
    assert table.play is not None
    place = table.play.order.index(mover(table))
    order = (*table.play.order[place + 1 :], *table.play.order[:place])
    others = ", ".join(f"{table.seat(seat).name} (7 cards, said UNO)" for seat in order)
    assert f"After you: {others}" in as_text(hand_page(table, mover(table), reader, now))


@pytest.mark.reported("26")
@pytest.mark.parametrize("cards", ["R1", "R1 R2", "R1 R2 R3 R4 R5 R6 R8 R9 RS"])
@pytest.mark.parametrize("turn", [True, False])
def test_uno_and_catch_are_there_at_every_hand_size_and_look_the_same(
    deal: Callable[..., Table], reader: Reader, now: datetime, cards: str, *, turn: bool
) -> None:
    table = arranged(deal(3), cards)
    seat = mover(table)
    if not turn:
        other = next(number for number in range(3) if number != int(seat[1:]) - 1)
        table = arranged(deal(3), cards, pending=lambda _: game.Turn(other))
    page = hand_page(table, seat, reader, now)
    assert options_of(page)[-2:] == (
        Choice("UNO!", "1.7..uno", None, "say"),
        Choice("Catch", "1.7..catch", None, "say"),
    )


@pytest.mark.parametrize(
    ("mode", "last"),
    [("call", ["UNO!", "Catch"]), ("auto_penalty", ["Draw", "UNO!"]), ("auto", ["R1", "Draw"])],
)
def test_a_table_without_calls_has_no_button_for_them(
    deal: Callable[..., Table], reader: Reader, now: datetime, mode: str, last: list[str]
) -> None:
    settings = Settings(options=game.Options.of({"uno_mode": mode}))
    table = arranged(deal(3, 1, settings), "R1 G2")
    assert labels(hand_page(table, mover(table), reader, now))[-2:] == last
    assert ("Catch" in labels(table_page(table, reader, now))) == (mode == "call")


def test_a_drawn_card_that_fits_is_played_or_kept(
    deal: Callable[..., Table], reader: Reader, now: datetime
) -> None:
    table = arranged(deal(3), "G2 R9", pending=lambda seat: game.PlayOrKeep(seat, game.card("R9")))
    page = hand_page(table, mover(table), reader, now)
    assert "You drew red 9. It fits." in as_text(page)
    assert labels(page) == ["Play R9", "Keep it", "UNO!", "Catch"]
    name = table.seat(mover(table)).name
    assert f"To move: {name}" in as_text(table_page(table, reader, now))


def test_an_opening_wild_asks_for_its_colour(
    deal: Callable[..., Table], reader: Reader, now: datetime
) -> None:
    table = arranged(deal(3), "G2 R9", top="W", pending=game.ChooseColour)
    page = hand_page(table, mover(table), reader, now)
    assert "A Wild opened the round: name the colour, then play." in as_text(page)
    assert labels(page) == ["red", "yellow", "green", "blue", "UNO!", "Catch"]
    assert "names the colour" in as_text(table_page(table, reader, now))


def _doubted(seat: int) -> game.Pending:
    """A Wild Draw Four is to be answered, laid by one of three who held red."""
    evidence = game.Evidence(game.Colour.RED, game.cards("R1 R2"))
    return game.AnswerFour(seat, (seat + 1) % 3, evidence)


def test_a_wild_draw_four_is_answered_knowing_what_either_answer_costs(
    deal: Callable[..., Table], reader: Reader, now: datetime
) -> None:
    table = arranged(deal(3), "G2 R9", top="W+4", colour="G", pending=_doubted)
    play, seat = table.play, mover(table)
    assert play is not None
    author = table.seat(play.order[(play.order.index(seat) + 1) % 3]).name
    page = hand_page(table, seat, reader, now)
    text = as_text(page)
    for line in (
        "On top: Wild Draw Four (green counts)",
        f"{author} played Wild Draw Four: accept or challenge?",
        "Take 4: you draw them and miss your turn.",
        f"Challenge, if {author} held red: {author} draws 4 cards and it is your turn.",
        "Challenge, if not: you draw 6 cards and miss your turn.",
    ):
        assert line in text.splitlines()
    assert labels(page) == ["Take 4", "Challenge", "UNO!", "Catch"]
    name = table.seat(seat).name
    assert f"{name} takes 4 cards or challenges {author}, until" in as_text(
        table_page(table, reader, now)
    )


def test_a_hand_of_sixty_cards_stays_readable(
    deal: Callable[..., Table], reader: Reader, now: datetime
) -> None:
    pack = game.EDITIONS["classic108"].pack
    table = arranged(deal(3), game.text_of(pack[:48] + pack[-8:] + pack[50:54]))
    page = hand_page(table, mover(table), reader, now)
    (hand,) = [b for b in page.blocks if isinstance(b, Cards) and "(60)" in b.label]
    assert len(hand.faces) < 45
    assert "×2" in hand.faces[1].note
    assert len(as_text(page)) < 1500
    assert len(options_of(page)) < 40


def test_who_came_late_looks_on(deal: Callable[..., Table], reader: Reader, now: datetime) -> None:
    out = decide(deal(3), Join(9, "Late"), now, SEED)
    assert isinstance(out, Outcome)
    page = hand_page(out.table, "s4", reader, now)
    assert "You play from the next round on." in as_text(page)
    assert not any(isinstance(b, Cards) and "hand" in b.label for b in page.blocks)
    assert labels(page) == ["Leave"]
    assert "Late, plays from the next round" in as_text(table_page(out.table, reader, now))


@pytest.mark.reported("G7")
def test_since_the_last_turn_is_told_in_five_lines_at_most(
    play: Callable[..., Any], reader: Reader
) -> None:
    for moment in play(5, 2, Settings(hold=timedelta(0))):
        if moment.table.play is None:
            break
        for seat in moment.table.play.order:
            lines = as_text(hand_page(moment.table, seat, reader, moment.now)).splitlines()
            assert sum(line.startswith("– ") for line in lines) <= 5


def test_a_turn_without_a_clock_has_no_deadline(
    deal: Callable[..., Table], reader: Reader, now: datetime
) -> None:
    table = arranged(deal(3, 1, Settings(pace=Pace(None))), "R1 R2")
    lines = as_text(hand_page(table, mover(table), reader, now)).splitlines()
    assert lines[1] == "Your turn"


def test_uno_that_was_said_for_this_play_stands_on_the_hand(
    deal: Callable[..., Table], reader: Reader, now: datetime
) -> None:
    table = arranged(deal(3), "R1 R2")
    player = table.seat(mover(table)).player
    assert player is not None
    out = decide(table, Act(player, game.CallUno()), now, bytes(32))
    assert isinstance(out, Outcome)
    assert "You said UNO for this play." in as_text(hand_page(out.table, mover(table), reader, now))


def test_an_opening_wild_lets_a_hand_with_a_wild_draw_four_be(
    deal: Callable[..., Table], reader: Reader, now: datetime
) -> None:
    """No colour counts yet, so nothing is a bluff."""
    table = arranged(deal(3), "W+4 R1", top="W", pending=game.ChooseColour)
    assert table.play is not None
    round_ = table.play.round._replace(colour=None)
    table = replace(table, play=replace(table.play, round=round_))
    assert "bluff" not in as_text(hand_page(table, mover(table), reader, now))
    assert "counts" not in as_text(table_page(table, reader, now))


def test_a_wild_draw_four_that_is_none_is_not_called_a_bluff(
    deal: Callable[..., Table], reader: Reader, now: datetime
) -> None:
    due = arranged(deal(3), "W+4 R9", top="W+4", colour="R", pending=_doubted)
    assert "bluff" not in as_text(hand_page(due, mover(due), reader, now))
    for hand, whose in (("W+4 B1 YS W", True), ("W+4 B7 YS R4 W", False)):
        table = arranged(deal(3), hand)
        other = next(seat.id for seat in table.seats if seat.id != mover(table))
        page = hand_page(table, mover(table) if whose else other, reader, now)
        assert "bluff" not in as_text(page)
        assert "⚠" not in as_text(page)
