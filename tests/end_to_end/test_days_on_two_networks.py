"""Days at tables on two networks, of which now one and now the other is down for a day: only the
people of that one are waited for, and nobody loses a turn to it.
"""

from __future__ import annotations

import asyncio
import re
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from random import Random
from typing import Final, cast

from uno_chat import game
from uno_chat.contract import Contacted, Delivery
from uno_chat.coordinator import House, from_stored
from uno_chat.runtime import Service
from uno_chat.runtime.alarm_clock import AlarmClock
from uno_chat.table import Table
from uno_chat.testing.audit import Record, record_faults, records_of
from uno_chat.testing.fake_network import LIKE_TELEGRAM
from uno_chat.testing.jumping import Wakes, now_since, run
from uno_chat.testing.memory_rows import Rows
from uno_chat.testing.memory_store import MemoryTransaction
from uno_chat.testing.residents import ZONES, Resident
from uno_chat.testing.steady_store import SteadyStore
from uno_chat.testing.timekeeping import (
    Deed,
    Gap,
    deeds,
    standing_faults,
    suspicions,
    turn_faults,
    turns,
)
from uno_chat.testing.town import Town, later
from uno_chat.views import as_text

START: Final = datetime(2026, 10, 12, 6, tzinfo=UTC)
SECOND, HOUR, DAY = timedelta(seconds=1), timedelta(hours=1), timedelta(days=1)
DAYS: Final = 5
TABLES: Final = 3
CUTS: Final = (("town", DAY + 7 * HOUR, 26 * HOUR), ("city", 3 * DAY + 7 * HOUR, 14 * HOUR))
"""Which network is down, when and how long."""
ABLE: Final = replace(LIKE_TELEGRAM, ranks=False)


def now() -> datetime:
    return now_since(START)


@dataclass(slots=True)
class Days:
    """Two networks, the people of tables that are on both, and what they were told in passing."""

    luck: Random = field(default_factory=lambda: Random(5))
    rows: Rows = field(default_factory=Rows)
    towns: dict[str, Town] = field(default_factory=dict)
    gaps: dict[str, list[Gap]] = field(default_factory=lambda: defaultdict(list))
    told: list[str] = field(default_factory=list)

    def begin(self) -> None:
        """Two people of each network sit down at each table, and cards are dealt."""
        for name in ("town", "city"):
            town = Town(now, Random(self.luck.random()), network=name, capabilities=ABLE)
            self.towns[name] = town
        for town in self.towns.values():
            town.brought = self._hears
        for number in range(TABLES):
            for place, town in enumerate(self.towns.values()):
                for one in range(2):
                    self._moves_in(town, f"P{number}{place}{one}", ZONES[number + place])
            host = f"P{number}00"
            opens = timedelta(minutes=1 + 10 * number)
            later(opens, self._home.say, host, "/new pace=24h", f"G{number}")
            later(opens + 5 * SECOND, self._home.say, f"P{number}01", "/join", f"G{number}")
            later(opens + 10 * SECOND, self._home.say, host, "/connect", f"G{number}")
            later(opens + 90 * SECOND, self._home.say, host, "/deal", f"G{number}")
        for name, at, length in CUTS:
            later(at, self._cut, name, length)

    @property
    def _home(self) -> Town:
        return self.towns["town"]

    def _moves_in(self, town: Town, name: str, zone: str) -> None:
        town.people[name] = Resident(name, zone, Random(self.luck.random()))
        later(SECOND, town.send, name, Contacted())
        later(2 * SECOND, town.say, name, f"/zone {zone}")

    def _hears(self, delivery: Delivery) -> None:
        """A host passes the code on to the other network, where all sit down."""
        text = as_text(delivery.document)
        self.told.append(text)
        found = re.search(r"/connect (\d+-\w+)", text)
        if found is None:
            return
        number, city = delivery.to.id[1:2], self.towns["city"]
        later(5 * SECOND, city.say, f"P{number}10", f"/connect {found[1]}", f"H{number}")
        for place in range(2):
            wait = (10 + 5 * place) * SECOND
            later(wait, city.say, f"P{number}1{place}", "/join", f"H{number}")

    def _cut(self, name: str, length: timedelta) -> None:
        self.gaps[name].append(Gap(now(), now() + length, long=True))
        self.towns[name].cut(down=True)
        later(length, lambda: self.towns[name].cut(down=False))

    async def live(self) -> None:
        """One process, all the while."""
        networks = {name: town.capabilities for name, town in self.towns.items()}
        house = House(networks, _seed)
        service = Service(house, SteadyStore(self.rows), [*self.towns.values()], now)
        service.clock = cast("AlarmClock", Wakes(service.clock.bells))
        async with service:
            await asyncio.sleep(DAYS * DAY.total_seconds())

    # what came of it

    def looks_back(self) -> Iterator[str]:
        """What must not have happened."""
        for stored in self.rows.tables.values():
            records = records_of(MemoryTransaction(self.rows), stored.id)
            table = from_stored(stored)
            yield from record_faults(table, records)
            yield from standing_faults(table, self.rows.alarms.get(table.id, ()), now())
            for name, town in self.towns.items():
                yield from self._turns(table, records, name, town)

    def _turns(
        self, table: Table, records: dict[int, Record], name: str, town: Town
    ) -> Iterator[str]:
        """The turns of the people of one network, held against the gaps of that one alone."""
        gaps = [*self.gaps[name], *self._suspected(name)]
        told = turns(table, records, town.shown)
        yield from turn_faults(table, told, town.presses(table.id), gaps, now())

    def _suspected(self, name: str) -> Iterator[Gap]:
        return suspicions(deed.at for deed in self.deeds(name) if deed.cause == "timeout")

    def deeds(self, name: str) -> Iterator[Deed]:
        """What people of a network did, or had done for them."""
        for stored in self.rows.tables.values():
            seats = {s.id for s in from_stored(stored).seats if s.name in self.towns[name].people}
            records = records_of(MemoryTransaction(self.rows), stored.id)
            yield from (deed for deed in deeds(records) if deed.seat in seats)


def _seed(table: int, round_no: int) -> bytes:
    return game.seed_from_int(table, round_no=round_no)


async def _lived() -> Days:
    days = Days()
    days.begin()
    await days.live()
    assert list(days.looks_back()) == []
    return days


def test_a_network_that_is_down_stops_the_turns_of_its_own_people_and_no_others() -> None:
    days = run(_lived())
    assert len(days.rows.tables) >= TABLES
    assert all(len(stored.rooms) == 2 for stored in days.rows.tables.values())
    for down, other in (("town", "city"), ("city", "town")):
        gap = days.gaps[down][0]
        during = [deed for deed in days.deeds(other) if gap.since < deed.at < gap.until]
        assert any(deed.cause == "player" for deed in during)
        assert not any(gap.since < deed.at < gap.until for deed in days.deeds(down))
        assert any(f"{down.title()} is not reached now." in text for text in days.told)
