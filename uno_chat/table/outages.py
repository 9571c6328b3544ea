"""Times in which the house could not serve: nobody loses a turn to them.

A turn has at least as much left after an outage as before it, and never less than a floor. What an
outage took is made up when a table is next looked at, not when the outage ends: a table that waits
for a day costs nothing meanwhile.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Final

from uno_chat.table import clock
from uno_chat.table.calendar import counted
from uno_chat.table.pace import Pace
from uno_chat.table.pausing import paused
from uno_chat.table.seats import Seat
from uno_chat.table.state import Clock, Pause, PauseReason, Table

NOTICED: Final = timedelta(seconds=60)
"""An outage that is no longer is nobody's business."""
LONG: Final = timedelta(hours=24)
_LEAST: Final = timedelta(minutes=30)
_AFTER_LONG: Final = timedelta(hours=12)


@dataclass(frozen=True, slots=True)
class Outage:
    """Nothing was served from ``since`` to ``until``: on one network, or (empty) on none.
    Numbers grow.
    """

    number: int
    network: str
    since: datetime
    until: datetime

    @property
    def length(self) -> timedelta:
        """How long it lasted."""
        return self.until - self.since


def made_up(table: Table, outages: Iterable[Outage], now: datetime) -> Table:
    """The table with its running turn made up for these; each counts once for a turn, and what
    two of them took together counts once.
    """
    play, pace = table.play, table.settings.pace
    if play is None or play.owner is None:
        return table
    seat, missed = table.seat(play.owner), _missed(pace, play.clock, outages)
    if not missed:
        return table
    ours, until = play.clock, play.clock.begun or now
    for outage in missed:
        ours = _made_up(pace, seat, ours, outage, until)
        until = max(until, outage.until)
    ours = replace(ours, made_up=max(outage.number for outage in missed))
    # From the end of the last one on, not from now: it counts the same whoever looks later.
    ours = clock.running(pace, seat, clock.stopped(ours, until), until)
    table = replace(table, play=replace(play, clock=ours))
    long = [one for one in missed if pace.base is not None and one.length > pace.base]
    if pace.slow or not long:
        return table
    # What is played in one sitting waits for its people when that was interrupted.
    return paused(table, Pause(PauseReason.OUTAGE, long[0].since), now)


def _missed(pace: Pace, ours: Clock, outages: Iterable[Outage]) -> list[Outage]:
    """Those that took time of this turn for which it was not made up, earliest first."""
    if pace.base is None or ours.begun is None:
        return []
    least = max(NOTICED, pace.base / 100)
    found = [
        one
        for one in outages
        if one.number > ours.made_up and one.until > ours.begun and one.length > least
    ]
    return sorted(found, key=lambda one: one.since)


def _made_up(pace: Pace, seat: Seat, ours: Clock, outage: Outage, behind: datetime) -> Clock:
    """The clock with what an outage took ``behind`` all that was made up before."""
    assert pace.base is not None
    lost = counted(ours.rest, max(behind, outage.since), outage.until)
    ours = clock.with_more(ours, lost)
    left = pace.base + seat.bank + ours.extra - clock.used(ours, outage.until)
    return clock.with_more(ours, _floor(pace.base, outage) - left)


def _floor(base: timedelta, outage: Outage) -> timedelta:
    if outage.length > LONG:
        return min(base, _AFTER_LONG)
    return min(base, max(_LEAST, base / 10))


def overdue(table: Table, number: int, now: datetime) -> bool:
    """Whether the turn of this decision ends by now."""
    play = table.play
    if play is None or play.clock.number != number:
        return False
    due = clock.final(table.settings.pace, play.clock)
    return due is not None and due <= now


def put_off(table: Table, until: datetime) -> Table:
    """The table with its turn not ending before then, because it cannot be told of it now. What was
    announced stays as it is: nobody is shown or reminded of a new deadline every minute.
    """
    play = table.play
    if play is None or play.clock.deadline is None:
        return table
    until = max(until, play.clock.put_off or until)
    return replace(table, play=replace(play, clock=replace(play.clock, put_off=until)))


def noticed(table: Table, number: int, at: datetime) -> Table:
    """The table with the time of a turn counted from when the network took its notice."""
    play = table.play
    if play is None or play.owner is None or play.clock.number != number:
        return table
    ours, seat = play.clock, table.seat(play.owner)
    if ours.begun is None or ours.used or at <= ours.begun:
        return table
    ours = clock.running(table.settings.pace, seat, ours, at)
    return replace(table, play=replace(play, clock=ours))
