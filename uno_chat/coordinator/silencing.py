"""What waits to be said on an account that nobody serves any more is said no more."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final

from uno_chat.contract import Settled, Transaction
from uno_chat.coordinator.claiming import claimed
from uno_chat.coordinator.forgetting import let_go

AT_ONCE: Final = 100
"""Conversations in one transaction."""
_LEASE: Final = timedelta(seconds=5)
"""Longer than the transaction in which all that is taken ends."""


def silence(tx: Transaction, account: str, now: datetime) -> int:
    """End the first that waits in some conversations, unless it is on its way; how many. After 0
    nothing is left that is due.
    """
    rows = claimed(tx, [account], now, (), now + _LEASE, AT_ONCE)
    for row in rows:
        tx.settle(row, Settled.DROPPED, None)
        let_go(tx, row, dropped=True)
    return len(rows)
