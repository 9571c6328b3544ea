"""Keys of ours against a client that is not ours, and what becomes of them when things go wrong."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from uno_chat.contract import AccountRefused, Unreachable
from uno_chat.testing.matrix import Account, LocalMatrix, Secretive, secretive
from uno_chat_matrix.client import Client
from uno_chat_matrix.encryption import Cipher, open_cipher
from uno_chat_matrix.values import Json, fields, items, text

MESSAGE = "m.room.message"
ENCRYPTED = "m.room.encrypted"
ENCRYPTS = {
    "type": "m.room.encryption",
    "state_key": "",
    "content": {"algorithm": "m.megolm.v1.aes-sha2"},
}


@dataclass
class Kept:
    """A memory of a dict, as it was after every change."""

    texts: dict[str, str] = field(default_factory=dict)

    async def read(self, begins: str = "") -> Mapping[str, str]:
        return {name: text for name, text in self.texts.items() if name.startswith(begins)}

    async def write(self, changes: Mapping[str, str | None]) -> None:
        kept = {**self.texts, **changes}
        self.texts = {name: text for name, text in kept.items() if text is not None}


@dataclass
class Bot:
    """Our side of one room."""

    account: Account
    client: Client
    kept: Kept
    cipher: Cipher = field(init=False)
    now: datetime = datetime(2026, 3, 1, 12, tzinfo=UTC)
    room: str = ""
    since: str = field(init=False)
    said: int = 0

    async def reopen(self) -> None:
        """As a new process does."""
        self.cipher = await opened(self)

    async def invite(self, *users: str) -> None:
        body = {"preset": "private_chat", "invite": list(users), "initial_state": [ENCRYPTS]}
        self.room = text(await self.client.post("createRoom", body=body), "room_id")
        while len(await self.members()) <= len(users):  # noqa: ASYNC110 - another process
            await asyncio.sleep(0.05)

    async def members(self) -> Json:
        inside = await self.client.get("rooms", self.room, "joined_members")
        return fields(inside, "joined")

    async def say(self, words: str) -> str:
        content = {"msgtype": "m.text", "body": words}
        sealed = await self.cipher.seal(self.room, MESSAGE, content)
        assert words not in json.dumps(sealed)
        self.said += 1
        path = ("rooms", self.room, "send", ENCRYPTED, f"t{self.said}")
        return text(await self.client.put(*path, body=sealed), "event_id")

    async def look(self) -> list[Json]:
        """What others wrote since the last look, still encrypted; the keys that came are taken."""
        sync = await self.client.get("sync", timeout="0", since=self.since)
        await self.cipher.take(sync)
        self.since = text(sync, "next_batch")
        found = items(sync, "rooms", "join", self.room, "timeline", "events")
        return [
            event
            for event in found
            if isinstance(event, dict)
            and (event["type"], event["sender"] != self.account.user) == (ENCRYPTED, True)
        ]

    async def hear(self, event: str) -> Json:
        """An event, once it is there."""
        seen: list[Json] = []
        while not (found := [one for one in seen if text(one, "event_id") == event]):
            seen += await self.look()
        return found[0]


async def opened(bot: Bot) -> Cipher:
    us = bot.account
    return await open_cipher(bot.client, bot.kept, us.user, us.device, lambda: bot.now)


@pytest.fixture
async def bot(matrix: LocalMatrix) -> AsyncIterator[Bot]:
    account = await matrix.account("Uno")
    client = Client(matrix.server.url)
    client.authorize(account.token)
    made = Bot(account, client, Kept())
    await made.reopen()
    made.since = text(await client.get("sync", timeout="0"), "next_batch")
    yield made
    await client.close()


@pytest.fixture
async def ann(matrix: LocalMatrix, tmp_path: Path) -> AsyncIterator[Secretive]:
    async with secretive(matrix, await matrix.account("Ann"), tmp_path) as person:
        yield person


async def test_both_read_each_other_also_after_a_restart(bot: Bot, ann: Secretive) -> None:
    await bot.invite(ann.id)
    for words in ("red 7", "blue 2"):
        await bot.say(words)
        assert (await ann.until(words)).secret
    await bot.reopen()
    event = await bot.hear(await ann.say("r7 uno", bot.room))
    for _ in range(2):  # a sync that is taken again says the same
        said = await bot.cipher.read(bot.room, event)
        assert (text(said, "type"), text(said, "content", "body")) == (MESSAGE, "r7 uno")
    await bot.reopen()
    await bot.say("after a restart")
    assert (await ann.until("after a restart")).secret


async def test_no_key_is_used_twice_however_often_it_is_killed(bot: Bot, ann: Secretive) -> None:
    await bot.invite(ann.id)
    await bot.say("first")
    content = {"msgtype": "m.text", "body": "second"}
    sealed = []
    for _ in range(3):
        sealed.append(await bot.cipher.seal(bot.room, MESSAGE, content))
        await bot.reopen()
    assert len({text(one, "session_id") for one in sealed}) == 1
    assert len({text(one, "ciphertext") for one in sealed}) == 3


async def test_what_was_copied_or_said_by_another_does_not_count(bot: Bot, ann: Secretive) -> None:
    await bot.invite(ann.id)
    await bot.say("red 7")
    await ann.until("red 7")
    event = await bot.hear(await ann.say("r7", bot.room))
    await bot.cipher.read(bot.room, event)
    for forged in (
        {**event, "event_id": "$again"},
        {**event, "sender": "@mallory:localhost"},
        {**event, "content": {"session_id": "?", "ciphertext": "?"}},
    ):
        assert await bot.cipher.read(bot.room, forged) is None
    assert await bot.cipher.read("!another:localhost", event) is None


async def test_who_logs_in_anew_reads_what_is_said_from_then_on(
    matrix: LocalMatrix, bot: Bot, ann: Secretive, tmp_path: Path
) -> None:
    await bot.invite(ann.id)
    await bot.say("red 7")
    await ann.until("red 7")
    other, other_path = await matrix.login(ann.account), tmp_path / "other"
    other_path.mkdir()
    async with secretive(matrix, other, other_path) as again:
        await bot.say("blue 2")
        assert (await again.until("blue 2")).secret
        assert (await ann.until("blue 2")).secret


async def test_a_session_ends_with_its_time_and_with_whoever_could_read_it(
    matrix: LocalMatrix, bot: Bot, ann: Secretive, tmp_path: Path
) -> None:
    async def session() -> str:
        content = {"msgtype": "m.text", "body": "red 7"}
        return text(await bot.cipher.seal(bot.room, MESSAGE, content), "session_id")

    other = await matrix.login(ann.account)
    (tmp_path / "other").mkdir()
    async with secretive(matrix, other, tmp_path / "other"):
        await bot.invite(ann.id)
        await bot.say("blue 2")
        await ann.until("blue 2")
        sessions = [await session(), await session()]
        bot.now += timedelta(days=8)
        sessions += [await session(), await session()]
    await matrix.logout(other)
    sessions += [await session(), await session()]
    assert [sessions.index(one) for one in sessions] == [0, 0, 2, 2, 4, 4]


async def test_where_nobody_could_read_it_nothing_is_said(matrix: LocalMatrix, bot: Bot) -> None:
    ben = await matrix.person("Ben")  # whose client cannot
    await bot.invite(ben.id)
    await ben.inside(bot.room)
    with pytest.raises(Unreachable, match="keys"):
        await bot.say("red 7")


async def test_lost_keys_are_said_and_not_replaced(bot: Bot) -> None:
    bot.kept.texts.clear()
    with pytest.raises(AccountRefused, match=r"restore the backup .* or log that device out"):
        await bot.reopen()
    assert bot.kept.texts == {}


async def test_a_device_whose_keys_changed_is_told_nothing(bot: Bot, ann: Secretive) -> None:
    await bot.invite(ann.id)
    await bot.say("red 7")
    name = f"device {ann.id} {ann.account.device}"
    bot.kept.texts[name] = json.dumps(["other", "keys"])
    bot.kept.texts = {k: v for k, v in bot.kept.texts.items() if not k.startswith("spoken")}
    with pytest.raises(Unreachable, match="keys"):
        await bot.say("blue 2")


async def test_who_cannot_be_understood_is_offered_a_new_session(bot: Bot, ann: Secretive) -> None:
    """Ours with Ann's device are lost, so the keys that she sends cannot be read; after the first
    of them she has a new session, in which the next one comes.
    """
    await bot.invite(ann.id)
    await bot.say("red 7")
    await ann.until("red 7")
    event = await bot.hear(await ann.say("r7", bot.room))
    assert text(await bot.cipher.read(bot.room, event), "content", "body") == "r7"
    kept = bot.kept.texts.items()
    bot.kept.texts = {name: one for name, one in kept if not name.startswith("pair")}
    lost = await bot.hear(await ann.say("b2", bot.room, anew=True))
    assert await bot.cipher.read(bot.room, lost) is None
    assert [name for name in bot.kept.texts if name.startswith("pair")]
    read: Json | None = None
    while read is None:  # until her client has heard of it
        event = await bot.hear(await ann.say("draw", bot.room, anew=True))
        read = await bot.cipher.read(bot.room, event)
    assert text(read, "content", "body") == "draw"
