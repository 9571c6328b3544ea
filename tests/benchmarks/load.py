"""How much workers do together, on each engine, beside the same writes by the plain driver.

    python tests/benchmarks/load.py [--tables 48] [--workers 1,2,4] [--folder DIR]

Four people at each table press their buttons as soon as their hands arrive, over networks of the
test without limits, one for each worker: received, handled, made into pages and delivered, as
``uno-chat run`` does it. Then again at half of the pace that was reached. Of one worker everything
that it writes is noted and repeated by sqlite3 or asyncpg, and everything that it asks of its store
is repeated by the store alone. PostgreSQL and SQLite write to a disk (--folder) and wait for it.

Seconds are those of the whole machine, so compare within one run only.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import shutil
import time
from collections import deque
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from itertools import count
from multiprocessing import get_context
from multiprocessing.queues import SimpleQueue
from multiprocessing.synchronize import Barrier
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from uno_chat.contract import Store
from uno_chat.runtime import Service, make_store, spare_what_is_there
from uno_chat.table import Table
from uno_chat.testing.postgres import Cluster, found, running
from uno_chat.testing.raw_writes import NUMBERED, Lane, by_asyncpg, by_sqlite, noted
from uno_chat.testing.repeated import MEASURED, Call, NotedStore, repeat
from uno_chat.testing.scripted import (
    Pace,
    ScriptedNetwork,
    Step,
    house,
    play_ahead,
    prepare,
)

_CONTEXT: Final = get_context("spawn")
NOTED: Final = 8
"""Tables of which the writes are noted: as many connections of the plain driver side by side."""
COLD: Final = 20
"""So many actions on each network are answered while connections are made, and statements said for
the first time: how long they take is left out.
"""
Transactions = list[list[Call]]
PATIENCE: Final = 600.0
"""Seconds that workers wait for each other."""


@dataclass(frozen=True, slots=True)
class Job:
    """What a worker is told: the lanes of each network that it serves, of all that there are."""

    url: str
    lanes: dict[str, dict[int, tuple[Step, ...]]]
    networks: tuple[str, ...]
    pace: float | None = None


@dataclass(frozen=True, slots=True)
class Done:
    """What a worker has done: the seconds of each action, but for the first ones; how many there
    were, the seconds of its processor, of the thread of its database, and of the clock; and how
    many calls it made.
    """

    took: tuple[float, ...]
    actions: int
    cpu: float
    database: float
    seconds: float
    calls: int


@dataclass(frozen=True, slots=True)
class Figures:
    """What all workers of a run have done; ``server`` are seconds of PostgreSQL's processors."""

    done: tuple[Done, ...]
    server: float = 0.0

    @property
    def took(self) -> list[float]:
        return sorted(second for one in self.done for second in one.took)

    @property
    def actions(self) -> int:
        return sum(one.actions for one in self.done)

    @property
    def rate(self) -> float:
        return self.actions / max(one.seconds for one in self.done)

    def at(self, share: float) -> float:
        """Milliseconds within which this share of the actions was done."""
        return self.took[round(share * (len(self.took) - 1))] * 1000

    def each(self, what: Callable[[Done], float]) -> float:
        """So much of something for an action."""
        return sum(map(what, self.done)) / self.actions

    @property
    def database(self) -> float:
        """Milliseconds of a processor that the database had for an action."""
        server = self.server / self.actions
        return (server or self.each(lambda one: one.database)) * 1000

    def __str__(self) -> str:
        return (
            f"{self.rate:9.0f} {self.at(0.5):7.1f} {self.at(0.99):7.1f}"
            f" {self.each(lambda one: one.cpu) * 1000:7.2f} {self.database:7.2f}"
            f" {self.each(lambda one: one.calls):6.1f}"
        )


# --- workers ------------------------------------------------------------------------------------


def work(job: Job, barrier: Barrier, told: SimpleQueue[Done]) -> None:
    """One worker: a process of its own."""
    told.put(asyncio.run(serve(job, partial(asyncio.to_thread, barrier.wait, PATIENCE))))


