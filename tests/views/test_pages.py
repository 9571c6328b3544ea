"""The pages around a round, as their whole text: lobby, results, rules, lists, help."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from uno_chat import game
from uno_chat.contract import Choice, Choices, Document, Paragraph, Players
from uno_chat.table import (
    AddComputer,
    End,
    Join,
    Leave,
    Level,
    Outcome,
    Pace,
    Phase,
    Reach,
    Result,
    Settings,
    Table,
    Tally,
    decide,
)
from uno_chat.views import (
    Reader,
    TableEntry,
    as_text,
    hand_page,
    help_page,
    match_page,
    result_page,
    rules_page,
    table_entry,
    table_page,
    tables_page,
)

SEED = bytes(32)


def options_of(page: Document) -> tuple[Choice, ...]:
    """All choices of a page."""
    return tuple(o for block in page.blocks if isinstance(block, Choices) for o in block.options)


def labels(page: Document) -> list[str]:
    return [option.label for option in options_of(page)]


def mover(table: Table) -> str:
    assert table.play is not None
    assert table.play.owner is not None
    return table.play.owner


def test_the_lobby_says_what_is_played_and_who_is_ready(
    lobby: Callable[..., Table], reader: Reader, now: datetime
) -> None:
    table = lobby(2)
    out = decide(table, AddComputer(1, "Robo", Level.EASY), now, SEED)
    assert isinstance(out, Outcome)
    table = replace(
        out.table,
        seats=tuple(
            replace(seat, ready=False) if seat.id == "s2" else seat for seat in out.table.seats
        ),
    )
    assert as_text(table_page(table, reader, now)).splitlines() == [
        "Family #7",
        "Official rules · to 500 · 24 hours a turn",
        "  North, host, ready",
        "  East, not ready yet",
        "  Robo, computer, easy, ready",
        "[Join] [Add computer] [Deal] [Rules] [Settings] [Leave]",
        "Answer with a number or in words, like “/1”, “/join”.",
    ]


def test_a_row_has_the_colon_of_its_reader(
    lobby: Callable[..., Table], reader: Reader, french: Reader, now: datetime
) -> None:
    for who, colon in ((reader, ": "), (french, "\u00a0: ")):
        blocks = table_page(lobby(2), who, now).blocks
        assert [block.colon for block in blocks if isinstance(block, Players)] == [colon]


def test_a_full_table_offers_no_seat(
    lobby: Callable[..., Table], reader: Reader, now: datetime
) -> None:
    assert labels(table_page(lobby(10), reader, now)) == ["Deal", "Rules", "Settings", "Leave"]


def test_the_table_shows_the_commitment_whole_at_the_deal_and_short_later(
    deal: Callable[..., Table], play: Callable[..., Any], reader: Reader, now: datetime
) -> None:
    table = deal(3)
    assert table.play is not None
    sealed = game.commitment(table.play.round.deal.seed)
    assert sealed in as_text(table_page(table, reader, now))
    moments = play(3, 1, Settings(hold=timedelta(0)))
    later = next(m.table for m in moments if m.table.play and m.table.play.round.turn_no > 5)
    text = as_text(table_page(later, reader, now))
    assert sealed not in text
    assert f"Sealed shuffle: {sealed[:16]}…" in text
    assert sealed in as_text(rules_page(later, reader))


def test_a_finished_round_lies_open_card_by_card(play: Callable[..., Any], reader: Reader) -> None:
    *_, last = play(3, 4, Settings(hold=timedelta(0)))
    table = last.table
    result = table.result
    text = as_text(result_page(table, result, reader))
    assert f"{table.seat(result.winner).name} won the round with " in text
    for seat, hand in zip(result.order, result.hands, strict=True):
        worth = game.hand_points(tuple(map(game.card, hand)))
        assert not hand or f"{table.seat(seat).name}, {worth} points: " in text
    assert f"= {max(result.points)} points for {table.seat(result.winner).name}" in text
    assert f"Seed of the shuffle, now open: {result.seed.hex()}" in text
    assert f"Sealed at the deal as: {game.commitment(result.seed)}" in text
    assert "Next dealer: " in text
    assert labels(result_page(table, result, reader)) == ["Next round"]


def test_between_rounds_the_scores_stand_with_who_is_ready(
    play: Callable[..., Any], reader: Reader, now: datetime
) -> None:
    *_, last = play(3, 4, Settings(hold=timedelta(0)))
    text = as_text(table_page(last.table, reader, now))
    assert text.count("not ready yet") == 3
    assert "won the round with" in text
    assert labels(hand_page(last.table, "s1", reader, now)) == ["Next round", "Table", "Leave"]


def test_a_finished_match_names_the_winner_and_what_to_smile_about(
    play: Callable[..., Any], reader: Reader, now: datetime
) -> None:
    *_, last = play(2, 5, Settings(options=game.Options(goal=1), hold=timedelta(0)))
    assert last.table.phase is Phase.MATCH_OVER
    tallies = (Tally("s1", timedelta(hours=3), 0, 20), Tally("s2", timedelta(0), 2, 10))
    table = replace(last.table, tallies=tallies)
    text = as_text(match_page(table, reader))
    winner = table.seat(table.match.winners[0]).name
    assert f"{winner} has won the match!" in text
    assert "Best round: North, 20 points" in text
    assert "Sharpest eye: East, 2 catches" in text
    assert "Longest thought: North, 3 hours" in text
    assert labels(match_page(table, reader)) == ["Rematch"]
    text = as_text(table_page(table, reader, now))
    assert f"{winner} has won the match!" in text
    assert "ready yet" not in text
    willing = replace(table, seats=tuple(replace(seat, ready=True) for seat in table.seats))
    assert as_text(table_page(willing, reader, now)).count("wants a rematch") == 2
    assert "points\n  " not in as_text(result_page(table, table.result, reader))
    assert labels(hand_page(table, "s1", reader, now))[0] == "Rematch"


def test_a_closed_table_has_no_buttons(
    deal: Callable[..., Table], reader: Reader, now: datetime
) -> None:
    out = decide(deal(2), End(1), now, SEED)
    assert isinstance(out, Outcome)
    for page in (table_page(out.table, reader, now), hand_page(out.table, "s1", reader, now)):
        assert "This table is closed." in as_text(page)
        assert labels(page) == []


def test_a_table_closed_in_mid_round_shows_that_its_shuffle_was_the_one_that_was_sealed(
    deal: Callable[..., Table], lobby: Callable[..., Table], reader: Reader, now: datetime
) -> None:
    table = deal(2)
    assert table.play is not None
    seed = table.play.round.deal.seed
    out = decide(table, End(1), now, SEED)
    assert isinstance(out, Outcome)
    assert as_text(table_page(out.table, reader, now)).splitlines()[-2:] == [
        f"Seed of the shuffle, now open: {seed.hex()}",
        f"Sealed at the deal as: {game.commitment(seed)}",
    ]
    out = decide(lobby(2), End(1), now, SEED)
    assert isinstance(out, Outcome)
    assert "Seed" not in as_text(table_page(out.table, reader, now))


def test_my_tables_begin_with_those_that_wait_for_me(
    deal: Callable[..., Table], lobby: Callable[..., Table], reader: Reader, now: datetime
) -> None:
    table = deal(2)
    player = table.seat(mover(table)).player
    assert player is not None
    waiting = table_entry(table, player)
    idle = replace(table_entry(lobby(2), player), id=3)
    page = tables_page((idle, waiting), reader, now)
    assert as_text(page).splitlines() == [
        "Your tables",
        "Family #7: your turn, until Wed 18:30 UTC (in 24 hours)",
        "Family #3: not begun yet",
        "[Family #7] [Family #3]",
    ]
    assert "/new" in as_text(tables_page((), reader, now))


def test_help_is_written_as_commands_are_typed_there(reader: Reader, french: Reader) -> None:
    bang = replace(reader, prefix="!uno ")
    assert "!uno join – takes a seat" in as_text(help_page(bang, private=False))
    private = as_text(help_page(reader, private=True))
    assert "r7 uno – play, and say UNO with it" in private
    assert "next r7, else draw – while you wait" in private
    assert "Press a button, answer with the number of a line" in private
    typed = as_text(help_page(replace(reader, typed=True), private=True))
    assert "Press" not in typed
    assert "Answer with the number of a line" in typed
    spoken = as_text(help_page(french, private=True))
    assert "contre-uno NOM" in spoken
    assert "langue CODE" in spoken


@pytest.mark.reported("42")
def test_times_are_those_of_the_reader(
    deal: Callable[..., Table], reader: Reader, french: Reader, now: datetime
) -> None:
    table = deal(3)
    lisbon = replace(reader, zone=ZoneInfo("Asia/Kolkata"))
    assert "until Thu 00:00 (in 24 hours)" in as_text(table_page(table, lisbon, now))
    assert "jusqu’à mer. 18:30 UTC (dans 24 heures)" in as_text(table_page(table, french, now))


def test_a_name_cannot_pretend_to_be_a_line_of_the_page(
    lobby: Callable[..., Table], reader: Reader, now: datetime
) -> None:
    out = decide(lobby(1), Join(2, "Eve\nTo move: North\u202e"), now, SEED)
    assert isinstance(out, Outcome)
    assert "  Eve To move: North, ready" in as_text(table_page(out.table, reader, now)).split("\n")


@pytest.mark.reported("18")
def test_two_are_told_at_the_start_what_a_reverse_does(
    deal: Callable[..., Table], play: Callable[..., Any], reader: Reader, now: datetime
) -> None:
    told = "Of two, who lays a Reverse moves again."
    assert told in as_text(table_page(deal(2), reader, now)).splitlines()
    assert told not in as_text(table_page(deal(3), reader, now)).splitlines()
    later = next(m.table for m in play(2, 1) if m.table.play and m.table.play.round.turn_no > 4)
    assert told not in as_text(table_page(later, reader, now)).splitlines()


def test_a_table_that_nobody_named_is_known_by_its_number(
    lobby: Callable[..., Table], reader: Reader, now: datetime
) -> None:
    table = replace(lobby(1), title=" ")
    text = as_text(table_page(table, reader, now))
    assert text.startswith("Table 7\n")
    assert "One more is needed: ask somebody to join, or add a computer." in text


def test_in_the_lobby_a_seat_waits_for_its_cards(
    lobby: Callable[..., Table], reader: Reader, now: datetime
) -> None:
    table = lobby(2)
    assert as_text(hand_page(table, "s1", reader, now)).splitlines() == [
        "Family #7",
        "Official rules · to 500 · 24 hours a turn",
        "You have a seat. Your cards come here when the host deals.",
        "At the table: North, East",
        "[Deal] [Table] [Leave]",
        "Answer with a number or in words, like “1”, “deal”.",
    ]
    assert labels(hand_page(table, "s2", reader, now)) == ["Table", "Leave"]


def test_without_points_nobody_reads_of_points(
    play: Callable[..., Any], reader: Reader, now: datetime
) -> None:
    settings = Settings(options=game.Options(goal=0), pace=Pace(None), hold=timedelta(0))
    first, *_, last = play(2, 5, settings)
    before = as_text(table_page(first.table, reader, now))
    assert before.startswith("Family #7 · one round\n")
    assert "To move: " in before
    assert "until" not in before
    assert "0 points" not in before
    assert "To move" not in as_text(hand_page(first.table, "s1", reader, now)).splitlines()[0]
    table = last.table
    for page in (
        match_page(table, reader),
        result_page(table, table.result, reader),
        table_page(table, reader, now),
    ):
        assert "point" not in as_text(page)


def test_where_the_lowest_total_wins_everybody_writes_their_own(
    play: Callable[..., Any], reader: Reader
) -> None:
    settings = Settings(options=game.Options.of({"scoring": "lowest"}), hold=timedelta(0))
    *_, last = play(2, 5, settings)
    assert "Everybody writes down their own cards; the lowest total wins." in as_text(
        result_page(last.table, last.table.result, reader)
    )


def test_the_cards_of_who_left_count_for_the_winner(
    deal: Callable[..., Table], reader: Reader, now: datetime
) -> None:
    """Of three two leave, so the third has won."""
    table = deal(3)
    for player in (1, 2):
        out = decide(table, Leave(player), now, SEED)
        assert isinstance(out, Outcome)
        table = out.table
    assert table.result is not None
    text = as_text(result_page(table, table.result, reader))
    assert "South won the round.\nSouth, not counted: " in text
    points = table.result.points[table.result.order.index("s3")]
    assert f"\n{points} points for South\n" in text
    assert "  North, 0 points, left" in as_text(table_page(table, reader, now))


def test_two_sums_are_added_before_everybody(reader: Reader, deal: Callable[..., Table]) -> None:
    table = deal(3)
    result = Result(1, "s1", ("s1", "s2", "s3"), ((), ("R7", "R7"), ()), (30, 0, 0), bytes(32))
    text = as_text(result_page(table, result, reader))
    assert "East, 14 points: red 7 (2 × 7)" in text
    assert "14 + 16 of those who left = 30 points for North" in text
    nothing = replace(result, hands=((), ("R0",), ()), points=(0, 0, 0))
    assert "0 points for North" in as_text(result_page(table, nothing, reader))


def test_my_tables_say_what_each_waits_for(reader: Reader, now: datetime) -> None:
    soon = TableEntry(1, "A", Phase.PLAYING, yours=False, to_move="Eve", deadline=now)
    entries = (
        soon,
        replace(soon, id=2, deadline=None, yours=True),
        TableEntry(3, "A", Phase.BETWEEN, yours=True),
        TableEntry(4, "A", Phase.BETWEEN),
        TableEntry(5, "A", Phase.MATCH_OVER),
        TableEntry(6, "A", Phase.ENDED),
    )
    assert as_text(tables_page(entries, reader, now)).splitlines()[1:-1] == [
        "A #2: your turn",
        "A #3: are you ready for the next round?",
        "A #1: Eve is to move, until 18:30 UTC",
        "A #4: the others get ready for the next round",
        "A #5: the match is over",
        "A #6: closed",
    ]


@pytest.mark.parametrize(
    ("remedy", "said"),
    [
        ("start", "must press Start in the private chat"),
        ("unblock", "must unblock me in the private chat"),
        ("gone", "has no account any more"),
        ("invite", "cannot be written to in private"),
    ],
)
def test_the_lobby_says_what_somebody_has_to_do(
    lobby: Callable[..., Table], remedy: str, said: str, reader: Reader, now: datetime
) -> None:
    out = decide(lobby(2), Reach(2, remedy), now, SEED)
    assert isinstance(out, Outcome)
    linked = replace(reader, links=True)
    text = as_text(table_page(out.table, linked, now))
    assert f"East, {said}" in text
    assert "[Play in private]" in text
    assert "[Play in private]" not in as_text(table_page(out.table, reader, now))


def test_a_deadline_can_be_shown_in_the_time_of_whoever_reads(
    deal: Callable[..., Table], reader: Reader, now: datetime
) -> None:
    table = deal(3)
    play = table.play
    assert play is not None
    seat = play.owner
    assert seat is not None
    for page in (table_page(table, reader, now), hand_page(table, seat, reader, now)):
        lines = [block for block in page.blocks if isinstance(block, Paragraph)]
        spans = [span for line in lines for span in line.spans if span.at is not None]
        assert [(span.at, span.text) for span in spans] == [
            (play.clock.deadline, reader.moment(play.clock.deadline or now, now))
        ]
