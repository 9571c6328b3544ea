"""What waiting tables cost: time to start, memory, and the pace of an action among them.

    python tests/benchmarks/waiting_tables.py [--tables 0,10000,100000] [--folder DIR]

Every table is in the middle of a round of four people and has a deadline tomorrow. A new process
starts the service over them, after an outage of an hour that they are made up for when they are
next looked at, and handles presses at some of them. The target:
ready within 2 s, and memory that does not grow, because waiting tables cost rows and not objects.
"""

from __future__ import annotations

import argparse
import asyncio
import multiprocessing
import resource
import time
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from functools import partial
from multiprocessing.connection import Connection
from pathlib import Path
from random import Random
from statistics import median
from tempfile import TemporaryDirectory
from typing import Final

from uno_chat import game
from uno_chat.contract import Alarm, Conversation, Private, Store, StoredTable, Transaction, User
from uno_chat.coordinator import House
from uno_chat.coordinator.outages import WATCHED
from uno_chat.coordinator.shelf import SCHEMA, to_text
from uno_chat.runtime import Service, utc_now
from uno_chat.table import (
    Deal,
    Join,
    Lines,
    Open,
    Outcome,
    Refused,
    Settings,
    Table,
    alarms,
    decide,
    open_table,
)
from uno_chat.testing.fake_network import LIKE_TELEGRAM, FakeNetwork
from uno_chat.views import Token, encode
from uno_chat_sql import plugin

PEOPLE: Final = 4
CROWD: Final = 4000
"""So many people sit at the tables, each at several."""
AT_ONCE: Final = 5000
"""Tables that are stored in one transaction."""
PRESSES: Final = 100
OUTAGE: Final = timedelta(hours=1)
MARK: Final = 777_777_770
"""Stands for the number of a table in the sample, and the numbers behind it for its people."""


def person(table: int, seat: int) -> int:
    """Who sits there: the number of a player."""
    return 1 + (table * PEOPLE + seat) % CROWD


@dataclass(frozen=True, slots=True)
class Sample:
    """A table that has just been dealt; all others are like it but for its number and people."""

    table: Table
    record: tuple[Lines, ...]

    @property
    def mover(self) -> int:
        """Which of the seats owes a decision."""
        assert self.table.play is not None
        return [seat.id for seat in self.table.seats].index(self.table.play.owner or "")

    @property
    def alarms(self) -> list[Alarm]:
        return [Alarm(wake.kind, wake.number, wake.due) for wake in alarms(self.table)]


def sample(now: datetime) -> Sample:
    """Table MARK; MARK + 1 and so on sit at it."""
    out = open_table(Open(MARK, MARK + 1, "P0", "a group", Settings()), now)
    for number in range(1, PEOPLE):
        out = done(decide(out.table, Join(MARK + 1 + number, f"P{number}"), now, b""))
    dealt = done(decide(out.table, Deal(MARK + 1), now, game.seed_from_int(1)))
    return Sample(dealt.table, dealt.record)


def done(out: Outcome | Refused) -> Outcome:
    assert isinstance(out, Outcome)
    return out


def people(tx: Transaction) -> None:
    tx.save_cursor(WATCHED, (utc_now() - OUTAGE).isoformat())
    for number in range(1, CROWD + 1):
        known = tx.remember_player(User("fake", f"p{number}"), f"P{number}", None)
        assert known.id == number


def fill(tx: Transaction, like: Sample, numbers: range) -> None:
    """Tables with all that the store keeps of each."""
    text, wakes = to_text(like.table), like.alarms
    for number in numbers:
        assert tx.new_table_id() == number
        room = Conversation("fake", f"g{number}")
        people = tuple(person(number, seat) for seat in range(PEOPLE))
        state = text.replace(f"{MARK}", f"{number}")
        for seat, one in enumerate(people, 1):
            state = state.replace(f"{MARK + seat}", f"{one}")
        tx.save_table(StoredTable(number, 1, SCHEMA, state, (room,), people, open=True))
        for part in like.record:
            tx.append_record(number, part.round_no, part.lines)
        tx.set_alarms(number, wakes)


