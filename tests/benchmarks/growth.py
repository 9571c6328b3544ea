"""What a table costs at rest and in play: rows, bytes, transactions, alarms, messages.

    python tests/benchmarks/growth.py [--tables 20] [--actions 15] [--a-day 6]

Many tables of four that have just been dealt are stored, and some are played at: what there is more
afterwards is divided by the tables, and by the actions. The last lines multiply that for a million
tables at which somebody acts so many times a day. On PostgreSQL, and the bytes of SQLite beside it.
"""

from __future__ import annotations

import argparse
import asyncio
from collections import deque
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from sqlite3 import connect
from tempfile import TemporaryDirectory
from typing import Final

from uno_chat.runtime import Service, make_store, utc_now
from uno_chat.testing.crowd import fill, people, sample
from uno_chat.testing.postgres import Cluster, found, running
from uno_chat.testing.scripted import ScriptedNetwork, house, play_ahead, prepare

MANY: Final = 2000
"""Tables of which the bytes at rest are measured."""
MILLION: Final = 1_000_000
DAY: Final = 86_400
PARTS: Final = ("game_table", "seat", "table_room", "alarm", "slot", "record", "inbox", "outbox")
AT_REST: Final = PARTS[:5]
"""What stays as large as it is while people play."""
NETWORK: Final = "n0"
PER_BOT: Final = 30
"""Messages in a second that Telegram lets a bot send."""


@dataclass(frozen=True, slots=True)
class Size:
    """Rows and bytes by table; commits, and bytes that were written ahead."""

    rows: Mapping[str, int]
    bytes: Mapping[str, int]
    commits: int = 0
    ahead: int = 0


def of_postgres(server: Cluster, database: str) -> Size:
    def ask(question: str) -> int:
        return int(server.ask(question, database=database))

    server.ask("VACUUM ANALYZE", database=database)
    return Size(
        {name: ask(f"SELECT count(*) FROM {name}") for name in PARTS},
        {name: ask(f"SELECT pg_total_relation_size('{name}')") for name in PARTS},
        ask(f"SELECT xact_commit FROM pg_stat_database WHERE datname = '{database}'"),
        ask("SELECT pg_current_wal_lsn() - '0/0'"),
    )


def of_sqlite(path: Path) -> Size:
    """Its bytes by table are those of the rows and of their indexes."""
    with closing(connect(path)) as db:
        db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        rows = {name: db.execute(f"SELECT count(*) FROM {name}").fetchone()[0] for name in PARTS}
        asked = "SELECT sum(pgsize) FROM dbstat JOIN sqlite_schema USING (name) WHERE tbl_name = ?"
        sizes = {name: db.execute(asked, (name,)).fetchone()[0] for name in PARTS}
    return Size(rows, sizes)


async def stored(url: str) -> None:
    """Many tables, all alike."""
    store, like = make_store(url), sample(utc_now())
    await store.open()
    await store.transact(people)
    for first in range(1, MANY + 1, 200):
        await store.transact(partial(fill, like=like, numbers=range(first, first + 200)))
    await store.close()


@dataclass(frozen=True, slots=True)
class Played:
    before: Size
    actions: int
    messages: int


async def played(url: str, tables: int, most: int, before: Callable[[], Size]) -> Played:
    dealt = await prepare(url, (NETWORK,), tables)
    size = before()
    lanes = {table.id: deque(play_ahead(table, most)) for _, table in dealt}
    network, actions = ScriptedNetwork(NETWORK, lanes), sum(map(len, lanes.values()))
    async with Service(house((NETWORK,)), make_store(url), [network], watches=False) as service:
        network.begin()
        await network.over.wait()
        await service.quiet()
    return Played(size, actions, network.messages)


@dataclass(frozen=True, slots=True)
class Costs:
    """Of a table at rest, and of an action."""

    rest: Mapping[str, float]
    rows: Mapping[str, float]
    bytes: Mapping[str, float]
    commits: float = 0.0
    ahead: float = 0.0
    messages: float = 0.0


