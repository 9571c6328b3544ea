"""One store in memory as several workers have it open, each a store of its own."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime
from typing import TypeVar

from uno_chat.contract import StoreError, Transaction
from uno_chat.testing.memory_store import MemoryStore

T = TypeVar("T")


@dataclass(slots=True)
class SharedMemory:
    """``clock`` is where all workers look. ``rings`` are who listens, each with its own rows."""

    clock: Callable[[], datetime]
    store: MemoryStore = field(default_factory=MemoryStore)
    rings: dict[int, Callable[[], None]] = field(default_factory=dict)
    opened: bool = False

    def worker(self) -> WorkersStore:
        """The store of one more worker."""
        return WorkersStore(self)


@dataclass(slots=True)
class WorkersStore:
    """A ``Store`` that is ``Shared``. While it is ``away`` every transaction fails."""

    shared: SharedMemory
    away: bool = False
    is_open: bool = False

    async def open(self) -> None:
        if not self.shared.opened:
            await self.shared.store.open()
        self.shared.opened = self.is_open = True

    async def transact(self, body: Callable[[Transaction], T]) -> T:
        if self.away or not self.is_open:
            raise StoreError("The database is away: wait for it.")
        done = await self.shared.store.transact(body)
        for worker, ring in list(self.shared.rings.items()):
            if worker != id(self):
                ring()
        return done

    async def time(self) -> datetime:
        return self.shared.clock()

    async def listen(self, ring: Callable[[], None]) -> None:
        self.shared.rings[id(self)] = ring
        try:
            await asyncio.Event().wait()
        finally:
            del self.shared.rings[id(self)]

    async def close(self) -> None:
        self.is_open = False
