"""The decision that is owed: when it was handed over, until when it is due, who acts by itself."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timedelta

from uno_chat import game
from uno_chat.table.luck import between
from uno_chat.table.seats import Computer
from uno_chat.table.state import Clock, Play, Table


def decided(before: game.Round, after: game.Round) -> bool:
    """Whether another decision is owed now than before."""
    return (before.pending, before.turn_no) != (after.pending, after.turn_no)


def next_decision(before: Play, play: Play, now: datetime, hold: datetime | None) -> Play:
    """The clock of a decision that just came to be; it is handed over after ``hold``.

    Whoever drew and may play the card is still in the same turn, and so is who laid a seven and
    has to say whose hand it takes: the deadline stays.
    """
    old, pending = before.clock, play.round.pending
    if isinstance(pending, game.PlayOrKeep | game.ChooseSwap) and before.owner == play.owner:
        return replace(play, clock=Clock(old.number + 1, old.since, deadline=old.deadline))
    clock = Clock(old.number + 1, now, hold=hold)
    return replace(play, clock=clock, early=None, wrong_catches=())


def hand_over(table: Table, play: Play, now: datetime) -> Play:
    """The seat that owes the decision may act from now on: its time runs, a computer thinks.

    Doing it again changes nothing, unless a computer had nothing left that it meant to do.
    """
    clock = play.clock
    if not clock.handed:
        due, limit = clock.deadline, table.settings.turn_limit
        if due is None and limit is not None:
            due = now + limit
        clock = replace(clock, handed=True, hold=None, deadline=due)
    if clock.act_at is None and _by_computer(table, play):
        clock = replace(clock, act_at=now + _pause(table, play, clock, now))
    return replace(play, clock=clock)


def held(play: Play) -> bool:
    """Whether the next seat has to wait: the hold runs, or a catch waits for a late call."""
    claim = play.window.claim if play.window else None
    return play.clock.hold is not None or claim is not None


def _by_computer(table: Table, play: Play) -> bool:
    return play.owner is not None and isinstance(table.seat(play.owner).sitter, Computer)


def _pause(table: Table, play: Play, clock: Clock, now: datetime) -> timedelta:
    """How long a computer thinks: as agreed, but in half of the time that it has."""
    pause = between(table.settings.pause, play, f"pause {clock.number}")
    if clock.deadline is None:
        return pause
    return min(pause, max(clock.deadline - now, timedelta(0)) / 2)
