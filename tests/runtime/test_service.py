"""A house starts with whatever it can serve, rests when nothing is due, and stops in time."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from datetime import UTC, timedelta
from functools import partial
from typing import TypeVar

import pytest

from uno_chat.contract import (
    AccountRefused,
    Adapter,
    Batch,
    Capabilities,
    Delivery,
    Outgoing,
    OutKind,
    Puller,
    Receipt,
    RetryLater,
    Settled,
    StoreError,
    Toast,
    Transaction,
    User,
)
from uno_chat.coordinator import House
from uno_chat.coordinator.messages import Message, Page, to_payload
from uno_chat.runtime import ConfigurationError, Service, service, utc_now
from uno_chat.testing.desk import NET, Desk
from uno_chat.testing.evening import Clock, evening
from uno_chat.testing.fake_network import LIKE_TELEGRAM, FakeNetwork
from uno_chat.testing.faults import Blocked, Deleted, Lost, TooMany
from uno_chat.testing.memory_store import MemoryStore
from uno_chat.testing.patience import PATIENCE

T = TypeVar("T")
ANN = User(NET, "ann")
HELP = to_payload(Message(Page("help")))


@dataclass(slots=True)
class Scripted:
    """An adapter whose every doing can be made to fail or to hang."""

    network: str
    opens: list[BaseException] = field(default_factory=list)
    pulls: list[BaseException] = field(default_factory=list)
    hangs: frozenset[str] = frozenset()
    did: list[str] = field(default_factory=list)
    shown: list[Delivery | Toast] = field(default_factory=list)
    capabilities: Capabilities = LIKE_TELEGRAM
    go: asyncio.Event = field(default_factory=asyncio.Event)
    begun: asyncio.Event = field(default_factory=asyncio.Event)

    @property
    def source(self) -> Puller:
        return self

    async def open(self) -> None:
        await self._do("open")
        if self.opens:
            raise self.opens.pop(0)

    async def pull(self, cursor: str | None) -> Batch:
        if self.pulls:
            await self.go.wait()
            raise self.pulls.pop(0)
        await asyncio.Event().wait()
        return Batch(cursor=cursor)

    async def deliver(self, delivery: Delivery | Toast) -> Receipt:
        self.begun.set()
        await self._do("deliver")
        self.shown.append(delivery)
        return Receipt(None)

    async def close(self) -> None:
        await self._do("close")

    async def _do(self, what: str) -> None:
        self.did.append(what)
        if what in self.hangs:
            await self.go.wait()


def house_for(adapters: Iterable[Adapter]) -> House:
    able = {adapter.network: adapter.capabilities for adapter in adapters}
    return House(able, Desk().house.seeds)


def served(*adapters: Adapter, store: MemoryStore | None = None) -> Service:
    return Service(house_for(adapters), store or MemoryStore(), adapters)


def notice(name: str, to: User = ANN) -> Outgoing:
    return Outgoing(OutKind.NOTICE, to, None, name, payload=HELP)


async def store_with(*outs: Outgoing) -> MemoryStore:
    store = MemoryStore()
    await store.open()
    for out in outs:
        await store.transact(partial(_queue, out))
    return store


def _queue(out: Outgoing, tx: Transaction) -> None:
    assert isinstance(out.to, User)
    tx.remember_player(out.to, "Ann", None)
    tx.queue(out, utc_now())


# --- the start ----------------------------------------------------------------------------------

REFUSED = AccountRefused("the token is wrong: get another.")


async def test_a_refused_account_stops_only_itself(caplog: pytest.LogCaptureFixture) -> None:
    bad, good = Scripted("bad", [REFUSED]), Scripted(NET)
    store = await store_with(notice("1"))
    async with served(bad, good, store=store) as here:
        await here.quiet()
    assert caplog.messages == ["bad stopped: the token is wrong: get another."]
    assert store.rows.said[ANN, "1"].result == Settled.SENT
    assert good.did == ["open", "deliver", "close"]


NOBODY = "There is no network to serve: name one."
ALL_REFUSED = (
    "No account can be served. a: the token is wrong: get another. "
    "b: the token is wrong: get another."
)


@pytest.mark.parametrize(("names", "sentence"), [("", NOBODY), ("ab", ALL_REFUSED)])
async def test_nothing_to_serve_at_all_is_said_to_the_caller(names: str, sentence: str) -> None:
    store = MemoryStore()
    adapters = [Scripted(name, [REFUSED]) for name in names]
    with pytest.raises(ConfigurationError) as caught:
        async with served(*adapters, store=store):
            raise AssertionError("it began")
    assert str(caught.value) == sentence
    assert all(adapter.did == ["open", "close"] for adapter in adapters)
    with pytest.raises(StoreError):
        await store.transact(lambda tx: tx.next_alarm())


async def test_a_network_that_is_away_at_the_start_is_served_when_it_comes(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(service, "ANSWERED", 0)
    late, good = Scripted("late", hangs=frozenset({"open"})), Scripted(NET)
    away = Scripted("away", [RetryLater(timedelta(hours=1))])
    async with served(late, away, good, store=await store_with(notice("1"))) as here:
        await here.quiet()
        assert good.did == ["open", "deliver"]
        assert [here.accounts[name].is_open for name in ("late", "away")] == [False, False]
        late.go.set()
        while not here.accounts["late"].is_open:  # noqa: ASYNC110 - no event says so
            await asyncio.sleep(0)


async def test_what_was_opened_is_closed_when_the_start_fails() -> None:
    class Full(MemoryStore):
        async def open(self) -> None:
            raise StoreError("the disk is full")

    adapter = Scripted(NET)
    with pytest.raises(StoreError, match="full"):
        async with served(adapter, store=Full()):
            raise AssertionError("it began")
    assert adapter.did == ["close"]


async def test_the_last_account_that_is_refused_ends_the_house() -> None:
    adapter = Scripted(NET, pulls=[REFUSED])
    async with served(adapter) as here:
        adapter.go.set()
        with pytest.raises(ConfigurationError, match="the token is wrong"):
            await here.failed()
        with pytest.raises(ConfigurationError, match="the token is wrong"):
            await here.quiet()


async def test_a_loop_that_cannot_go_on_is_told() -> None:
    class Broken(MemoryStore):
        async def transact(self, body: Callable[[Transaction], T]) -> T:
            raise RuntimeError(f"no rows for {body}")

    with pytest.raises(RuntimeError, match="no rows"):
        async with served(Scripted(NET), store=Broken()) as here:
            await here.failed()


# --- rest ---------------------------------------------------------------------------------------


async def test_it_rests_only_when_all_is_handled_rung_thought_and_shown() -> None:
    clock = Clock()
    network = FakeNetwork(clock)
    house = House({NET: LIKE_TELEGRAM}, Desk().house.seeds)
    async with evening(network, MemoryStore(), house, clock) as one:
        assert isinstance(one.store, MemoryStore)
        network.contact("ann")
        await one.say("ann", "/new pause=0s hold=0s tie=0s", "/add hard", "/deal", group="family")
        for _ in range(5):
            rows = one.store.rows
            assert (rows.inbox, rows.outbox) == ({}, {})
            assert not one.service.worker.thoughts
            assert not one.service.sender.tasks
            table = await one.table(1)
            assert table.play is None or table.play.owner == "s1", "the computer has acted"
            await one.say("ann", "draw", "keep")


async def test_what_has_to_wait_for_its_time_does_not_keep_it_from_rest() -> None:
    clock = Clock()
    network = FakeNetwork(clock)
    house = House({NET: LIKE_TELEGRAM}, Desk().house.seeds)
    async with evening(network, MemoryStore(), house, clock) as one:
        network.fail_writes(TooMany(timedelta(seconds=30)))
        await one.say("ann", "help")
        assert network.pages("@ann") == ()
        await one.later(timedelta(seconds=30))
        assert len(network.pages("@ann")) == 1


async def test_whoever_waits_for_rest_is_let_go_when_it_stops() -> None:
    adapter = Scripted(NET, hangs=frozenset({"deliver"}))
    async with served(adapter, store=await store_with(notice("1"))) as here:
        waiting = asyncio.create_task(here.quiet())
        await adapter.begun.wait()
        assert not waiting.done()
        adapter.go.set()
    await waiting
    await here.failed()


async def test_a_lane_that_was_put_off_and_an_alarm_wake_it_without_being_asked() -> None:
    """On the real clock: nobody calls wake, nothing sleeps, and the sweep is far away."""
    network = FakeNetwork(utc_now)
    house = House({NET: LIKE_TELEGRAM}, Desk().house.seeds)
    adapter = network.adapter()
    async with Service(house, MemoryStore(), [adapter]):
        network.fail_writes(TooMany(timedelta(milliseconds=40)))
        network.contact("ann")
        await seen(network, "@ann", "UNO by message")
        network.say("ann", "/new pause=0.05s hold=0s pace=0.05s goal=0", group="family")
        network.say("ann", "/add easy", group="family")
        network.say("ann", "/deal", group="family")
        await seen(network, "family", "Abacus drew", "Abacus played")
        await seen(network, "@ann", "Ann ran out of time", "ann ran out of time")


async def seen(network: FakeNetwork, chat: str, *texts: str) -> None:
    """Wait until one of these texts was shown in a chat."""
    async with asyncio.timeout(PATIENCE):
        while not any(t in s.page.text for s in network.shown if s.chat == chat for t in texts):  # noqa: ASYNC110 - no event says so
            await asyncio.sleep(0)


async def test_what_ended_long_ago_is_forgotten_day_by_day() -> None:
    clock, store = Clock(), MemoryStore()
    network = FakeNetwork(clock)
    house = House({NET: LIKE_TELEGRAM}, Desk().house.seeds)
    async with evening(network, store, house, clock) as one:
        network.contact("ann")
        await one.later(timedelta(minutes=11))
        assert len(store.rows.handled) == 1
        for _ in range(10):
            await one.later(timedelta(days=1))
        await one.later(timedelta(seconds=1))
        assert not store.rows.handled
        assert not [ended for ended in store.rows.said.values() if ended.table is None]


@pytest.mark.reported("69", "T24")
async def test_a_forgotten_alarm_is_found_by_the_sweep() -> None:
    clock = Clock()
    network = FakeNetwork(clock)
    house = House({NET: LIKE_TELEGRAM}, Desk().house.seeds)
    async with evening(network, MemoryStore(), house, clock) as one:
        network.contact("ann")
        network.contact("bob")
        await one.say("ann", "/new pace=1h", group="family")
        await one.say("bob", "/join", group="family")
        await one.say("ann", "/deal", group="family")
        scheduler = one.service.clock.scheduler
        scheduler.remove_all_jobs()
        before = await one.table(1)
        clock.at += timedelta(hours=2)
        one.service.clock._sweep()
        await one.service.quiet()
        assert await one.table(1) != before


async def test_no_line_of_the_log_carries_names_words_tokens_or_cards(
    caplog: pytest.LogCaptureFixture,
) -> None:
    caplog.set_level("DEBUG")
    clock = Clock()
    network = FakeNetwork(clock)
    network.names["ann"] = "Annabella"
    house = House({NET: LIKE_TELEGRAM}, Desk().house.seeds)
    async with evening(network, MemoryStore(), house, clock) as one:
        network.contact("ann")
        network.log.add("broken", "{broken by annabella}")
        await one.say("ann", "/new pace=1h pause=1s", "/add easy", "/deal", group="thefamily")
        for fault in (Blocked(), Lost(shown=True), TooMany(timedelta(seconds=1)), Deleted()):
            network.fail_writes(*[fault] * 3)
            await one.say("ann", "draw", "keep", "r7", "gibberish", "hand")
            network.press_token("ann", "1.1.3.draw")
            await one.later(timedelta(hours=1))
    text = caplog.text.casefold()
    told = ("annabella", "ann ", "@ann", "thefamily", "gibberish", "1.1.3", "draw", "r7", "e1")
    assert caplog.records
    assert [word for word in told if word in text.replace("draw_", "")] == []


# --- the stop -----------------------------------------------------------------------------------


async def test_it_lets_deliveries_under_way_finish() -> None:
    adapter = Scripted(NET, hangs=frozenset({"deliver"}))
    store = await store_with(notice("1"))
    async with served(adapter, store=store) as here:
        await adapter.begun.wait()
        stopping = asyncio.create_task(here.stop())
        await asyncio.sleep(0)
        adapter.go.set()
        await stopping
    assert store.rows.said[ANN, "1"].result == Settled.SENT
    assert adapter.did == ["open", "deliver", "close"]


async def test_a_second_stop_is_harmless() -> None:
    adapter = Scripted(NET)
    async with served(adapter) as here:
        await asyncio.gather(here.stop(), here.stop())
        await here.stop()
    assert adapter.did == ["open", "close"]


@pytest.mark.parametrize("hangs", ["deliver", "close"])
async def test_an_adapter_that_hangs_does_not_hold_the_stop(
    monkeypatch: pytest.MonkeyPatch, hangs: str
) -> None:
    monkeypatch.setattr(service, "DRAIN", 0)
    monkeypatch.setattr(service, "LET_GO", 0.01)
    adapter = Scripted(NET, hangs=frozenset({hangs}))
    store = await store_with(notice("1"), notice("2"))
    async with asyncio.timeout(PATIENCE):
        async with served(adapter, store=store) as here:
            await adapter.begun.wait()
            if hangs == "close":
                await here.quiet()
    assert "close" in adapter.did
    rows = store.rows
    again = MemoryStore(rows)
    async with served(Scripted(NET), store=again) as here:
        await here.quiet()
    results = [again.rows.said[ANN, name].result for name in ("1", "2")]
    doubt = Settled.PERHAPS if hangs == "deliver" else Settled.SENT
    assert results == [doubt, Settled.SENT]


def test_everything_together_ends_within_ten_seconds() -> None:
    receivers, loops, adapters = service.LET_GO / 2, service.LET_GO * 1.5, service.LET_GO * 1.5
    assert receivers + loops + service.DRAIN + service.LET_GO / 2 + adapters < 10


async def test_what_has_ended_is_forgotten_after_a_while() -> None:
    clock = Clock()
    network = FakeNetwork(clock)
    house = House({NET: LIKE_TELEGRAM}, Desk().house.seeds)
    async with evening(network, MemoryStore(), house, clock) as one:
        assert isinstance(one.store, MemoryStore)
        await one.say("ann", "help")
        assert len(one.store.rows.handled) == 1
        await one.later(timedelta(days=8))
        assert len(one.store.rows.handled) == 1
        await one.later(timedelta(days=2))
        assert one.store.rows.handled == {}
        assert one.store.rows.said == {}


def test_the_time_is_utc_to_the_millisecond() -> None:
    now = utc_now()
    assert now.tzinfo is UTC
    assert now.microsecond % 1000 == 0
