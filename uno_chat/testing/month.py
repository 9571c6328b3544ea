"""A house that lives through weeks with a town of people, and what breaks meanwhile.

The service is the real one, with its loops; only time is jumped over. What it leaves behind is held
against what people were shown.
"""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from random import Random
from typing import Final, cast

from uno_chat import game
from uno_chat.contract import Contacted, Delivery
from uno_chat.coordinator import House, from_stored
from uno_chat.runtime import Service
from uno_chat.runtime.alarm_clock import AlarmClock
from uno_chat.table import NOTICED, Phase, Table
from uno_chat.testing.audit import Record, record_faults, records_of
from uno_chat.testing.jumping import Wakes, now_since, run
from uno_chat.testing.memory_rows import Rows
from uno_chat.testing.memory_store import MemoryTransaction
from uno_chat.testing.mortal import Died, Fuse, MortalAdapter, MortalStore
from uno_chat.testing.reminded import Call, call_faults, call_in, day_faults
from uno_chat.testing.residents import ZONES, Resident
from uno_chat.testing.steady_store import SteadyStore
from uno_chat.testing.timekeeping import (
    Gap,
    Round,
    Turn,
    deeds,
    rounds,
    standing_faults,
    suspicions,
    turn_faults,
    turns,
)
from uno_chat.testing.town import NAME, Town, later, moments

START: Final = datetime(2026, 10, 12, 6, tzinfo=UTC)
"""The clocks of Europe change on the 25th, those of America on the 1st of November."""
BREAKS: Final = (
    (0.12, timedelta(minutes=1), False),
    (0.20, timedelta(minutes=1), True),
    (0.28, timedelta(minutes=30), False),
    (0.36, timedelta(minutes=30), True),
    (0.45, timedelta(hours=26), False),
    (0.70, timedelta(hours=26), True),
)
"""When (as a share of the whole time) and how long nothing works; whether only the network."""
_SEATED: Final = timedelta(hours=1)
_HOUR: Final = timedelta(hours=1)
_SEATS: Final = 4
_QUIET: Final = 600


@dataclass(frozen=True, slots=True)
class Plan:
    """One service with its tables and people. ``ghosts`` is the share of tables with somebody who
    is never seen again after a few answers; ``calm``: nothing breaks.
    """

    seed: int = 1
    tables: int = 25
    people: int = 75
    days: float = 28
    pace: str = "daily"
    ghosts: float = 0.2
    calm: bool = False
    start: datetime = START

    @property
    def end(self) -> datetime:
        """When it is over."""
        return self.start + timedelta(days=self.days)


@dataclass(slots=True)
class Report:
    """What came of it. ``ghostly`` are the first rounds of tables with somebody who is never seen
    again, ``plain`` those of all others.
    """

    counts: Counter[str] = field(default_factory=Counter)
    faults: list[str] = field(default_factory=list)
    plain: list[Round] = field(default_factory=list)
    ghostly: list[Round] = field(default_factory=list)


def lived(plan: Plan) -> Report:
    """Live through a plan and look back."""
    return run(_lived(plan))


async def _lived(plan: Plan) -> Report:
    luck = Random(plan.seed)
    town = Town(lambda: now_since(plan.start), Random(luck.random()))
    month = Month(plan, luck, town)
    month.settle()
    complaints = _Complaints()
    logging.getLogger("uno_chat").addHandler(complaints)
    try:
        await month.live()
    finally:
        logging.getLogger("uno_chat").removeHandler(complaints)
    report = month.report()
    report.faults += complaints.told
    return report


class _Complaints(logging.Handler):
    """What the service complains of; a network that is down is no reason."""

    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self.told: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.told.append(record.getMessage())


