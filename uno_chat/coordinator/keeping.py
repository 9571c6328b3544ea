"""What came of a command, saved in one piece: table, record, alarms, and what is to be shown."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import datetime
from typing import Final

from uno_chat.contract import Alarm, Conversation, Sat, Transaction
from uno_chat.coordinator.announcing import TABLE, announce, stale, tell
from uno_chat.coordinator.finding import Found, readable
from uno_chat.coordinator.losing import cut_off
from uno_chat.coordinator.scores import add_up
from uno_chat.coordinator.shelf import save
from uno_chat.table import AtTable, Outcome, Table, alarms, decide

NO_SEED: Final = b""
"""For what never deals cards."""


def keep(tx: Transaction, found: Found, out: Outcome, now: datetime) -> bool:
    """Save a table that was found; False if nothing about it has changed."""
    stored, before = found
    if out.table == before:
        tell(tx, out, stored, now)
        return False
    _save(tx, found, out, stored.rooms, now)
    return True


def at_each(tx: Transaction, numbers: Iterable[int], command: AtTable, now: datetime) -> None:
    """The same at several tables, wherever it is not refused; it deals no cards."""
    for found in readable(tx, numbers):
        out = decide(found[1], command, now, NO_SEED)
        if isinstance(out, Outcome):
            keep(tx, found, out, now)


def keep_new(tx: Transaction, out: Outcome, room: Conversation, now: datetime) -> None:
    """Save a table that was opened in a conversation."""
    _save(tx, None, out, (room,), now)


def keep_rooms(
    tx: Transaction, found: Found, table: Table, rooms: tuple[Conversation, ...], now: datetime
) -> None:
    """Save a table that is shown in other conversations from now on: those that are new are told
    so, those that are left out take leave, and all others say where else it is.
    """
    _save(tx, found, Outcome(table), rooms, now)
    before = found[0].rooms
    for room in dict.fromkeys((*before, *rooms)):
        stale(tx, TABLE, room, table, now, fresh=room not in before)


def _save(
    tx: Transaction,
    found: Found | None,
    out: Outcome,
    rooms: tuple[Conversation, ...],
    now: datetime,
) -> None:
    was, before = found or (None, None)
    table = out.table
    stored = save(tx, table, was, rooms, now)
    for part in out.record:
        tx.append_record(table.id, part.round_no, part.lines)
    tx.note_seats(list(_new_people(before, table)))
    if out.score is not None:
        add_up(tx, stored, out.score)
    tx.set_alarms(table.id, [Alarm(wake.kind, wake.number, wake.due) for wake in alarms(table)])
    announce(tx, before, out, stored, now)
    cut_off(tx, stored, table, now)


def _new_people(before: Table | None, table: Table) -> Iterator[Sat]:
    """Who has a seat since this step that was not theirs, at the table and in its round."""
    old = {} if before is None else {seat.id: seat.player for seat in before.seats}
    was = None if before is None else before.play
    play = table.play
    for seat in table.seats:
        if seat.player is None:
            continue
        new = old.get(seat.id) != seat.player
        if new:
            yield Sat(table.id, 0, seat.id, table.happened, seat.player)
        if play is None or seat.id not in play.order:
            continue
        if was is None or was.number != play.number:
            yield Sat(table.id, play.number, seat.id, 0, seat.player)
        elif new:
            yield Sat(table.id, play.number, seat.id, was.lines, seat.player)
