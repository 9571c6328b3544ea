"""A fake network behind a loopback socket, so that it outlives a process that is killed.

The test's own process holds the FakeNetwork and serves it; the process under test has a
``socket_adapter``. One request is one connection: a JSON line there and a JSON line back. An answer
that gets lost is a connection that closes without one, as in life.
"""

from __future__ import annotations

import asyncio
import json
from typing import Any, Final

from uno_chat.contract import Capabilities
from uno_chat.testing.fake_adapter import FakeAdapter
from uno_chat.testing.fake_chats import Json
from uno_chat.testing.fake_network import LIKE_TELEGRAM, FakeNetwork

POLL: Final = 5.0
"""Seconds after which whoever asks what happened hears that nothing did, as of any network that is
asked: who has slept knows by it that nothing waited.
"""
_LINE: Final = 2**22


class SocketNetworkServer:
    """Serves a FakeNetwork on the loopback interface, in the loop that calls ``start``."""

    def __init__(self, network: FakeNetwork) -> None:
        self.network = network
        self._server: asyncio.Server | None = None
        self._open: set[asyncio.Task[None]] = set()

    async def start(self, port: int = 0) -> str:
        """Listen, on any free port unless one is named; return the address "127.0.0.1:PORT"."""
        self._server = await asyncio.start_server(self._begin, "127.0.0.1", port, limit=_LINE)
        host, port = self._server.sockets[0].getsockname()[:2]
        return f"{host}:{port}"

    async def stop(self) -> None:
        """Refuse connections and drop the open ones; ``start`` may follow."""
        if self._server is not None:
            self._server.close()
            self._server = None
        for task in tuple(self._open):
            task.cancel()
        await asyncio.gather(*self._open, return_exceptions=True)

    def _begin(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.ensure_future(self._serve(reader, writer))
        self._open.add(task)
        task.add_done_callback(self._open.discard)

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            answer = await self._answer(reader)
            if answer is not None:
                writer.write(json.dumps(answer).encode() + b"\n")
                await writer.drain()
        except OSError:
            pass  # whoever asked is gone: it will ask again
        finally:
            writer.close()

    async def _answer(self, reader: asyncio.StreamReader) -> Json | None:
        line = await reader.readline()
        if not line.endswith(b"\n"):
            return None  # killed while asking: the network never understood it
        method, params = json.loads(line)
        call = asyncio.ensure_future(self._call(method, params))
        hung_up = asyncio.ensure_future(reader.read())
        await asyncio.wait({call, hung_up}, return_when=asyncio.FIRST_COMPLETED)
        hung_up.cancel()
        if not call.done():
            call.cancel()
            return None
        return call.result()

    async def _call(self, method: str, params: Json) -> Json | None:
        try:
            async with asyncio.timeout(POLL if method == "events" else None):
                return await self.network.call(method, params)
        except TimeoutError:
            return {"events": [], "cursor": params["cursor"]}
        except ConnectionRefusedError:
            return {"error": "refused"}
        except ConnectionResetError:
            return None


def socket_adapter(
    address: str, *, name: str = "fake", capabilities: Capabilities = LIKE_TELEGRAM
) -> FakeAdapter:
    """The adapter for a network that another process serves at ``address``."""
    host, _, port = address.rpartition(":")

    async def call(method: str, params: Json) -> Json:
        reader, writer = await asyncio.open_connection(host, int(port), limit=_LINE)
        try:
            writer.write(json.dumps([method, params]).encode() + b"\n")
            await writer.drain()
            line = await reader.readline()
        finally:
            writer.close()
        if not line.endswith(b"\n"):
            raise ConnectionResetError
        answer: dict[str, Any] = json.loads(line)
        if answer.get("error") == "refused":
            raise ConnectionRefusedError
        return answer

    return FakeAdapter(name, capabilities, call)
