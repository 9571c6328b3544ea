"""How long an action takes from its envelope to the outbox, on SQLite, beside plain sqlite3.

    python tests/benchmarks/actions.py [--actions 600] [--tables 1,8,32] [--folder DIR]

An action is a press of a button: received in one transaction, handled in a second one, both synced
to the disk. Every table has one on its way all the time. The floor is the sqlite3 module alone,
doing the same writes to a copy of the same file: what no program over SQLite can beat. Nothing is
sent meanwhile.
"""

from __future__ import annotations

import argparse
import asyncio
import shutil
import sqlite3
import time
from collections import deque
from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Final

from uno_chat import game
from uno_chat.contract import (
    Batch,
    Contacted,
    Conversation,
    Envelope,
    Event,
    Pressed,
    Said,
    Store,
    User,
)
from uno_chat.coordinator import BadSetting, House, agreed, from_stored
from uno_chat.runtime.receiving import keep
from uno_chat.runtime.working import Did, Worker
from uno_chat.table import Act, AtTable, Phase, Ready, Refused, Settings, Table, decide
from uno_chat.testing.fake_network import LIKE_TELEGRAM
from uno_chat.testing.raw_writes import Write, noted
from uno_chat.views import Token, encode, words_of
from uno_chat_sql import plugin

PEOPLE: Final = 4
NOW: Final = datetime(2100, 1, 1, tzinfo=UTC)


def seeds(table: int, round_no: int) -> bytes:
    return game.seed_from_int(table, round_no=round_no)


def house() -> House:
    settings = agreed(Settings(), ("hold=0s", "tie=0s"))
    assert not isinstance(settings, BadSetting)
    return House({"fake": LIKE_TELEGRAM}, seeds, settings)


def envelope(number: int, who: str, what: Event, group: str | None = None) -> Envelope:
    place = Conversation("fake", group or f"@{who}")
    user = User("fake", who)
    return Envelope(f"e{number}", NOW, user, who, place, group is None, what, title=group or "")


@dataclass(slots=True)
class Desk:
    """Takes envelopes in and works them off, as the service does, and measures each."""

    store: Store
    worker: Worker
    on_their_way: deque[tuple[float, asyncio.Future[None]]] = field(default_factory=deque)
    took: list[float] = field(default_factory=list)
    bell: asyncio.Event = field(default_factory=asyncio.Event)

    async def hand_in(self, one: Envelope) -> None:
        """Until it is handled. Arrivals are committed and handled in the order of these calls."""
        done = asyncio.get_running_loop().create_future()
        self.on_their_way.append((time.perf_counter(), done))
        batch = Batch((one,), one.id)
        await self.store.transact(lambda tx: keep(tx, "fake", batch, NOW))
        self.bell.set()
        await done

    async def work(self) -> None:
        while True:
            self.bell.clear()
            if await self.worker.step() is Did.SOMETHING:
                began, done = self.on_their_way.popleft()
                self.took.append(time.perf_counter() - began)
                done.set_result(None)
                self.bell.set()
            await self.bell.wait()

    async def hand_in_all(self, lanes: Sequence[Sequence[Envelope]]) -> float:
        """Each lane one after the other, the lanes side by side; returns the seconds."""
        working = asyncio.create_task(self.work())
        began = time.perf_counter()
        await asyncio.gather(*(self._hand_in_lane(lane) for lane in lanes))
        seconds = time.perf_counter() - began
        working.cancel()
        return seconds

    async def _hand_in_lane(self, lane: Sequence[Envelope]) -> None:
        for one in lane:
            await self.hand_in(one)


def desk(store: Store) -> Desk:
    return Desk(store, Worker(house(), store, lambda: NOW, lambda _: None))


def settling(table: int, number: int) -> list[Envelope]:
    """Four people sit down at a table of their own and are dealt."""
    names, group = [f"p{table}x{n}" for n in range(PEOPLE)], f"g{table}"
    says: list[tuple[str, Event, str | None]] = [
        *((name, Contacted(), None) for name in names),
        (names[0], Said("/new"), group),
        *((name, Said("/join"), group) for name in names[1:]),
        (names[0], Said("/deal"), group),
    ]
    return [envelope(number + n, who, what, place) for n, (who, what, place) in enumerate(says)]


async def prepare(path: Path, tables: int) -> list[Table]:
    """A database with tables that have just been dealt."""
    store = plugin(f"sqlite:///{path}")
    await store.open()
    one = desk(store)
    for table in range(tables):
        await one.hand_in_all([settling(table, -1000 * (table + 1))])
    stored = await store.transact(lambda tx: [tx.table(n + 1) for n in range(tables)])
    await store.close()
    return [from_stored(row) for row in stored if row is not None]


