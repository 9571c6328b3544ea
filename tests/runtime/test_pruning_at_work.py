"""A host forgets by itself what ended long ago, while it has nothing else to do."""

from __future__ import annotations

from collections.abc import AsyncIterator
from datetime import timedelta
from pathlib import Path

import pytest

from uno_chat.contract import Store
from uno_chat.coordinator import KEPT, KEPT_TABLES, House
from uno_chat.runtime import Service
from uno_chat.testing.desk import Desk
from uno_chat.testing.evening import Clock, Evening, OpenHouse
from uno_chat.testing.fake_network import LIKE_TELEGRAM, FakeNetwork
from uno_chat.testing.memory_store import MemoryStore
from uno_chat_sql import plugin

A_DAY = timedelta(days=1)


@pytest.fixture(params=["memory", "sqlite"])
def store(request: pytest.FixtureRequest, tmp_path: Path) -> Store:
    return MemoryStore() if request.param == "memory" else plugin(f"sqlite:///{tmp_path}/uno.db")


@pytest.fixture
async def house(store: Store) -> AsyncIterator[Evening]:
    clock = Clock()
    network = FakeNetwork(clock)
    rules = House({network.name: LIKE_TELEGRAM}, Desk().house.seeds)
    async with Service(rules, store, [network.adapter()], clock, watches=False) as service:
        yield OpenHouse(network, store, service, clock)


async def night(house: Evening, after: timedelta) -> None:
    """So much later, with as many looks as it takes."""
    await house.later(after)
    for _ in range(5):
        await house.later(timedelta(seconds=1))


async def there(house: Evening) -> list[bool]:
    return await house.store.transact(lambda tx: [tx.table(n) is not None for n in (1, 2)])


async def test_a_closed_table_goes_after_its_time_and_an_open_one_stays(house: Evening) -> None:
    house.network.contact("ann")
    for group in ("family", "club"):
        await house.say("ann", "/new", group=group)
    await house.say("ann", "/end now", group="family")
    await night(house, KEPT + A_DAY)
    assert await there(house) == [True, True]
    await night(house, KEPT_TABLES - KEPT)
    assert await there(house) == [False, True]
