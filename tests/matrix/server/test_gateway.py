"""What a gateway breaks between a client and a homeserver, and what still had its effect."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass
from datetime import timedelta
from random import Random

import httpx
import pytest

from uno_chat.testing.matrix import (
    BAD_GATEWAY,
    Dropped,
    Gateway,
    LocalMatrix,
    Person,
    Silent,
    flood,
)
from uno_chat.testing.patience import PATIENCE


@dataclass(frozen=True, slots=True)
class Bot:
    """A client behind a gateway, in a room with Ann, who reads without one."""

    gateway: Gateway
    http: httpx.AsyncClient
    ann: Person
    room: str

    async def says(self, text: str) -> httpx.Response:
        path = f"/_matrix/client/v3/rooms/{self.room}/send/m.room.message/{text}"
        return await self.http.put(path, json={"msgtype": "m.text", "body": text})

    async def read(self) -> list[str]:
        """What of it Ann read."""
        await self.ann.look()
        return [page.text for page in self.ann.pages(self.room)]


@pytest.fixture
async def bot(matrix: LocalMatrix) -> AsyncIterator[Bot]:
    ann, account = await matrix.person("Ann"), await matrix.account()
    room = await matrix.family("Family", ann, bot=account.user)
    gateway = Gateway(matrix.server.url)
    headers = {"Authorization": f"Bearer {account.token}"}
    async with httpx.AsyncClient(
        base_url=await gateway.start(), headers=headers, timeout=PATIENCE
    ) as http:
        await http.post(f"/_matrix/client/v3/rooms/{room}/join", json={})
        yield Bot(gateway, http, ann, room)
        await gateway.cut()


async def test_where_nothing_breaks_it_is_as_if_it_were_not_there(bot: Bot) -> None:
    answer = await bot.says("hello%20there")
    assert answer.json()["event_id"]
    assert await bot.read() == ["hello%20there"]
    assert [(call.method, call.status) for call in bot.gateway.calls] == [
        ("POST", 200),
        ("PUT", 200),
    ]


async def test_an_answer_in_between_had_no_effect(bot: Bot) -> None:
    bot.gateway.plan(flood(timedelta(seconds=7)), BAD_GATEWAY)
    many, bad = await bot.says("many"), await bot.says("bad")
    assert (many.status_code, many.json()["retry_after_ms"]) == (429, 7000)
    assert many.headers["retry-after"] == "7"
    assert (bad.status_code, bad.headers["content-type"]) == (502, "text/html")
    assert (await bot.says("good")).status_code == 200
    assert await bot.read() == ["good"]


@pytest.mark.parametrize("done", [True, False])
@pytest.mark.parametrize(
    ("kind", "error"), [(Dropped, httpx.RemoteProtocolError), (Silent, httpx.ReadTimeout)]
)
async def test_a_lost_answer_leaves_open_what_became_of_the_call(
    bot: Bot, kind: Callable[[bool], Dropped | Silent], error: type[Exception], *, done: bool
) -> None:
    bot.gateway.plan(Dropped(done) if kind is Dropped else Silent(done))
    bot.http.timeout = httpx.Timeout(PATIENCE, read=0.5 if kind is Silent else PATIENCE)
    with pytest.raises(error):
        await bot.says("lost")
    if done:
        await bot.ann.until("lost", room=bot.room)
    assert await bot.read() == ["lost"] * done


async def test_a_line_that_is_cut_can_be_mended(bot: Bot) -> None:
    await bot.gateway.cut()
    with pytest.raises(httpx.ConnectError):
        await bot.says("cut")
    await bot.gateway.start()
    await bot.says("mended")
    assert await bot.read() == ["mended"]


async def test_a_fault_waits_for_the_call_that_it_names(bot: Bot) -> None:
    bot.gateway.plan(BAD_GATEWAY, path="/sync")
    assert (await bot.says("unharmed")).status_code == 200
    sync = "/_matrix/client/v3/sync"
    assert [(await bot.http.get(sync)).status_code for _ in range(2)] == [502, 200]
    bot.gateway.plan(BAD_GATEWAY)
    assert (await bot.http.get(sync)).status_code == 200


async def test_faults_by_chance_are_as_frequent_as_wanted(bot: Bot) -> None:
    bot.gateway.often(0.5, [BAD_GATEWAY], Random(1))
    answers = [(await bot.says(str(number))).status_code for number in range(20)]
    assert 5 < answers.count(502) < 15
    assert len(await bot.read()) == answers.count(200)


async def test_behind_it_a_server_that_is_away_is_a_bad_gateway(bot: Bot) -> None:
    bot.gateway.there = "http://127.0.0.1:9"
    assert (await bot.says("away")).status_code == 502


async def test_a_sync_can_be_spoilt_on_its_way_and_nothing_else(bot: Bot) -> None:
    bot.gateway.spoil = lambda body: body.replace(b"good", b"evil")
    await bot.says("good")
    assert await bot.read() == ["good"]
    assert "evil" in (await bot.http.get("/_matrix/client/v3/sync")).text
