"""A database on PostgreSQL: how it is connected to, and one transaction in it.

Bodies are the same plain functions as over SQLite: SQLAlchemy lets them wait for the server inside
of a greenlet, so that several run side by side in one thread. Transactions are READ COMMITTED:
what must not change under a body is locked by it, or compared when it is written.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import closing
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import Final, TypeVar

from sqlalchemy import URL, AdaptedConnection, Connection, cast, event, func, select, text
from sqlalchemy.engine.interfaces import DBAPIConnection
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine
from sqlalchemy.pool import ConnectionPoolEntry

from uno_chat.contract import Census, Finding, StoreError, Transaction
from uno_chat_sql.census import census
from uno_chat_sql.columns import Moment
from uno_chat_sql.copying import copy
from uno_chat_sql.examining import examine_server, signs
from uno_chat_sql.migrate import bring_up_to_date, is_up_to_date, version_of
from uno_chat_sql.postgres_trouble import explained
from uno_chat_sql.pruning import Progress
from uno_chat_sql.sqlite import SqliteFile
from uno_chat_sql.transaction import SqlTransaction
from uno_chat_sql.urls import place

T = TypeVar("T")

CONNECTIONS: Final = 6
CONNECT_WITHIN: Final = 5.0
WITHIN: Final = 12.0
"""Seconds that a transaction may take, from asking for a connection to the answer to COMMIT: longer
than the server gives any part of it, so only one that is silent is given up here."""
_SETTINGS: Final = {
    "statement_timeout": "5s",
    "lock_timeout": "3s",
    "idle_in_transaction_session_timeout": "10s",
    "jit": "off",  # every statement is short
}
_CLOCK: Final = select(cast(func.extract("epoch", func.clock_timestamp()) * 1000, Moment))
_PATIENT: Final = text("SET LOCAL statement_timeout = 0")  # a new index may take its time


class PostgresDatabase:
    """The connections to a database. Only the event loop in which it was made may use it. ``told``
    is set when other workers have something to do.
    """

    def __init__(self, url: URL) -> None:
        self._url = url
        self.told = asyncio.Event()
        self._pruned = Progress()
        self._engine: AsyncEngine = create_async_engine(
            url,
            pool_size=CONNECTIONS,
            max_overflow=0,
            pool_timeout=WITHIN,
            hide_parameters=True,  # there are hands among them
            connect_args={
                "timeout": CONNECT_WITHIN,
                "prepared_statement_cache_size": 500,  # more than there are statements
                "server_settings": {"application_name": "uno-chat"},
            },
        )

        event.listen(self._engine.sync_engine, "connect", _set_up)
        event.listen(self._engine.sync_engine, "close", _hang_up)

    async def prepare(self) -> None:
        """Make the tables where there are none at all; raises StoreError where they are not ours,
        or of another version: whoever is at work there decides when they change.
        """
        if await self._run(partial(version_of, place=self._place)) is None:
            await self.upgrade()
        if not await self._run(partial(is_up_to_date, place=self._place)):
            raise StoreError(
                f"{self._place} has older tables than this program needs: run uno-chat db upgrade."
            )

    async def upgrade(self) -> None:
        """Bring the tables up to date, also while others work with them; raises Overtaken."""
        with explained(self._url):
            await self._for_long(partial(_upgrade, place=self._place))

    async def copy_from(self, path: Path) -> dict[str, int]:
        """Take over everything that an SQLite file holds. That is opened, and perhaps brought up
        to date, before a transaction begins in which we may not be idle for long.
        """
        with closing(SqliteFile(path)) as file:

            def work(target: Connection) -> dict[str, int]:
                target.execute(_PATIENT)
                return file.work(lambda source: copy(source, target, self._place))

            with explained(self._url):
                return await self._for_long(work)

    async def transact(self, body: Callable[[Transaction], T], *, careful: bool) -> T:
        """Run a body in one transaction; raises Overtaken. ``careful`` locks what it reads."""

        def work(connection: Connection) -> tuple[T, bool]:
            transaction = SqlTransaction(connection, careful=careful, progress=self._pruned)
            return transaction.run(body), transaction.has_news

        done, news = await self._run(work)
        if news:
            self.told.set()
        return done

    async def time(self) -> datetime:
        """The clock of the server."""
        at: datetime = await self._run(lambda connection: connection.execute(_CLOCK).scalar_one())
        return at

    async def examine(self) -> tuple[Finding, ...]:
        """What an operator wants to know of it, whatever its tables are."""
        name = self._url.database or ""
        look = partial(examine_server, place=self._place, name=name, clock=_clock)
        return await self._run(look)

    async def census(self, now: datetime, overtaken: int) -> Census:
        """How much there is."""
        return await self._run(partial(census, now=now, overtaken=overtaken))

    async def close(self) -> None:
        """Let go of all connections."""
        await self._engine.dispose()

    async def _run(self, work: Callable[[Connection], T]) -> T:
        with explained(self._url):
            async with asyncio.timeout(WITHIN):
                return await self._for_long(work)

    async def _for_long(self, work: Callable[[Connection], T]) -> T:
        async with self._engine.begin() as connection:
            return await connection.run_sync(work)

    @property
    def _place(self) -> str:
        return f"The database {self._url.database} on {place(self._url)}"


def _set_up(connection: DBAPIConnection, entry: ConnectionPoolEntry) -> None:
    """Not as the connection begins: a pooler refuses whoever begins with what it does not know."""
    settings = ", ".join(
        f"set_config('{name}', '{value}', false)" for name, value in _SETTINGS.items()
    )
    try:
        with closing(connection.cursor()) as cursor:
            cursor.execute(f"SELECT {settings}")
        connection.commit()
    except BaseException:
        if entry.driver_connection is not None:
            entry.driver_connection.terminate()  # nobody else knows of it yet
        raise


def _hang_up(connection: AdaptedConnection, _: object) -> None:
    """No goodbye: a server that hangs would not answer to it."""
    connection.driver_connection.terminate()


def _clock() -> datetime:
    return datetime.now(UTC)


def _upgrade(connection: Connection, place: str) -> None:
    connection.execute(_PATIENT)
    if version_of(connection, place) is None and (wrong := signs(connection)).trouble:
        raise StoreError(f"{place} cannot be used: {wrong.name}, but {wrong.trouble}")
    bring_up_to_date(connection, place)
