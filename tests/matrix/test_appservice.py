"""An application service is called by a real homeserver, and misses nothing while it is away."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

import pytest

from uno_chat.contract import Batch, NotAuthentic, Puller, Request, RetryLater
from uno_chat.coordinator import House
from uno_chat.runtime import Service, utc_now
from uno_chat.runtime.addresses import Bind
from uno_chat.runtime.listening import listening
from uno_chat.testing.desk import Desk
from uno_chat.testing.matrix import AppService, Homeserver, local_matrix
from uno_chat.testing.memory_store import MemoryStore
from uno_chat.testing.ports import free_port
from uno_chat_matrix import MatrixAdapter, read_settings

UNO: Final = "@uno:localhost"
SECRET: Final = "known-to-synapse-alone"


def settings(homeserver: str) -> dict[str, str]:
    return {
        "homeserver": homeserver,
        "user": UNO,
        "access_token": "as-token",
        "mode": "appservice",
        "webhook_secret": SECRET,
    }


@pytest.fixture
def port() -> int:
    return free_port()


@pytest.fixture
def folder() -> Iterator[Path]:
    with TemporaryDirectory() as folder:
        yield Path(folder)


@pytest.fixture
async def server(folder: Path, port: int, synapse_python: Path) -> AsyncIterator[Homeserver]:
    address = f"http://127.0.0.1:{port}/in/matrix"
    service = AppService(address, "uno", "uno_", hs_token=SECRET)
    server = Homeserver(folder, synapse_python, (service,))
    await server.start()
    yield server
    server.kill()


@asynccontextmanager
async def hosted(server: Homeserver, store: MemoryStore, port: int) -> AsyncIterator[Service]:
    adapter = MatrixAdapter(read_settings(settings(server.url)))
    house = House({adapter.network: adapter.capabilities}, Desk().house.seeds)
    service = Service(house, store, [adapter], utc_now)
    async with listening(service.door, Bind("127.0.0.1", port)), service:
        yield service


async def test_a_table_is_opened_joined_and_asked_for_while_nobody_is_there(
    server: Homeserver, port: int
) -> None:
    store = MemoryStore()
    async with local_matrix(server) as matrix:
        ann, ben = await matrix.person("Ann"), await matrix.person("Ben")
        async with hosted(server, store, port):
            room = await matrix.family("Family", ann, ben, bot=UNO)
            while UNO not in await ann.members(room):  # noqa: ASYNC110 - another process
                await asyncio.sleep(0.05)
            await ann.say("!uno new", room)
            await ann.until("Ann: host, ready", room=room)
            await ben.say("!uno join", room)
            await ann.until("Ben: ready", room=room)
        await ann.say("!uno language fr", room)
        async with hosted(server, MemoryStore(store.rows), port):
            await ann.until("Règles officielles", room=room)
            await ann.say("!uno deal", room)
            await ann.until("À jouer", room=room)
    once = [one.page.text for one in ann.seen if "Règles officielles" in one.page.text]
    assert len(once) == 1


async def test_the_private_room_is_made_and_heard(server: Homeserver, port: int) -> None:
    async with local_matrix(server) as matrix, hosted(server, MemoryStore(), port):
        ann = await matrix.person("Ann")
        room = await matrix.family("Family", ann, bot=UNO)
        while UNO not in await ann.members(room):  # noqa: ASYNC110 - another process
            await asyncio.sleep(0.05)
        await ann.say("!uno new", room)
        await ann.until("Ann: host, ready", room=room)
        await ann.say("tables")
        await ann.until("Family")
        assert await ann.members() == {ann.id, UNO}


async def test_only_the_homeserver_is_heard_and_of_what_it_knows() -> None:
    source = MatrixAdapter(read_settings(settings("http://127.0.0.1:1"))).source
    assert not isinstance(source, Puller)
    known = {"Authorization": f"Bearer {SECRET}"}
    place = "/_matrix/app/v1/transactions/7"
    for headers in ({}, {"Authorization": SECRET}, {"Authorization": f"Bearer {SECRET[:-1]}"}):
        with pytest.raises(NotAuthentic):
            await source.decode(Request(headers, b"{}", "PUT", place))
    answers = {
        ("POST", "/_matrix/app/v1/ping"): 200,
        ("GET", "/_matrix/app/v1/users/@uno_x:localhost"): 404,
        ("GET", "/_matrix/app/v1/rooms/%23uno-x:localhost"): 404,
        ("POST", place): 404,
        ("PUT", "/transactions"): 404,
        ("POST", ""): 404,
    }
    for (method, path), status in answers.items():
        batch = await source.decode(Request(known, b"{}", method, path))
        assert batch == Batch(reply=batch.reply)
        assert (batch.reply.status, isinstance(json.loads(batch.reply.body), dict)) == (
            status,
            True,
        )
    for body in (b"", b"{", b"\xff", b"[" * 99999):
        assert (await source.decode(Request(known, body, "PUT", place))).reply.status == 400
    with pytest.raises(RetryLater):  # it is not open
        await source.decode(Request(known, b'{"events": []}', "PUT", place))


async def test_that_we_were_put_out_of_a_room_is_heard_at_once(
    server: Homeserver, port: int
) -> None:
    store = MemoryStore()
    async with local_matrix(server) as matrix, hosted(server, store, port):
        ann = await matrix.person("Ann")
        room = await matrix.family("Family", ann, bot=UNO)
        while UNO not in await ann.members(room):  # noqa: ASYNC110 - another process
            await asyncio.sleep(0.05)
        await ann.say("!uno new", room)
        await ann.until("Ann: host, ready", room=room)
        await ann.kick(UNO, room)
        handled = store.rows.handled
        while not any(one.result == "left" for one in handled.values()):  # noqa: ASYNC110 - as above
            await asyncio.sleep(0.05)
