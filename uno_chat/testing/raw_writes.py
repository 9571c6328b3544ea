"""The writes of transactions, noted as they are made, and the same writes by a plain driver.

What is noted of a table at a time can be done side by side for several: each lane draws the numbers
of its rows from sequences of its own, so they are those that later writes name.
"""

from __future__ import annotations

import asyncio
import sqlite3
import time
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final
from unittest.mock import patch

import asyncpg
from sqlalchemy import Engine, event

from uno_chat.testing.repeated import warm_up
from uno_chat_sql.statements import Rows, Statements, Values, Written

_WRITES: Final = frozenset({"INSERT", "UPDATE", "DELETE"})
_APART: Final = ("shift", "cursor")
"""What belongs to no table: it is left out of what is repeated."""
NUMBERED: Final = ("inbox", "outbox")


@dataclass(frozen=True, slots=True)
class Write:
    """A statement and its parameters, or a list of them."""

    text: str
    values: Any
    many: bool


Transaction = list[Write]


@dataclass(slots=True)
class Lane:
    """The writing transactions of one table, and the last number of each sequence before them."""

    numbers: dict[str, int] = field(default_factory=dict)
    transactions: list[Transaction] = field(default_factory=list)


@contextmanager
def noted() -> Iterator[list[Transaction]]:
    """The writes that changed anything, of every transaction that is committed meanwhile."""
    done: list[Transaction] = []
    current: dict[int, list[Write]] = {}
    drive = Statements.drive

    def note(self: Statements, written: Written, values: Values) -> Rows:
        found = drive(self, written, values)
        words = written.text.lstrip().split(maxsplit=3)
        apart = any(name in words[:3] for name in _APART)
        vain = self.cursor.rowcount == 0 and words[0] != "INSERT"  # which would use up a number
        if words[0] in _WRITES and not vain and not apart:
            write = Write(written.text, values, isinstance(values, list))
            current.setdefault(id(self.connection), []).append(write)
        return found

    def commit(connection: object) -> None:
        if writes := current.pop(id(connection), None):
            done.append(writes)

    def rollback(connection: object) -> None:
        current.pop(id(connection), None)

    listeners = (("commit", commit), ("rollback", rollback))
    for name, listener in listeners:
        event.listen(Engine, name, listener)
    try:
        with patch.object(Statements, "drive", note):
            yield done
    finally:
        for name, listener in listeners:
            event.remove(Engine, name, listener)


def by_sqlite(path: Path, transactions: Sequence[Transaction]) -> float:
    """The seconds that the sqlite3 module takes for them, one after the other, once it is warm."""
    with closing(sqlite3.connect(path, isolation_level=None, cached_statements=512)) as db:
        for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON"):
            db.execute(f"PRAGMA {pragma}")

        def work(part: Sequence[Transaction]) -> None:
            for writes in part:
                db.execute("BEGIN IMMEDIATE")
                for write in writes:
                    made = (db.executemany if write.many else db.execute)(write.text, write.values)
                    made.fetchall()
                db.execute("COMMIT")

        first, rest = warm_up(transactions)
        work(first)
        began = time.perf_counter()
        work(rest)
        return time.perf_counter() - began


async def by_asyncpg(url: str, lanes: Sequence[Lane]) -> float:
    """The seconds that asyncpg takes for them, each lane over a connection of its own, side by
    side, once they are warm.
    """
    first = await asyncpg.connect(url)
    for table in NUMBERED:
        await first.execute(
            f"ALTER TABLE {table} ALTER id SET DEFAULT nextval(current_setting('lane.{table}'))"
        )
        for number, lane in enumerate(lanes):
            start = lane.numbers[table] + 1
            await first.execute(f"CREATE SEQUENCE {table}_of_{number} START {start}")
    await first.close()
    pool = [await asyncpg.connect(url, statement_cache_size=500) for _ in lanes]
    for number, one in enumerate(pool):
        for table in NUMBERED:
            await one.execute(f"SET lane.{table} = '{table}_of_{number}'")
    parts = [warm_up(lane.transactions) for lane in lanes]
    await asyncio.gather(*(_repeat(one, part) for one, (part, _) in zip(pool, parts, strict=True)))
    began = time.perf_counter()
    await asyncio.gather(*(_repeat(one, part) for one, (_, part) in zip(pool, parts, strict=True)))
    seconds = time.perf_counter() - began
    for one in pool:
        await one.close()
    return seconds


async def _repeat(connection: asyncpg.Connection, transactions: Sequence[Transaction]) -> None:
    for writes in transactions:
        async with connection.transaction():
            for write in writes:
                if write.many:
                    await connection.executemany(write.text, write.values)
                else:
                    await connection.fetch(write.text, *write.values)
