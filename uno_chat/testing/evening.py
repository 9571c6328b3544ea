"""An evening: a house with one fake network, in one process, under a clock that is set by hand.

Nothing here waits for time to pass: what is said is handled and shown before ``settle`` returns,
and what the clock has not reached yet does not happen.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from random import Random
from typing import Final

from uno_chat.contract import Store, Transaction
from uno_chat.coordinator import House, from_stored
from uno_chat.runtime import Service
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


@dataclass(frozen=True, slots=True)
class Evening:
    """A house that is open."""

    network: FakeNetwork
    store: Store
    service: Service
    clock: Clock

    async def settle(self) -> None:
        """Until all that was said is handled, and all that is due is rung and shown."""
        while not await self.store.transact(self._all_arrived):  # noqa: ASYNC110 - no event says so
            await asyncio.sleep(0)
        self.service.wake()
        await self.service.quiet()

    async def later(self, wait: timedelta) -> None:
        """Let time pass."""
        self.clock.at += wait
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
                await self._next_alarm()
        raise TimeoutError(f"nothing came of {most} acts")

    def _all_arrived(self, tx: Transaction) -> bool:
        said = len(self.network.log.texts())
        return not said or tx.cursor(self.network.name) == str(said)

    async def _next_alarm(self) -> None:
        due = await self.store.transact(lambda tx: tx.next_alarm())
        if due is None:
            raise TimeoutError("nobody is asked and nothing is due")
        await self.later(max(timedelta(0), due - self.clock.at))


@asynccontextmanager
async def evening(
    network: FakeNetwork, store: Store, house: House, clock: Clock
) -> AsyncIterator[Evening]:
    """Open the house; ``clock`` is also the network's."""
    async with Service(house, store, [network.adapter()], now=clock) as service:
        yield Evening(network, store, service, clock)
