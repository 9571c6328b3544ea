"""What pending deadlines cost: to start, in memory, to fire those that are due, and to do nothing.

    python tests/benchmarks/pending_deadlines.py [--pending 0,100000,1000000] [--due 1000]
        [--idle SECONDS] [--folder DIR]

So many tables wait for a deadline far away; as rows they are as small as can be, since nobody opens
them. Beside them some tables of four have a deadline that falls due at once. The cost should grow
with what is due and not with what waits.
"""

from __future__ import annotations

import argparse
import asyncio
import time
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final, Protocol

from uno_chat.contract import (
    Alarm,
    Conversation,
    Outgoing,
    OutKind,
    Private,
    Store,
    StoredTable,
    Transaction,
)
from uno_chat.coordinator import House, from_stored
from uno_chat.coordinator.shelf import SCHEMA
from uno_chat.runtime import Service, utc_now
from uno_chat.table import Table
from uno_chat.testing.crowd import (
    AT_ONCE,
    CROWD,
    Sample,
    fill,
    in_new_process,
    megabytes,
    people,
    sample,
)
from uno_chat.testing.fake_network import LIKE_TELEGRAM, FakeNetwork
from uno_chat_sql import plugin

YEAR: Final = timedelta(days=365)
EARLY: Final = timedelta(days=30)
"""How long before now the cards were dealt: by now all that is due is due."""


class Fill(Protocol):
    """Stores tables of these numbers."""

    def __call__(self, tx: Transaction, /, *, numbers: range) -> None: ...


@dataclass(slots=True)
class Clock:
    """Runs like any other, but so much behind."""

    behind: timedelta

    def __call__(self) -> datetime:
        return utc_now() - self.behind


@dataclass(frozen=True, slots=True)
class Figures:
    """Seconds and megabytes; ``idle`` is the share of a processor in percent."""

    opened: float
    memory: float
    idle: float
    fired: float
    ended: int


def far(tx: Transaction, *, numbers: range, due: datetime) -> None:
    """Tables that wait, as small as rows can be."""
    for number in numbers:
        assert tx.new_table_id() == number
        room = Conversation("fake", f"g{number}")
        tx.save_table(StoredTable(number, 1, SCHEMA, "{}", (room,), (1,), open=True))
        tx.set_alarms(number, [Alarm("deadline", 1, due)])


def near(tx: Transaction, *, numbers: range, like: Sample, now: datetime) -> None:
    """Tables whose turn is told to nobody yet."""
    fill(tx, like, numbers)
    for number in numbers:
        room = Conversation("fake", f"g{number}")
        shown = like.table.happened
        tx.queue(Outgoing(OutKind.SLOT, room, number, "table", revision=shown), now)


async def in_parts(store: Store, body: Fill, numbers: range) -> None:
    """Some at a time, each part in one transaction."""
    for first in range(numbers.start, numbers.stop, AT_ONCE):
        part = range(first, min(first + AT_ONCE, numbers.stop))
        await store.transact(partial(body, numbers=part))


async def filled(path: Path, pending: int, due: int) -> None:
    """A database with all of them."""
    store, now = plugin(f"sqlite:///{path}"), utc_now() - EARLY
    await store.open()
    await store.transact(people)
    await in_parts(store, partial(near, like=sample(now), now=now), range(1, due + 1))
    await in_parts(store, partial(far, due=now + YEAR), range(due + 1, due + pending + 1))
    await store.close()


def serve(path: Path, due: int, idle: float) -> Figures:
    """A new process: start, do nothing, let time be up for some."""
    return asyncio.run(_serve(path, due, idle))


async def _serve(path: Path, due: int, idle: float) -> Figures:
    clock = Clock(EARLY)
    able = replace(LIKE_TELEGRAM, private=Private.ALWAYS, per_account=None)
    network = FakeNetwork(clock, capabilities=able)
    store, adapter = plugin(f"sqlite:///{path}"), network.adapter()
    for number in range(1, due + 1):
        network.join(f"p{number % CROWD + 1}", f"g{number}")
    house = House({network.name: able}, lambda _table, _round: b"")
    began = time.perf_counter()
    async with Service(house, store, [adapter], clock, watches=False) as service:
        opened = time.perf_counter() - began
        await service.quiet()  # all are told of their turn
        cpu = time.process_time()
        await asyncio.sleep(idle)
        share = (time.process_time() - cpu) / idle * 100 if idle else 0.0
        memory = megabytes()
        before = len(network.shown)
        service.accounts[network.name].health.heard = clock() + YEAR  # somebody is there
        clock.behind = EARLY - timedelta(hours=30)
        began = time.perf_counter()
        service.wake()
        await service.quiet()
        fired = time.perf_counter() - began
        assert len(network.shown) > before or not due
        return Figures(opened, memory, share, fired, await _ended(store, due))


async def _ended(store: Store, due: int) -> int:
    """At how many tables the clock has ended a turn."""

    def body(tx: Transaction) -> list[Table]:
        found = (tx.table(number) for number in range(1, due + 1))
        return [from_stored(stored) for stored in found if stored is not None]

    tables = await store.transact(body)
    return sum(any(fact.code == "timed-out" for fact in one.happenings) for one in tables)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--pending", default="0,100000,1000000")
    parser.add_argument("--due", type=int, default=1000)
    parser.add_argument("--idle", type=float, default=20)
    parser.add_argument("--folder", type=Path, help="on the disk that is to be measured")
    wanted = parser.parse_args()
    print(" pending    due  file MB  service up s  idle MB  idle CPU %  fired in s  turns ended")
    for pending in map(int, wanted.pending.split(",")):
        with TemporaryDirectory(dir=wanted.folder) as folder:
            path = Path(folder) / "house.db"
            asyncio.run(filled(path, pending, wanted.due))
            size = path.stat().st_size / 2**20
            run = in_new_process(serve, path, wanted.due, wanted.idle)
        print(
            f"{pending:8} {wanted.due:6} {size:8.0f} {run.opened:13.2f} {run.memory:8.1f}"
            f" {run.idle:11.2f} {run.fired:11.2f} {run.ended:12}"
        )


if __name__ == "__main__":
    main()
