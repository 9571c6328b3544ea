"""Many tables of one account that may call but seldom: who has to move hears of it first."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from functools import partial

from uno_chat import game
from uno_chat.contract import Transaction
from uno_chat.coordinator import BadSetting, House, agreed
from uno_chat.table import Settings
from uno_chat.testing.audit import page_faults
from uno_chat.testing.desk import Desk
from uno_chat.testing.evening import Clock, Evening, evening
from uno_chat.testing.fake_network import LIKE_MATRIX, FakeNetwork
from uno_chat.testing.faults import TooMany
from uno_chat.testing.memory_store import MemoryStore

TABLES = 20
STEP = timedelta(seconds=5)
"""How often the account may call once it has said all that it may at once."""


@dataclass(slots=True)
class House20:
    """Twenty tables of two, whose first one is to move; ``called`` is what was shown, and when."""

    one: Evening
    clock: Clock
    store: MemoryStore
    called: list[tuple[timedelta, str, str]] = field(default_factory=list)

    async def everybody_plays(self) -> datetime:
        """All who are to move do so in the same moment; when that was."""
        for number in range(1, TABLES + 1):
            hands = {f"a{number}": "R5 R6 B1", f"b{number}": "R7 R8 B2"}
            self.desk.lay(f"a{number}", "R4", hands, table=number)
        for number in range(1, TABLES + 1):
            self.one.network.say(f"a{number}", "r5")
        return self.one.clock()

    @property
    def desk(self) -> Desk:
        return Desk(rows=self.store.rows, now=self.one.clock())

    async def watch(self, begun: datetime, length: timedelta) -> None:
        """Let time pass, second by second, and note what is shown."""
        while self.one.clock() - begun < length:
            seen = len(self.one.network.shown)
            await self.one.settle()
            for showing in self.one.network.shown[seen:]:
                self.called.append((self.one.clock() - begun, showing.kind, showing.chat))
            self.clock.at += timedelta(seconds=1)


@asynccontextmanager
async def twenty() -> AsyncIterator[House20]:
    """They were dealt while nothing was counted."""
    clock, store = Clock(), MemoryStore()
    network = FakeNetwork(clock, capabilities=replace(LIKE_MATRIX, per_account=None))
    async with served(network, store, clock) as one:
        for number in range(1, TABLES + 1):
            for name in (f"a{number}", f"b{number}"):
                network.contact(name)
            await one.say(f"a{number}", "!uno new", group=f"room{number}")
            await one.say(f"b{number}", "!uno join", group=f"room{number}")
            await one.say(f"a{number}", "!uno deal", group=f"room{number}")
        rows = store
    network.capabilities = LIKE_MATRIX
    again = MemoryStore(rows.rows)
    async with served(network, again, clock) as one:
        yield House20(one, clock, again)


@asynccontextmanager
async def served(network: FakeNetwork, store: MemoryStore, clock: Clock) -> AsyncIterator[Evening]:
    agreement = agreed(Settings(), ("pace=1d", "hold=0s"))
    assert not isinstance(agreement, BadSetting)
    house = House(
        {network.name: network.capabilities}, lambda _, n: game.seed_from_int(n), agreement
    )
    async with evening(network, store, house, clock) as one:
        yield one


def faults_of(house: House20, tx: Transaction) -> list[str]:
    """Every page that does not show how its table stands now."""
    one = house.one
    tables = house.store.rows.tables.values()
    found = (
        page_faults(one.service.house, tx, one.network, table, one.clock()) for table in tables
    )
    return [fault for faults in found for fault in faults]


async def test_whoever_has_to_move_hears_of_it_before_anybody_looks_on() -> None:
    async with twenty() as house:
        begun = await house.everybody_plays()
        await house.watch(begun, timedelta(minutes=4))
        called = house.called
        assert len(called) == 2 * TABLES
        assert {chat for _, _, chat in called[:TABLES]} == {f"@b{n}" for n in range(1, TABLES + 1)}
        assert {chat for _, _, chat in called[TABLES:]} == {
            f"room{n}" for n in range(1, TABLES + 1)
        }
        told = [time for time, _, _ in called[:TABLES]]
        assert told == [timedelta(0)] * 10 + [STEP * n for n in range(1, 11)]
        # Those who look on leave room for whoever comes next, and that has to be saved up first.
        assert called[-1][0] <= STEP * (2 * TABLES - 10 + 5)
        assert await house.one.store.transact(partial(faults_of, house)) == []


async def test_a_table_that_goes_on_meanwhile_is_shown_once_as_it_is_in_the_end() -> None:
    async with twenty() as house:
        begun = await house.everybody_plays()
        await house.watch(begun, timedelta(seconds=20))
        house.one.network.say("b1", "r7")  # who was told in the first moment goes on playing
        await house.watch(begun, timedelta(minutes=5))
        shown = [s for s in house.one.network.shown if s.chat == "room1"]
        assert [kind for _, kind, chat in house.called if chat == "room1"] == ["edit"]
        assert "On top: red 7" in shown[-1].page.text
        answered = next(time for time, _, chat in house.called if chat == "@a1")
        assert answered <= timedelta(seconds=20) + 11 * STEP


async def test_a_network_that_takes_nothing_for_a_while_is_asked_once_and_then_step_by_step() -> (
    None
):
    async with twenty() as house:
        house.one.network.fail_writes(*[TooMany(timedelta(seconds=30))] * 16)
        begun = await house.everybody_plays()
        calls = house.one.network.calls.copy()
        await house.watch(begun, timedelta(seconds=29))
        refused = house.one.network.calls - calls
        assert refused["send"] + refused["edit"] <= 16  # those that were on their way already
        house.one.network.recover()
        await house.watch(begun, timedelta(minutes=5))
        times = [time for time, _, _ in house.called]
        assert times[:TABLES] == [timedelta(seconds=30) + STEP * n for n in range(TABLES)]
        assert len(times) == 2 * TABLES
