"""Several accounts are spread over the workers, one after the other, and then they rest there."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from datetime import datetime, timedelta

import pytest

from uno_chat.runtime import Service
from uno_chat.runtime.receiving import Account
from uno_chat.runtime.roles import NONE
from uno_chat.runtime.sharing import BEAT
from uno_chat.runtime.shifts import LASTS, Shifts
from uno_chat.runtime.spreading import SETTLED, Peer, taker
from uno_chat.testing.desk import NOON, Desk
from uno_chat.testing.fake_network import LIKE_TELEGRAM, FakeNetwork
from uno_chat.testing.shared_memory import SharedMemory, WorkersStore

SECOND = timedelta(seconds=1)
SIX = tuple(f"bot{number}" for number in range(6))


@dataclass(slots=True)
class Installation:
    """Workers of one store with several accounts, at noon; ``moves`` are the hands that each
    account has gone through, ``served`` is when it was last, by a worker that is there.
    """

    names: tuple[str, ...] = SIX
    called: str = "abc"
    at: datetime = NOON
    shared: SharedMemory = field(init=False)
    workers: list[Shifts] = field(default_factory=list)
    moves: dict[str, list[int]] = field(default_factory=dict)
    served: dict[str, datetime] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.shared = SharedMemory(lambda: self.at)

    async def worker(self) -> Shifts:
        """One more; what it has to close is closed at once."""
        store = self.shared.worker()
        await store.open()
        accounts = {}
        for name in self.names:
            accounts[name] = Account(FakeNetwork(lambda: self.at, name=name).adapter())
            accounts[name].give(NONE)

        def ticks() -> tuple[float, float]:
            went = (self.at - NOON).total_seconds()
            return went, went

        name = self.called[len(self.workers)]
        made = Shifts(store, accounts, lambda: self.at, lambda: None, ticks, name)
        self.workers.append(made)
        return made

    async def later(self, seconds: float, *workers: Shifts) -> None:
        for _ in range(round(seconds / BEAT)):
            self.at += BEAT * SECOND
            for worker in workers:
                await worker.beat()
            self._look(workers)

    def _look(self, there: tuple[Shifts, ...]) -> None:
        for name in self.names:
            hands = [n for n, w in enumerate(self.workers) if w.has(name)]
            assert len(hands) <= 1, f"{name} is served twice"
            if hands and self.workers[hands[0]] in there:
                self.served[name] = self.at
            silent = self.at - self.served.setdefault(name, self.at)
            assert silent <= 15 * SECOND, f"{name} is served by nobody"
            if hands and hands != self.moves.setdefault(name, [])[-1:]:
                self.moves[name] += hands

    def counts(self) -> list[int]:
        return [sum(map(worker.has, self.names)) for worker in self.workers]


@pytest.fixture
def here() -> Installation:
    return Installation()


async def test_who_comes_later_gets_its_share_and_then_nothing_moves(here: Installation) -> None:
    one = await here.worker()
    await here.later(60, one)
    assert here.counts() == [6]
    two, three = await here.worker(), await here.worker()
    await here.later(300, one, two, three)
    assert here.counts() == [2, 2, 2]
    moves = {name: [*hands] for name, hands in here.moves.items()}
    assert sum(len(hands) - 1 for hands in moves.values()) == 4, "each is given once"
    await here.later(600, three, one, two)
    assert here.moves == moves


async def test_whoever_has_only_come_is_given_nothing_yet(here: Installation) -> None:
    one = await here.worker()
    await here.later(60, one)
    two = await here.worker()
    await here.later(SETTLED.total_seconds() - BEAT, one, two)
    assert here.counts() == [6, 0]


async def test_one_more_or_less_is_no_reason_to_move() -> None:
    here = Installation(names=SIX[:3])
    one, two = await here.worker(), await here.worker()
    await here.later(300, one, two)
    assert here.counts() == [2, 1]
    assert sum(len(hands) - 1 for hands in here.moves.values()) == 1


async def until_leaving(here: Installation, one: Shifts, *others: Shifts) -> None:
    while one.leaving is None:
        await here.later(BEAT, one, *others)


async def test_what_is_under_way_is_finished_first(here: Installation) -> None:
    one, two = await here.worker(), await here.worker()
    one.busy = lambda _: True
    await until_leaving(here, one, two)
    await here.later(BEAT, one, two)
    assert (one.leaving, here.counts()) == ("bot0", [5, 0])
    assert one.accounts["bot0"].does != NONE
    one.busy = lambda _: False
    await here.later(BEAT, one, two)
    assert one.accounts["bot0"].does == NONE, "it is closed before another one has it"
    assert here.counts() == [5, 0]
    await here.later(BEAT, one, two)
    assert here.counts() == [5, 1]


async def test_an_account_that_is_not_closed_yet_is_not_handed_over(here: Installation) -> None:
    one, two = await here.worker(), await here.worker()
    one.accounts["bot0"].is_open = True
    await until_leaving(here, one, two)
    await here.later(2 * BEAT, one, two)
    assert (one.leaving, here.counts()) == ("bot0", [5, 0])
    one.accounts["bot0"].is_open = False
    await here.later(300, one, two)
    assert here.counts() == [3, 3]


async def test_whoever_wanted_to_give_keeps_it_when_the_other_one_is_gone(
    here: Installation,
) -> None:
    one, two = await here.worker(), await here.worker()
    one.busy = lambda _: True
    await until_leaving(here, one, two)
    await here.later(LASTS.total_seconds() + BEAT, one)
    assert (one.leaving, here.counts()) == (None, [6, 0])


async def test_whoever_cannot_finish_goes_on_and_tries_again_later(here: Installation) -> None:
    """Nobody waits for longer than for whoever takes over from one that is gone."""
    one, two = await here.worker(), await here.worker()
    one.busy = lambda _: True
    await until_leaving(here, one, two)
    await here.later(LASTS.total_seconds() + BEAT, one, two)
    assert (one.leaving, here.counts()) == (None, [6, 0])
    await here.later(SETTLED.total_seconds() - 2 * BEAT, one, two)
    assert one.leaving is None
    one.busy = lambda _: False
    await here.later(300, one, two)
    assert here.counts() == [3, 3]


@pytest.mark.parametrize("called", ["abc", "cba"])
@pytest.mark.parametrize("beats", range(0, 30, 3))
@pytest.mark.parametrize("gone", range(3))
async def test_whoever_is_gone_is_replaced_within_fifteen_seconds_at_any_time(
    called: str, beats: int, gone: int
) -> None:
    """Also in the midst of a hand-over, on either side."""
    here = Installation(called=called)
    workers = [await here.worker() for _ in range(3)]
    await here.later(30 + beats * BEAT, *workers)
    left = [one for one in workers if one is not workers[gone]]
    await here.later(300, *left)
    assert [sum(map(one.has, SIX)) for one in left] == [3, 3]


async def test_nothing_is_given_to_a_worker_whose_account_is_refused(here: Installation) -> None:
    one, two = await here.worker(), await here.worker()
    two.accounts["bot3"].refused = "the token is wrong"
    await here.later(300, one, two)
    assert here.counts() == [6, 0]


async def test_workers_with_one_account_tell_each_other_nothing() -> None:
    here = Installation(names=("bot0",))
    one, two = await here.worker(), await here.worker()
    await here.later(60, one, two)
    assert here.counts() == [1, 0]
    assert here.shared.store.rows.memories.get("", {}) == {}


async def test_whoever_stops_is_forgotten_and_so_is_whoever_is_gone(here: Installation) -> None:
    one, two, three = [await here.worker() for _ in range(3)]
    await here.later(10, one, two, three)
    assert len(here.shared.store.rows.memories[""]) == 3
    await two.end()
    assert len(here.shared.store.rows.memories[""]) == 2
    await here.later(15, one)
    assert list(here.shared.store.rows.memories[""]) == [f"worker {one.worker}"]


async def test_what_another_version_has_noted_stops_nobody(here: Installation) -> None:
    one, two = await here.worker(), await here.worker()
    await here.later(BEAT, one, two)
    for text in ("", "[]", '{"at": 7}', '{"at": "x", "since": "y"}'):
        here.shared.store.rows.memories[""]["worker x"] = text
        await here.later(BEAT, one, two)
        assert "worker x" not in here.shared.store.rows.memories[""]
    await here.later(300, one, two)
    assert here.counts() == [3, 3]


def peer(name: str, serves: int, *could: str) -> Peer:
    return Peer(name, NOON - SETTLED, NOON, serves, could or SIX)


@pytest.mark.parametrize(
    ("me", "others", "to"),
    [
        (("b", 4), [("a", 2)], "a"),
        (("b", 4), [("a", 3)], None),
        (("b", 4), [("a", 1), ("c", 5)], None),
        (("b", 4), [("a", 1), ("c", 4)], None),
        (("b", 4), [("a", 4), ("c", 1)], "c"),
        (("b", 4), [("d", 1), ("c", 1)], "c"),
        (("b", 4), [], None),
    ],
)
def test_the_one_with_the_most_gives_to_the_one_with_the_fewest(
    me: tuple[str, int], others: list[tuple[str, int]], to: str | None
) -> None:
    found = taker(peer(*me), [peer(*one) for one in others])
    assert (None if found is None else found.worker) == to


def test_workers_that_could_not_serve_the_same_do_not_count() -> None:
    assert taker(peer("b", 4), [peer("a", 0, "bot0"), peer("c", 9, "bot1")]) is None


# --- real ones ----------------------------------------------------------------------------------


@dataclass(slots=True)
class Crew:
    """Services of one house with two networks, under a clock that is set by hand."""

    at: datetime = NOON
    networks: list[FakeNetwork] = field(init=False)
    shared: SharedMemory = field(init=False)
    stack: AsyncExitStack = field(default_factory=AsyncExitStack)

    def __post_init__(self) -> None:
        self.networks = [FakeNetwork(self.now, name=name) for name in ("bot0", "bot1")]
        self.shared = SharedMemory(self.now)

    def now(self) -> datetime:
        return self.at

    async def worker(self) -> Service:
        house = Desk(others={one.name: LIKE_TELEGRAM for one in self.networks}).house
        adapters = [one.adapter() for one in self.networks]
        service = Service(house, self.shared.worker(), adapters, self.now)
        return await self.stack.enter_async_context(service)

    async def until(self, there: Callable[[], bool]) -> None:
        async with asyncio.timeout(10):
            while not there():  # noqa: ASYNC110 - whoever of them it is
                await asyncio.sleep(0.001)

    async def beat(self, *services: Service) -> None:
        self.at += BEAT * SECOND
        for service in services:
            assert service.sharing is not None
            await service.sharing.beat()


@pytest.fixture
async def crew() -> AsyncIterator[Crew]:
    made = Crew()
    async with made.stack:
        yield made


def served(service: Service) -> list[str]:
    assert service.sharing is not None
    return [name for name in service.accounts if service.sharing.shifts.has(name)]


async def test_two_workers_share_two_networks_and_everybody_is_answered(crew: Crew) -> None:
    one, two = await crew.worker(), await crew.worker()
    await crew.beat(one, two)
    assert (served(one), served(two)) == (["bot0", "bot1"], [])
    crew.at += SETTLED
    for _ in range(5):
        await crew.beat(one, two)
        await crew.until(lambda: all(a.is_open == bool(a.does) for a in one.accounts.values()))
    assert (served(one), served(two)) == (["bot1"], ["bot0"])
    await crew.until(lambda: two.accounts["bot0"].is_open)
    for network in crew.networks:
        network.contact("ann")
        network.say("ann", "help")
    await crew.until(lambda: all(len(one.pages("@ann")) == 2 for one in crew.networks))
    assert isinstance(one.store, WorkersStore)
