"""The fake network over a socket: what it knows outlives whoever talks to it."""

import asyncio
import os
import signal
import subprocess
import sys
from collections.abc import AsyncIterator
from datetime import UTC, datetime

import pytest

from uno_chat.contract import (
    Batch,
    Conversation,
    Delivery,
    Document,
    OutcomeUnknown,
    Puller,
    RetryLater,
    line,
)
from uno_chat.testing import socket_network
from uno_chat.testing.fake_network import FakeNetwork
from uno_chat.testing.faults import Lost, Refused
from uno_chat.testing.socket_network import SocketNetworkServer, socket_adapter

FAMILY = Conversation("fake", "family")
TABLE = Delivery("k1", FAMILY, Document((line("the table"),)))


@pytest.fixture
async def server() -> AsyncIterator[SocketNetworkServer]:
    network = FakeNetwork(lambda: datetime(2026, 3, 1, tzinfo=UTC))
    network.join("ann", "family")
    server = SocketNetworkServer(network)
    yield server
    await server.stop()


async def test_a_delivery_crosses_the_socket(server: SocketNetworkServer) -> None:
    adapter = socket_adapter(await server.start())
    await adapter.open()
    receipt = await adapter.deliver(TABLE)
    assert [page.message for page in server.network.pages("family")] == [receipt.message]
    await adapter.close()


async def test_an_answer_lost_on_the_way_is_an_open_question(server: SocketNetworkServer) -> None:
    adapter = socket_adapter(await server.start())
    server.network.fail_writes(Lost(shown=True), Lost(shown=False), Refused())
    for error in (OutcomeUnknown, OutcomeUnknown, RetryLater):
        with pytest.raises(error):
            await adapter.deliver(TABLE)
    assert server.network.times_shown() == {"k1": 1}


async def test_nothing_was_shown_when_nobody_listens(server: SocketNetworkServer) -> None:
    address = await server.start()
    await server.stop()
    with pytest.raises(RetryLater):
        await socket_adapter(address).deliver(TABLE)
    await server.start(int(address.rpartition(":")[2]))
    await socket_adapter(address).deliver(TABLE)


CHILD = """
import asyncio, sys
from uno_chat.testing.socket_network import socket_adapter

async def main():
    source = socket_adapter(sys.argv[1]).source
    batch = await source.pull(None)
    print([envelope.id for envelope in batch.envelopes], flush=True)
    await source.pull(batch.cursor)

asyncio.run(main())
"""


async def test_what_a_killed_process_had_pulled_comes_again(server: SocketNetworkServer) -> None:
    address = await server.start()
    server.network.say("ann", "r7")
    path = dict(os.environ, PYTHONPATH=os.pathsep.join(sys.path))
    for _ in range(2):
        child = await asyncio.create_subprocess_exec(
            sys.executable, "-c", CHILD, address, stdout=subprocess.PIPE, env=path
        )
        assert child.stdout is not None
        assert await child.stdout.readline() == b"['e1', 'e2']\n"
        child.send_signal(signal.SIGKILL)
        await child.communicate()


async def test_whoever_asks_while_nothing_happens_hears_so_in_time(
    server: SocketNetworkServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(socket_network, "POLL", 0.01)
    source = socket_adapter(await server.start()).source
    assert isinstance(source, Puller)
    cursor = (await source.pull(None)).cursor
    assert await source.pull(cursor) == Batch((), cursor)
