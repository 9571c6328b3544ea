"""A store in memory that does what it is told, and whose answer to that may be lost."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from uno_chat.contract import StoreError, Transaction
from uno_chat.testing.memory_rows import Rows
from uno_chat.testing.memory_store import MemoryStore

T = TypeVar("T")


class LostAnswers(MemoryStore):
    """The answers to the next ``lost`` transactions do not arrive: what they did is done."""

    def __init__(self, rows: Rows | None = None, lost: int = 0) -> None:
        super().__init__(rows)
        self.lost = lost

    async def transact(self, body: Callable[[Transaction], T]) -> T:
        done = await super().transact(body)
        if self.lost:
            self.lost -= 1
            raise StoreError("The connection was lost.")
        return done
