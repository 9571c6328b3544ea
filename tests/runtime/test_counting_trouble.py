"""Each number that an alert waits for goes up when that has happened, and only then."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from http import HTTPStatus

import pytest

from uno_chat.contract import Conflict, InboxRow, StoreError, Transaction
from uno_chat.coordinator import House, handle
from uno_chat.runtime import Service, working
from uno_chat.runtime.patience import PatientStore
from uno_chat.runtime.web import Event
from uno_chat.testing.desk import Desk
from uno_chat.testing.evening import Clock, Evening, OpenHouse
from uno_chat.testing.fake_network import LIKE_TELEGRAM, FakeNetwork
from uno_chat.testing.faults import Lost
from uno_chat.testing.memory_store import MemoryStore
from uno_chat.testing.scraping import read

TROUBLES = (
    "uno_chat_faults_total",
    "uno_chat_unreadable_total",
    "uno_chat_forged_total",
    "uno_chat_conflicts_total",
    "uno_chat_store_faults_total",
    "uno_chat_doubts_total",
)


@asynccontextmanager
async def house(*, posts: bool) -> AsyncIterator[Evening]:
    """Nobody has written to it yet."""
    clock, store = Clock(), MemoryStore()
    network = FakeNetwork(clock)
    rules = House({network.name: LIKE_TELEGRAM}, Desk().house.seeds)
    adapter = network.webhook_adapter("secret") if posts else network.adapter()
    async with Service(rules, store, [adapter], clock, watches=False) as service:
        yield OpenHouse(network, store, service, clock)


async def something_broken(one: Evening) -> None:
    one.network.log.add("broken", "{")
    await one.settle()


async def somebody_else(one: Evening) -> None:
    async def receive() -> Event:
        return {"type": "http.request", "body": b"{}"}

    async def send(event: Event) -> None:
        assert event.get("status", HTTPStatus.FORBIDDEN) == HTTPStatus.FORBIDDEN

    scope: Event = {"method": "POST", "path": "/in/fake", "headers": [(b"x-fake", b"guessed")]}
    await one.service.door(scope, receive, send)


async def a_mistake(one: Evening) -> None:
    def handled(rules: House, tx: Transaction, row: InboxRow, *rest: object) -> object:
        if "rules" in row.arrival.payload:
            raise RuntimeError
        return handle(rules, tx, row, *rest)  # type: ignore[arg-type]  # as it was called

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(working, "handle", handled)
        one.network.say("ann", "/rules")
        await one.network.all_taken(one.store)
        one.service.wake()
        await one.service.quiet()


async def a_table_saved_by_others(one: Evening) -> None:
    await failing(one, Conflict("table 1 was saved by somebody else"))


async def a_database_away(one: Evening) -> None:
    await failing(one, StoreError("It is away: wait."))


async def failing(one: Evening, error: Exception) -> None:
    def body(_: Transaction) -> None:
        raise error

    rows = one.service.worker.store
    assert isinstance(rows, PatientStore)
    rows.pauses = ()
    with pytest.raises(type(error)):
        await rows.transact(body)


async def an_answer_lost(one: Evening) -> None:
    one.network.fail_writes(Lost(shown=True))
    await one.say("ann", "/help")


@pytest.mark.parametrize(
    ("trouble", "number", "posts"),
    [
        (a_mistake, "uno_chat_faults_total", False),
        (something_broken, "uno_chat_unreadable_total", False),
        (somebody_else, "uno_chat_forged_total", True),
        (a_table_saved_by_others, "uno_chat_conflicts_total", False),
        (a_database_away, "uno_chat_store_faults_total", False),
        (an_answer_lost, "uno_chat_doubts_total", False),
    ],
)
async def test_it_is_counted(
    trouble: Callable[[Evening], Awaitable[None]],
    number: str,
    posts: bool,  # noqa: FBT001 - a parameter of the test
) -> None:
    async with house(posts=posts) as one:
        before = await read(one.service.panel)
        assert [before(name) for name in TROUBLES] == [0] * len(TROUBLES)
        await trouble(one)
        after = await read(one.service.panel)
    assert [name for name in TROUBLES if after(name)] == [number]
    assert after(number) == 1
