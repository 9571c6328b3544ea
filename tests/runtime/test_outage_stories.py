"""Stories of a house that stops and comes back: nobody loses a turn, nothing happens twice.

The clock is set by hand and the house watches, so each leap of it is an outage.
"""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import timedelta

import pytest

from uno_chat.contract import Transaction
from uno_chat.coordinator import House, from_stored
from uno_chat.coordinator.outages import caught_up
from uno_chat.runtime import Service
from uno_chat.table import PauseReason, Table
from uno_chat.testing.desk import NET, Desk
from uno_chat.testing.evening import Clock, Evening, OpenHouse, evening
from uno_chat.testing.fake_network import LIKE_TELEGRAM, FakeNetwork
from uno_chat.testing.faults import TooMany
from uno_chat.testing.memory_store import MemoryStore

MINUTE = timedelta(minutes=1)
HOUR = timedelta(hours=1)
STEP = timedelta(seconds=10)


class Town:
    """A network, a store and a clock, which outlive any house on them."""

    def __init__(self) -> None:
        self.clock = Clock()
        self.network = FakeNetwork(self.clock)
        self.store = MemoryStore()
        self.house = House({NET: LIKE_TELEGRAM}, Desk().house.seeds)

    @asynccontextmanager
    async def watched(self) -> AsyncIterator[Evening]:
        """A house that watches."""
        adapter = self.network.adapter()
        async with Service(self.house, self.store, [adapter], self.clock) as service:
            yield OpenHouse(self.network, self.store, service, self.clock)

    async def deal(self, pace: str) -> None:
        """Three people sit at a table at this pace; Ann or another is to move."""
        async with evening(self.network, self.store, self.house, self.clock) as one:
            for who in ("ann", "bob", "cat"):
                self.network.contact(who)
            await one.say("ann", f"/new pace={pace} hold=0s tie=0s", group="family")
            await one.say("bob", "/join", group="family")
            await one.say("cat", "/join", group="family")
            await one.say("ann", "/deal", group="family")
            await one.say("ann", "red")  # a Wild opened the round


@pytest.fixture
def town() -> Town:
    """Before anything happened."""
    return Town()


def owner(table: Table) -> str:
    """Who is to move, by the network's name."""
    assert table.play is not None
    assert table.play.owner is not None
    return table.seat(table.play.owner).name.lower()


def timeouts(table: Table) -> int:
    """How many turns the clock has ended."""
    return sum(fact.code == "timed-out" for fact in table.happenings)


async def lives(one: Evening, time: timedelta) -> None:
    """Time passes while the house looks at the clock all the while."""
    for _ in range(int(time / STEP)):
        await one.later(STEP)


@pytest.mark.reported("T29")
async def test_a_move_that_was_sent_in_time_counts_although_we_were_away(town: Town) -> None:
    await town.deal("10m")
    async with town.watched() as one:
        await lives(one, 2 * MINUTE)
        before = await one.table(1)
    town.clock.at += 7 * MINUTE
    town.network.say(owner(before), "draw")
    town.clock.at += 23 * MINUTE
    async with town.watched() as one:
        await one.settle()
        table = await one.table(1)
        assert timeouts(table) == 0
        assert table.happened > before.happened
        assert any(fact.code == "drew" and fact.cause == "player" for fact in table.happenings)


@pytest.mark.reported("70", "G1", "T27")
@pytest.mark.parametrize("restarts", [True, False])
async def test_ten_minutes_away_cost_nobody_a_turn_in_a_day_a_turn(
    town: Town, *, restarts: bool
) -> None:
    await town.deal("24h")
    table = await _away(town, 20 * MINUTE, restarts=restarts)
    assert table.play is not None
    assert table.play.clock.deadline is not None
    assert timeouts(table) == 0
    assert table.play.clock.deadline - town.clock.at > 23 * HOUR + 50 * MINUTE


@pytest.mark.reported("T13")
async def test_a_blitz_waits_for_its_people_after_we_were_away(town: Town) -> None:
    await town.deal("blitz")
    table = await _away(town, 10 * MINUTE, restarts=True)
    assert (timeouts(table), [p.reason for p in table.pauses]) == (0, [PauseReason.OUTAGE])
    async with town.watched() as one:
        await lives(one, 6 * MINUTE)
        assert timeouts(await one.table(1)) == 0
        await one.say(owner(table), "draw")
        table = await one.table(1)
        assert table.pauses == ()


async def test_more_than_a_day_away_leaves_half_a_day_at_least(town: Town) -> None:
    await town.deal("24h")
    async with town.watched() as one:
        town.network.say("ann", "hand")
        await one.settle()
    async with evening(town.network, town.store, town.house, town.clock) as one:
        await one.later(23 * HOUR)
    async with town.watched() as one:
        one.service.watch.looked = town.clock.at  # as if it had watched this day
        await one.settle()
    table = await _away(town, 26 * HOUR, restarts=True)
    assert table.play is not None
    assert table.play.clock.deadline is not None
    assert timeouts(table) == 0
    assert table.play.clock.deadline - town.clock.at >= 12 * HOUR - MINUTE


async def _away(town: Town, time: timedelta, *, restarts: bool) -> Table:
    """Nobody looks for so long; then somebody does. The table as its next page would show it."""
    async with town.watched() as one:
        await lives(one, MINUTE)
        if not restarts:
            town.clock.at += time
            await lives(one, MINUTE)
            await one.say("ann", "hand")
            return await _seen(one)
    town.clock.at += time
    async with town.watched() as one:
        await one.settle()
        await one.say("ann", "hand")
        return await _seen(one)


async def _seen(one: Evening) -> Table:
    """The table made up for what was missed, whether or not that is saved by now."""

    def body(tx: Transaction) -> Table:
        stored = tx.table(1)
        assert stored is not None
        return caught_up(tx, from_stored(stored), one.clock())

    return await one.store.transact(body)


@pytest.mark.reported("T27")
async def test_no_strike_is_given_in_the_first_minutes(town: Town) -> None:
    await town.deal("1m")
    async with town.watched() as one:
        await lives(one, 5 * MINUTE)
        table = await one.table(1)
        assert timeouts(table) > 0
        assert sum(seat.strikes for seat in table.seats) == 0


@pytest.mark.reported("T29")
async def test_while_the_network_fails_no_turn_ends(town: Town) -> None:
    await town.deal("1m")
    async with town.watched() as one:
        account = one.service.accounts[NET]
        account.health.fails(town.clock.at)
        town.network.fail_pulls(*[TooMany(timedelta(seconds=1))] * 3)
        await lives(one, 5 * MINUTE)
        assert timeouts(await one.table(1)) == 0


async def test_a_clock_that_is_set_back_ends_nothing_twice(town: Town) -> None:
    await town.deal("1m")
    async with town.watched() as one:
        await lives(one, 90 * timedelta(seconds=1))
        before = timeouts(await one.table(1))
        assert before > 0
        town.clock.at -= 2 * HOUR
        await one.settle()
        assert timeouts(await one.table(1)) == before
