"""The far end of the kit: Ann and her group on a local Telegram, behind a line that can be cut."""

from __future__ import annotations

import asyncio
import contextlib
import socket
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import assert_never
from urllib.parse import urlsplit

import pytest

from uno_chat.contract import Address, Conversation, Request, User
from uno_chat.testing.faults import Blocked, Deleted, Fault, Fine, Lost, Refused, Renamed, TooMany
from uno_chat.testing.http import Answer, HttpServer
from uno_chat.testing.http import Request as Heard
from uno_chat.testing.telegram import (
    BotApiServer,
    Dropped,
    LocalTelegram,
    bad,
    flood,
    forbidden,
    migrated,
)
from uno_chat_telegram import NETWORK, TelegramAdapter, read_settings

SECRET = "known-to_Telegram-alone"
HEADER = "X-Telegram-Bot-Api-Secret-Token"

BROKEN = (
    {"chat": None},
    {"date": "yesterday"},
    {"from": {"id": 7}},
    {"text": "half \ud83d"},
    {"new_chat_members": "everybody"},
)
"""Fields of a message as nobody can read them."""


@dataclass(slots=True)
class Line:
    """A line to a server that can be cut at once, as when a network is gone."""

    server: asyncio.Server | None = None
    sockets: list[socket.socket] = field(default_factory=list)
    carrying: set[asyncio.Task[None]] = field(default_factory=set)

    async def start(self, url: str) -> str:
        there = urlsplit(url)
        self.server = await asyncio.start_server(
            lambda r, w: self._begin(there.hostname, there.port, r, w), "127.0.0.1", 0
        )
        return f"http://127.0.0.1:{self.server.sockets[0].getsockname()[1]}"

    def cut(self) -> None:
        """From now on nobody gets through."""
        assert self.server is not None
        self.server.close()
        for end in self.sockets:
            with contextlib.suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)

    async def stop(self) -> None:
        self.cut()
        for task in self.carrying:
            task.cancel()
        await asyncio.gather(*self.carrying, return_exceptions=True)

    def _begin(
        self,
        host: str | None,
        port: int | None,
        reader: asyncio.StreamReader,
        writer: asyncio.StreamWriter,
    ) -> None:
        self.sockets.append(writer.get_extra_info("socket"))
        self.carrying.add(asyncio.ensure_future(_carry(host, port, reader, writer)))


async def _carry(
    host: str | None, port: int | None, reader: asyncio.StreamReader, writer: asyncio.StreamWriter
) -> None:
    beyond_reader, beyond_writer = await asyncio.open_connection(host, port)
    ways = asyncio.gather(_copy(reader, beyond_writer), _copy(beyond_reader, writer))
    try:
        await ways
    finally:
        ways.cancel()
        beyond_writer.close()
        writer.close()


