"""What lies between a server and those who use it, and may fail: cut, stopped, without answers."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Final

_CHUNK: Final = 2**16


def _open() -> asyncio.Event:
    event = asyncio.Event()
    event.set()
    return event


@dataclass(slots=True)
class Wire:
    """Whoever connects to ``port`` reaches the server that listens at ``to``, as it is then."""

    to: int
    port: int = 0
    _there: asyncio.Event = field(default_factory=_open)
    _back: asyncio.Event = field(default_factory=_open)
    _ends: set[asyncio.StreamWriter] = field(default_factory=set)
    _tasks: set[asyncio.Task[None]] = field(default_factory=set)
    _server: asyncio.Server | None = None

    async def start(self) -> None:
        """Begin to listen, in the loop that calls."""
        self._server = await asyncio.start_server(self._begin, "127.0.0.1", 0)
        self.port = self._server.sockets[0].getsockname()[1]

    async def stop(self) -> None:
        """Nobody is connected any more, nor can be."""
        if self._server is not None:
            self._server.close()
        self.cut()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def cut(self) -> None:
        """Break all connections at both ends, with what is under way."""
        for end in self._ends:
            end.transport.abort()

    def block(self, *, questions: bool = True) -> None:
        """Nothing gets through; without ``questions`` only the answers do not."""
        self._back.clear()
        if questions:
            self._there.clear()

    def clear(self) -> None:
        """All goes on, with what was held up."""
        self._there.set()
        self._back.set()

    def _begin(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.ensure_future(self._join(reader, writer))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _join(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._ends.add(writer)
        try:
            answers, asks = await asyncio.open_connection("127.0.0.1", self.to)
        except OSError:
            self._leave(writer)
            return
        self._ends.add(asks)
        try:
            await asyncio.gather(
                self._carry(reader, asks, self._there), self._carry(answers, writer, self._back)
            )
        finally:
            self._leave(writer)
            self._leave(asks)

    async def _carry(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, free: asyncio.Event
    ) -> None:
        with suppress(OSError):
            while some := await reader.read(_CHUNK):
                await free.wait()
                writer.write(some)
                await writer.drain()
        self._leave(writer)

    def _leave(self, end: asyncio.StreamWriter) -> None:
        self._ends.discard(end)
        end.close()
