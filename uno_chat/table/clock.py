"""The decision that is owed: when it was handed over, until when it is due, who acts by itself.

One function computes a deadline, and every page, reminder and alarm reads what it computed. A
deadline that was announced never moves to an earlier time.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timedelta

from uno_chat import game
from uno_chat.table.calendar import Rest, counted, later, nights, resting
from uno_chat.table.habits import Habits, by_clock
from uno_chat.table.luck import between
from uno_chat.table.pace import NONE, Night, Pace
from uno_chat.table.seats import Seat
from uno_chat.table.state import Clock, Play, Table

AFTER_NIGHT = timedelta(hours=1)
"""How long after quiet hours a deadline is that would lie in them."""


def decided(before: game.Round, after: game.Round) -> bool:
    """Whether another decision is owed now than before."""
    return (before.pending, before.turn_no) != (after.pending, after.turn_no)


def next_decision(before: Play, play: Play, now: datetime, hold: datetime | None) -> Play:
    """The clock of a decision that just came to be; it is handed over after ``hold``."""
    old = before.clock
    if same_turn(before, play):
        clock = replace(old, number=old.number + 1, handed=False, hold=None, act_at=None)
        # What its owner noted was for the decision before: drawing may have gone by itself.
        ours = play.early is not None and play.early.seat == before.owner
        return replace(play, clock=clock, early=None if ours else play.early)
    clock = Clock(old.number + 1, now, hold=hold, after=before.owner)
    lists = tuple(replace(one, due=None) for one in play.prepared)
    return replace(play, clock=clock, early=None, wrong_catches=(), prepared=lists)


def same_turn(before: Play, play: Play) -> bool:
    """Whether the turn goes on: whoever drew may play the card, whoever laid a seven has to say
    whose hand it takes. The deadline stays. Where drawing goes by itself the same seat may have
    drawn in a later turn.
    """
    handed = play.round.turn_no - before.round.turn_no
    match play.round.pending:
        case game.PlayOrKeep():
            return handed == 0 and before.owner == play.owner
        case game.ChooseSwap():
            return handed <= 1 and before.owner == play.owner
    return False


def hand_over(table: Table, play: Play, now: datetime) -> Play:
    """The seat that owes the decision may act from now on: its time runs, a computer thinks.

    Doing it again changes nothing, unless a computer had nothing left that it meant to do.
    """
    clock = play.clock
    seat = None if play.owner is None else table.seat(play.owner)
    if not clock.handed:
        clock = replace(clock, handed=True, hold=None, shown=table.happened)
        if clock.deadline is None and seat is not None:
            clock = _begun(table, seat, clock, now)
    play = replace(play, clock=clock)
    if seat is None:
        return play
    if seat.pilot is None:
        return _planned(table, play, seat, now)
    if clock.act_at is None and not table.dormant:
        clock = replace(clock, act_at=now + delay(table, play, now, "pause"))
    return replace(play, clock=clock)


def _planned(table: Table, play: Play, seat: Seat, now: datetime) -> Play:
    """The list of the seat to move is tried after a while, which tells nothing of what is in it."""
    mine = play.prepared_by(seat.id)
    if mine is None or mine.due is not None or mine.spent:
        return play
    due = now + delay(table, play, now, "prepared")
    lists = tuple(replace(one, due=due) if one is mine else one for one in play.prepared)
    return replace(play, prepared=lists)


def _begun(table: Table, seat: Seat, clock: Clock, now: datetime) -> Clock:
    """The time of a turn begins, counted by the habits that its seat has now."""
    habits = by_clock(seat.habits, seat.kept, now)
    clock = replace(clock, rest=_rest(table, habits), quiet=_quiet(table, habits))
    return clock if table.pauses else running(table.settings.pace, seat, clock, now)


def _rest(table: Table, habits: Habits) -> Rest | None:
    """When a clock stands still for somebody."""
    pace, zone = table.settings.pace, habits.zone or table.zone
    night = habits.quiet if pace.night is Night.STOPS else None
    weekend = habits.weekend if pace.weekend else ()
    return Rest(zone, night, weekend) if zone and (night or weekend) else None


def _quiet(table: Table, habits: Habits) -> Rest | None:
    """When no deadline of somebody may be."""
    rolls = table.settings.pace.night is Night.ROLLS
    return nights(habits.zone or table.zone, habits.quiet) if rolls else None


def running(pace: Pace, seat: Seat, clock: Clock, now: datetime) -> Clock:
    """The clock with its time running from now on, and its deadline."""
    if pace.base is None:
        return clock
    left = pace.base + seat.bank + clock.extra - clock.used
    due = later(clock.rest, now, max(left, NONE))
    night = None if clock.quiet is None else resting(clock.quiet, due)
    if night is not None:
        due = night[1] + AFTER_NIGHT
    return replace(clock, begun=now, deadline=max(due, clock.deadline or due))


def final(pace: Pace, clock: Clock) -> datetime | None:
    """When a turn ends by itself, None while its time does not run: a little after the deadline
    that was announced, for the way that a message takes.
    """
    if clock.deadline is None or clock.begun is None:
        return None
    due = clock.deadline + pace.grace
    return max(due, clock.put_off or due)


def stopped(clock: Clock, now: datetime) -> Clock:
    """The clock standing still, with what has been used so far."""
    return replace(clock, begun=None, used=used(clock, now))


def used(clock: Clock, now: datetime) -> timedelta:
    """How much of the time of this turn has run."""
    if clock.begun is None:
        return clock.used
    return clock.used + counted(clock.rest, clock.begun, now)


def resumed(pace: Pace, seat: Seat, clock: Clock, now: datetime) -> Clock:
    """The clock running again after it stood still, with at least a little time left."""
    if pace.base is None or not clock.handed:
        return clock
    left = pace.base + seat.bank + clock.extra - clock.used
    return running(pace, seat, with_more(clock, pace.floor - left), now)


def with_more(clock: Clock, time: timedelta) -> Clock:
    """The clock with more time for this turn, if that is more than nothing."""
    return replace(clock, extra=clock.extra + max(time, NONE))


def bank_after(pace: Pace, seat: Seat, clock: Clock, now: datetime) -> timedelta:
    """What is left of a seat's reserve when it ends its turn now."""
    if pace.base is None:
        return seat.bank
    over = used(clock, now) - pace.base - clock.extra
    if over <= NONE:
        return min(pace.bank, seat.bank + pace.refill)
    return max(seat.bank - over, NONE)


def held(play: Play) -> bool:
    """Whether the next seat has to wait: the hold runs, or a catch waits for a late call."""
    claim = play.window.claim if play.window else None
    return play.clock.hold is not None or claim is not None


def delay(table: Table, play: Play, now: datetime, label: str) -> timedelta:
    """How long a computer thinks, and a list waits: as agreed, but in half of the time there is."""
    deadline = play.clock.deadline
    pause = between(table.settings.pause, play, f"{label} {play.clock.number}")
    return pause if deadline is None else min(pause, max(deadline - now, timedelta(0)) / 2)
