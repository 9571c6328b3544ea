"""What a table wants to be woken for, read off its state; nothing else keeps a deadline.

Alarms are kept to the millisecond, so they are set to the next whole one: an alarm that rang a
moment too early would do nothing, and ring no more.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum

from uno_chat.table.state import Table


class Kind(StrEnum):
    """Why an alarm rings."""

    DEADLINE = "deadline"
    HOLD = "hold"
    COMPUTER = "computer"
    TIE = "tie"
    WINDOW = "window"
    CATCHER = "catcher"


@dataclass(frozen=True, slots=True)
class Wake:
    """Ring for ``kind`` at ``due``; ``number`` says for which decision or play."""

    kind: Kind
    number: int
    due: datetime


def alarms(table: Table) -> tuple[Wake, ...]:
    """All alarms of a table, none twice."""
    return tuple(Wake(kind, number, _whole(due)) for kind, number, due in _wakes(table))


def _whole(due: datetime) -> datetime:
    return due + timedelta(microseconds=-due.microsecond % 1000)


def _wakes(table: Table) -> Iterator[tuple[Kind, int, datetime]]:
    play = table.play
    if play is None:
        return
    clock, window = play.clock, play.window
    for kind, due in (
        (Kind.HOLD, clock.hold),
        (Kind.DEADLINE, clock.deadline),
        (Kind.COMPUTER, clock.act_at),
    ):
        if due is not None:
            yield kind, clock.number, due
    if window is None:
        return
    if window.closes is not None:
        yield Kind.WINDOW, window.play, window.closes
    if window.claim is not None:
        yield Kind.TIE, window.play, window.claim.due
    elif window.catchers:
        yield Kind.CATCHER, window.play, min(c.at for c in window.catchers)
