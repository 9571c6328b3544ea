"""Pauses: as long as there is any reason for one, no time of a turn runs. Moves count as ever.

A pause freezes what is left of a turn and never refills it, but for the floor of the pace: who
comes back to a table that goes on is not out of time a minute later.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timedelta
from typing import Final

from uno_chat.table import clock
from uno_chat.table.state import Pause, PauseReason, Play, Table

NOTICE: Final = timedelta(hours=12)
"""How long before its end a pause is announced to be over, if it is longer than that."""
BY_PEOPLE: Final = frozenset({PauseReason.VOTE, PauseReason.HOST})
"""Pauses that somebody at the table made: all are told when one begins, and when it is to end."""


def paused(table: Table, why: Pause, now: datetime) -> Table:
    """The table with one more reason to stand still; the same one again changes nothing."""
    if any(_same(one, why) for one in table.pauses):
        return table
    play = table.play
    if play is not None and not table.pauses:
        table = replace(table, play=replace(play, clock=clock.stopped(play.clock, now)))
    return replace(table, pauses=(*table.pauses, why))


def resumed(table: Table, why: Pause, now: datetime) -> Table:
    """The table without this reason; time runs again when it was the last one."""
    left = tuple(one for one in table.pauses if not _same(one, why))
    if left == table.pauses:
        return table
    table = replace(table, pauses=left)
    play = table.play
    return table if play is None or left else replace(table, play=_running(table, play, now))


def _running(table: Table, play: Play, now: datetime) -> Play:
    if play.owner is None:
        return play
    seat, pace = table.seat(play.owner), table.settings.pace
    return replace(play, clock=clock.resumed(pace, seat, play.clock, now))


def _same(one: Pause, other: Pause) -> bool:
    return (one.reason, one.of) == (other.reason, other.of)


def next_step(table: Table) -> datetime | None:
    """When something about a pause is due: that its end is announced, or the end itself."""
    return min((step_of(one) for one in that_end(table)), default=None)


def that_end(table: Table) -> tuple[Pause, ...]:
    """The pauses that end by themselves; where nobody is there it is the table that ends."""
    return tuple(
        one
        for one in table.pauses
        if one.until is not None and one.reason is not PauseReason.ABSENT
    )


def step_of(one: Pause) -> datetime:
    """When something about this pause is due, which ends by itself."""
    assert one.until is not None
    announced = one.told or one.reason not in BY_PEOPLE or one.until - one.since <= NOTICE
    return one.until if announced else one.until - NOTICE
