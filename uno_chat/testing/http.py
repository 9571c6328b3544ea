"""HTTP/1.1 on the loopback interface: whole requests in, whole answers out, or a dropped line."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from http import HTTPStatus
from typing import Final
from urllib.parse import urlsplit

_MOST: Final = 2**25


@dataclass(frozen=True, slots=True)
class Request:
    """A request; the names of headers are in lower case."""

    method: str
    path: str
    query: str = ""
    headers: Mapping[str, str] = field(default_factory=dict)
    body: bytes = b""


@dataclass(frozen=True, slots=True)
class Answer:
    """An answer, JSON unless its type says otherwise."""

    status: int
    body: bytes
    content_type: str = "application/json"
    headers: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Dropped:
    """The connection breaks without an answer; ``done`` says if the call had its effect."""

    done: bool


@dataclass(frozen=True, slots=True)
class Silent:
    """No answer comes for as long as the client waits; ``done`` says if the call had its effect."""

    done: bool


Serve = Callable[[Request], Awaitable[Answer | None]]
"""Answers a request; None drops the connection. Cancelled when the client hangs up."""


class HttpServer:
    """Serves any number of connections, in the loop that calls ``start``."""

    def __init__(self, serve: Serve) -> None:
        self._serve = serve
        self._server: asyncio.Server | None = None
        self._open: set[asyncio.Task[None]] = set()

    async def start(self, port: int = 0) -> str:
        """Listen, on any free port unless one is named; return "http://127.0.0.1:PORT"."""
        self._server = await asyncio.start_server(self._begin, "127.0.0.1", port, limit=_MOST)
        return f"http://127.0.0.1:{self._server.sockets[0].getsockname()[1]}"

    async def stop(self) -> None:
        """Refuse connections and drop the open ones; ``start`` may follow."""
        if self._server is not None:
            self._server.close()
            self._server = None
        for task in tuple(self._open):
            task.cancel()
        await asyncio.gather(*self._open, return_exceptions=True)

    def _begin(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.ensure_future(self._connection(reader, writer))
        self._open.add(task)
        task.add_done_callback(self._open.discard)

    async def _connection(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            while (request := await read_request(reader)) is not None:
                answer = await self._until_hung_up(request, reader)
                if answer is None:
                    break
                writer.write(_head(answer) + answer.body)
                await writer.drain()
        except (OSError, ValueError, asyncio.IncompleteReadError):
            pass  # whoever asked is gone, or speaks no HTTP
        finally:
            writer.close()

    async def _until_hung_up(self, request: Request, reader: asyncio.StreamReader) -> Answer | None:
        call = asyncio.ensure_future(self._serve(request))
        # A client sends nothing before it has its answer: whatever can be read is the end.
        gone = asyncio.ensure_future(reader.readexactly(1))
        try:
            await asyncio.wait({call, gone}, return_when=asyncio.FIRST_COMPLETED)
            return call.result() if call.done() else None
        finally:
            call.cancel()
            gone.cancel()
            await asyncio.gather(call, gone, return_exceptions=True)


async def read_request(reader: asyncio.StreamReader) -> Request | None:
    """The next request of a connection, or None at its end; raises ValueError if it is none."""
    line = await reader.readline()
    if not line:
        return None
    method, target, _ = line.decode("latin-1").split(" ", 2)
    headers = await _headers(reader)
    path, _, query = target.partition("?")
    return Request(method, path, query, headers, await _body(reader, headers))


async def _headers(reader: asyncio.StreamReader) -> dict[str, str]:
    headers: dict[str, str] = {}
    while line := (await reader.readline()).decode("latin-1").rstrip("\r\n"):
        name, _, value = line.partition(":")
        headers[name.strip().casefold()] = value.strip()
    return headers


async def _body(reader: asyncio.StreamReader, headers: Mapping[str, str]) -> bytes:
    if headers.get("transfer-encoding", "").casefold() != "chunked":
        return await reader.readexactly(int(headers.get("content-length", "0")))
    chunks: list[bytes] = []
    while size := int((await reader.readline()).partition(b";")[0], 16):
        chunks.append(await reader.readexactly(size))
        await reader.readexactly(2)
    await reader.readline()
    return b"".join(chunks)


def _head(answer: Answer) -> bytes:
    lines = (
        f"HTTP/1.1 {answer.status} {HTTPStatus(answer.status).phrase}",
        f"Content-Type: {answer.content_type}",
        f"Content-Length: {len(answer.body)}",
        *(f"{name}: {value}" for name, value in answer.headers.items()),
    )
    return "\r\n".join((*lines, "", "")).encode()


async def post(url: str, headers: Mapping[str, str], body: bytes) -> int:
    """Post to a loopback address; the status. Raises OSError, ValueError or EOFError."""
    parts = urlsplit(url)
    reader, writer = await asyncio.open_connection(parts.hostname, parts.port or 80)
    target = f"{parts.path or '/'}?{parts.query}" if parts.query else parts.path or "/"
    sent = {"Host": parts.netloc, "Content-Length": str(len(body)), "Connection": "close"}
    lines = [f"{name}: {value}" for name, value in (sent | dict(headers)).items()]
    head = "\r\n".join((f"POST {target} HTTP/1.1", *lines, "", ""))
    try:
        writer.write(head.encode() + body)
        await writer.drain()
        return int((await reader.readuntil(b"\n")).split(b" ", 2)[1])
    finally:
        writer.close()
