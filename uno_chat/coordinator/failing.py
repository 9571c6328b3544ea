"""What becomes of an inbox row whose handling raised: again, later, or set aside and said so."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final

from uno_chat.contract import (
    ALARM,
    Arrival,
    InboxRow,
    Left,
    Moved,
    Transaction,
    envelope_from_json,
    rang,
)
from uno_chat.coordinator.asking import aloud, asker, reply
from uno_chat.coordinator.house import House
from uno_chat.coordinator.lanes import is_late, late_lane
from uno_chat.coordinator.messages import Puzzled
from uno_chat.views import Trouble

PATIENCE: Final = tuple(timedelta(seconds=seconds) for seconds in (1, 2, 4, 8))
"""How long a row is held back before it is tried again. Its lane waits with it, so not for long.
"""

LATER: Final = timedelta(minutes=10)
"""How long an alarm that cannot be handled waits, aside from its table, each time."""


def failed(
    house: House, tx: Transaction, row: InboxRow, now: datetime, why: str
) -> datetime | None:
    """Hold a row back and return until when, or set it aside: then None.

    Whoever sent what is set aside gets one sentence. An alarm is never given up, because a table
    would wait for it for ever: it is tried again from a lane of its own.
    """
    if is_late(row.arrival.lane):
        until: datetime | None = now + LATER
    else:
        until = now + PATIENCE[row.attempts] if row.attempts < len(PATIENCE) else None
    tx.fail_inbox(row.id, until, why)
    if until is None and row.arrival.account == ALARM:
        _put_off(tx, row, now)
    elif until is None:
        _tell(house, tx, row, now)
    return until


def _put_off(tx: Transaction, row: InboxRow, now: datetime) -> None:
    table, _ = rang(row.arrival)
    name = f"{row.arrival.event_id}:late"
    tx.receive(Arrival(ALARM, name, late_lane(table), now, row.arrival.payload))


def _tell(house: House, tx: Transaction, row: InboxRow, now: datetime) -> None:
    try:
        envelope = envelope_from_json(row.arrival.payload)
    except (ValueError, KeyError):
        return
    if isinstance(envelope.event, Moved | Left):
        return
    if envelope.anonymous or envelope.bridged:
        aloud(tx, envelope, Puzzled(Trouble.FAULT), now)
        return
    who = asker(house, tx, envelope, row.arrival.at, now)
    reply(tx, who, Puzzled(Trouble.FAULT), now)