def costs(empty: Size, full: Size, play: Played, after: Size) -> Costs:
    before, count = play.before, play.actions
    return Costs(
        {name: (full.bytes[name] - empty.bytes[name]) / MANY for name in PARTS},
        {name: (after.rows[name] - before.rows[name]) / count for name in PARTS},
        {name: (after.bytes[name] - before.bytes[name]) / count for name in PARTS},
        (after.commits - before.commits) / count,
        (after.ahead - before.ahead) / count,
        play.messages / count,
    )


def on_postgres(tables: int, actions: int) -> tuple[Costs, Size]:
    programs = found()
    assert programs is not None, "PostgreSQL is not installed"
    with running(programs) as server:
        rest, play = server.database(), server.database()
        asyncio.run(opened(server.url(rest)))
        empty = of_postgres(server, rest)
        asyncio.run(stored(server.url(rest)))
        full = of_postgres(server, rest)
        look = partial(of_postgres, server, play)
        done = asyncio.run(played(server.url(play), tables, actions, look))
        return costs(empty, full, done, look()), full


def on_sqlite(tables: int, actions: int) -> Costs:
    with TemporaryDirectory() as folder:
        rest, play = Path(folder) / "rest.db", Path(folder) / "play.db"
        asyncio.run(opened(f"sqlite:///{rest}"))
        empty = of_sqlite(rest)
        asyncio.run(stored(f"sqlite:///{rest}"))
        look = partial(of_sqlite, play)
        done = asyncio.run(played(f"sqlite:///{play}", tables, actions, look))
        return costs(empty, of_sqlite(rest), done, look())


async def opened(url: str) -> None:
    """Only our tables."""
    store = make_store(url)
    await store.open()
    await store.close()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--tables", type=int, default=20)
    parser.add_argument("--actions", type=int, default=15, help="at each table, at the most")
    parser.add_argument("--a-day", type=float, default=6, help="actions at a table")
    wanted = parser.parse_args()
    ours, full = on_postgres(wanted.tables, wanted.actions)
    small = on_sqlite(wanted.tables, wanted.actions)
    print("             rows: a table  an action | bytes: a table  an action | SQLite: the same")
    for name in PARTS:
        print(
            f"{name:11} {full.rows[name] / MANY:13.1f} {ours.rows[name]:15.2f}"
            f" | {ours.rest[name]:13.0f} {ours.bytes[name]:10.0f}"
            f" | {small.rest[name]:15.0f} {small.bytes[name]:10.0f}"
        )
    print(f"\na million tables at which {wanted.a_day:g} actions a day happen:")
    for line in of_a_million(ours, wanted.a_day):
        print(line)


def of_a_million(ours: Costs, a_day: float) -> Iterator[str]:
    rate = MILLION * a_day / DAY
    gigabytes = rate * DAY / 2**30
    messages, rest = ours.messages * rate, sum(map(ours.rest.__getitem__, AT_REST))
    passing = (ours.bytes["inbox"] + ours.bytes["outbox"]) * gigabytes
    yield f"{rate:9.0f} actions a second, and as many deadlines set anew, of which all may come due"
    yield f"{ours.commits * rate:9.0f} transactions a second; under load they are shared"
    yield f"{sum(ours.rows.values()) * rate:9.0f} rows a second more"
    yield f"{messages:9.0f} messages and edits a second: {messages / PER_BOT:.0f} Telegram bots"
    yield f"{ours.ahead * rate / 2**20:9.1f} MB a second written ahead (WAL)"
    yield f"{MILLION * rest / 2**30:9.1f} GB of tables at rest, however long they are played at"
    yield f"{passing:9.1f} GB a day of inbox and outbox, which go when they are old"
    yield f"{ours.bytes['record'] * gigabytes:9.1f} GB a day of records, which stay"


if __name__ == "__main__":
    main()
