"""Reminders of slow games on their way: so many a day for a person, then one list of all tables;
none about a decision that somebody has taken meanwhile.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from typing import Final
from zoneinfo import ZoneInfo

from uno_chat.contract import Address, Outgoing, OutKind, Transaction
from uno_chat.coordinator.messages import DIGEST, Message, Page, Told, to_payload
from uno_chat.table import Code, Fact, Seat, Table, ToAll, ToPlayer

MOST_A_DAY: Final = 8
"""How many reminders one person is sent on a day; last calls come all the same."""
BETWEEN_CALLS: Final = 10
"""Minutes in which a group hears a name once, whichever of its tables would call."""
_OF_A_DEADLINE: Final = (Code.STILL_YOURS, Code.RESERVE_RUNS, Code.LAST_CALL)
_LIST: Final = to_payload(Message(Page(DIGEST)))


def spared(
    tx: Transaction, row: Outgoing, one: ToAll | ToPlayer, table: Table, now: datetime
) -> Outgoing:
    """The row of what is told; a reminder too many for the day is a list of all tables that wait,
    whose name is the same all day, so that it is sent once. A call that a group has just heard from
    another table has the name of that one.
    """
    row = replace(row, expires=_over(one, table))
    seat = called_by_name(one, table) if isinstance(one, ToAll) else None
    if seat is not None and seat.player is not None:
        return replace(row, name=_call(tx, row.to, seat.player, now))
    if not isinstance(one, ToPlayer) or one.decision is None or not table.settings.pace.slow:
        return row
    day = _day(table, one.player, now)
    reminder = f"reminder {day} "
    call = isinstance(one.fact, Fact) and one.fact.code == Code.LAST_CALL
    if call or tx.count_said(row.to, reminder) < MOST_A_DAY:
        return replace(row, name=f"{reminder}{row.name}")
    return Outgoing(OutKind.NOTICE, row.to, None, f"list {day}", payload=_LIST)


def called_by_name(one: ToAll, table: Table) -> Seat | None:
    """Whom a reminder calls in the group; that a reserve runs is told to all."""
    fact = one.fact
    calls = one.decision is not None and fact.code != Code.RESERVE_RUNS
    return table.seat(fact.seat) if calls and fact.seat is not None else None


def _call(tx: Transaction, to: Address, player: int, now: datetime) -> str:
    """The name of a call by its minute, so that two workers do not say it together; of the last
    one where that is too short ago.
    """
    minute = int(now.timestamp()) // 60
    names = [f"call {player} {minute - ago}" for ago in range(BETWEEN_CALLS)]
    return next((name for name in names if tx.count_said(to, name)), names[0])


def _over(one: ToAll | ToPlayer, table: Table) -> datetime | None:
    """When a reminder is worth nothing any more: after an outage nobody hears a dozen old ones."""
    play = table.play
    told = isinstance(one.fact, Fact) and one.fact.code in _OF_A_DEADLINE
    return play.clock.deadline if told and one.decision is not None and play else None


def _day(table: Table, player: int, now: datetime) -> str:
    """The day it is where somebody lives."""
    seat = table.seat_of(player)
    zone = (seat.habits.zone if seat else None) or table.zone
    return now.astimezone(ZoneInfo(zone) if zone else UTC).date().isoformat()


def still_true(told: Told, table: Table) -> bool:
    """Whether what was to be said is still so: of a decision, that the table waits for it."""
    if told.decision is None:
        return True
    play = table.play
    return play is not None and play.clock.number == told.decision and not table.pauses
