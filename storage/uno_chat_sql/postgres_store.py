"""The store over PostgreSQL, for any number of processes."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Awaitable, Callable
from datetime import datetime
from typing import Any, Final, TypeVar

from sqlalchemy import URL

from uno_chat.contract import Census, Finding, StoreError, Transaction
from uno_chat_sql.notices import Notices
from uno_chat_sql.overtaken import Overtaken
from uno_chat_sql.postgres import PostgresDatabase
from uno_chat_sql.urls import read_file

T = TypeVar("T")

TRIES: Final = 8
"""How often a body runs when other workers are in its way; from the second time on it locks what
it reads, so that it is its turn at some time.
"""
PAUSE: Final = 0.02
"""Seconds before it runs again, at the most, and as many more each time."""
LET_GO: Final = 0.4
"""Seconds that transactions get to end when the store is closed."""
AGAIN: Final = 1.0
"""Seconds before a connection over which workers tell each other is made again."""


class PostgresStore:
    """A ``Store``. Who stops waiting for a body does not stop the body."""

    def __init__(self, url: URL) -> None:
        self._url = url
        self._database: PostgresDatabase | None = None
        self._running: set[asyncio.Task[Any]] = set()
        self._overtaken = 0

    async def open(self) -> None:
        if self._database is None:
            self._database = await self._connected(PostgresDatabase.prepare)

    async def upgrade(self) -> None:
        database = await self._connected(PostgresDatabase.upgrade)
        await database.close()

    async def copy_from(self, url: str) -> dict[str, int]:
        source = read_file(url)
        if not source.is_file():
            raise StoreError(f"There is no database at {source}: name the one to copy from.")
        database = await self._connected(PostgresDatabase.prepare)
        try:
            return await database.copy_from(source)
        finally:
            await database.close()

    async def transact(self, body: Callable[[Transaction], T]) -> T:
        if self._database is None:
            raise StoreError("The store is not open: call open() first.")
        task = asyncio.create_task(self._tried(self._database, body))
        self._running.add(task)
        task.add_done_callback(self._ended)
        return await asyncio.shield(task)

    def _ended(self, task: asyncio.Task[Any]) -> None:
        self._running.discard(task)
        if not task.cancelled():
            task.exception()  # is for whoever waits; where nobody does, there is nothing to tell

    async def examine(self) -> tuple[Finding, ...]:
        database = PostgresDatabase(self._url)
        try:
            return await database.examine()
        finally:
            await database.close()

    async def census(self, now: datetime) -> Census:
        if self._database is None:
            raise StoreError("The store is not open: call open() first.")
        return await self._database.census(now, self._overtaken)

    async def time(self) -> datetime:
        if self._database is None:
            raise StoreError("The store is not open: call open() first.")
        return await self._database.time()

    async def listen(self, ring: Callable[[], None]) -> None:
        if self._database is None:
            return
        notices = Notices(self._url, self._database.told, ring)
        while self._database is not None:
            await notices.exchange()
            await asyncio.sleep(AGAIN)

    async def close(self) -> None:
        database, self._database = self._database, None
        if database is not None:
            await self._end()
            await database.close()

    async def _connected(
        self, prepare: Callable[[PostgresDatabase], Awaitable[None]]
    ) -> PostgresDatabase:
        database = PostgresDatabase(self._url)
        try:
            await _again(lambda _: prepare(database))
        except BaseException:
            await database.close()
            raise
        return database

    async def _tried(self, database: PostgresDatabase, body: Callable[[Transaction], T]) -> T:
        def once(tries: int) -> Awaitable[T]:
            self._overtaken += tries > 0
            return database.transact(body, careful=tries > 0)

        return await _again(once)

    async def _end(self) -> None:
        """What was asked before is finished first, unless that takes too long."""
        if self._running:
            _, left = await asyncio.wait(self._running, timeout=LET_GO)
            for task in left:
                task.cancel()


async def _again(work: Callable[[int], Awaitable[T]]) -> T:
    """Work that others may be in the way of; it is told how often it was tried."""
    for tries in range(TRIES):
        try:
            return await work(tries)
        except Overtaken:
            await asyncio.sleep(random.uniform(0, PAUSE * (tries + 1)))
    raise StoreError(
        "Other workers always change the same rows first, so nothing was changed: run fewer of"
        " them, or look for what holds their transactions up."
    )
