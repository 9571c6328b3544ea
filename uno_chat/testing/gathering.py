"""Matches in several groups, served by several workers over a PostgreSQL that may fail.

Whoever sits at the tables of a ``Gathering`` plays by what is shown, whatever happens meanwhile;
``mishaps`` is what does.
"""

from __future__ import annotations

import asyncio
import os
import time
from collections import Counter
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from random import Random
from typing import Final

from uno_chat.runtime import make_store
from uno_chat.testing.crew import ENDS, Crew, Job
from uno_chat.testing.fake_network import FakeNetwork
from uno_chat.testing.ledger import Stored, all_tables
from uno_chat.testing.people import Person
from uno_chat.testing.postgres import Cluster, Disk, Wire
from uno_chat.testing.socket_network import SocketNetworkServer

Groups = Mapping[str, tuple[str, ...]]
GROUPS: Final[Groups] = {
    "family": ("ann", "bob", "cat"),
    "club": ("cat", "dan", "eve"),
    "choir": ("cat", "ann"),
}
"""The first is on the first network, the second on the second, if there is one, and so on."""
PATIENCE: Final = 120.0
"""Seconds without any progress after which nothing is said to go on any more, as many times longer
as the machine has more to do than it can: whoever gets no time is slow and does not stand still.
"""
QUIET: Final = PATIENCE / 10
"""Seconds after which whatever disturbs has to pause, for workers that live no longer than they
take to begin get nothing done.
"""
ROUNDS: Final = 10
"""How much longer than PATIENCE nobody may be asked for anything, whatever else goes on."""
LOOKS: Final = 0.3
"""Seconds between two questions to the database. They are asked beside the loop, in which workers
are led to their database: where each question stopped it, a busy machine would stop them all.
"""
HASTE: Final = 2.5
"""Shifts are so much shorter, or most of the time would be waited for the next one; but no shorter
than a machine that is busy takes to renew them.
"""
OVER: Final = "won the match"
NOW: Final = "extract(epoch FROM clock_timestamp()) * 1000"
_LEFT: Final = (
    "SELECT '', (SELECT count(*) FROM inbox WHERE result IS NULL) + (SELECT count(*) FROM lane)"
    " UNION ALL SELECT account, cursor::int FROM cursor WHERE account IN ({}) ORDER BY 1"
)
"""How much waits in the database, and how much of what happened on each network was read."""
_DONE: Final = (
    "SELECT (SELECT count(*) FROM inbox), (SELECT count(result) FROM inbox),"
    " (SELECT max(id) FROM outbox), (SELECT count(*) FROM outbox), (SELECT count(*) FROM record)"
)
"""Changes with whatever is received, handled, decided, queued or settled."""