async def filled(path: Path, count: int) -> float:
    """The seconds it took to store so many tables."""
    store = plugin(f"sqlite:///{path}")
    await store.open()
    began, like = time.perf_counter(), sample(utc_now())
    await store.transact(people)
    for first in range(1, count + 1, AT_ONCE):
        numbers = range(first, min(first + AT_ONCE, count + 1))
        await store.transact(partial(fill, like=like, numbers=numbers))
    await store.close()
    return time.perf_counter() - began


@dataclass(frozen=True, slots=True)
class Figures:
    """Seconds and megabytes; ``pace`` holds milliseconds from a press to the last message."""

    ready: float
    opened: float
    idle: float
    busy: float
    pace: tuple[float, ...]


def megabytes() -> float:
    """What this process holds in memory now."""
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * resource.getpagesize() / 2**20


def serve(path: Path, count: int, born: float, out: Connection) -> None:
    """A new process: start the service, press some buttons, send the figures."""
    out.send(asyncio.run(_serve(path, count, born)))


async def _serve(path: Path, count: int, born: float) -> Figures:
    able = replace(LIKE_TELEGRAM, private=Private.ALWAYS)
    network = FakeNetwork(utc_now, capabilities=able)
    store, adapter = plugin(f"sqlite:///{path}"), network.adapter()
    house = House({network.name: able}, lambda _table, _round: b"")
    began = time.perf_counter()
    async with Service(house, store, [adapter]) as service:
        opened = time.perf_counter() - began
        await service.quiet()
        ready, idle = time.time() - born, megabytes()
        pace = [await press(network, store, service, number) for number in chosen(count)]
        return Figures(ready, opened, idle, megabytes(), tuple(pace))


def chosen(count: int) -> list[int]:
    """Some of the tables."""
    return Random(1).sample(range(1, count + 1), min(PRESSES, count))


async def press(network: FakeNetwork, store: Store, service: Service, number: int) -> float:
    """Whoever is to move draws a card; the milliseconds until all is handled and shown."""
    who = f"p{person(number, sample(utc_now()).mover)}"
    cursor = network.name
    began = time.perf_counter()
    network.press_token(who, encode(Token(number, 1, "draw")), group=f"g{number}")
    said = str(len(network.log.texts()))
    while await store.transact(lambda tx: tx.cursor(cursor)) != said:  # noqa: ASYNC110 - no event says so
        await asyncio.sleep(0)
    await service.quiet()
    return (time.perf_counter() - began) * 1000


def measured(path: Path, count: int) -> Figures:
    spawn = multiprocessing.get_context("spawn")
    here, there = spawn.Pipe()
    process = spawn.Process(target=serve, args=(path, count, time.time(), there))
    process.start()
    figures: Figures = here.recv()
    process.join()
    return figures


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--tables", default="0,10000,100000")
    parser.add_argument("--folder", type=Path, help="on the disk that is to be measured")
    wanted = parser.parse_args()
    print(" tables  file MB  filled in s  service up s  process up s  idle MB  busy MB  press ms")
    for count in map(int, wanted.tables.split(",")):
        with TemporaryDirectory(dir=wanted.folder) as folder:
            path = Path(folder) / "house.db"
            seconds = asyncio.run(filled(path, count))
            run = measured(path, count)
            size = path.stat().st_size / 2**20
        pace = f"{median(run.pace):8.1f}" if run.pace else "       –"
        print(
            f"{count:7} {size:8.0f} {seconds:12.0f} {run.opened:13.2f} {run.ready:13.2f}"
            f" {run.idle:8.1f} {run.busy:8.1f}  {pace}"
        )


if __name__ == "__main__":
    main()
