"""Whether a turn may end: its seat was told of it, on a network that could bring an answer."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final

from uno_chat.contract import OutboxRow, Player, StoredTable, Transaction
from uno_chat.coordinator.announcing import HAND, TABLE
from uno_chat.coordinator.calling import mover, reads_in
from uno_chat.coordinator.keeping import keep
from uno_chat.coordinator.shelf import from_stored
from uno_chat.table import Outcome, Table, noticed

LOOK_AGAIN: Final = timedelta(seconds=60)
"""How long a turn goes on that could not end; so late a notice may also be that nobody minds."""
NEVER_TOLD: Final = timedelta(hours=72)
"""After so long a turn ends also for somebody who was not told."""


def was_told(tx: Transaction, stored: StoredTable, table: Table, now: datetime) -> bool:
    """Whether a page that tells of this turn was shown, to its seat or to a group it may be in."""
    play = table.play
    if play is None or play.owner is None or now - play.clock.since > NEVER_TOLD:
        return True
    person = mover(tx, table)
    rooms = stored.rooms if person is None else reads_in(person, stored)
    shown = [tx.slot(table.id, TABLE, room) for room in rooms]
    if person is not None:
        shown.append(tx.slot(table.id, HAND, person.private))
    return any(slot is not None and slot.revision >= play.clock.shown for slot in shown)


def tells_late(tx: Transaction, table: Table, player: Player, now: datetime) -> int | None:
    """The turn that a hand page tells of to its owner for the first time, if so late that the time
    should count from then: by more than a hundredth of the allowance, at most a minute.
    """
    play, base, seat = table.play, table.settings.pace.base, table.seat_of(player.id)
    if play is None or base is None or seat is None or play.owner != seat.id:
        return None
    ours = play.clock
    if ours.begun is None or ours.used or now - ours.begun <= min(LOOK_AGAIN, base / 100):
        return None
    shown = (tx.slot(table.id, HAND, user) for user in player.users)
    told = any(slot is not None and slot.revision >= ours.shown for slot in shown)
    return None if told else ours.number


def turn_told(tx: Transaction, row: OutboxRow, number: int, now: datetime) -> None:
    """The network has taken the notice of a turn: its time begins."""
    stored = None if row.out.table is None else tx.table(row.out.table)
    if stored is not None:
        table = from_stored(stored)
        keep(tx, (stored, table), Outcome(noticed(table, number, now)), now)
