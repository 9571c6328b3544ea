"""What is said to whoever is to move: by the clock, when seen in the group, when others ask."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timedelta
from typing import Final

from uno_chat.game import Cause
from uno_chat.table.facts import Code, Fact, Refused, Why
from uno_chat.table.outcome import Outcome, ToAll, ToPlayer
from uno_chat.table.pace import Pace
from uno_chat.table.reminding import SEEN, Due, asleep, reminded, reminders, room
from uno_chat.table.seats import Seat
from uno_chat.table.state import Asked, Clock, Play, Table

BETWEEN_CALLS: Final = timedelta(minutes=10)
"""How long a group hears of nobody by name after it did."""
_DAY: Final = timedelta(days=1)
_HOUR: Final = timedelta(hours=1)
_MINUTE: Final = timedelta(minutes=1)


def remind(table: Table, play: Play, number: int, now: datetime) -> Outcome:
    """Of all that is due the newest is said: who missed a day does not hear of it three times. It
    names whoever asked for a reminder that is due as well.
    """
    seat = reminded(table)
    due = [one for one in reminders(table) if one.at <= now]
    if number != play.clock.number or seat is None or not due:
        return Outcome(table)
    asked = play.clock.asked
    clock = _marked(play.clock, *(one.key for one in due))
    table = replace(table, play=replace(play, clock=replace(clock, asked=_later(asked, now))))
    by = asked.by if asked and asked.at <= now else None
    usual = by is not None and due[-1].code is Code.STILL_YOURS
    fact = Fact(
        Code.NUDGED if usual else due[-1].code, now, seat=seat.id, other=by, cause=Cause.SYSTEM
    )
    return _told(table, seat, due[-1], fact)


def _marked(clock: Clock, *keys: str) -> Clock:
    return replace(clock, reminded=(*clock.reminded, *keys))


def _later(asked: Asked | None, now: datetime) -> Asked | None:
    return None if asked is None or asked.at <= now else asked


def _told(table: Table, seat: Seat, due: Due, fact: Fact) -> Outcome:
    """In private; the group hears that a reserve runs, and calls whom nothing reaches."""
    assert table.play is not None
    assert seat.player is not None
    number = table.play.clock.number
    private, aloud = ToPlayer(seat.player, fact, number), ToAll(fact, number)
    own = due.code is not Code.RESERVE_RUNS or seat.habits.leads is None or fact.other
    if due.code is Code.RESERVE_RUNS:
        tell = (private, aloud) if own and not seat.unreachable else (aloud,)
        return Outcome(table, tell=tell)
    if not seat.unreachable:
        return Outcome(table, tell=(private,))
    if due.key != "late" and due.code is not Code.LAST_CALL:
        return Outcome(table)
    if table.called is not None and fact.at < table.called + BETWEEN_CALLS:
        return Outcome(table)
    return Outcome(replace(table, called=fact.at), tell=(aloud,))


def seen(table: Table, by: int, now: datetime) -> Outcome:
    """A person did something in the group: a table that waits for nobody else says so, once."""
    seat, play = reminded(table), table.play
    if play is None or seat is None or seat.player != by or seat.unreachable:
        return Outcome(table)
    clock, wait = play.clock, max(_MINUTE, _base(table.settings.pace) / 60)
    if not seat.habits.pokes or clock.reminded or now < clock.since + wait:
        return Outcome(table)
    fact = Fact(Code.SEEN, now, seat=seat.id, cause=Cause.SYSTEM)
    table = replace(table, play=replace(play, clock=_marked(clock, SEEN)))
    return Outcome(table, tell=(ToPlayer(by, fact, clock.number),))


def nudge(table: Table, by: int, wanted: str | None, now: datetime) -> Outcome | Refused:
    """Somebody at the table asks for whoever is awaited to be reminded."""
    nudger = table.seat_of(by)
    if nudger is None:
        return Refused(Why.NOT_SEATED)
    awaited = _awaited(table)
    if wanted is not None and wanted not in {seat.id for seat in awaited}:
        return Refused(Why.NOT_AWAITED, seat=wanted)
    others = [s for s in awaited if s.id != nudger.id and wanted in {None, s.id}]
    if not others:
        return Refused(Why.WAITS_FOR_YOU if nudger in awaited else Why.NOBODY_AWAITED)
    again = None if table.nudged is None else table.nudged + _cooldown(table.settings.pace)
    if again is not None and now < again:
        return Refused(Why.NUDGED_ALREADY, then=again)
    willing = [seat for seat in others if seat.habits.nudges]
    if not willing:
        return Refused(Why.NO_NUDGES, seat=others[0].id)
    if table.play is not None:
        return _of_the_turn(table, table.play, nudger, willing[0], now)
    return _of_the_deal(table, nudger, willing, now)


def _awaited(table: Table) -> tuple[Seat, ...]:
    """The people whose step is next."""
    if table.play is None:
        return tuple(seat for seat in table.waits_for if seat.pilot is None)
    seat = reminded(table)
    return () if seat is None else (seat,)


def _of_the_turn(
    table: Table, play: Play, nudger: Seat, seat: Seat, now: datetime
) -> Outcome | Refused:
    """At night it is kept for the morning."""
    clock = play.clock
    if not room(clock):
        return Refused(Why.REMINDED_ENOUGH, seat=seat.id)
    table, morning = replace(table, nudged=now), asleep(table, seat, now)
    if morning is not None and clock.deadline is not None and clock.deadline <= morning:
        return Refused(Why.ASLEEP, seat=seat.id)
    if morning is not None:
        clock = replace(clock, asked=Asked(nudger.id, morning))
        table = replace(table, play=replace(play, clock=clock))
        return Outcome(table, reply=Fact(Code.NUDGE_KEPT, now, seat=seat.id))
    assert seat.player is not None
    clock = _marked(clock, f"nudge {now.isoformat()}")
    table = replace(table, play=replace(play, clock=clock))
    fact = Fact(Code.NUDGED, now, seat=seat.id, other=nudger.id)
    reply = Fact(Code.NUDGE_SENT, now, seat=seat.id)
    return Outcome(table, tell=(ToPlayer(seat.player, fact, clock.number),), reply=reply)


def _of_the_deal(table: Table, nudger: Seat, seats: list[Seat], now: datetime) -> Outcome | Refused:
    """Between two rounds: whoever is not ready and awake is asked."""
    awake = [seat for seat in seats if asleep(table, seat, now) is None]
    if not awake:
        return Refused(Why.ASLEEP, seat=seats[0].id)
    fact = Fact(Code.ASKED_READY, now, other=nudger.id)
    tell = tuple(ToPlayer(seat.player, fact) for seat in awake if seat.player is not None)
    reply = Fact(Code.NUDGE_SENT, now, seat=awake[0].id)
    return Outcome(replace(table, nudged=now), tell=tell, reply=reply)


def _cooldown(pace: Pace) -> timedelta:
    return max(_HOUR, _base(pace) / 10)


def _base(pace: Pace) -> timedelta:
    """The allowance of a turn; where there is none people think of a day."""
    return _DAY if pace.base is None else pace.base
