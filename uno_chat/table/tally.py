"""A little of a match to smile about at its end: nothing that the clock did, nor that shames."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

from uno_chat import game
from uno_chat.table.clock import decided
from uno_chat.table.state import Play, Table, Tally


def counted(
    table: Table, before: Play, step: game.Step, player: str | None, now: datetime
) -> Table:
    """The tallies after a step that seat ``player`` made itself (None: nobody did)."""
    if player is not None and player == before.owner and decided(before.round, step.round):
        mine = _tally(table, player)
        took = now - before.clock.since
        table = _with(table, replace(mine, longest=max(mine.longest, took)))
    for event in step.events:
        match event:
            case game.Caught(_, int(by)):
                mine = _tally(table, before.order[by])
                table = _with(table, replace(mine, catches=mine.catches + 1))
            case game.RoundWon(winner, points):
                mine = _tally(table, before.order[winner])
                table = _with(table, replace(mine, best=max(mine.best, points[winner])))
    return table


def _tally(table: Table, seat: str) -> Tally:
    return next((one for one in table.tallies if one.seat == seat), Tally(seat))


def _with(table: Table, tally: Tally) -> Table:
    others = tuple(one for one in table.tallies if one.seat != tally.seat)
    return replace(table, tallies=(*others, tally))
