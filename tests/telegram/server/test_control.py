"""The world driven from outside, and the server as a process of its own."""

import asyncio
import sys
from collections.abc import AsyncIterator
from dataclasses import dataclass
from typing import Any

import httpx
import pytest
import telegram
from telegram.request import HTTPXRequest

from uno_chat.testing.telegram import BotApiServer, LocalTelegram


@dataclass
class Outside:
    """Somebody who has nothing but the address."""

    url: str
    http: httpx.AsyncClient

    async def __call__(self, verb: str, **asked: object) -> Any:  # noqa: ANN401 - whatever JSON holds
        answer = await self.http.post(f"{self.url}/control/{verb}", json=asked)
        body = answer.json()
        if not body["ok"]:
            raise ValueError(body["why"])
        return body["result"]

    async def cast(self) -> str:
        """Ann, Ben and a bot in a family; the bot's token."""
        bot = await self("bot", **{"as": "uno", "username": "uno_test_bot"})
        for name in ("ann", "ben"):
            await self("person", **{"as": name, "first_name": name.title()})
        members = ["ann", "ben", "uno"]
        await self("group", **{"as": "family", "title": "Family", "members": members})
        token: str = bot["token"]
        return token


def client_of(url: str, token: str) -> telegram.Bot:
    requests = [HTTPXRequest(httpx_kwargs={"verify": False}) for _ in range(2)]
    return telegram.Bot(
        token, base_url=f"{url}/bot", request=requests[0], get_updates_request=requests[1]
    )


@pytest.fixture
async def outside() -> AsyncIterator[Outside]:
    server = BotApiServer(LocalTelegram())
    url = await server.start()
    async with httpx.AsyncClient(verify=False) as http:
        yield Outside(url, http)
    await server.stop()


async def test_people_act_and_see_over_http(outside: Outside) -> None:
    """3.3 [L]"""
    async with client_of(outside.url, await outside.cast()) as client:
        await outside("do", who="ann", what="command", text="new", place="family")
        updates = await client.get_updates(timeout=0)
        message = updates[-1].message
        assert message is not None
        assert message.text == "/new@uno_test_bot"
        button = telegram.InlineKeyboardButton("Join", callback_data="join")
        markup = telegram.InlineKeyboardMarkup.from_button(button)
        await client.send_message(message.chat.id, "table", reply_markup=markup)
        (*_, page) = await outside("pages", who="ben", place="family")
        assert page["text"] == "table"
        query = await outside("do", who="ben", what="press", label="join", place="family")
        await client.answer_callback_query(query, "seated", show_alert=True)
        (*_, moment) = await outside("seen", who="ben")
        assert (moment["kind"], moment["page"]["text"]) == ("alert", "seated")
        (*_, call) = await outside("calls")
        assert (call["method"], call["code"]) == ("answerCallbackQuery", 200)
        assert await outside("calls", since=10_000) == []


async def test_groups_change_over_http(outside: Outside) -> None:
    """3.3 [L]"""
    await outside.cast()
    await outside("do", who="family", what="promote", account="uno", rights=["can_pin_messages"])
    await outside("do", who="family", what="put_out", account="ben", by="ben")
    assert await outside("pages", who="ben", place="family") == []
    await outside("do", who="family", what="let_in", account="ben")
    basic = {"as": "clan", "title": "Clan", "members": ["ann", "uno"], "kind": "group"}
    before = (await outside("group", **basic))["id"]
    old = await outside("do", who="clan", what="migrate", announce=False)
    assert old["id"] == before
    await outside("do", who="clan", what="announce_move", old=before)
    (*_, page) = await outside("pages", who="ann", place="clan")
    assert page["text"] == "[migrate from chat id]"


async def test_time_and_faults_come_over_http(outside: Outside) -> None:
    """3.3 [L]"""
    async with client_of(outside.url, await outside.cast()) as client:
        await outside("do", who="ann", what="start")
        (first, *_) = await client.get_updates(timeout=0)
        assert first is not None
        await outside("advance", seconds=24 * 3600)
        assert await client.get_updates(timeout=0) == ()
        faults = [{"code": 429, "why": "retry after 5", "parameters": {"retry_after": 5}}]
        await outside("plan", faults=[*faults, {"dropped": False}, None])
        with pytest.raises(telegram.error.RetryAfter):
            await client.get_me()
        with pytest.raises(telegram.error.NetworkError):
            await client.get_me()
        await client.get_me()
        await outside("often", share=1, faults=[{"code": 502}])
        with pytest.raises(telegram.error.NetworkError):
            await client.get_me()


async def test_one_can_wait_for_more_to_happen(outside: Outside) -> None:
    """3.3 [L]"""
    await outside.cast()
    now = await outside("wait", revision=-1, seconds=10)
    assert await outside("wait", revision=now, seconds=0) == now
    waiting = asyncio.ensure_future(outside("wait", revision=now, seconds=10))
    await outside("do", who="ann", what="say", text="hello", place="family")
    assert await waiting > now


@pytest.mark.parametrize(
    ("verb", "asked", "why"),
    [
        ("fly", {}, "no verb 'fly'"),
        ("do", {"who": "zoe", "what": "say"}, "nobody is called 'zoe'"),
        ("do", {"who": "ann", "what": "__init__"}, "'ann' cannot '__init__'"),
        ("do", {"who": "uno", "what": "say"}, "'uno' cannot 'say'"),
        ("do", {"who": "ann", "what": "press", "label": "x"}, "no button like 'x'"),
        ("do", {"who": "ann", "what": "say", "txt": "x"}, "txt"),
        ("pages", {"who": "family"}, "'family' is no person"),
        ("pages", {"who": "ann", "place": "ben"}, "'ben' is no place"),
        ("pages", {}, "who"),
        ("plan", {"faults": [{"explode": True}]}, "no fault"),
    ],
)
async def test_what_cannot_be_done_is_said(
    outside: Outside, verb: str, asked: dict[str, object], why: str
) -> None:
    """3.3 [L]"""
    await outside.cast()
    with pytest.raises(ValueError, match=why):
        await outside(verb, **asked)


async def test_the_server_runs_as_a_process_of_its_own() -> None:
    """3.3 [L]"""
    command = (sys.executable, "-m", "uno_chat.testing.telegram", "--ephemeral", "--no-limit")
    process = await asyncio.create_subprocess_exec(*command, stdout=asyncio.subprocess.PIPE)
    assert process.stdout is not None
    url = (await process.stdout.readline()).decode().strip()
    async with httpx.AsyncClient(verify=False) as http:
        token = await Outside(url, http).cast()
        async with client_of(url, token) as client:
            assert client.username == "uno_test_bot"
    process.terminate()
    await process.wait()
