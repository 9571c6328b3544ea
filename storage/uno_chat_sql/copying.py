"""A whole database copied into another one, in one transaction, and compared row by row.

What was copied is noted in the copy, with a hash of each table. So it can be done again as long as
nobody has worked with the copy, and is refused where somebody else's games would be lost.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from hashlib import sha256
from typing import Final

from sqlalchemy import Connection, Table, func, insert, select, text

from uno_chat.contract import StoreError
from uno_chat_sql.models import metadata

NOTE: Final = "copied"
"""The cursor that holds the hashes of a copy."""
AT_ONCE: Final = 2000
_TABLES: Final = tuple(table for table in metadata.sorted_tables if table.name != "shift")
_WRAP: Final = 1 << 256


@dataclass(frozen=True, slots=True)
class Sum:
    """How many rows a table has, and a hash of them in any order: databases sort otherwise."""

    count: int = 0
    hash: int = 0

    def plus(self, row: Iterable[object]) -> Sum:
        digest = int.from_bytes(sha256(repr(tuple(row)).encode()).digest())
        return Sum(self.count + 1, (self.hash + digest) % _WRAP)


def copy(source: Connection, target: Connection, place: str) -> dict[str, int]:
    """Copy all rows; how many of each table. Raises StoreError, and then nothing is changed."""
    _lock(target)
    _make_room(target, place)
    sums = {table.name: _copy_table(source, target, table) for table in _TABLES}
    _go_on_numbering(source, target)
    if sums != sums_of(target):
        raise StoreError(f"{place} does not give back what was put in: nothing was changed.")
    note = json.dumps({name: [one.count, f"{one.hash:x}"] for name, one in sums.items()})
    target.execute(insert(metadata.tables["cursor"]), {"account": NOTE, "cursor": note})
    return {name: one.count for name, one in sums.items()}


def sums_of(connection: Connection) -> dict[str, Sum]:
    """What is in a database."""
    return {table.name: _sum(_rows(connection, table), lambda _: None) for table in _TABLES}


def _lock(target: Connection) -> None:
    """Nobody works there meanwhile."""
    names = ", ".join(f'"{table.name}"' for table in metadata.sorted_tables)
    target.execute(text(f"LOCK TABLE {names} IN ACCESS EXCLUSIVE MODE"))


def _make_room(target: Connection, place: str) -> None:
    """Empty a copy that nobody has worked with; raises StoreError where there is anything else."""
    cursor = metadata.tables["cursor"]
    noted = target.execute(select(cursor.c.cursor).where(cursor.c.account == NOTE)).scalar()
    target.execute(cursor.delete().where(cursor.c.account == NOTE))
    found = sums_of(target)
    known = {name: [one.count, f"{one.hash:x}"] for name, one in found.items()}
    if any(one.count for one in found.values()) and (noted is None or json.loads(noted) != known):
        raise StoreError(
            f"{place} holds games already, which would be lost: choose an empty database."
        )
    for table in reversed(metadata.sorted_tables):
        target.execute(table.delete())


def _copy_table(source: Connection, target: Connection, table: Table) -> Sum:
    waiting: list[dict[str, object]] = []

    def put_down() -> None:
        if waiting:
            target.execute(insert(table), waiting)
            waiting.clear()

    def keep(row: dict[str, object]) -> None:
        waiting.append(row)
        if len(waiting) >= AT_ONCE:
            put_down()

    found = _sum(_rows(source, table), keep)
    put_down()
    return found


Row = dict[str, object]


def _rows(connection: Connection, table: Table) -> Iterable[Row]:
    """All rows of a table but for our note, a few at a time."""
    wanted = select(table)
    if table.name == "cursor":
        wanted = wanted.where(table.c.account != NOTE)
    found = connection.execute(wanted, execution_options={"yield_per": AT_ONCE})
    return (dict(row) for row in found.mappings())


def _sum(rows: Iterable[Row], each: Callable[[Row], None]) -> Sum:
    found = Sum()
    for row in rows:
        found = found.plus(row.items())
        each(row)
    return found


def _go_on_numbering(source: Connection, target: Connection) -> None:
    """No number is given twice, not even one of a row that is gone."""
    rows = source.execute(text("SELECT name, seq FROM sqlite_sequence"))
    given: dict[str, int] = {row.name: row.seq for row in rows}
    for table in _TABLES:
        if "id" in table.c and table.c.id.autoincrement is not False and table.name in given:
            sequence = func.pg_get_serial_sequence(table.name, "id")
            target.execute(select(func.setval(sequence, given[table.name])))
