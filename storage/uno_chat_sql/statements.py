"""Statements as a database takes them: written once for it, and run by its driver's own cursor.

SQLAlchemy knows how each database says a statement, and how values go in and come out. That it
looks all of this up at every call, ready for whatever a statement may be, takes longer than the
database does (``tests/benchmarks/load.py``): so what it wrote is kept. Errors are its own again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final

from sqlalchemy import BindParameter, ColumnClause, Connection, Dialect, Insert, Result, bindparam
from sqlalchemy.engine import IteratorResult
from sqlalchemy.engine.result import SimpleResultMetaData
from sqlalchemy.sql.compiler import SQLCompiler
from sqlalchemy.sql.expression import SelectBase, UpdateBase

Statement = SelectBase | UpdateBase
Found = Result[*tuple[Any, ...]]
Told = Mapping[str, Any]
"""What a statement is told, by name."""
Values = tuple[Any, ...] | list[tuple[Any, ...]]
"""What a driver is given, once or for each row."""
Rows = Sequence[Sequence[Any]]
"""What a driver finds."""
Process = Callable[[Any], Any]
"""What SQLAlchemy does with a value on its way in or out."""
_NOTHING: Final[Told] = {}
_KEPT: Final = 2000
"""Statements that are remembered in a process, several times as many as there are."""
_AT_ONCE: Final = 16
"""Rows that are put down together where something is found of each."""


@dataclass(frozen=True, slots=True)
class Place:
    """Where a value goes: what is told under a name, or what stands in the statement."""

    name: str
    is_told: bool
    fixed: Any
    process: Process | None

    def value(self, told: Told) -> Any:  # noqa: ANN401 - whatever a column takes
        """What the driver is given."""
        value = told[self.name] if self.is_told else self.fixed
        return value if self.process is None else self.process(value)


@dataclass(frozen=True, slots=True)
class Written:
    """A statement in the words of a database; what it finds, if it finds anything."""

    text: str
    places: tuple[Place, ...]
    columns: SimpleResultMetaData
    processes: tuple[tuple[int, Process], ...]
    finds: bool

    def values(self, told: Told) -> tuple[Any, ...]:
        """What the driver is given, in its order."""
        return tuple([place.value(told) for place in self.places])

    def found(self, rows: Iterable[Sequence[Any]]) -> Found:
        """What the driver has found."""
        return IteratorResult(self.columns, map(self._read, rows) if self.processes else iter(rows))

    def _read(self, row: Sequence[Any]) -> Sequence[Any]:
        values = list(row)
        for column, process in self.processes:
            values[column] = process(values[column])
        return tuple(values)


class Statements:
    """What the parts of a transaction say over its connection."""

    def __init__(self, connection: Connection) -> None:
        self.connection = connection
        self.cursor = connection.connection.cursor()
        self._kind: Callable[[], Dialect] = type(connection.dialect)

    def run(self, statement: Statement, told: Told | Sequence[Told] = _NOTHING) -> Found:
        """Say it, once or for each of several rows; returns what it finds."""
        rows = [told] if isinstance(told, Mapping) else told
        written = self._written(statement, rows[0])
        if len(rows) == 1:
            return written.found(self.drive(written, written.values(rows[0])))
        if written.finds:
            parts = (rows[first : first + _AT_ONCE] for first in range(0, len(rows), _AT_ONCE))
            return written.found([one for some in parts for one in self._together(statement, some)])
        return written.found(self.drive(written, [written.values(row) for row in rows]))

    def count(self, statement: Statement, told: Told) -> int:
        """Say it; returns how many rows it has changed."""
        written = self._written(statement, told)
        self.drive(written, written.values(told))
        return self.cursor.rowcount

    def drive(self, written: Written, values: Values) -> Rows:
        """Let the driver do it: everything goes through here. Errors are those of SQLAlchemy."""
        try:
            if isinstance(values, list):
                self.cursor.executemany(written.text, values)
            else:
                self.cursor.execute(written.text, values)
            return self.cursor.fetchall() if written.finds else ()
        except BaseException as error:  # noqa: BLE001 - it is raised again
            # As if it had driven itself: the error is named, and a dead connection given up.
            self.connection._handle_dbapi_exception(error, None, None, self.cursor, None)  # noqa: SLF001 - no other way in

    def _written(self, statement: Statement, told: Told, rows: int | None = None) -> Written:
        return _written(statement, self._kind, tuple(told), rows)

    def _together(self, statement: Statement, rows: Sequence[Told]) -> Rows:
        """Drivers find nothing where they are told many rows, so these stand in one statement."""
        written = self._written(statement, rows[0], len(rows))
        told = {_nth(name, n): row[name] for n, row in enumerate(rows) for name in row}
        return self.drive(written, written.values(told))


def _nth(name: str, row: int) -> str:
    return f"{name}_{row}"


@lru_cache(_KEPT)
def _written(
    statement: Statement,
    kind: Callable[[], Dialect],
    names: tuple[str, ...],
    rows: int | None = None,
) -> Written:
    """A statement that is told these names, or an insert in which so many rows stand; the same for
    all databases of a kind.
    """
    dialect = kind()
    if rows is not None and isinstance(statement, Insert):
        columns = [statement.table.c[name] for name in names]
        statement = statement.values([_row(columns, number) for number in range(rows)])
    found = list(statement.exported_columns)
    if isinstance(statement, Insert) and not found:
        # Else numbers that a row gets by itself are given back: SQLite refuses that for many rows.
        statement = statement.inline()
    compiled = statement.compile(dialect=dialect, column_keys=list(names))
    assert isinstance(compiled, SQLCompiler)
    reads = [one.type.dialect_impl(dialect).result_processor(dialect, None) for one in found]
    return Written(
        compiled.string,
        tuple(_place(compiled, name) for name in compiled.positiontup or ()),
        SimpleResultMetaData([one.key or "" for one in found]),
        tuple((number, read) for number, read in enumerate(reads) if read is not None),
        bool(found),
    )


def _row(columns: Iterable[ColumnClause[Any]], number: int) -> dict[str, BindParameter[Any]]:
    """Where the values of a row go that stands in a statement."""
    return {one.key: bindparam(_nth(one.key, number), type_=one.type) for one in columns}


def _place(compiled: SQLCompiler, name: str) -> Place:
    bind, dialect = compiled.binds[name], compiled.dialect
    process = bind.type.dialect_impl(dialect).bind_processor(dialect)
    return Place(bind.key, bind.required, compiled.params[name], process)
