"""What came of a command, saved in one piece: table, record, alarms, and what is to be shown."""

from __future__ import annotations

from datetime import datetime

from uno_chat.contract import Alarm, Conversation, Transaction
from uno_chat.coordinator.announcing import announce, tell
from uno_chat.coordinator.finding import Found
from uno_chat.coordinator.shelf import save
from uno_chat.table import Outcome, Table, alarms


def keep(tx: Transaction, found: Found, out: Outcome, now: datetime) -> bool:
    """Save a table that was found; False if nothing about it has changed."""
    stored, before = found
    if out.table == before:
        tell(tx, out, stored, now)
        return False
    _save(tx, before, out, stored.version, stored.rooms, now)
    return True


def keep_new(tx: Transaction, out: Outcome, room: Conversation, now: datetime) -> None:
    """Save a table that was opened in a conversation."""
    _save(tx, None, out, 0, (room,), now)


def _save(
    tx: Transaction,
    before: Table | None,
    out: Outcome,
    version: int,
    rooms: tuple[Conversation, ...],
    now: datetime,
) -> None:
    table = out.table
    stored = save(tx, table, version, rooms)
    for part in out.record:
        tx.append_record(table.id, part.round_no, part.lines)
    tx.set_alarms(table.id, [Alarm(wake.kind, wake.number, wake.due) for wake in alarms(table)])
    announce(tx, before, out, stored, now)
