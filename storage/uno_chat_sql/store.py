"""The store over an SQLite file: a thread of its own, in which bodies run one after the other, with
those that wait meanwhile in one transaction (``grouping.py``).
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import TypeVar

from uno_chat.contract import Census, Finding, StoreError, Transaction
from uno_chat_sql.census import census
from uno_chat_sql.examining import examine_file
from uno_chat_sql.grouping import Group
from uno_chat_sql.sqlite import SqliteFile

T = TypeVar("T")


class SqliteStore:
    """A ``Store`` for one process. Who stops waiting for a body does not stop the body."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._thread: ThreadPoolExecutor | None = None
        self._file: SqliteFile | None = None
        self._group: Group | None = None

    async def open(self) -> None:
        if self._thread is not None:
            return
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="uno-chat-sql")
        try:
            await self._in_thread(self._open_file)
        except BaseException:
            self._let_go()
            raise

    async def transact(self, body: Callable[[Transaction], T]) -> T:
        if self._group is None or self._thread is None:
            raise StoreError("The store is not open: call open() first.")
        end = self._group.ask(body)
        self._thread.submit(self._group.work_off)
        return await asyncio.wrap_future(end)

    async def census(self, now: datetime) -> Census:
        file = self._file
        if file is None:
            raise StoreError("The store is not open: call open() first.")
        return await self._in_thread(lambda: file.work(partial(census, now=now)))

    async def examine(self) -> tuple[Finding, ...]:
        return await asyncio.to_thread(examine_file, self._path)

    async def close(self) -> None:
        if self._thread is None:
            return
        try:
            await self._in_thread(lambda: None)  # what was asked before is finished first
        finally:
            self._let_go()

    async def _in_thread(self, work: Callable[[], T]) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._thread, work)

    def _open_file(self) -> None:
        self._file = SqliteFile(self._path)
        self._group = Group(self._file)

    def _close_file(self) -> None:
        if self._file is not None:
            self._file.close()
            self._file = self._group = None

    def _let_go(self) -> None:
        if self._thread is not None:
            self._thread.submit(self._close_file)
            self._thread.shutdown(wait=True)
            self._thread = None
