"""Whom a table waits for: one answer for pages, lists and bare words."""

from __future__ import annotations

from dataclasses import replace

from uno_chat.table import Phase, Table
from uno_chat.testing.sitting import dealt, sit


def names(table: Table) -> list[str]:
    return [seat.name for seat in table.waits_for]


def test_in_a_round_for_whoever_owes_the_decision() -> None:
    table = dealt(3).table
    assert table.play is not None
    assert [seat.id for seat in table.waits_for] == [table.play.owner]


def test_between_rounds_for_all_who_are_not_ready() -> None:
    table = dealt(2, computers=1).table
    seats = tuple(replace(seat, ready=seat.player is None) for seat in table.seats)
    between = replace(table, play=None, phase=Phase.BETWEEN, seats=seats)
    assert names(between) == ["North", "East"]
    gone = (replace(seats[0], gone=True), *seats[1:])
    assert names(replace(between, seats=gone)) == ["East"]


def test_after_a_match_for_the_others_as_soon_as_one_wants_a_rematch() -> None:
    table = dealt(2, computers=1).table
    seats = tuple(replace(seat, ready=seat.player is None) for seat in table.seats)
    over = replace(table, play=None, phase=Phase.MATCH_OVER, seats=seats)
    assert names(over) == []
    assert names(replace(over, seats=(replace(seats[0], ready=True), *seats[1:]))) == ["East"]


def test_in_the_lobby_for_nobody() -> None:
    assert sit(2).table.waits_for == ()