async def _copy(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    with contextlib.suppress(OSError):
        while data := await reader.read(65536):
            writer.write(data)
            await writer.drain()
    writer.close()


class TelegramWire:
    """The far end for the kit. It hears everything, as the kit says bare words in the group."""

    def __init__(self, *, webhook: bool) -> None:
        self.impossible: Mapping[str, str] = {}
        self.telegram = LocalTelegram(ephemeral=True)
        self.bot = self.telegram.bot("uno_test_bot", privacy=False)
        self.person = self.telegram.person("Ann")
        self.person.start(bot=self.bot)
        self.other = self.telegram.person("Ben")
        self.family = self.telegram.group("Family", self.person, self.other, self.bot)
        self.topic = self.family.open_topic("cards")
        self.bot.updates.drop()
        self._webhook = webhook
        self._server = BotApiServer(self.telegram)
        self._ears = HttpServer(self._heard)
        self._line = Line()
        self._posted: list[Request] = []
        self._adapter: TelegramAdapter | None = None

    @property
    def adapter(self) -> TelegramAdapter:
        assert self._adapter is not None
        return self._adapter

    @property
    def ann(self) -> User:
        return User(NETWORK, str(self.person.id))

    @property
    def group(self) -> Conversation:
        return Conversation(NETWORK, str(self.family.id))

    @property
    def thread(self) -> Conversation:
        return Conversation(NETWORK, str(self.family.id), str(self.topic))

    @property
    def elsewhere(self) -> Conversation:
        return Conversation(NETWORK, "-1003199999999")

    @property
    def cursor(self) -> str | None:
        return None

    async def start(self) -> None:
        url = await self._line.start(await self._server.start())
        settings = {"token": self.bot.token, "api_url": url, "ephemeral": "on"}
        if self._webhook:
            ears = await self._ears.start()
            settings |= {"mode": "webhook", "webhook_url": ears, "webhook_secret": SECRET}
        self._adapter = TelegramAdapter(read_settings(settings), now=self.telegram.clock.now)

    async def stop(self) -> None:
        await self.adapter.close()
        await self._line.stop()
        await self._server.stop()
        await self._ears.stop()

    async def say(self, text: str, *, private: bool) -> None:
        self.person.say(text, self.bot if private else self.family)
        await self._taken()

    async def say_in_thread(self, text: str) -> None:
        self.person.say(text, self.family, topic=self.topic)
        await self._taken()

    async def press(self, label: str) -> None:
        self.person.press(label, self.bot)
        await self._taken()

    async def press_in_group(self, label: str) -> None:
        self.person.press(label, self.family)
        await self._taken()

    async def react(self, number: int) -> bool:  # noqa: ARG002 - nobody can
        return False

    async def bridge(self, text: str) -> bool:  # noqa: ARG002 - there are none
        return False

    async def garble(self) -> None:
        for spoilt in BROKEN:
            self.person.say("something", self.family)
            self.bot.updates.edit(partial(_spoilt, spoilt))
        if self._webhook:
            for body in (b"", b"{", b"\xff\xfe", b"[]", b"null", b'"a"', b"{}", b"[" * 9999):
                self._posted.append(Request({HEADER: SECRET}, body))
        await self._taken()

    async def echo(self) -> None:
        """Telegram does not do it; it would look like this."""
        *_, newest = self.family.chat.messages.values()
        told = newest.as_json(self.family.chat.as_json())
        self.bot.updates.add("message", told, f"chat{self.family.id}")
        await self._taken()

    def requests(self) -> Sequence[Request]:
        return self._posted

    def forged(self) -> Sequence[Request]:
        body = b'{"update_id": 1}'
        keys: list[dict[str, str]] = [{}, {HEADER: ""}, {HEADER: SECRET[:-1]}]
        return [Request(key, body) for key in keys]

    async def seen(self, where: Address) -> Sequence[str]:
        if isinstance(where, User):
            return [page.all_text for page in self.person.pages(self.bot)]
        topic, pages = int(where.thread or 0), self.person.pages(self.family)
        return [p.all_text for p in pages if p.thread == topic and not p.ephemeral]

    async def peeked(self) -> Sequence[str]:
        return [page.all_text for page in self.person.pages(self.family) if page.ephemeral]

    async def seen_by_others(self) -> Sequence[str]:
        return [moment.page.all_text for moment in self.other.seen]

    async def expose(self) -> None:
        self.telegram.ephemerals.on = False

    async def toasts(self) -> Sequence[str]:
        return self.person.toasts

    async def fail(self, fault: Fault) -> None:
        plan = self.telegram.faults.plan
        match fault:
            case TooMany(after):
                plan(flood(after))
            case Refused():
                self._line.cut()
            case Lost(shown):
                plan(Dropped(done=shown))
            case Blocked():
                plan(forbidden("bot was blocked by the user"))
            case Renamed(to):
                plan(migrated(int(to.id)))
            case Deleted():
                plan(bad("message to edit not found"))
            case Fine():
                plan(None)
            case _:
                assert_never(fault)

    async def _taken(self) -> None:
        """Wait until a webhook has got everything."""
        if self._webhook:
            await self.telegram.until(lambda: not self.bot.updates.queue())

    async def _heard(self, request: Heard) -> Answer:
        self._posted.append(Request(request.headers, request.body))
        return Answer(200, b"{}")


def _spoilt(how: Mapping[str, object], payload: dict[str, object]) -> dict[str, object]:
    return {**payload, **how} if payload.get("text") == "something" else payload


@pytest.fixture
def polled() -> TelegramWire:
    return TelegramWire(webhook=False)


@pytest.fixture
def hooked() -> TelegramWire:
    return TelegramWire(webhook=True)
