"""Whether a turn may end: its seat was told of it, on a network that could bring an answer."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final

from uno_chat.contract import OutboxRow, Player, StoredTable, Transaction
from uno_chat.coordinator.announcing import HAND, TABLE
from uno_chat.coordinator.keeping import keep
from uno_chat.coordinator.shelf import from_stored
from uno_chat.table import Outcome, Table, noticed

LOOK_AGAIN: Final = timedelta(seconds=60)
"""How long a turn goes on that could not end; so late a notice may also be that nobody minds."""
NEVER_TOLD: Final = timedelta(hours=72)
"""After so long a turn ends also for somebody who was not told."""


def was_told(tx: Transaction, stored: StoredTable, table: Table, now: datetime) -> bool:
    """Whether a page that tells of this turn was shown, to its seat or to the group."""
    play = table.play
    if play is None or play.owner is None or now - play.clock.since > NEVER_TOLD:
        return True
    shown = [tx.slot(table.id, TABLE, room) for room in stored.rooms]
    person = _mover(tx, table)
    if person is not None:
        shown.append(tx.slot(table.id, HAND, person.private))
    return any(slot is not None and slot.revision >= play.clock.shown for slot in shown)


def answers_on(tx: Transaction, table: Table) -> str:
    """The network on which the answer of whoever is to move would arrive; empty for none."""
    person = _mover(tx, table)
    return "" if person is None else person.private.network


def _mover(tx: Transaction, table: Table) -> Player | None:
    """The person on the seat that is to move."""
    play = table.play
    player = None if play is None or play.owner is None else table.seat(play.owner).player
    return None if player is None else tx.player_by_id(player)


def tells_late(table: Table, seat: str, now: datetime) -> int | None:
    """The turn that a hand page tells of to its owner, if so late that the time should count from
    then: by more than a hundredth of the allowance, at most a minute.
    """
    play, base = table.play, table.settings.pace.base
    if play is None or base is None or play.owner != seat or play.clock.begun is None:
        return None
    if play.clock.used or now - play.clock.begun <= min(LOOK_AGAIN, base / 100):
        return None
    return play.clock.number


def turn_told(tx: Transaction, row: OutboxRow, number: int, now: datetime) -> None:
    """The network has taken the notice of a turn: its time begins."""
    stored = None if row.out.table is None else tx.table(row.out.table)
    if stored is not None:
        table = from_stored(stored)
        keep(tx, (stored, table), Outcome(noticed(table, number, now)), now)
