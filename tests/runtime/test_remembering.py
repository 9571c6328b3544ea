"""What an adapter keeps outlives the process, is its own, and fails as a call that did nothing."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from typing import Any, Final

import pytest

from uno_chat.contract import Memory, RetryLater, Store
from uno_chat.runtime import Service
from uno_chat.runtime.remembering import KeptMemory
from uno_chat.testing.desk import Desk
from uno_chat.testing.fake_adapter import FakeAdapter
from uno_chat.testing.fake_network import FakeNetwork
from uno_chat.testing.memory_store import MemoryStore

CALLS: Final[list[Callable[[Memory], Coroutine[Any, Any, object]]]] = [
    lambda memory: memory.read(),
    lambda memory: memory.write({"key": "x"}),
]


class Keeper(FakeAdapter):
    """Counts, in its memory, how often it was opened."""

    memory: Memory
    opened = 0

    def remember_in(self, memory: Memory) -> None:
        self.memory = memory

    async def open(self) -> None:
        await super().open()
        kept = await self.memory.read("opened")
        self.opened = int(kept.get("opened", "0")) + 1
        await self.memory.write({"opened": str(self.opened), "old": None})


async def serve(desk: Desk, store: Store, network: str) -> int:
    """How often the account was opened, with this time."""
    far = FakeNetwork(lambda: desk.now, name=network)
    keeper = Keeper(network, far.capabilities, far.call)
    async with Service(desk.house, store, [keeper], lambda: desk.now):
        return keeper.opened


async def test_what_an_adapter_keeps_is_there_after_a_kill(desk: Desk) -> None:
    store = MemoryStore()
    assert await serve(desk, store, "fake") == 1
    assert await serve(desk, killed := MemoryStore(store.rows), "fake") == 2
    assert await serve(desk, killed, "other") == 1


@pytest.mark.parametrize("call", CALLS)
async def test_without_a_database_nothing_was_sent(
    call: Callable[[Memory], Coroutine[Any, Any, object]],
) -> None:
    with pytest.raises(RetryLater):
        await call(KeptMemory(MemoryStore(), "fake"))
