"""What a table wants to be woken for, read off its state; nothing else keeps a deadline.

Alarms are kept to the millisecond, so they are set to the next whole one: an alarm that rang a
moment too early would do nothing, and ring no more.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum

from uno_chat.table.clock import final
from uno_chat.table.state import Catcher, Table


class Kind(StrEnum):
    """Why an alarm rings."""

    DEADLINE = "deadline"
    HOLD = "hold"
    COMPUTER = "computer"
    TIE = "tie"
    WINDOW = "window"
    CATCHER = "catcher"
    SMACK = "smack"
    PRESSER = "presser"


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
    clock, window, pressing = play.clock, play.window, play.pressing
    dues: list[tuple[Kind, int, datetime | None]] = [
        (Kind.HOLD, clock.number, clock.hold),
        (Kind.DEADLINE, clock.number, final(table.settings.pace, clock)),
        (Kind.COMPUTER, clock.number, clock.act_at),
    ]
    if window is not None:
        dues += [
            (Kind.WINDOW, window.play, window.closes),
            (Kind.TIE, window.play, window.claim.due if window.claim else None),
            (Kind.CATCHER, window.play, _first(window.catchers)),
        ]
    if pressing is not None:
        dues += [
            (Kind.SMACK, pressing.play, pressing.closes),
            (Kind.PRESSER, pressing.play, _first(pressing.pressers)),
        ]
    for kind, number, due in dues:
        if due is not None:
            yield kind, number, due


def _first(catchers: tuple[Catcher, ...]) -> datetime | None:
    return min((catcher.at for catcher in catchers), default=None)
