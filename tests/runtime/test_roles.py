"""Workers that receive, work or send, and together do everything."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Mapping
from contextlib import AsyncExitStack, asynccontextmanager

import pytest

from uno_chat.contract import Adapter, Batch, Capabilities, Delivery, Memory, Puller, Receipt, Toast
from uno_chat.coordinator.outages import WATCHED
from uno_chat.runtime import ConfigurationError, Service
from uno_chat.runtime.roles import ALL, NONE, Role, Roles
from uno_chat.runtime.watching import Watch
from uno_chat.testing.desk import NET, NOON, Desk
from uno_chat.testing.fake_network import FakeNetwork
from uno_chat.testing.patience import PATIENCE
from uno_chat.testing.shared_memory import SharedMemory

RECEIVE, WORK, SEND = (frozenset({role}) for role in Role)


class Keeping:
    """An adapter with something to remember, keys for example; nobody ever says anything."""

    network = NET
    capabilities = Capabilities()

    @property
    def source(self) -> Puller:
        return self

    def remember_in(self, memory: Memory) -> None:
        assert memory is not None

    async def pull(self, cursor: str | None) -> Batch:
        await asyncio.Event().wait()
        raise AssertionError(cursor)

    async def open(self) -> None:
        return

    async def deliver(self, delivery: Delivery | Toast) -> Receipt:
        raise AssertionError(delivery)

    async def close(self) -> None:
        return


@asynccontextmanager
async def installation(
    network: FakeNetwork, *roles: Roles, adapters: Mapping[Roles, Adapter] | None = None
) -> AsyncIterator[tuple[SharedMemory, list[Service]]]:
    """A worker for each of these."""
    shared, services = SharedMemory(lambda: NOON), list[Service]()
    async with AsyncExitStack() as stack:
        for each in roles:
            adapter = (adapters or {}).get(each) or network.adapter()
            service = Service(Desk().house, shared.worker(), [adapter], lambda: NOON, roles=each)
            services.append(await stack.enter_async_context(service))
        yield shared, services


async def rest(network: FakeNetwork, shared: SharedMemory) -> None:
    await network.all_taken(shared.store)
    rows = shared.store.rows
    async with asyncio.timeout(PATIENCE):
        while rows.inbox or rows.outbox:  # noqa: ASYNC110 - whoever of them it is
            await asyncio.sleep(0.001)


async def test_each_does_its_part_and_people_notice_nothing() -> None:
    network = FakeNetwork(lambda: NOON)
    async with installation(network, WORK, SEND, RECEIVE) as (shared, services):
        for who in ("ann", "bob"):
            network.contact(who)
        network.say("ann", "/new", group="family")
        await rest(network, shared)
        network.say("bob", "/join", group="family")
        await rest(network, shared)
        assert [one.accounts[NET].does for one in services] == [NONE, SEND, RECEIVE]
        assert "bob" in network.pages("family")[0].text
        assert [times for _, times in network.times_shown().items() if times > 1] == []


async def test_nothing_is_handled_or_said_by_who_only_receives() -> None:
    network = FakeNetwork(lambda: NOON)
    async with installation(network, RECEIVE) as (shared, _):
        network.say("ann", "help")
        await network.all_taken(shared.store)
        assert len(shared.store.rows.inbox) == 1
        async with installation_of(shared, network, WORK):
            async with asyncio.timeout(PATIENCE):
                while not shared.store.rows.outbox:  # noqa: ASYNC110 - another one does it
                    await asyncio.sleep(0.001)
            assert not network.pages("@ann")


@asynccontextmanager
async def installation_of(
    shared: SharedMemory, network: FakeNetwork, roles: Roles
) -> AsyncIterator[Service]:
    """One more worker, later."""
    one = Service(Desk().house, shared.worker(), [network.adapter()], lambda: NOON, roles=roles)
    async with one:
        yield one


async def test_somebody_who_does_everything_takes_over_what_nobody_does_any_more() -> None:
    network = FakeNetwork(lambda: NOON)
    async with installation(network, RECEIVE, ALL) as (shared, (one, whole)):
        assert one.accounts[NET].does == RECEIVE
        assert whole.accounts[NET].does == SEND
        await one.stop()
        async with asyncio.timeout(PATIENCE):
            while whole.accounts[NET].does != RECEIVE | SEND:  # noqa: ASYNC110 - at the next beat
                await asyncio.sleep(0.01)
        network.say("ann", "help")
        await rest(network, shared)
        assert network.pages("@ann")


async def test_whoever_only_works_can_ask_a_network() -> None:
    network = FakeNetwork(lambda: NOON)
    async with installation(network, SEND, RECEIVE, WORK) as (_, (*_, works)):
        account = works.accounts[NET]
        assert account.is_open
        assert account.does == NONE


async def test_an_account_with_keys_is_in_the_hands_of_one_worker_that_does_everything() -> None:
    network = FakeNetwork(lambda: NOON)
    adapters = {roles: Keeping() for roles in (WORK, RECEIVE | WORK, ALL)}
    async with installation(network, *adapters, adapters=adapters) as (shared, services):
        assert [one.accounts[NET].does for one in services] == [NONE, NONE, RECEIVE | SEND]
        assert [one.accounts[NET].is_open for one in services] == [False, False, True]
        assert list(shared.store.rows.shifts) == [NET]


@pytest.mark.parametrize("roles", [RECEIVE, SEND, RECEIVE | SEND])
async def test_who_could_do_nothing_for_such_an_account_says_so(roles: Roles) -> None:
    network = FakeNetwork(lambda: NOON)
    with pytest.raises(ConfigurationError, match="also works and sends"):
        async with installation(network, roles, adapters={roles: Keeping()}):
            pass


async def test_what_a_network_posts_needs_nobody_to_pull() -> None:
    network = FakeNetwork(lambda: NOON)
    adapters = {roles: network.webhook_adapter("the secret") for roles in (SEND, RECEIVE)}
    async with installation(network, *adapters, adapters=adapters) as (shared, services):
        assert list(shared.store.rows.shifts) == [NET]
        assert [one.accounts[NET].does for one in services] == [SEND, NONE]
        assert [one.accounts[NET].is_open for one in services] == [True, True]


async def test_a_table_is_watched_by_who_could_do_something_there() -> None:
    shared = SharedMemory(lambda: NOON)
    await shared.store.open()
    for works, watched in ((False, None), (True, NOON.isoformat())):
        await Watch(shared.store, lambda: NOON, {}, works=works).look()
        assert await shared.store.transact(lambda tx: tx.cursor(WATCHED)) == watched