async def serve(job: Job, meet: Callable[[], Awaitable[object]]) -> Done:
    """Begin when all have begun, and go on until all have ended: it works for others, too."""
    paces = len(job.lanes)
    networks = [
        ScriptedNetwork(
            name,
            {table: deque(lane) for table, lane in lanes.items()},
            Pace(None if job.pace is None else job.pace / paces),
        )
        for name, lanes in job.lanes.items()
    ]
    store = make_store(job.url)
    async with Service(house(job.networks), store, networks, watches=False):
        spare_what_is_there()
        await meet()
        done = await played(store, networks)
        await meet()
    return done


async def played(store: Store, networks: Sequence[ScriptedNetwork]) -> Done:
    thread = await store.transact(lambda _: time.thread_time())
    cpu, began = time.process_time(), time.perf_counter()
    for one in networks:
        one.begin()
    for one in networks:
        await one.over.wait()
    seconds, cpu = time.perf_counter() - began, time.process_time() - cpu
    thread = await store.transact(lambda _: time.thread_time()) - thread
    took = tuple(second for one in networks for second in warm(one.took))
    actions = sum(len(one.took) for one in networks)
    return Done(took, actions, cpu, thread, seconds, sum(one.calls for one in networks))


def warm(took: Sequence[float]) -> Sequence[float]:
    """Without those that were cold."""
    return took[min(COLD, len(took) // 2) :]


def together(jobs: Sequence[Job], server: Cluster | None) -> Figures:
    """These workers at the same time."""
    barrier, told = _CONTEXT.Barrier(len(jobs) + 1), _CONTEXT.SimpleQueue()
    processes = [_CONTEXT.Process(target=work, args=(job, barrier, told)) for job in jobs]
    for one in processes:
        one.start()
    barrier.wait(PATIENCE)
    spent = -cpu_of(server)
    barrier.wait(PATIENCE)
    spent += cpu_of(server)
    done = tuple(told.get() for _ in jobs)
    for one in processes:
        one.join()
    return Figures(done, spent)


def cpu_of(server: Cluster | None) -> float:
    """Seconds that PostgreSQL's processes have had so far."""
    if server is None:
        return 0.0
    ticks = 0
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            words = stat.read_text().rpartition(")")[2].split()
        except OSError:
            continue
        if int(words[1]) == server.pid:
            ticks += int(words[11]) + int(words[12])
        if stat.parent.name == str(server.pid):
            ticks += sum(map(int, words[11:15]))
    return ticks / os.sysconf("SC_CLK_TCK")


# --- engines ------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Floor:
    """Actions in a second: of the plain driver that makes the same writes, and of our store that is
    asked the same again, reads and all.
    """

    driver: float
    store: float


@dataclass(slots=True)
class Engine:
    """A database with tables that have just been dealt, how to copy it, and the numbers that its
    last rows have.
    """

    copy: Callable[[], str]
    numbers: Callable[[str], dict[str, int]]
    networks: tuple[str, ...]
    server: Cluster | None = None
    dealt: list[tuple[str, Table]] = field(default_factory=list)

    def run(self, workers: int, most: int, pace: float | None = None) -> Figures:
        """The same tables for so many workers, each with its share of the networks."""
        lanes: dict[str, dict[int, tuple[Step, ...]]] = {name: {} for name in self.networks}
        for network, table in self.dealt:
            lanes[network][table.id] = tuple(play_ahead(table, most))
        url, share = self.copy(), None if pace is None else pace / workers
        shares = (self.networks[n::workers] for n in range(workers))
        return together(
            [Job(url, {name: lanes[name] for name in one}, self.networks, share) for one in shares],
            self.server,
        )

    def floor(self, most: int) -> Floor:
        """What the plain driver and our store do in a second of what one worker asks of them."""
        return asyncio.run(self._floor(most))

    async def _floor(self, most: int) -> Floor:
        actions, lanes, calls = await self._noted(most)
        url = self.copy()
        if self.server is None:
            driver = by_sqlite(file_of(url), [one for lane in lanes for one in lane.transactions])
            ours = await self._repeated([[one for lane in calls for one in lane]], len(calls))
        else:
            driver = await by_asyncpg(plain(url), lanes)
            ours = await self._repeated(calls)
        return Floor(actions * MEASURED / driver, actions * MEASURED / ours)

    async def _repeated(self, calls: Sequence[Transactions], at_once: int = 1) -> float:
        """The seconds of our store, on a copy for each lane: rows get the numbers they had."""
        stores = [make_store(self.copy()) for _ in calls]
        for one in stores:
            await one.open()
        seconds = await repeat(list(zip(stores, calls, strict=True)), at_once)
        for one in stores:
            await one.close()
        return seconds

    async def _noted(self, most: int) -> tuple[int, list[Lane], list[Transactions]]:
        """What one worker does, of one table after the other; how many actions that are."""
        network, url = ScriptedNetwork(self.networks[0]), self.copy()
        lanes, calls, store = list[Lane](), list[Transactions](), NotedStore(make_store(url))
        mine = [table for name, table in self.dealt if name == network.network][:NOTED]
        async with Service(house(self.networks), store, [network]) as service:
            await service.quiet()
            for table in mine:
                lane = Lane(self.numbers(url))
                network.over.clear()
                network.lanes = {table.id: deque(play_ahead(table, most))}
                store.transactions = []
                with noted() as lane.transactions:
                    network.begin()
                    await network.over.wait()
                    await service.quiet()
                lanes.append(lane)
                calls.append(store.transactions)
        return len(network.took), lanes, calls


def file_of(url: str) -> Path:
    return Path(url.removeprefix("sqlite:///"))


def plain(url: str) -> str:
    return url.replace("+asyncpg", "")


@contextmanager
def on_sqlite(folder: Path, networks: tuple[str, ...], tables: int) -> Iterator[Engine]:
    first, names = f"sqlite:///{folder}/first.db", count()
    dealt = asyncio.run(prepare(first, networks, tables))

    def copy() -> str:
        place = folder / f"{next(names)}.db"
        shutil.copy(file_of(first), place)
        return f"sqlite:///{place}"

    yield Engine(copy, lambda _: {}, networks, dealt=dealt)


@contextmanager
def on_postgres(networks: tuple[str, ...], tables: int) -> Iterator[Engine]:
    programs = found()
    assert programs is not None, "PostgreSQL is not installed"
    with running(programs, safe=True) as server:
        first = server.database()
        dealt = asyncio.run(prepare(server.url(first), networks, tables))

        def copy() -> str:
            return server.url(server.database(first))

        def numbers(url: str) -> dict[str, int]:
            ask = partial(server.ask, database=url.rpartition("/")[2])
            return {one: int(ask(f"SELECT last_value FROM {one}_id_seq")) for one in NUMBERED}

        yield Engine(copy, numbers, networks, server, dealt)


def measured(name: str, engine: Engine, counts: Sequence[int], most: int) -> None:
    floor = engine.floor(most)
    for workers in counts:
        full = engine.run(workers, most)
        half = engine.run(workers, most, full.rate / 2)
        print(
            f"{name:10} {workers:7} {full} | {half.at(0.5):7.1f} {half.at(0.99):7.1f}"
            f" | {floor.driver:7.0f} {floor.store:7.0f} {floor.store / floor.driver:6.0%}"
            f" {full.rate / floor.driver:6.0%}",
            flush=True,
        )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--tables", type=int, default=48)
    parser.add_argument("--actions", type=int, default=25, help="at each table, at the most")
    parser.add_argument("--workers", default="1,2,4")
    parser.add_argument("--engines", default="sqlite,postgres")
    parser.add_argument("--folder", type=Path, help="of SQLite, on the disk to be measured")
    wanted = parser.parse_args()
    counts = [int(number) for number in wanted.workers.split(",")]
    networks = tuple(f"n{number}" for number in range(max(counts)))
    print(
        "engine     workers actions/s  p50 ms  p99 ms  CPU ms   db ms  calls | at half of it:"
        " p50 p99 ms | driver/s store/s  share of it, of all"
    )
    if "sqlite" in wanted.engines:
        with (
            TemporaryDirectory(dir=wanted.folder) as folder,
            on_sqlite(Path(folder), networks, wanted.tables) as engine,
        ):
            measured("SQLite", engine, [1], wanted.actions)
    if "postgres" in wanted.engines:
        with on_postgres(networks, wanted.tables) as engine:
            measured("PostgreSQL", engine, counts, wanted.actions)


if __name__ == "__main__":
    main()
