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
import time
from dataclasses import dataclass, replace
from datetime import timedelta
from functools import partial
from pathlib import Path
from random import Random
from statistics import median
from tempfile import TemporaryDirectory
from typing import Final

from uno_chat.contract import Private, Store, Transaction
from uno_chat.coordinator import House
from uno_chat.coordinator.outages import WATCHED
from uno_chat.runtime import Service, utc_now
from uno_chat.testing.crowd import AT_ONCE, fill, in_new_process, megabytes, people, person, sample
from uno_chat.testing.fake_network import LIKE_TELEGRAM, FakeNetwork
from uno_chat.views import Token, encode
from uno_chat_sql import plugin

PRESSES: Final = 100
OUTAGE: Final = timedelta(hours=1)


def _away(tx: Transaction) -> None:
    """As if nobody had watched for an hour."""
    tx.save_cursor(WATCHED, (utc_now() - OUTAGE).isoformat())


async def filled(path: Path, count: int) -> float:
    """The seconds it took to store so many tables."""
    store = plugin(f"sqlite:///{path}")
    await store.open()
    began, like = time.perf_counter(), sample(utc_now())
    await store.transact(people)
    await store.transact(_away)
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


def serve(path: Path, count: int, born: float) -> Figures:
    """A new process: start the service, press some buttons."""
    return asyncio.run(_serve(path, count, born))


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
            run = in_new_process(serve, path, count, time.time())
            size = path.stat().st_size / 2**20
        pace = f"{median(run.pace):8.1f}" if run.pace else "       –"
        print(
            f"{count:7} {size:8.0f} {seconds:12.0f} {run.opened:13.2f} {run.ready:13.2f}"
            f" {run.idle:8.1f} {run.busy:8.1f}  {pace}"
        )


if __name__ == "__main__":
    main()
