"""Several workers over one store: they share the work, and one at a time serves an account."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from operator import methodcaller

import pytest

from uno_chat import game
from uno_chat.contract import Outgoing, OutKind, RetryLater, Said, Settled
from uno_chat.coordinator import AskRank, Think
from uno_chat.coordinator.outages import OUTAGES
from uno_chat.runtime import Service, working
from uno_chat.runtime.receiving import Account, Intake, serve
from uno_chat.runtime.remembering import KeptMemory
from uno_chat.runtime.roles import NONE
from uno_chat.runtime.watching import LISTENS, Watch
from uno_chat.runtime.working import KEPT, Asks, Did, Worker
from uno_chat.testing.desk import NET, NOON, Desk
from uno_chat.testing.fake_network import FakeNetwork
from uno_chat.testing.memory_store import MemoryStore
from uno_chat.testing.office import ANN, HELP, office
from uno_chat.testing.patience import PATIENCE
from uno_chat.testing.shared_memory import SharedMemory, WorkersStore

SECOND = timedelta(seconds=1)


@dataclass(slots=True)
class Crew:
    """Workers of one house with one network, under a clock that is set by hand."""

    at: datetime = NOON
    network: FakeNetwork = field(init=False)
    shared: SharedMemory = field(init=False)
    workers: list[Service] = field(default_factory=list)
    stack: AsyncExitStack = field(default_factory=AsyncExitStack)

    def __post_init__(self) -> None:
        self.network = FakeNetwork(self.now)
        self.shared = SharedMemory(self.now)

    def now(self) -> datetime:
        return self.at

    async def worker(self) -> Service:
        """One more."""
        desk = Desk()
        service = Service(desk.house, self.shared.worker(), [self.network.adapter()], self.now)
        await self.stack.enter_async_context(service)
        self.workers.append(service)
        return service

    async def until(self, there: Callable[[], bool]) -> None:
        async with asyncio.timeout(PATIENCE):
            while not there():  # noqa: ASYNC110 - whoever of them it is
                await asyncio.sleep(0.001)

    async def rest(self) -> None:
        """Until all is handled and said."""
        await self.network.all_taken(self.shared.store)
        rows = self.shared.store.rows
        await self.until(lambda: not rows.inbox and not rows.outbox)


@pytest.fixture
async def crew() -> AsyncIterator[Crew]:
    made = Crew()
    async with made.stack:
        yield made


def account(service: Service) -> Account:
    return service.accounts[NET]


# --- a house with two workers -------------------------------------------------------------------


async def test_one_worker_pulls_and_sends_and_both_handle(crew: Crew) -> None:
    one, two = await crew.worker(), await crew.worker()
    for who in ("ann", "bob"):
        crew.network.contact(who)
    crew.network.say("ann", "/new", group="family")
    await crew.rest()
    crew.network.say("bob", "/join", group="family")
    await crew.rest()
    assert account(one).is_open
    assert not account(two).is_open
    assert crew.network.pages("family")
    assert [times for event, times in crew.network.times_shown().items() if times > 1] == []


async def test_every_worker_is_ready(crew: Crew) -> None:
    one, two = await crew.worker(), await crew.worker()
    for service in (one, two):
        status, _ = await service.door._readiness()
        assert status == 200


async def test_another_worker_goes_on_at_once_when_one_stops(crew: Crew) -> None:
    one, two = await crew.worker(), await crew.worker()
    crew.network.contact("ann")
    await crew.rest()
    await one.stop()
    await crew.until(lambda: account(two).is_open)
    assert two.sender.limits.others == {NET: crew.at}, "it counts with what the other may have sent"
    crew.network.say("ann", "help")
    await crew.rest()
    assert len(crew.network.pages("@ann")) == 2


async def test_another_worker_goes_on_when_one_is_gone(crew: Crew) -> None:
    one, two = await crew.worker(), await crew.worker()
    await crew.rest()
    assert isinstance(one.store, WorkersStore)
    one.store.away = True  # whatever it still does has no effect
    crew.network.say("ann", "help")
    crew.at += 15 * SECOND
    assert two.sharing is not None
    await two.sharing.beat()
    await crew.rest()
    assert crew.network.pages("@ann")
    one.store.away = False


async def test_what_came_to_a_worker_that_was_gone_meanwhile_is_not_kept(crew: Crew) -> None:
    """Nor does it put the cursor back; whoever has taken over reads the same."""
    await crew.shared.store.open()
    await crew.shared.store.transact(
        methodcaller("take_shift", NET, "other", NOON, NOON + 10 * SECOND)
    )
    adapter = crew.network.adapter()
    late, arrived = Account(adapter), 0

    def count() -> None:
        nonlocal arrived
        arrived += 1

    crew.network.say("ann", "help")
    serving = asyncio.create_task(serve(late, Intake(crew.shared.store, crew.now, count, "me")))
    await crew.until(lambda: crew.network.calls["events"] > 0)
    await asyncio.sleep(0)
    late.give(NONE)
    await crew.until(lambda: not late.is_open)
    serving.cancel()
    rows = crew.shared.store.rows
    assert (rows.inbox, rows.cursors, arrived) == ({}, {}, 0)


# --- sending ------------------------------------------------------------------------------------


async def test_only_what_is_served_is_sent(desk: Desk) -> None:
    async with office(desk) as here:
        here.sender.serves = lambda _network: False
        await here.put(Outgoing(OutKind.NOTICE, ANN, None, "1", payload=HELP))
        await here.send()
        assert [queued.attempts for queued in here.store.rows.outbox.values()] == [0]


async def test_whoever_froze_before_it_sent_sends_nothing(desk: Desk) -> None:
    async with office(desk) as here:
        out = Outgoing(OutKind.NOTICE, ANN, None, "1", payload=HELP)
        await here.put(out)
        here.sender.postman.serves = lambda _network: False
        await here.send()
        assert here.network.calls["send"] == 0
        assert here.ended(out) == ""
        here.sender.postman.serves = lambda _network: True
        await here.send(SECOND)
        assert here.ended(out) == Settled.SENT, "its lease does not keep it for a minute"


async def test_whoever_lost_a_row_while_it_waited_shows_nothing(desk: Desk) -> None:
    async with office(desk) as here:
        out = Outgoing(OutKind.NOTICE, ANN, None, "1", payload=HELP)
        await here.put(out)
        lease = here.now + 60 * SECOND
        row = await here.store.transact(methodcaller("next_outbox", [NET], here.now, (), lease))
        await here.store.transact(methodcaller("next_outbox", [NET], lease, (), lease + SECOND))
        await here.sender._send(row)
        assert here.network.calls["send"] == 0


# --- the memory of an adapter -------------------------------------------------------------------


async def test_only_the_worker_that_serves_an_account_writes_its_memory() -> None:
    store = MemoryStore()
    await store.open()
    mine, other = KeptMemory(store, NET, "me"), KeptMemory(store, NET, "other")
    await store.transact(methodcaller("take_shift", NET, "me", NOON, NOON + SECOND))
    await mine.write({"key": "mine"})
    with pytest.raises(RetryLater):
        await other.write({"key": "other"})
    assert await other.read() == {"key": "mine"}


# --- alarms -------------------------------------------------------------------------------------


def watching(*accounts: Account) -> Watch:
    named = {f"{one.network}{n}": one for n, one in enumerate(accounts)}
    return Watch(MemoryStore(), lambda: NOON, named)


def served_elsewhere(listened: datetime | None) -> Account:
    made = Account(FakeNetwork(lambda: NOON).adapter(), listened=listened)
    made.give(NONE)
    return made


async def test_an_alarm_waits_for_what_another_worker_has_not_read_yet() -> None:
    read, mine = NOON - 3 * SECOND, Account(FakeNetwork(lambda: NOON).adapter())
    mine.listened = NOON - 9 * SECOND
    mine.caught_up.set()
    assert watching(mine).rings(NOON) == NOON
    assert watching(mine, served_elsewhere(read)).rings(NOON) == read
    assert watching(served_elsewhere(None)).rings(NOON) == NOON


async def test_whoever_takes_over_reads_before_alarms_ring() -> None:
    read, mine = NOON - 12 * SECOND, Account(FakeNetwork(lambda: NOON).adapter())
    mine.listened = read
    assert watching(mine).rings(NOON) == read
    mine.caught_up.set()
    assert watching(mine).rings(NOON) == NOON


async def test_a_network_that_nobody_can_read_does_not_hold_alarms_up_for_ever() -> None:
    lost = served_elsewhere(NOON - timedelta(hours=1))
    assert watching(lost).rings(NOON) == NOON - LISTENS
    lost.refused = "the token is wrong"
    assert watching(lost).rings(NOON) == NOON


async def test_networks_that_call_us_hold_nothing_up() -> None:
    hooked = Account(FakeNetwork(lambda: NOON).webhook_adapter("secret"), listened=NOON - SECOND)
    hooked.give(NONE)
    assert watching(hooked).rings(NOON) == NOON


# --- who watches --------------------------------------------------------------------------------


@dataclass(slots=True)
class Eyes:
    """Two processes that watch over one store."""

    at: datetime = NOON
    store: MemoryStore = field(default_factory=MemoryStore)

    def watch(self) -> Watch:
        return Watch(self.store, lambda: self.at, {})

    async def outages(self) -> str:
        return await self.store.transact(lambda tx: tx.cursor(OUTAGES)) or ""


async def test_nothing_is_missed_while_another_worker_watches() -> None:
    here = Eyes()
    await here.store.open()
    frozen, awake = here.watch(), here.watch()
    await frozen.look()
    for _ in range(40):
        here.at += 5 * SECOND
        await awake.look()
    await frozen.look()
    assert await here.outages() == ""


async def test_what_nobody_watched_is_missed_once() -> None:
    here = Eyes()
    await here.store.open()
    one, two = here.watch(), here.watch()
    await one.look()
    await two.look()
    here.at += timedelta(hours=2)
    await one.look()
    await two.look()
    await here.watch().look()
    assert (await here.outages()).count("2026-03-01T14:00:00") == 1


# --- working ------------------------------------------------------------------------------------


@asynccontextmanager
async def two_workers(desk: Desk, asks: Asks) -> AsyncIterator[tuple[MemoryStore, list[Worker]]]:
    """Over what a desk has prepared; only the first may ask networks."""
    store = MemoryStore()
    store.rows = desk.rows
    await store.open()
    elsewhere = Asks(asks.manages, lambda _asked: False)
    yield (
        store,
        [
            Worker(desk.house, store, lambda: desk.now, lambda _: None, asks=each, shares=True)
            for each in (asks, elsewhere)
        ],
    )


async def everybody(_: AskRank) -> bool:
    return True


async def test_what_a_network_has_to_be_asked_is_left_to_the_worker_that_can() -> None:
    desk = Desk()
    desk.lobby("ann", "bob")
    desk.do(methodcaller("receive", desk.arrival(desk.envelope("bob", Said("/end"), "family"))))
    async with two_workers(desk, Asks(everybody)) as (store, (can, cannot)):
        assert await cannot.step() is Did.SOMETHING
        assert await cannot.step() is Did.NOTHING
        assert cannot.next_retry(desk.now) is not None
        assert await can.step() is Did.SOMETHING
        await asyncio.wait(can.thoughts.values())
        assert not store.rows.tables[1].open


async def test_a_worker_that_stops_while_it_asks_leaves_the_row_to_others_at_once() -> None:
    desk = Desk()
    desk.lobby("ann", "bob")
    desk.do(methodcaller("receive", desk.arrival(desk.envelope("bob", Said("/end"), "family"))))

    async def never(_: AskRank) -> bool:
        await asyncio.Event().wait()
        raise AssertionError

    async with two_workers(desk, Asks(never)) as (store, (stops, goes_on)):
        goes_on.asks = Asks(everybody)
        assert await stops.step() is Did.SOMETHING
        await asyncio.sleep(0)
        assert await goes_on.step() is Did.NOTHING
        (task,) = stops.thoughts.values()
        task.cancel()
        await asyncio.wait([task])
        assert await goes_on.step() is Did.SOMETHING
        await asyncio.wait(goes_on.thoughts.values())
        assert not store.rows.tables[1].open


async def test_nobody_waits_long_for_a_network_that_no_worker_can_ask() -> None:
    desk = Desk()
    desk.lobby("ann", "bob")
    desk.do(methodcaller("receive", desk.arrival(desk.envelope("bob", Said("/end"), "family"))))
    async with two_workers(desk, Asks(everybody)) as (store, (_, cannot)):
        await cannot.step()
        desk.now += timedelta(seconds=30)
        await cannot.step()
        await asyncio.wait(cannot.thoughts.values())
        assert not store.rows.inbox


async def test_a_row_that_one_worker_thinks_about_is_no_others(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    desk = Desk()
    desk.lobby("ann", settings="pause=1s hold=0s")
    desk.say("ann", "/add hard", "family")
    desk.say("ann", "/deal", "family")
    desk.lay("abacus", "R4", {"abacus": "R5 R6 B1", "ann": "R7 R8"})
    desk.now += SECOND
    asked: list[Think] = []

    def think(what: Think) -> game.Move:
        asked.append(what)
        return what.sight.choices[0]

    monkeypatch.setattr(working, "think", think)
    async with two_workers(desk, Asks(everybody)) as (store, (one, two)):
        assert [await one.step(), await one.step()] == [Did.RANG, Did.SOMETHING]
        assert await two.step() is Did.NOTHING
        (row,) = store.rows.inbox.values()
        assert row.held == desk.now + KEPT
        await asyncio.wait(one.thoughts.values())
        assert len(asked) == 1
        assert not store.rows.inbox


async def test_a_failure_that_another_worker_has_overtaken_is_none() -> None:
    desk = Desk()
    desk.do(methodcaller("receive", desk.arrival(desk.envelope("ann", Said("help"), None))))
    async with two_workers(desk, Asks(everybody)) as (store, (one, two)):
        (row,) = [waiting.row for waiting in store.rows.inbox.values()]
        assert await two.step() is Did.SOMETHING
        await one._failed(row, RuntimeError("late"))
        (ended,) = store.rows.handled.values()
        assert ended.result == "help"
        assert not [end for end in store.rows.said.values() if end.result == Settled.DEAD]
