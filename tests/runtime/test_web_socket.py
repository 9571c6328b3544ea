"""The door on a real socket, in front of a house that starts, works and stops."""

from __future__ import annotations

import asyncio
import json
import socket
import threading
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from datetime import datetime, timedelta
from pathlib import Path

import pytest

from uno_chat.contract import Batch, RetryLater, Store, Transaction
from uno_chat.coordinator import House
from uno_chat.runtime import ConfigurationError, Service, listening, service, utc_now, web
from uno_chat.runtime.addresses import Bind
from uno_chat.runtime.receiving import keep
from uno_chat.testing.desk import Desk
from uno_chat.testing.fake_adapter import FakeAdapter
from uno_chat.testing.fake_network import LIKE_TELEGRAM, FakeNetwork
from uno_chat.testing.memory_store import MemoryStore
from uno_chat.testing.patience import PATIENCE
from uno_chat_sql import plugin

SECRET = "known to the network alone"
ANYWHERE = Bind("127.0.0.1", 0)


@pytest.fixture(autouse=True)
def unhurried(monkeypatch: pytest.MonkeyPatch) -> None:
    """A store has the time to take what is posted, however slow the machine is."""
    monkeypatch.setattr(web, "STORED_WITHIN", PATIENCE)


def house_of(adapter: FakeAdapter, store: Store) -> Service:
    able = {adapter.network: adapter.capabilities}
    return Service(House(able, Desk().house.seeds), store, [adapter])


@asynccontextmanager
async def hosted(network: FakeNetwork, store: Store) -> AsyncIterator[tuple[Service, Bind]]:
    """As ``uno-chat run`` does it: the door before the house, and after it."""
    house = house_of(network.webhook_adapter(SECRET), store)
    async with listening.listening(house.door, ANYWHERE) as at, house:
        yield house, at


async def ask(
    at: Bind, request: str, headers: Mapping[str, str] | None = None, body: bytes = b""
) -> str:
    """One request on a connection of its own; the status and the body of its answer."""
    reader, writer = await asyncio.open_connection(at.host, at.port)
    given = {"Host": str(at), "Connection": "close", "Content-Length": str(len(body))}
    lines = [f"{request} HTTP/1.1", *(f"{k}: {v}" for k, v in {**given, **(headers or {})}.items())]
    writer.write("\r\n".join([*lines, "", ""]).encode() + body)
    answer = (await reader.read()).decode()
    writer.close()
    await writer.wait_closed()
    head, _, text = answer.partition("\r\n\r\n")
    return f"{head.split(' ', 2)[1]} {text.strip()}".strip()


async def test_whoever_watches_is_told_at_an_address_of_its_own(tmp_path: Path) -> None:
    network = FakeNetwork(utc_now)
    house = house_of(network.webhook_adapter(SECRET), plugin(f"sqlite:///{tmp_path}/uno.db"))
    opened = listening.listening(house.door, ANYWHERE)
    watched = listening.listening(house.panel, ANYWHERE, "metrics_bind")
    async with opened as at, watched as apart, house:
        assert await ask(at, "GET /metrics") == "404"
        told = await ask(apart, "GET /metrics")
        assert await ask(apart, "POST /in/fake", body=b"{}") == "404"
        assert await ask(apart, "GET /readyz") == "200 ready"
        with pytest.raises(ConfigurationError, match=r"Set metrics_bind to a free address"):
            async with listening.listening(house.panel, apart, "metrics_bind"):
                pytest.fail("two listen at one address")
    assert told.startswith("200 # HELP uno_chat_")
    assert 'uno_chat_account_open{account="fake"} 1.0' in told
    assert "process_cpu_seconds_total" in told


async def post(network: FakeNetwork, at: Bind) -> str:
    """The network tells the last that it has to tell."""
    told = network.requests(SECRET)[-1]
    return await ask(at, f"POST /in/{network.name}", told.headers, told.body)


async def test_what_a_network_posts_is_answered_in_the_chat() -> None:
    network, store = FakeNetwork(utc_now), MemoryStore()
    async with hosted(network, store) as (house, at):
        network.contact("ann")
        assert await post(network, at) == "200"
        await house.quiet()
        assert "UNO by message" in network.pages("@ann")[0].text
        assert await post(network, at) == "200"
        await house.quiet()
        assert len(network.pages("@ann")) == 1
        assert [await ask(at, f"GET /{path}") for path in ("livez", "readyz", "")] == [
            "200 lives",
            "200 ready",
            "404",
        ]


