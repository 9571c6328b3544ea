"""An alarm that rang, as the row of the inbox that every store makes of it, and read off again."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Final

from uno_chat.contract.rows import Alarm, Arrival

ALARM: Final = "alarm"
"""The inbox account of alarms."""

_EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)
_MS: Final = timedelta(milliseconds=1)


def table_lane(table: int) -> str:
    """The inbox lane of a table, where it is known."""
    return f"table:{table}"


def rung(table: int, alarm: Alarm) -> Arrival:
    """The row of an alarm that is due; its time is kept to the millisecond."""
    name = f"{table}:{alarm.kind}:{alarm.number}:{(alarm.due - _EPOCH) // _MS}"
    return Arrival(ALARM, name, table_lane(table), alarm.due, name)


def rang(row: Arrival) -> tuple[int, Alarm]:
    """The table and the alarm of such a row; raises ValueError if it is none."""
    table, kind, number, due = row.payload.split(":")
    return int(table), Alarm(kind, int(number), _EPOCH + int(due) * _MS)
