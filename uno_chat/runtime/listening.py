"""Listen: an ASGI application on an address of this machine, from enter to leave."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import socket
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any, Final

import uvicorn

from uno_chat.runtime.addresses import Bind
from uno_chat.runtime.configuration import ConfigurationError

log = logging.getLogger(__name__)

FINISH: Final = 0.3
"""Seconds that answers under way get at the end, and whoever is hung up on after that."""
AT_ONCE: Final = 200
"""Requests beyond these hear 503; a network has a few dozen under way."""


@asynccontextmanager
async def listening(
    app: Callable[..., Awaitable[Any]], at: Bind, key: str = "http_bind"
) -> AsyncIterator[Bind]:
    """Serve; yields the address, with the port that a port 0 became. Raises ConfigurationError with
    the ``key`` that it comes from.

    The server's ``serve`` would catch signals, which are not its to catch, so its parts are called.
    """
    with _socket(at, key) as door:
        server = uvicorn.Server(_config(app))
        server.config.load()
        server.lifespan = server.config.lifespan_class(server.config)
        await server.startup(sockets=[door])
        bound = Bind(at.host, door.getsockname()[1])
        log.info("listening on %s", bound)
        try:
            yield bound
        finally:
            await _close(server, door)


async def _close(server: uvicorn.Server, door: socket.socket) -> None:
    """Let answers under way finish, then hang up on everybody."""
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(FINISH):
            await server.shutdown(sockets=[door])
    for connection in server.server_state.connections:
        connection.transport.abort()
    if server.server_state.tasks:
        await asyncio.wait(server.server_state.tasks, timeout=FINISH)


def _config(app: Callable[..., Awaitable[Any]]) -> uvicorn.Config:
    """It says nothing of its own, logs no request and believes no header about who is calling."""
    return uvicorn.Config(
        app,
        interface="asgi3",
        http="h11",
        ws="none",
        lifespan="off",
        log_config=None,
        log_level=logging.WARNING,
        access_log=False,
        proxy_headers=False,
        server_header=False,
        date_header=False,
        limit_concurrency=AT_ONCE,
    )


def _socket(at: Bind, key: str) -> socket.socket:
    family = socket.AF_INET6 if ":" in at.host else socket.AF_INET
    try:
        return socket.create_server((at.host, at.port), family=family)
    except OSError as error:
        why = str(error.strerror).partition(" (")[0]
        raise ConfigurationError(
            f"Cannot listen on {at}: {why}. Set {key} to a free address of this machine."
        ) from None
