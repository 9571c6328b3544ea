"""How workers tell each other over PostgreSQL that there is something to do: LISTEN and NOTIFY.

A connection of its own, beside all transactions: one that notifies would make commits wait for
each other. What is not told is found by looking.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from contextlib import suppress
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


async def listen(url: URL, told: asyncio.Event, ring: Callable[[], None]) -> None:
    """Ring when others notify, and notify them when ``told`` is set; until the connection is lost
    or cannot be made.
    """
    words = url.get_dialect()().create_connect_args(url)[1]
    try:
        connection = await asyncpg.connect(**words, timeout=CONNECT_WITHIN)
    except _LOST as error:
        log.info("workers cannot tell each other (%s): each looks for itself", type(error).__name__)
        return
    try:
        with suppress(*_LOST):
            await _exchange(connection, told, ring)
    finally:
        connection.terminate()


async def _exchange(
    connection: asyncpg.Connection, told: asyncio.Event, ring: Callable[[], None]
) -> None:
    ours = connection.get_server_pid()

    def heard(_connection: object, pid: int, _channel: str, _payload: object) -> None:
        if pid != ours:
            ring()

    connection.add_termination_listener(lambda _: told.set())
    await connection.add_listener(CHANNEL, heard)
    ring()  # for what was told while nobody listened
    while True:
        await told.wait()
        told.clear()
        await connection.execute(f"NOTIFY {CHANNEL}", timeout=ANSWER_WITHIN)
        await asyncio.sleep(PAUSE)
