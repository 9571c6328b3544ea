"""Who does not come: strikes, the computer that plays for an absent seat, and the way back."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timedelta
from typing import Final

from uno_chat.game import Cause
from uno_chat.table import clock
from uno_chat.table.facts import Code, Fact, Refused, Why
from uno_chat.table.lobby import changed, noted
from uno_chat.table.motions import Standoff
from uno_chat.table.outcome import Outcome
from uno_chat.table.pace import NONE
from uno_chat.table.pausing import paused, resumed
from uno_chat.table.seats import Seat
from uno_chat.table.state import FEWEST, Pause, PauseReason, Table

STRIKES: Final = 3
"""Turns in a row that the clock ended, after which a computer plays for a seat."""
UNSEEN: Final = 2
"""So many are enough for a seat whose person has done nothing in this round."""
MISSES: Final = 5
"""Such turns in one round after which it does so, in a row or not."""
ASKED: Final = timedelta(hours=24)
"""How long whoever waits for the only other player is asked what to do."""
REVIVED: Final = timedelta(days=28)
"""How long a round that nobody plays can be gone on with."""


def acted(table: Table, seat: str, now: datetime) -> Table:
    """The table after the person on this seat did something: whoever was away is back, what the
    clock did before is forgotten, and a table that an outage or the night interrupted goes on.
    """
    one = table.seat(seat)
    for pause in table.pauses:
        if pause.reason in {PauseReason.OUTAGE, PauseReason.NIGHT}:
            table = resumed(table, pause, now)
    if one.away is not None:
        table = returned(table, one, now)
        one = table.seat(seat)
    if one.covered:
        one = replace(one, covered=False)
        table = unplanned(changed(table, one), seat)
    table = awake(table, now)
    if table.standoff is not None and table.standoff.absent == seat:
        table = replace(table, standoff=None)
    fresh = replace(one, strikes=0, acted=table.rounds)
    return table if fresh == one else changed(table, fresh)


def struck(table: Table, seat: str, now: datetime) -> Table:
    """The table after the clock ended a turn of the person on this seat: the reserve is gone."""
    one = table.seat(seat)
    if one.pilot is not None or one.vacation is not None:
        return table
    one = replace(one, strikes=one.strikes + 1, missed=one.missed + 1, bank=NONE)
    table = changed(table, one)
    if one.strikes < _enough(table, one) and one.missed < MISSES:
        return table
    if _waiting(table, one) is not None:
        return replace(table, standoff=table.standoff or Standoff(one.id, now + ASKED))
    return gone_away(table, one, now)


def _enough(table: Table, seat: Seat) -> int:
    return STRIKES if seat.acted == table.rounds else UNSEEN


def strikes_left(table: Table, seat: Seat) -> int:
    """How many more turns in a row may run out before a computer plays for a seat."""
    return min(_enough(table, seat) - seat.strikes, MISSES - seat.missed)


def _waiting(table: Table, absent: Seat) -> Seat | None:
    """The person who is left alone with an absent one, if only these two play."""
    play = table.play
    left = [] if play is None else [s for s in table.seats if play.plays(s.id)]
    others = [s for s in left if s.id != absent.id]
    if len(left) != FEWEST or others[0].player is None or others[0].pilot is not None:
        return None
    return None if others[0].strikes else others[0]


def gone_away(table: Table, seat: Seat, now: datetime) -> Table:
    """A computer plays for this person from now on; where no person plays, nothing happens."""
    fact = Fact(Code.PLAYED_FOR, now, seat=seat.id, cause=Cause.SYSTEM)
    return deserted(noted(changed(table, replace(seat, away=now)), fact), now)


def deserted(table: Table, now: datetime) -> Table:
    """The table standing still if no person plays in its round any more."""
    nobody = table.play is not None and not table.voters
    return asleep(table, now, now + REVIVED) if nobody and not table.dormant else table


def asleep(table: Table, now: datetime, until: datetime) -> Table:
    """The table standing still until somebody is back, or until it is closed. What was asked there
    is asked no more: nobody is left to answer.
    """
    table = paused(table, Pause(PauseReason.ABSENT, now, until=until), now)
    assert table.play is not None
    quiet = replace(table.play, clock=replace(table.play.clock, act_at=None))
    table = replace(table, play=quiet, vote=None, standoff=None)
    return noted(table, Fact(Code.DORMANT, now, cause=Cause.SYSTEM))


def awake(table: Table, now: datetime) -> Table:
    """The table going on, if somebody is there again; the others have as long to come back."""
    why = table.dormant
    if why is None or not table.voters:
        return table
    for seat in table.seats:
        if seat.away is not None:
            table = changed(
                table, replace(seat, away=seat.away + (now - max(seat.away, why.since)))
            )
    return resumed(table, why, now)


def returned(table: Table, seat: Seat, now: datetime) -> Table:
    """The person of a seat plays it again; if it is to move, with the time of a fresh turn, but
    with no more in reserve than before.
    """
    seat = replace(seat, away=None, strikes=0, missed=0, offered=False)
    table = noted(changed(table, seat), Fact(Code.RETURNED, now, seat=seat.id))
    return refreshed(awake(table, now), seat, now)


def unplanned(table: Table, seat: str) -> Table:
    """If this seat is to move, no computer means to do so any more; its time is what is left."""
    play = table.play
    if play is None or play.owner != seat:
        return table
    return replace(table, play=replace(play, clock=replace(play.clock, act_at=None)))


def refreshed(table: Table, seat: Seat, now: datetime) -> Table:
    """If this seat is to move, its person has the time of a fresh turn from now on."""
    play = table.play
    if play is None or play.owner != seat.id or not play.clock.handed:
        return table
    ours = replace(play.clock, act_at=None, used=NONE, extra=NONE)
    if ours.begun is not None:
        ours = clock.running(table.settings.pace, seat, ours, now)
    return replace(table, play=replace(play, clock=ours))


def back(table: Table, by: int, now: datetime) -> Outcome | Refused:
    """Somebody who was away says so: the computer hands the seat back."""
    seat = table.seat_of(by)
    if seat is None:
        return Refused(Why.NOT_SEATED)
    if seat.away is None and table.dormant is None:
        return Refused(Why.NOT_AWAY)
    return Outcome(acted(table, seat.id, now))


def give_time(table: Table, by: int, now: datetime) -> Outcome | Refused:
    """An opponent gives whoever is to move another allowance, once in a turn."""
    giver, play, base = table.seat_of(by), table.play, table.settings.pace.base
    if giver is None:
        return Refused(Why.NOT_SEATED)
    if play is None or play.owner is None:
        return Refused(Why.NO_ROUND)
    if base is None or play.clock.deadline is None:
        return Refused(Why.NO_CLOCK)
    if play.owner == giver.id:
        return Refused(Why.NOT_TO_YOURSELF)
    if giver.id in play.clock.gave:
        return Refused(Why.GAVE_ALREADY)
    seat = table.seat(play.owner)
    ours = clock.with_more(replace(play.clock, gave=(*play.clock.gave, giver.id)), base)
    if ours.begun is not None:
        ours = clock.running(table.settings.pace, seat, clock.stopped(ours, now), now)
    fact = Fact(Code.TIME_GIVEN, now, seat=giver.id, other=seat.id)
    return Outcome(noted(replace(table, play=replace(play, clock=ours)), fact))
