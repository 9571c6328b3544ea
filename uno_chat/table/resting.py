"""Vacations at a table: a computer plays, or the clock stands still for a while; never a strike.

Whoever plays meanwhile does so for that turn, and the vacation goes on.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timedelta
from typing import Final

from uno_chat.table import absence, clock
from uno_chat.table.commands import Vacation
from uno_chat.table.facts import Code, Fact, Refused, Why
from uno_chat.table.lobby import changed, noted
from uno_chat.table.outcome import Outcome, ToAll
from uno_chat.table.pace import NONE
from uno_chat.table.pausing import paused, resumed
from uno_chat.table.seats import Seat
from uno_chat.table.settings import Vacations
from uno_chat.table.state import Pause, PauseReason, Play, Table

LONGEST_PAUSE: Final = timedelta(hours=72)
"""How long the vacation of one seat may stop the clock in a round; then a computer plays."""
_LATE: Final = 10
"""No vacation begins for a turn of which less than this part of its allowance is left, nor with
less than a pause would give back."""


def begin(table: Table, command: Vacation, now: datetime) -> Outcome | Refused:
    """Somebody is on vacation from now on, or not any more."""
    seat = table.seat_of(command.by)
    if seat is None:
        return Refused(Why.NOT_SEATED)
    if command.until is None:
        return Refused(Why.NOT_AWAY) if seat.vacation is None else Outcome(ended(table, seat, now))
    if table.settings.vacation is Vacations.NONE:
        return Refused(Why.NO_VACATION)
    seconds = int((command.until - now).total_seconds())
    fact = Fact(Code.VACATION, now, seat=seat.id, number=seconds)
    late = _nearly_over(table, seat, now)
    if table.standoff is not None and table.standoff.absent == seat.id:
        table = replace(table, standoff=None)
    table = noted(changed(table, replace(seat, vacation=command.until)), fact)
    return Outcome(table if late else turn_begins(table, now), tell=(ToAll(fact),))


def _nearly_over(table: Table, seat: Seat, now: datetime) -> bool:
    """Whether this seat is to move and has hardly any time left."""
    play, pace = table.play, table.settings.pace
    if play is None or play.owner != seat.id or pace.base is None or not play.clock.handed:
        return False
    left = pace.base + seat.bank + play.clock.extra - clock.used(play.clock, now)
    return left < max(pace.base / _LATE, pace.floor)


def turn_begins(table: Table, now: datetime) -> Table:
    """What vacations mean for the turn that is to begin."""
    play = table.play
    if play is None:
        return table
    for why in table.pauses:
        if why.reason is PauseReason.VACATION and why.of != play.owner:
            table = _counted(table, why, now)
    for seat in table.seats:
        if seat.vacation is not None and now < seat.vacation and play.plays(seat.id):
            table = _rests(table, play, table.seat(seat.id), now)
    return absence.deserted(table, now)


def _rests(table: Table, play: Play, seat: Seat, now: datetime) -> Table:
    assert seat.vacation is not None
    left = LONGEST_PAUSE - seat.rested
    if table.settings.vacation is not Vacations.PAUSE or left <= NONE:
        return changed(table, replace(seat, covered=True))
    if play.owner != seat.id:
        return table
    until = min(seat.vacation, now + left)
    return paused(table, Pause(PauseReason.VACATION, now, seat.id, until), now)


def _counted(table: Table, why: Pause, now: datetime) -> Table:
    """The table going on after the pause of a seat, which has used up as much of its pauses."""
    seat = table.seat(why.of)
    table = changed(table, replace(seat, rested=seat.rested + (now - why.since)))
    return resumed(table, why, now)


def pause_over(table: Table, why: Pause, now: datetime) -> Table:
    """A vacation has stopped the clock for as long as it may."""
    return turn_begins(_counted(table, why, now), now)


def over(table: Table, seat: Seat, now: datetime) -> Table:
    """The time that somebody has named is over."""
    if seat.vacation is None or now < seat.vacation:
        return table
    return ended(table, seat, now)


def ended(table: Table, seat: Seat, now: datetime) -> Table:
    """Somebody is back from vacation, and to move with the time that was left: going away and
    coming back wins none.
    """
    for why in table.pauses:
        if why.reason is PauseReason.VACATION and why.of == seat.id:
            table = _counted(table, why, now)
    was = table.seat(seat.id)
    fresh = replace(was, vacation=None, covered=False)
    table = noted(changed(table, fresh), Fact(Code.VACATION_OVER, now, seat=seat.id))
    table = absence.awake(table, now)
    return absence.unplanned(table, seat.id) if was.covered else table