def play_ahead(table: Table, count: int, first: int, names: dict[int, str]) -> Iterator[Envelope]:
    """So many actions at a table, played without a database."""
    luck = Random(table.id)
    for number in range(first, first + count):
        by, words, decision, command = next_action(table, luck)
        out = decide(table, command, NOW, seeds(table.id, table.rounds + 1))
        assert not isinstance(out, Refused)
        table = out.table
        token = encode(Token(table.id, decision, words))
        yield envelope(number, names[by], Pressed(token, None, f"ack{number}"))


def next_action(table: Table, luck: Random) -> tuple[int, str, int | None, AtTable]:
    """Who presses what: a legal move, or being ready for the next round."""
    play = table.play
    if play is None or play.owner is None or table.phase is not Phase.PLAYING:
        (by, *_) = (s.player for s in table.seats if s.player is not None and not s.ready)
        return by, "ready", None, Ready(by)
    by = table.seat(play.owner).player or 0
    moves = game.choices(play.round, play.order.index(play.owner))
    move = luck.choice([*(m for m in moves if isinstance(m, game.Play)), *moves[-1:]])
    return by, words_of(move), play.clock.number, Act(by, move, play.clock.number)


@dataclass(frozen=True, slots=True)
class Figures:
    """What one run took: seconds of the clock and of the processor, and of each action."""

    seconds: float
    cpu: float
    took: tuple[float, ...]

    def at(self, share: float) -> float:
        """Milliseconds within which this share of the actions was done."""
        return sorted(self.took)[round(share * (len(self.took) - 1))] * 1000


async def ours(path: Path, lanes: list[list[Envelope]]) -> Figures:
    store = plugin(f"sqlite:///{path}")
    await store.open()
    one, cpu = desk(store), time.process_time()
    seconds = await one.hand_in_all(lanes)
    cpu = time.process_time() - cpu
    await store.close()
    return Figures(seconds, cpu, tuple(one.took))


def floor(path: Path, transactions: list[list[Write]], actions: int) -> Figures:
    """The same writes by the sqlite3 module; an action is as many transactions as with us."""
    share = len(transactions) / actions
    took, cpu, began = [], time.process_time(), time.perf_counter()
    with closing(sqlite3.connect(path, isolation_level=None, cached_statements=512)) as db:
        for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON"):
            db.execute(f"PRAGMA {pragma}")
        for writes in transactions:
            start = time.perf_counter()
            db.execute("BEGIN IMMEDIATE")
            for write in writes:
                (db.executemany if write.many else db.execute)(write.text, write.values).fetchall()
            db.execute("COMMIT")
            took.append((time.perf_counter() - start) * share)
        seconds = time.perf_counter() - began
    return Figures(seconds, time.process_time() - cpu, tuple(took))


async def compare(folder: Path, tables: int, actions: int) -> tuple[Figures, Figures]:
    """Three times the same: once for the clock, once to see the writes, once without us."""
    path = folder / f"{tables}.db"
    dealt = await prepare(path, tables)
    copies = [path.with_suffix(f".{n}.db") for n in range(2)]
    for copy in copies:
        shutil.copy(path, copy)
    each = actions // tables
    lanes = []
    for place, table in enumerate(dealt):
        names = {seat.player: seat.name for seat in table.seats if seat.player is not None}
        lanes.append(list(play_ahead(table, each, place * each, names)))
    measured = await ours(path, lanes)
    with noted() as transactions:
        await ours(copies[0], lanes)
    return measured, floor(copies[1], transactions, each * tables)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--actions", type=int, default=640)
    parser.add_argument("--tables", default="1,8,32")
    parser.add_argument("--folder", type=Path, help="on the disk that is to be measured")
    wanted = parser.parse_args()
    print("tables  actions/s  p50 ms  p99 ms  CPU ms | floor/s  p50 ms  p99 ms  CPU ms | share")
    for tables in map(int, wanted.tables.split(",")):
        with TemporaryDirectory(dir=wanted.folder) as folder:
            us, plain = asyncio.run(compare(Path(folder), tables, wanted.actions))
        count = len(us.took)
        rates = [count / run.seconds for run in (us, plain)]
        cells = [
            f"{rate:9.0f} {run.at(0.5):7.1f} {run.at(0.99):7.1f} {run.cpu / count * 1000:7.2f}"
            for rate, run in zip(rates, (us, plain), strict=True)
        ]
        print(f"{tables:6} {cells[0]} |{cells[1]} | {rates[0] / rates[1]:5.0%}")


if __name__ == "__main__":
    main()
