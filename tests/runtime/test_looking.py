"""Nothing depends on workers telling each other: whoever is told nothing looks for itself."""

from __future__ import annotations

import asyncio
from operator import methodcaller

from uno_chat.contract import Said
from uno_chat.runtime import Service
from uno_chat.runtime.sharing import SWEEP
from uno_chat.testing.desk import NOON, Desk
from uno_chat.testing.fake_network import FakeNetwork
from uno_chat.testing.memory_store import MemoryStore
from uno_chat.testing.patience import PATIENCE
from uno_chat.testing.shared_memory import SharedMemory


async def test_a_row_that_nobody_told_of_is_handled_at_the_next_sweep() -> None:
    shared, network, desk = SharedMemory(lambda: NOON), FakeNetwork(lambda: NOON), Desk()
    called = network.webhook_adapter("secret")  # whose coming up rings no bell later on
    async with Service(desk.house, shared.worker(), [called], lambda: NOON) as service:
        await service.quiet()
        shared.rings.clear()
        row = desk.arrival(desk.envelope("ann", Said("help"), None))
        await shared.store.transact(methodcaller("receive", row))
        service.clock._sweep()
        async with asyncio.timeout(PATIENCE):
            while shared.store.rows.inbox:  # noqa: ASYNC110 - whoever handles it
                await asyncio.sleep(0.001)


async def test_those_who_share_a_store_sweep_every_second() -> None:
    network, desk = FakeNetwork(lambda: NOON), Desk()
    shared = Service(desk.house, SharedMemory(lambda: NOON).worker(), [network.adapter()])
    alone = Service(desk.house, MemoryStore(), [network.adapter()])
    assert shared.clock.sweep == SWEEP == 1
    assert alone.clock.sweep > 1
