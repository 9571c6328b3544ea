"""Matches in several groups, served by several workers over a PostgreSQL that may fail.

Whoever sits at the tables of a ``Gathering`` plays by what is shown, whatever happens meanwhile;
``mishaps`` is what does.
"""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from random import Random
from typing import Final

from uno_chat.runtime import make_store
from uno_chat.testing.crew import Crew, Job
from uno_chat.testing.fake_network import FakeNetwork
from uno_chat.testing.ledger import Stored, all_tables
from uno_chat.testing.people import Person
from uno_chat.testing.postgres import Cluster, Disk, Wire
from uno_chat.testing.socket_network import SocketNetworkServer

Groups = Mapping[str, tuple[str, ...]]
GROUPS: Final[Groups] = {"family": ("ann", "bob", "cat"), "club": ("cat", "dan", "eve")}
PATIENCE: Final = 120.0
"""Seconds after which something that should come is said not to come."""
HASTE: Final = 2.5
"""Shifts are so much shorter, or most of the time would be waited for the next one; but no shorter
than a machine that is busy takes to renew them.
"""
OVER: Final = "won the match"
NOW: Final = "extract(epoch FROM clock_timestamp()) * 1000"
_LEFT: Final = (
    "SELECT (SELECT count(*) FROM inbox WHERE result IS NULL) + (SELECT count(*) FROM lane)"
)


@dataclass(slots=True)
class Gathering:
    """One match in each group. The crew works in a ``database`` of the cluster by way of a wire;
    the server may lie on a ``disk`` of its own. ``did`` counts what went wrong, ``seen`` is when
    each thing that was shown was seen at the latest.
    """

    cluster: Cluster
    database: str
    wire: Wire
    crew: Crew
    network: FakeNetwork
    luck: Random
    groups: Groups
    disk: Disk | None = None
    people: list[Person] = field(default_factory=list)
    did: Counter[str] = field(default_factory=Counter)
    seen: list[datetime] = field(default_factory=list)
    _moved: float = field(default_factory=time.monotonic)

    def look(self) -> None:
        """See what is new, and start those workers again that have ended."""
        new = len(self.network.shown) - len(self.seen)
        self.seen += [datetime.now(UTC)] * new
        if new:
            self._moved = time.monotonic()
        self.crew.look_after()

    @property
    def stands_still(self) -> bool:
        """Whether nothing was shown for long: then whatever disturbs has to pause, as workers that
        live no longer than they take to begin get nothing done.
        """
        return time.monotonic() - self._moved > PATIENCE / 10

    def rows(self, question: str) -> list[list[str]]:
        """What the database answers, column by column."""
        answer = self.cluster.ask(question, database=self.database)
        return [line.split("|") for line in answer.splitlines()]

    async def until(self, what: str, there: Callable[[], object]) -> None:
        """Wait for something; raises TimeoutError."""
        end = time.monotonic() + PATIENCE
        while not there():
            if time.monotonic() > end:
                raise TimeoutError(f"{what}: did not happen; {self._last_words()}")
            await asyncio.sleep(0.01)
            self.look()

    def _last_words(self) -> str:
        log = self.crew.job.log
        return log.read_text("utf-8")[-2000:] if log.exists() else "nobody said anything"

    async def sit_down(self) -> None:
        """All sit at their tables, with a computer at each, and are dealt."""
        for name in dict.fromkeys(name for names in self.groups.values() for name in names):
            self.network.contact(name)
            await self.until(f"{name} is known", partial(self.network.pages, f"@{name}"))
        for number, (group, names) in enumerate(self.groups.items(), 1):
            self.network.say(names[0], "/new", group=group)
            await self.until("a table", partial(self._reads, group, names[0]))
            for name in names[1:]:
                self.network.say(name, "/join", group=group)
                await self.until("a guest", partial(self._reads, group, name))
            self.network.say(names[0], "/add easy", group=group)
            self.network.say(names[0], "/deal", group=group)
            self.people += [
                Person(self.network, name, f"{group} #{number}", Random(f"{self.luck} {name}"))
                for name in names
            ]

    def _reads(self, group: str, name: str) -> bool:
        return any(name in page.text for page in self.network.pages(group))

    async def play(self, moves: int = 0) -> None:
        """Until all matches are over, or that many moves were made; raises TimeoutError."""
        last, made = time.monotonic(), 0
        while not self.is_over and (not moves or made < moves):
            self.look()
            asked = [one for one in self.people if not self._is_over(group_of(one)) and one.asked]
            made += sum(map(len, [person.act() for person in asked]))
            if asked:
                last = time.monotonic()
            if time.monotonic() - last > PATIENCE:
                raise TimeoutError(f"nobody is asked any more; {self._last_words()}")
            await asyncio.sleep(0.01)

    @property
    def is_over(self) -> bool:
        """Whether all have read who won."""
        return all(map(self._is_over, self.groups))

    def _is_over(self, group: str) -> bool:
        return any(OVER in page.text for page in self.network.pages(group))

    async def rest(self) -> None:
        """Until all is handled and said; raises TimeoutError."""
        await self.until("all is said", lambda: self._are_none(_LEFT))

    async def go(self) -> list[str]:
        """All workers stop; what they leave behind and should not."""
        codes = await asyncio.to_thread(self.crew.stop)
        faults = [f"a worker ended with {code}" for code in codes if code]
        for what, left in {
            "session": "SELECT count(*) FROM pg_stat_activity WHERE usename = 'uno'",
            "shift": f"SELECT count(*) FROM shift WHERE until > {NOW}",  # noqa: S608 - our own words
            "lease": "SELECT count(*) FROM lane WHERE leased",
        }.items():
            try:
                await self.until(what, partial(self._are_none, left))
            except TimeoutError:
                faults.append(f"a {what} is left behind")
        return faults

    def _are_none(self, question: str) -> bool:
        return self.rows(question) == [["0"]]

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
    haste: float = HASTE,
) -> AsyncIterator[Gathering]:
    """People who know each other, before there are tables or workers; nobody is left of them. What
    workers log is in the ``folder``.
    """
    network, wire = FakeNetwork(lambda: datetime.now(UTC)), Wire(cluster.port)
    server, database = SocketNetworkServer(network), cluster.database()
    address = await server.start()
    await wire.start()
    url = cluster.url(database, port=wire.port)
    crew = Crew(Job(url, address, folder / "log", seed, haste=haste))
    at = Gathering(cluster, database, wire, crew, network, Random(seed), groups, disk)
    try:
        yield at
    finally:
        at.look()
        crew.end()
        await wire.stop()
        await server.stop()


def group_of(person: Person) -> str:
    """Where somebody plays."""
    return person.table.partition(" ")[0]
