"""A database in an SQLite file: how it is opened, and one transaction at a time in it.

One connection writes, reads and checkpoints. A second one would have to wait for it anyway, and
SQLite before 3.51.3 can damage a file when two connections checkpoint at the same moment.
Transactions begin IMMEDIATE: a plain BEGIN takes the write lock only at the first write, and what
was read before that may be old.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Callable, Iterable
from contextlib import ExitStack, closing
from functools import partial
from pathlib import Path
from typing import Final, TypeVar

from sqlalchemy import Connection, Engine, NullPool, create_engine, event

from uno_chat.contract import Transaction
from uno_chat_sql.lock import lock
from uno_chat_sql.migrate import bring_up_to_date, version_of
from uno_chat_sql.outbox import release_leases
from uno_chat_sql.pruning import Progress
from uno_chat_sql.statements import Statements
from uno_chat_sql.transaction import SqlTransaction
from uno_chat_sql.trouble import explained

T = TypeVar("T")

_PRAGMAS: Final = (
    "PRAGMA page_size=8192",  # before the first table: a table at rest takes about 3 kB
    "PRAGMA journal_mode=WAL",
    "PRAGMA synchronous=FULL",  # else a power cut takes back what people have seen already
    "PRAGMA busy_timeout=5000",
    "PRAGMA cache_size=-64000",
)


class SqliteFile:
    """An open database file. Only the thread that opened it may use it."""

    def __init__(self, path: Path) -> None:
        """Lock, open and bring up to date; raises StoreError."""
        self._path = path
        self._pruned = Progress()
        with ExitStack() as undo, explained(path):
            path.parent.mkdir(parents=True, exist_ok=True)
            undo.callback(os.close, lock(path))
            if not path.exists():
                path.touch(mode=0o600)  # hands are in it
            engine = _engine(partial(_connect, path))
            undo.callback(engine.dispose)
            self._connection = engine.connect()
            undo.callback(self._connection.close)
            with self._connection.begin():
                bring_up_to_date(self._connection, str(path))
                release_leases(Statements(self._connection))
            self._enforce_foreign_keys()
            self._undo = undo.pop_all()

    def _enforce_foreign_keys(self) -> None:
        """Not before the migrations, which may copy a table that others point to."""
        driver = self._connection.connection.driver_connection
        if driver is not None:
            driver.execute("PRAGMA foreign_keys=ON")

    def transact(self, body: Callable[[Transaction], T]) -> T:
        """Run a body in one transaction."""
        return self.transact_all([body])[0]

    def transact_all(self, bodies: Iterable[Callable[[Transaction], T]]) -> list[T]:
        """Run several in one transaction, one after the other."""
        return self.work(lambda connection: [self._run(body, connection) for body in bodies])

    def _run(self, body: Callable[[Transaction], T], connection: Connection) -> T:
        return SqlTransaction(connection, progress=self._pruned).run(body)

    def work(self, work: Callable[[Connection], T]) -> T:
        """The same with all rows as they are."""
        with explained(self._path), self._connection.begin():
            return work(self._connection)

    def close(self) -> None:
        """Let go of the file and its lock."""
        self._undo.close()


def sqlite_version(path: Path) -> str | None:
    """The version of the tables in a file, without touching it; raises StoreError."""
    if not path.exists():
        return None
    look = partial(sqlite3.connect, f"{path.absolute().as_uri()}?mode=ro", uri=True)
    engine = _engine(look)
    with explained(path), closing(engine.connect()) as connection:
        return version_of(connection, str(path))


def _engine(connect: Callable[[], sqlite3.Connection]) -> Engine:
    # Parameters are hidden from errors: there are hands among them.
    engine = create_engine("sqlite://", creator=connect, poolclass=NullPool, hide_parameters=True)
    event.listen(engine, "begin", _begin)
    return engine


def _connect(path: Path) -> sqlite3.Connection:
    with ExitStack() as undo:
        connection = undo.enter_context(closing(sqlite3.connect(path, isolation_level=None)))
        for pragma in _PRAGMAS:
            connection.execute(pragma)
        undo.pop_all()
    return connection


def _begin(connection: Connection) -> None:
    connection.exec_driver_sql("BEGIN IMMEDIATE")
