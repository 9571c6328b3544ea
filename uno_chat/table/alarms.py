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
from uno_chat.table.idling import idle_due
from uno_chat.table.pausing import next_step
from uno_chat.table.reminding import reminders
from uno_chat.table.state import Catcher, Phase, Play, Pressing, Table
from uno_chat.table.waiting import number_of, waited_long


class Kind(StrEnum):
    """Why an alarm rings."""

    DEADLINE = "deadline"
    HOLD = "hold"
    COMPUTER = "computer"
    PREPARED = "prepared"
    TIE = "tie"
    WINDOW = "window"
    CATCHER = "catcher"
    SMACK = "smack"
    PRESSER = "presser"
    VOTE = "vote"
    PAUSE = "pause"
    DORMANT = "dormant"
    STANDOFF = "standoff"
    ABANDONED = "abandoned"
    MUSTER = "muster"
    IDLE = "idle"
    REMIND = "remind"
    VACATION = "vacation"


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
    if table.phase is Phase.ENDED:
        return
    for seat in table.seats:
        if seat.vacation is not None:
            yield Kind.VACATION, number_of(seat), seat.vacation
    dormant, pause = table.dormant, next_step(table)
    if pause is not None:
        yield Kind.PAUSE, table.rounds, pause
    if dormant is None:
        yield from _of_people(table)
    else:
        yield Kind.DORMANT, table.rounds, dormant.until or dormant.since
    if table.play is not None:
        yield from _of_the_round(table, table.play)


def _of_people(table: Table) -> Iterator[tuple[Kind, int, datetime]]:
    """What they asked each other, and what they said that they would do."""
    if table.vote is not None:
        yield Kind.VOTE, table.vote.number, table.vote.until
    if table.standoff is not None:
        yield Kind.STANDOFF, table.rounds, table.standoff.until
    if table.muster is not None:
        yield Kind.MUSTER, table.rounds, table.muster
    idle = idle_due(table)
    if idle is not None:
        yield Kind.IDLE, table.rounds, idle
    for seat, due in waited_long(table):
        yield Kind.ABANDONED, number_of(seat), due


def _of_the_round(table: Table, play: Play) -> Iterator[tuple[Kind, int, datetime]]:
    clock, window, pressing = play.clock, play.window, play.pressing
    dues: list[tuple[Kind, int, datetime | None]] = [
        (Kind.HOLD, clock.number, _held_until(play)),
        (Kind.DEADLINE, clock.number, final(table.settings.pace, clock)),
        (Kind.COMPUTER, clock.number, clock.act_at),
        (Kind.PREPARED, clock.number, _prepared(play)),
        (Kind.REMIND, clock.number, next((due.at for due in reminders(table)), None)),
    ]
    if window is not None:
        dues += [
            (Kind.WINDOW, window.play, window.closes),
            (Kind.TIE, window.play, window.claim.due if window.claim else None),
            (Kind.CATCHER, window.play, _first(window.catchers)),
        ]
    if pressing is not None:
        dues += [
            (Kind.SMACK, pressing.play, _pressed_until(pressing)),
            (Kind.PRESSER, pressing.play, _first(pressing.pressers)),
        ]
    for kind, number, due in dues:
        if due is not None:
            yield kind, number, due


def _held_until(play: Play) -> datetime | None:
    """When the next thing that waits is looked at: the hand-off, or what is noted."""
    return _earliest(play.clock.hold, None if play.early is None else play.early.due)


def _pressed_until(pressing: Pressing) -> datetime | None:
    return _earliest(pressing.closes, None if pressing.claim is None else pressing.claim.due)


def _earliest(*dues: datetime | None) -> datetime | None:
    return min((due for due in dues if due is not None), default=None)


def _prepared(play: Play) -> datetime | None:
    mine = None if play.owner is None else play.prepared_by(play.owner)
    return None if mine is None else mine.due


def _first(catchers: tuple[Catcher, ...]) -> datetime | None:
    return min((catcher.at for catcher in catchers), default=None)