@dataclass(slots=True)
class Gathering:
    """One match in each group. The crew works in a ``database`` of the cluster by way of a wire;
    the server may lie on a ``disk`` of its own. ``did`` counts what went wrong, ``seen`` is when
    each thing that was shown on a network was seen at the latest.
    """

    cluster: Cluster
    database: str
    wire: Wire
    crew: Crew
    networks: Mapping[str, FakeNetwork]
    luck: Random
    groups: Groups
    disk: Disk | None = None
    people: list[Person] = field(default_factory=list)
    did: Counter[str] = field(default_factory=Counter)
    seen: dict[str, list[datetime]] = field(default_factory=dict)
    _shown: float = field(default_factory=time.monotonic)
    _asked: float = field(default_factory=time.monotonic)
    _moved: float = field(default_factory=time.monotonic)
    _looked: float = 0.0
    _done: list[list[str]] = field(default_factory=list)

    def look(self) -> None:
        """See what is new, and start those workers again that have ended."""
        for network in self.networks.values():
            seen = self.seen.setdefault(network.name, [])
            new = len(network.shown) - len(seen)
            seen += [datetime.now(UTC)] * new
            if new:
                self._shown = self._moved = time.monotonic()
        self.crew.look_after()

    def of(self, group: str) -> FakeNetwork:
        """The network that a group is on."""
        return list(self.networks.values())[list(self.groups).index(group) % len(self.networks)]

    @property
    def stands_still(self) -> bool:
        """Whether nothing was shown for long, or nothing that anybody has to answer."""
        now = time.monotonic()
        return now - self._shown > QUIET or now - self._asked > PATIENCE / 2

    async def pass_time(self) -> None:
        """A moment; raises TimeoutError when nothing has gone on for long."""
        await asyncio.sleep(0.01)
        self.look()
        quiet, now = time.monotonic() - self._moved, time.monotonic()
        if quiet > QUIET and now - self._looked > QUIET / 3:
            self._looked = now
            with suppress(RuntimeError):  # the server is away
                done = await asyncio.to_thread(self.rows, _DONE)
                if done != self._done:
                    self._done, self._moved = done, time.monotonic()
        if quiet > PATIENCE * _crowd():
            raise TimeoutError(f"nothing goes on for {quiet:.0f} seconds")

    def _wait_anew(self) -> None:
        self._shown = self._asked = self._moved = time.monotonic()

    def rows(self, question: str) -> list[list[str]]:
        """What the database answers, column by column."""
        answer = self.cluster.ask(question, database=self.database)
        return [line.split("|") for line in answer.splitlines()]

    async def until(self, what: str, there: Callable[[], object]) -> None:
        """Wait for something; raises TimeoutError."""
        self._wait_anew()
        while not there():
            try:
                await self.pass_time()
            except TimeoutError as late:
                raise TimeoutError(f"{what}: did not happen, {late}") from late

    async def sit_down(self) -> None:
        """All sit at their tables, with a computer at each, and are dealt."""
        for group, names in self.groups.items():
            network = self.of(group)
            for name in names:
                if not network.pages(f"@{name}"):
                    network.contact(name)
                await self.until(f"{name} is known", partial(network.pages, f"@{name}"))
        for number, (group, names) in enumerate(self.groups.items(), 1):
            network = self.of(group)
            network.say(names[0], "/new", group=group)
            await self.until("a table", partial(self._reads, group, names[0]))
            for name in names[1:]:
                network.say(name, "/join", group=group)
                await self.until("a guest", partial(self._reads, group, name))
            network.say(names[0], "/add easy", group=group)
            network.say(names[0], "/deal", group=group)
            self.people += [
                Person(network, name, f"{group} #{number}", Random(f"{self.luck} {name}"))
                for name in names
            ]

    def _reads(self, group: str, name: str) -> bool:
        return any(name in page.text for page in self.of(group).pages(group))

    async def play(self, moves: int = 0) -> None:
        """Until all matches are over, or that many moves were made; raises TimeoutError."""
        self._wait_anew()
        made, seen, asked = 0, -1, list[Person]()
        while not moves or made < moves:
            if asked or seen != self._showings:
                seen = self._showings
                if self.is_over:
                    return
                asked = [one for one in self.people if self._is_asked(one)]
                made += sum(map(len, [person.act() for person in asked]))
            if asked:
                self._asked = time.monotonic()
            await self.pass_time()
            if time.monotonic() - self._asked > ROUNDS * PATIENCE * _crowd():
                raise TimeoutError("nobody is asked any more")

    def _is_asked(self, person: Person) -> bool:
        return not self._is_over(group_of(person)) and person.asked

    @property
    def is_over(self) -> bool:
        """Whether all have read who won."""
        return all(map(self._is_over, self.groups))

    def _is_over(self, group: str) -> bool:
        return any(OVER in page.text for page in self.of(group).pages(group))

    @property
    def _showings(self) -> int:
        return sum(len(network.shown) for network in self.networks.values())

    async def rest(self) -> None:
        """Until all is read, handled and said; raises TimeoutError."""
        self._wait_anew()
        left = _LEFT.format(", ".join(f"'{name}'" for name in self.networks))
        while await asyncio.to_thread(self.rows, left) != [["", "0"], *self._happened]:
            await self.pass_time()
            await asyncio.sleep(LOOKS)

    @property
    def _happened(self) -> list[list[str]]:
        """As the cursors say it of which everything was read."""
        networks = sorted(self.networks.items())
        counts = [(name, len(network.log.texts())) for name, network in networks]
        return [[name, str(count)] for name, count in counts if count]

    async def go(self) -> list[str]:
        """All workers stop; what they leave behind and should not."""
        codes = await asyncio.to_thread(self.crew.stop)
        faults = [f"a worker ended with {code}" for code in codes if code not in ENDS]
        for what, left in {
            "session": "SELECT count(*) FROM pg_stat_activity WHERE usename = 'uno'",
            "shift": f"SELECT count(*) FROM shift WHERE until > {NOW}",  # noqa: S608 - our own words
            "lease": "SELECT count(*) FROM lane WHERE leased",
        }.items():
            if not await self._vanishes(left):
                faults.append(f"a {what} is left behind")
        return faults

    async def _vanishes(self, left: str) -> bool:
        end = time.monotonic() + PATIENCE * _crowd()
        while not await self._are_none(left):
            if time.monotonic() > end:
                return False
            await asyncio.sleep(LOOKS)
        return True

    async def _are_none(self, question: str) -> bool:
        return await asyncio.to_thread(self.rows, question) == [["0"]]

    async def stored(self) -> list[Stored]:
        """All tables as they are found now."""
        store = make_store(self.cluster.url(self.database))
        await store.open()
        try:
            return await store.transact(partial(all_tables, count=len(self.groups)))
        finally:
            await store.close()


@asynccontextmanager
async def gathered(
    cluster: Cluster,
    folder: Path,
    seed: int,
    groups: Groups,
    disk: Disk | None = None,
    *,
    networks: int = 1,
    haste: float = HASTE,
) -> AsyncIterator[Gathering]:
    """People who know each other, before there are tables or workers; nobody is left of them. What
    workers log is in the ``folder``.
    """
    names = ["fake", *(f"fake{number}" for number in range(2, networks + 1))]
    there = {name: FakeNetwork(lambda: datetime.now(UTC), name=name) for name in names}
    servers = {name: SocketNetworkServer(network) for name, network in there.items()}
    addresses = {name: await server.start() for name, server in servers.items()}
    wire, database = Wire(cluster.port), await asyncio.to_thread(cluster.database)
    await wire.start()
    url = cluster.url(database, port=wire.port)
    crew = Crew(Job(url, addresses, folder, seed, haste=haste))
    at = Gathering(cluster, database, wire, crew, there, Random(seed), groups, disk)
    try:
        yield at
    finally:
        at.look()
        crew.end()
        await wire.stop()
        for server in servers.values():
            await server.stop()


def _crowd() -> float:
    """How many want each core of this machine, one at least."""
    return max(1.0, os.getloadavg()[0] / (os.cpu_count() or 1))


def group_of(person: Person) -> str:
    """Where somebody plays."""
    return person.table.partition(" ")[0]
