"""The next rows to be said, each the head of a lane of its own."""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime

from uno_chat.contract import Address, OutboxRow, Transaction


def claimed(
    tx: Transaction,
    networks: Collection[str],
    now: datetime,
    busy: Collection[Address],
    lease: datetime,
    most: int,
) -> list[OutboxRow]:
    """So many at the most, which nobody else takes until the end of their lease."""
    rows: list[OutboxRow] = []
    while len(rows) < most:
        row = tx.next_outbox(networks, now, busy, lease)
        if row is None:
            break
        rows.append(row)
    return rows
