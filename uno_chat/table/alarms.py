"""What a table wants to be woken for, read off its state; nothing else keeps a deadline."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
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
    return tuple(_wakes(table))


def _wakes(table: Table) -> Iterator[Wake]:
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
            yield Wake(kind, clock.number, due)
    if window is None:
        return
    if window.closes is not None:
        yield Wake(Kind.WINDOW, window.play, window.closes)
    if window.claim is not None:
        yield Wake(Kind.TIE, window.play, window.claim.due)
    elif window.catchers:
        yield Wake(Kind.CATCHER, window.play, min(c.at for c in window.catchers))
