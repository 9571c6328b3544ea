"""How workers tell each other over PostgreSQL that there is something to do: LISTEN and NOTIFY.

A connection of its own, beside all transactions: one that notifies would make commits wait for
each other. What is not told is found by looking.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import Final

import asyncpg
from sqlalchemy import URL

log = logging.getLogger(__name__)

CHANNEL: Final = "uno_chat"
CONNECT_WITHIN: Final = 5.0
ANSWER_WITHIN: Final = 5.0
_LOST: Final = (
    OSError,
    asyncpg.PostgresError,
    asyncpg.InterfaceError,
    asyncpg.InternalClientError,  # the server died in the middle of an answer
)
PAUSE: Final = 0.005
"""Seconds between two notices: what is put in meanwhile is told with the next one."""


@dataclass(slots=True)
class Notices:
    """Those of one worker: it notifies others when ``told`` is set, and rings when others notify.
    ``parted``: it was said that they do not arrive; that they do again is said as well.
    """

    url: URL
    told: asyncio.Event
    ring: Callable[[], None]
    parted: bool = False

    async def exchange(self) -> None:
        """Until the connection is lost or cannot be made."""
        words = self.url.get_dialect()().create_connect_args(self.url)[1]
        try:
            connection = await asyncpg.connect(**words, timeout=CONNECT_WITHIN)
        except _LOST as error:
            self._part(error)
            return
        try:
            await self._listen(connection)
            await self._notify(connection)
        finally:
            connection.terminate()

    async def _listen(self, connection: asyncpg.Connection) -> None:
        ours = connection.get_server_pid()

        def heard(_connection: object, pid: int, _channel: str, _payload: object) -> None:
            if pid != ours:
                self.ring()

        connection.add_termination_listener(lambda _: self.told.set())
        try:
            await connection.add_listener(CHANNEL, heard)
        except _LOST as error:
            self._part(error)
            return
        if self.parted:
            log.info("workers can tell each other again")
        self.parted = False
        self.ring()  # for what was told while nobody listened

    def _part(self, error: Exception) -> None:
        if not self.parted:
            kind = type(error).__name__  # its words are the server's
            log.info("workers cannot tell each other (%s): each looks for itself", kind)
        self.parted = True

    async def _notify(self, connection: asyncpg.Connection) -> None:
        with suppress(*_LOST):
            while not self.parted:
                await self.told.wait()
                self.told.clear()
                await connection.execute(f"NOTIFY {CHANNEL}", timeout=ANSWER_WITHIN)
                await asyncio.sleep(PAUSE)
