"""An evening: a house with fake networks, in one process, under a clock that is set by hand.

Nothing here waits for time to pass: what is said is handled and shown before ``settle`` returns,
and what the clock has not reached yet does not happen.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Collection, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import partial
from random import Random
from typing import Final, Generic, Protocol, TypeAlias, TypeVar

from uno_chat.contract import Adapter, Store, Transaction
from uno_chat.coordinator import House, from_stored
from uno_chat.runtime import Service
from uno_chat.runtime.addresses import Bind
from uno_chat.runtime.listening import listening
from uno_chat.table import Table
from uno_chat.testing.fake_network import FakeNetwork
from uno_chat.testing.people import Person

DUSK: Final = datetime(2100, 1, 1, 18, tzinfo=UTC)
"""Far ahead, so that no alarm of a real clock is ever due."""


@dataclass(slots=True)
class Clock:
    """Shows what it was set to."""

    at: datetime = DUSK

    def __call__(self) -> datetime:
        return self.at

    async def wait(self, time: timedelta) -> None:
        """It is later at once."""
        self.at += time


class Watch(Protocol):
    """A clock that is set by hand or goes by itself."""

    def __call__(self) -> datetime:
        """What it shows."""

    async def wait(self, time: timedelta) -> None:
        """Return when it is later."""


class Network(Protocol):
    """A network that a house is open on."""

    def say(self, who: str, text: str, *, group: str | None = None) -> str:
        """A person says a line; the event's id."""

    async def all_taken(self, store: Store) -> None:
        """Wait until everything that people made has reached a store."""

    async def all_shown(self) -> bool:
        """Wait until people see everything that was delivered; whether one did something for it
        that the house should hear of.
        """


N = TypeVar("N", bound=Network)


@dataclass(frozen=True, slots=True)
class OpenHouse(Generic[N]):
    """A house that is open on a network."""

    network: N
    store: Store
    service: Service
    clock: Watch

    async def settle(self) -> None:
        """Until all that was said is handled, and all that is due is rung and shown."""
        while True:
            await self.network.all_taken(self.store)
            self.service.wake()
            await self.service.quiet()
            if not await self.network.all_shown():
                return

    async def later(self, wait: timedelta) -> None:
        """Let time pass."""
        await self.clock.wait(wait)
        await self.settle()

    async def say(self, who: str, *lines: str, group: str | None = None) -> None:
        """A person says lines, each when the one before is answered."""
        for text in lines:
            self.network.say(who, text, group=group)
            await self.settle()

    async def table(self, number: int) -> Table:
        """A table as it is stored."""
        stored = await self.store.transact(lambda tx: tx.table(number))
        assert stored is not None
        return from_stored(stored)

    async def play(
        self, people: Sequence[Person], luck: Random, until: Callable[[], bool], most: int = 5000
    ) -> int:
        """Let people act, one after the other, until something shows; returns how many acts.

        Where nobody is asked, time passes to the next alarm. Raises TimeoutError after ``most``.
        """
        for acts in range(most):
            if until():
                return acts
            asked = [person for person in people if person.asked]
            if asked:
                luck.choice(asked).act()
                await self.settle()
            else:
                await self.pass_time()
        raise TimeoutError(f"nothing came of {most} acts")

    async def pass_time(self) -> None:
        """Until something happens by itself; raises TimeoutError if nothing will."""
        due = await self.store.transact(partial(_due, self.service.accounts))
        if due is None:
            raise TimeoutError("nobody is asked and nothing is due")
        await self.later(max(timedelta(0), due - self.clock()))


Evening: TypeAlias = OpenHouse[FakeNetwork]


@dataclass(frozen=True, slots=True)
class Networks:
    """Fake networks of one house. People and groups of all but the first are called with the name
    of theirs in front ("irc:bo").
    """

    all: tuple[FakeNetwork, ...]

    def of(self, name: str) -> tuple[FakeNetwork, str]:
        """The network of a person or a group, and the name there."""
        network, _, own = name.rpartition(":")
        return next((one for one in self.all if one.name == network), self.all[0]), own

    def say(self, who: str, text: str, *, group: str | None = None) -> str:
        """A person says a line, in private or in a group; the event's id."""
        network, own = self.of(who)
        return network.say(own, text, group=group and self.of(group)[1])

    async def all_taken(self, store: Store) -> None:
        """Wait until everything that people made has reached a store."""
        for network in self.all:
            await network.all_taken(store)

    async def all_shown(self) -> bool:
        """Wait until people of all of them see everything that was delivered."""
        return any([await network.all_shown() for network in self.all])


def _due(networks: Collection[str], tx: Transaction) -> datetime | None:
    """When something happens by itself: an alarm, or what waits to be shown."""
    times = (tx.next_alarm(), tx.next_send(networks))
    return min((at for at in times if at is not None), default=None)


@asynccontextmanager
async def open_house(
    network: N,
    adapter: Adapter,
    store: Store,
    house: House,
    clock: Watch,
    at: Bind | None = None,
    others: Sequence[Adapter] = (),
) -> AsyncIterator[OpenHouse[N]]:
    """Open a house on any network, perhaps with ``others`` beside it; ``clock`` is also the
    network's, which calls us ``at``.
    """
    service = Service(house, store, [adapter, *others], clock, watches=False)
    async with AsyncExitStack() as stack:
        if at is not None:
            await stack.enter_async_context(listening(service.door, at))
        await stack.enter_async_context(service)
        yield OpenHouse(network, store, service, clock)


@asynccontextmanager
async def evening(
    network: FakeNetwork, store: Store, house: House, clock: Clock
) -> AsyncIterator[Evening]:
    """Open the house; ``clock`` is also the network's."""
    async with open_house(network, network.adapter(), store, house, clock) as one:
        yield one


@asynccontextmanager
async def evening_on(
    networks: Networks, store: Store, house: House, clock: Clock
) -> AsyncIterator[OpenHouse[Networks]]:
    """Open the house on all of them; ``clock`` is also theirs."""
    first, *others = (network.adapter() for network in networks.all)
    async with open_house(networks, first, store, house, clock, others=others) as one:
        yield one