@dataclass(slots=True)
class Month:
    """A house, its town, and what breaks in it."""

    plan: Plan
    luck: Random
    town: Town
    rows: Rows = field(default_factory=Rows)
    gaps: list[Gap] = field(default_factory=list)
    haunted: dict[str, str] = field(default_factory=dict)
    counts: Counter[str] = field(default_factory=Counter)
    fuse: Fuse = field(default_factory=Fuse)
    calls: list[Call] = field(default_factory=list)
    _armed: bool = False

    # before it begins

    def settle(self) -> None:
        """People move in, sit down at tables and have cards dealt, all in the first hour."""
        for number in range(self.plan.people):
            zone = ZONES[number % len(ZONES)]
            name = f"P{number}"
            self._moves_in(Resident(name, zone, Random(self.luck.random())))
        places = [f"P{n % self.plan.people}" for n in range(self.plan.tables * _SEATS)]
        for number in range(self.plan.tables):
            seated = self._seated(number, places)
            later(timedelta(seconds=10 + 100 * number % 3000), self._opens, f"G{number}", seated)

    def _moves_in(self, one: Resident) -> None:
        """Somebody who opens the private chat, and says there where the clock is read."""
        self.town.people[one.name] = one
        later(timedelta(seconds=1), self.town.send, one.name, Contacted())
        later(timedelta(seconds=2), self.town.say, one.name, f"/zone {one.zone}")

    def _seated(self, number: int, places: list[str]) -> list[str]:
        """The people of a table; one of those at haunted tables is a ghost of its own."""
        people = list(dict.fromkeys(places[number * _SEATS : (number + 1) * _SEATS]))
        if (number + 1) * self.plan.ghosts // 1 == number * self.plan.ghosts // 1:
            return people
        ghost, zone = f"Ghost{number}", self.luck.choice(ZONES)
        stays = self.luck.randint(1, 3)
        self._moves_in(Resident(ghost, zone, Random(self.luck.random()), stays))
        self.haunted[f"G{number}"] = ghost
        return [*people[:-1], ghost]

    def _opens(self, group: str, people: list[str]) -> None:
        host, *others = people
        lines = [(host, f"/new pace={self.plan.pace}"), *((one, "/join") for one in others)]
        for place, (who, text) in enumerate(lines):
            later(timedelta(seconds=5 * place), self.town.say, who, text, group)
        later(timedelta(seconds=90), self.town.say, host, "/deal", group)

    # as it goes

    def now(self) -> datetime:
        """What time it is."""
        return now_since(self.plan.start)

    @property
    def house(self) -> House:
        """A house of this town, with a seed for every round."""
        return House({NAME: self.town.capabilities}, self._seed)

    def _seed(self, table: int, round_no: int) -> bytes:
        return game.seed_from_int(100_000 * self.plan.seed + table, round_no=round_no)

    async def live(self) -> None:
        """One life of the service after the other, until the end."""
        self.town.handed, self.town.brought = self._lights, self._hears
        self._visits()
        for at, length, network in sorted(self._stops()):
            if network:
                later(at - self.now(), self._cut, length)
            elif length or at > self.now():
                await self._life(at)
                await self._away(length)
        await self._life(self.plan.end, killed=False)

    def _stops(self) -> Iterator[tuple[datetime, timedelta, bool]]:
        """When something breaks, for how long, and whether it is the network."""
        if self.plan.calm:
            return
        for share, length, network in BREAKS:
            at = self.plan.start + share * timedelta(days=self.plan.days)
            yield at, length, network
        at = self.plan.start + _SEATED
        while at < self.plan.end - _HOUR:
            yield at + self.luck.random() * _HOUR, timedelta(0), False
            at += _HOUR

    def _cut(self, length: timedelta) -> None:
        now = self.now()
        self.gaps.append(Gap(now, now + length, long=True))
        self.counts["network outages"] += 1
        self.town.cut(down=True)
        later(length, lambda: self.town.cut(down=False))

    async def _away(self, length: timedelta) -> None:
        """Nobody serves for a while; a few seconds after a mere kill."""
        since = self.now()
        wait = length.total_seconds() or self.luck.uniform(0, 20)
        await asyncio.sleep(wait)
        self.gaps.append(Gap(since, self.now(), long=bool(length)))
        self.counts["outages" if length else "kills"] += 1

    async def _life(self, until: datetime, *, killed: bool = True) -> None:
        """A process, from its start until it is killed at some step after this time."""
        wait = (until - self.now()).total_seconds()
        if wait <= 0 and not killed:
            return
        self.fuse = Fuse()
        self.fuse.burnt = self.fuse.die
        service = Service(
            self.house,
            MortalStore(SteadyStore(self.rows), self.fuse),
            [MortalAdapter(self.town, self.fuse)],
            self.now,
        )
        service.clock = cast("AlarmClock", Wakes(service.clock.bells))
        async with service:
            failing = asyncio.create_task(service.failed())
            await asyncio.wait({failing}, timeout=max(wait, 0))
            if killed and not failing.done():
                await self._killed(failing)
        self._mourns()
        fault = failing.exception() if failing.done() else None
        if fault is not None and not isinstance(fault, Died):
            raise fault
        failing.cancel()

    async def _killed(self, failing: asyncio.Task[None]) -> None:
        """At some step after the next thing that arrives; if nothing does, at any."""
        self._armed = True
        await asyncio.wait({failing}, timeout=_QUIET)
        if not failing.done():
            self._lights()
            await asyncio.wait({failing})

    def _lights(self) -> None:
        if self._armed:
            self._armed = False
            self.fuse.length = self.fuse.steps + self.luck.randint(1, 25)

    def _hears(self, delivery: Delivery) -> None:
        """Reminders are known by their rows."""
        row = self.fuse.rows.pop(delivery.key, None)
        until = next(moments(delivery.document), None)
        call = None if row is None else call_in(row, self.now(), until)
        if call is not None:
            self.calls.append(call)

    def _mourns(self) -> None:
        """Reminders that were perhaps never sent by a process that died."""
        self.calls += filter(None, (call_in(row, None) for row in self.fuse.rows.values()))

    def _visits(self) -> None:
        """Between two rounds hosts send away whoever was never seen again."""
        later(6 * _HOUR, self._visits)
        for stored in self.rows.tables.values():
            table = from_stored(stored)
            ghost = next((s for s in table.present if s.name in self.haunted.values()), None)
            if table.phase is Phase.BETWEEN and ghost and ghost.awaited:
                host = next(s for s in table.seats if s.player == table.host)
                self.town.say(host.name, f"/#{table.id} kick {ghost.name}", table.title)

    # what came of it

    def report(self) -> Report:
        """What happened, and what must not have."""
        report = Report(self.counts + self.town.calls)
        report.counts["presses and lines"] = len(self.town.events)
        arrived = [waiting.row.arrival.at for waiting in self.rows.inbox.values()]
        queued = [waiting.at for waiting in self.rows.outbox.values()]
        late = [at for at in (*arrived, *queued) if at < self.now() - NOTICED]
        if late:
            report.faults.append(f"{len(late)} rows wait to be handled or shown since {late[0]}")
        if self.rows.cursors[NAME] != str(len(self.town.events)):
            report.faults.append(f"only {self.rows.cursors[NAME]} events were received")
        found = {
            number: records_of(MemoryTransaction(self.rows), number) for number in self.rows.tables
        }
        done = (deed for records in found.values() for deed in deeds(records))
        self.gaps += suspicions(deed.at for deed in done if deed.cause == "timeout")
        zones = {name: one.zone for name, one in self.town.people.items()}
        report.faults += day_faults(self.calls, zones)
        report.counts += Counter(f"{one.code} heard" for one in self.calls if one.at)
        for number, stored in self.rows.tables.items():
            self._looks_back(from_stored(stored), found[number], report)
        return report

    def _looks_back(self, table: Table, records: dict[int, Record], report: Report) -> None:
        done, found = deeds(records), rounds(records)
        report.faults += record_faults(table, records)
        told = list(turns(table, records, self.town.shown))
        pressed = self.town.presses(table.id)
        report.faults += turn_faults(table, told, pressed, self.gaps, self.now())
        report.faults += self._call_faults(table, told)
        report.faults += standing_faults(table, self.rows.alarms.get(table.id, ()), self.now())
        for name in ("player", "autopilot"):
            report.counts[f"turns by {name}"] += sum(d.cause == name and d.begins for d in done)
        report.counts["turns that ran out"] += sum(one.timeouts for one in found)
        report.counts["rounds won"] += sum(one.over is not None for one in found)
        first = report.ghostly if table.title in self.haunted else report.plain
        first += found[:1]

    def _call_faults(self, table: Table, told: Sequence[Turn]) -> Iterator[str]:
        calls = [one for one in self.calls if one.table == table.id]
        for turn in told:
            zone = self.town.people[turn.told[0].chat].zone
            yield from call_faults(turn, calls, self.gaps, zone)
