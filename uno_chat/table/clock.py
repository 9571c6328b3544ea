"""The decision that is owed: when it was handed over, until when it is due, who acts by itself."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timedelta

from uno_chat import game
from uno_chat.table.luck import between
from uno_chat.table.seats import Computer
from uno_chat.table.state import Clock, Play, Table


def next_decision(before: Play, play: Play, now: datetime, hold: timedelta) -> Play:
    """The clock of a decision that just came to be; it is handed over after ``hold``.

    Whoever drew and may play the card is still in the same turn: the deadline stays.
    """
    clock = Clock(before.clock.number + 1, now, hold=now + hold if hold else None)
    if isinstance(play.round.pending, game.PlayOrKeep):
        clock = replace(clock, deadline=before.clock.deadline)
    return replace(play, clock=clock, early=None, wrong_catches=())


def hand_over(table: Table, play: Play, now: datetime) -> Play:
    """The seat that owes the decision may act from now on, and its time runs."""
    clock = replace(play.clock, handed=True, hold=None)
    limit = table.settings.turn_limit
    if clock.deadline is None and limit is not None:
        clock = replace(clock, deadline=now + limit)
    if play.owner is not None and isinstance(table.seat(play.owner).sitter, Computer):
        pause = between(table.settings.pause, play, f"pause {clock.number}")
        clock = replace(clock, act_at=now + pause)
    return replace(play, clock=clock)


def held(play: Play) -> bool:
    """Whether the next seat has to wait: the hold runs, or a catch waits for a late call."""
    claim = play.window.claim if play.window else None
    return play.clock.hold is not None or claim is not None