async def test_it_listens_before_the_network_is_told_and_takes_nothing_until_then() -> None:
    """And the end of the house closes the door."""
    answers = []

    class Late(FakeAdapter):
        async def open(self) -> None:
            answers.append(await ask(at, f"POST /in/{network.name}", told.headers, told.body))
            answers.append(await ask(at, "GET /livez"))
            answers.append(await ask(at, "GET /readyz"))
            raise RetryLater(timedelta(hours=1))

    network = FakeNetwork(utc_now)
    network.say("ann", "r7")
    *_, told = network.requests(SECRET)
    adapter = Late(network.name, LIKE_TELEGRAM, network.call, secret=SECRET)
    house = house_of(adapter, MemoryStore())
    async with listening.listening(house.door, ANYWHERE) as at, house:
        assert answers == ["503", "200 lives", f"503 not open: {network.name}"]
    with pytest.raises(ConnectionRefusedError):
        await ask(at, "GET /livez")


async def test_a_request_under_way_at_the_stop_is_stored_and_answered(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    begun, go = threading.Event(), threading.Event()

    def slowly(tx: Transaction, account: str, batch: Batch, now: datetime) -> int:
        begun.set()
        go.wait()
        return keep(tx, account, batch, now)

    monkeypatch.setattr(web, "keep", slowly)
    network, store = FakeNetwork(utc_now), plugin(f"sqlite:///{tmp_path / 'games.db'}")
    async with hosted(network, store) as (house, at):
        await house.quiet()  # nothing else waits for the store
        network.say("ann", "r7")
        posted = asyncio.create_task(post(network, at))
        await asyncio.to_thread(begun.wait)
        stopping = asyncio.create_task(house.stop())
        await asyncio.sleep(0)
        assert (await ask(at, "GET /readyz")).startswith("503")
        go.set()
        assert await posted == "200"
        await stopping
    await store.open()
    assert await store.transact(lambda tx: tx.next_inbox(utc_now(), ())) is not None
    await store.close()


async def test_whoever_hangs_does_not_hold_the_stop(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(listening, "FINISH", 0.01)
    network = FakeNetwork(utc_now)
    async with hosted(network, MemoryStore()) as (_, at):
        path = f"/in/{network.name}"
        unfinished = f"POST {path} HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\n[".encode()
        hanging = [await asyncio.open_connection(at.host, at.port) for _ in range(3)]
        for (_, writer), sent in zip(hanging, (b"", b"POST", unfinished), strict=True):
            writer.write(sent)
            await writer.drain()
        assert await ask(at, "GET /livez") == "200 lives"
    for reader, writer in hanging:
        assert b"200" not in await reader.read()
        writer.close()


def test_the_stop_with_its_last_answers_is_within_ten_seconds() -> None:
    rest = service.LET_GO / 2 + service.LET_GO * 1.5 + service.DRAIN + service.LET_GO * 2
    assert rest + 2 * listening.FINISH < 10


async def test_a_house_with_an_ipv6_address_is_reached_there() -> None:
    try:
        socket.create_server(("::1", 0), family=socket.AF_INET6).close()
    except OSError:
        pytest.skip("this machine has no IPv6")
    house = house_of(FakeNetwork(utc_now).webhook_adapter(SECRET), MemoryStore())
    async with listening.listening(house.door, Bind("::1", 0)) as at:
        assert str(at).startswith("[::1]:")
        assert await ask(at, "GET /livez") == "200 lives"


async def test_a_port_that_is_taken_is_said_in_one_sentence() -> None:
    house = house_of(FakeNetwork(utc_now).webhook_adapter(SECRET), MemoryStore())
    async with listening.listening(house.door, ANYWHERE) as at:
        with pytest.raises(ConfigurationError) as told:
            async with listening.listening(house.door, at):
                raise AssertionError("it listens twice")
    assert str(told.value) == (
        f"Cannot listen on {at}: Address already in use. Set http_bind to a free address of this"
        " machine."
    )


async def test_a_host_that_nobody_knows_is_said_in_one_sentence() -> None:
    house = house_of(FakeNetwork(utc_now).webhook_adapter(SECRET), MemoryStore())
    with pytest.raises(ConfigurationError, match=r"Cannot listen on 192\.0\.2\.1:8080: \w+"):
        async with listening.listening(house.door, Bind("192.0.2.1", 8080)):
            raise AssertionError("it listens elsewhere")


async def test_no_line_of_the_log_tells_what_was_posted(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level("DEBUG", logger="uvicorn")
    network = FakeNetwork(utc_now)
    async with hosted(network, MemoryStore()) as (_, at):
        caplog.set_level("DEBUG")
        body = json.dumps("hand of annabella").encode()
        path = f"POST /in/{network.name}"
        assert await ask(at, path, {"X-Fake-Network": "wrong secret"}, body) == "403"
        assert await ask(at, path, {"X-Fake-Network": SECRET}, body) == "200"
        assert await ask(at, "BREW /pot?annabella") == "404"
    assert "annabella" not in caplog.text
    assert "secret" not in caplog.text
    assert SECRET not in caplog.text
