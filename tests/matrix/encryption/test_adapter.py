"""An account that encrypts: hands and answers in a private room; and what one without it says."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

import pytest

from uno_chat.contract import (
    Batch,
    Contacted,
    Delivery,
    Document,
    Envelope,
    Event,
    Joined,
    Message,
    Puller,
    Said,
    Sealed,
    Unreachable,
    User,
    line,
)
from uno_chat.runtime.remembering import KeptMemory
from uno_chat.testing.matrix import Account, LocalMatrix, secretive
from uno_chat.testing.memory_store import MemoryStore
from uno_chat_matrix import MatrixAdapter, read_settings

ENCRYPTS: Final = {
    "type": "m.room.encryption",
    "state_key": "",
    "content": {"algorithm": "m.megolm.v1.aes-sha2"},
}


@dataclass
class Bot:
    """An adapter and all that it has told so far."""

    adapter: MatrixAdapter
    cursor: str | None = None
    heard: list[Envelope] = field(default_factory=list)

    async def until(self, event: Event) -> Envelope:
        while not (those := [one for one in self.heard if one.event == event]):
            batch = await self.pull()
            self.heard += batch.envelopes
        return those[0]

    async def pull(self) -> Batch:
        assert isinstance(self.adapter.source, Puller)
        batch = await self.adapter.source.pull(self.cursor)
        self.cursor = batch.cursor
        return batch

    async def show(self, user: str, text: str, replaces: Message | None = None) -> Message:
        document = Document((line(text),))
        delivery = Delivery(text, User("matrix", user), document, replaces, notify=True)
        shown = (await self.adapter.deliver(delivery)).message
        assert shown is not None
        return shown


@asynccontextmanager
async def opened(matrix: LocalMatrix, account: Account, encryption: str) -> AsyncIterator[Bot]:
    settings = {
        "homeserver": matrix.server.url,
        "user": account.user,
        "access_token": account.token,
        "limits": "lifted",
        "encryption": encryption,
    }
    adapter, store = MatrixAdapter(read_settings(settings)), MemoryStore()
    await store.open()
    adapter.remember_in(KeptMemory(store, "matrix"))
    await adapter.open()
    bot = Bot(adapter)
    await bot.pull()
    yield bot
    await adapter.close()


async def test_hands_and_answers_are_encrypted(matrix: LocalMatrix, tmp_path: Path) -> None:
    uno, account = await matrix.account("Uno"), await matrix.account("Ann")
    async with opened(matrix, uno, "on") as bot, secretive(matrix, account, tmp_path) as ann:
        with pytest.raises(Unreachable):
            await bot.show(ann.id, "red 7")
        await bot.until(Contacted())
        hand = await bot.show(ann.id, "red 7")
        read = await ann.until("red 7")
        assert (read.event, read.secret) == (hand.id, True)
        assert await bot.show(ann.id, "blue 2", hand) == hand
        assert (await ann.until("blue 2")).secret
        await ann.say("1 uno", read.room)
        said = await bot.until(Said("1 uno"))
        assert (said.sender.id, said.private) == (ann.id, True)


@pytest.mark.parametrize("private", [True, False])
async def test_without_it_that_is_said_where_one_comes_in(
    matrix: LocalMatrix, *, private: bool
) -> None:
    uno, ann = await matrix.account("Uno"), await matrix.person("Ann")
    async with opened(matrix, uno, "off") as bot:
        await ann.opens("", uno.user, direct=private, initial_state=[ENCRYPTS])
        sealed = await bot.until(Sealed())
        assert not sealed.private  # where we cannot read nothing is private
        assert [one.id for one in bot.heard].count(sealed.id) == 1


async def test_a_key_that_is_missing_is_told_by_its_name(matrix: LocalMatrix) -> None:
    uno, ann = await matrix.account("Uno"), await matrix.person("Ann")
    content = {"algorithm": "m.megolm.v1.aes-sha2", "session_id": "lost", "ciphertext": "?"}
    async with opened(matrix, uno, "on") as bot:
        room = await ann.opens("", uno.user, direct=True, initial_state=[ENCRYPTS])
        await bot.until(Contacted())
        await ann.send(content, room, "m.room.encrypted")
        assert (await bot.until(Sealed("lost"))).private


async def test_in_a_group_only_what_answers_us_is_worth_a_word(matrix: LocalMatrix) -> None:
    uno, ann = await matrix.account("Uno"), await matrix.person("Ann")
    content = {"algorithm": "m.megolm.v1.aes-sha2", "session_id": "lost", "ciphertext": "?"}
    async with opened(matrix, uno, "off") as bot:
        room = await ann.opens("Family", uno.user)
        await bot.until(Joined(User("matrix", uno.user)))
        await ann.send(content, room, "m.room.encrypted")
        await ann.say("!uno new", room)
        await bot.until(Said("!uno new"))
        assert Sealed() not in [one.event for one in bot.heard]
