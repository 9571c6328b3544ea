"""A store in memory for long simulations: rows without a copy of them for each transaction.

It undoes nothing. A body that raises leaves half of its work behind, so whoever runs over it has
to take every error for a fault; a process that dies does so between two transactions.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeVar

from uno_chat.contract import Transaction
from uno_chat.testing.memory_rows import Rows
from uno_chat.testing.memory_store import MemoryTransaction

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class SteadyStore:
    """One for a process; ``rows`` outlive it."""

    rows: Rows

    async def open(self) -> None:
        holds = self.rows.holds
        self.rows.holds = {to: hold for to, hold in holds.items() if not hold.leased}

    async def transact(self, body: Callable[[Transaction], T]) -> T:
        return body(MemoryTransaction(self.rows))

    async def close(self) -> None:
        return
