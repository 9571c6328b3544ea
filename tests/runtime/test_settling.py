"""What was sent is settled together, and each row for itself where one of them cannot be."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TypeVar

import pytest

from uno_chat.contract import (
    OutboxRow,
    Outgoing,
    OutKind,
    StoreError,
    Transaction,
    User,
)
from uno_chat.runtime.settling import More, Settling, perhaps
from uno_chat.testing.memory_store import MemoryStore

T = TypeVar("T")


@dataclass(slots=True)
class Slow:
    """A store whose transactions wait until they are let in; ``each`` has what settled in which."""

    inner: MemoryStore = field(default_factory=MemoryStore)
    door: asyncio.Event = field(default_factory=asyncio.Event)
    each: list[list[str]] = field(default_factory=list)
    away: bool = False

    async def open(self) -> None:
        await self.inner.open()

    async def transact(self, body: Callable[[Transaction], T]) -> T:
        await self.door.wait()
        if self.away:
            raise StoreError("It is away.")
        self.each.append([])
        return await self.inner.transact(body)

    async def close(self) -> None:
        await self.inner.close()

    def settle(self, name: str) -> Callable[[Transaction], None]:
        return lambda _: self.each[-1].append(name)


def row(name: str) -> OutboxRow:
    return OutboxRow(1, Outgoing(OutKind.NOTICE, User("net", name), None, name), 0, name)


async def begun(
    store: Slow, *names: str, broken: str = "", more: More = perhaps
) -> list[asyncio.Task[bool]]:
    """Each is settled by a task of its own; the first one waits for the store alone."""
    settling = Settling(store, more)

    def fail(_: Transaction) -> None:
        raise RuntimeError(broken)

    tasks = []
    for name in names:
        body = fail if name == broken else store.settle(name)
        tasks.append(asyncio.create_task(settling.settle(row(name), body)))
        await asyncio.sleep(0)
    return tasks


@pytest.fixture
async def store() -> Slow:
    made = Slow()
    await made.open()
    return made


async def test_what_comes_while_the_store_is_busy_shares_a_transaction(store: Slow) -> None:
    tasks = await begun(store, "a", "d", "c", "b")
    store.door.set()
    await asyncio.gather(*tasks)
    assert store.each == [["a"], ["b", "c", "d"]]


async def test_it_is_asked_once_for_all_whether_there_is_more_to_do(store: Slow) -> None:
    def more(_: Transaction) -> bool:
        store.each[-1].append("more?")
        return len(store.each) == 1

    tasks = await begun(store, "a", "b", "c", more=more)
    store.door.set()
    assert await asyncio.gather(*tasks) == [True, False, False]
    assert store.each == [["a", "more?"], ["b", "c", "more?"]]


async def test_a_row_that_cannot_be_settled_does_not_keep_others_from_it(store: Slow) -> None:
    tasks = await begun(store, "a", "b", "c", "d", broken="c")
    store.door.set()
    done = await asyncio.gather(*tasks, return_exceptions=True)
    assert [str(one) for one in done] == ["True", "True", "c", "True"]
    assert store.each == [["a"], ["b"], ["b"], [], ["d"]]


async def test_all_hear_that_the_database_is_away(store: Slow) -> None:
    tasks = await begun(store, "a", "b", "c")
    store.away = True
    store.door.set()
    done = await asyncio.gather(*tasks, return_exceptions=True)
    assert all(isinstance(one, StoreError) for one in done)


async def test_whoever_is_stopped_leaves_its_row_to_the_others(store: Slow) -> None:
    tasks = await begun(store, "a", "b", "c")
    tasks[1].cancel()
    await asyncio.sleep(0)
    store.door.set()
    done = await asyncio.gather(*tasks, return_exceptions=True)
    assert [type(one) for one in done] == [bool, asyncio.CancelledError, bool]
    assert store.each == [["a"], ["b", "c"]]
