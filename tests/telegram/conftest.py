"""A local Telegram with Ann, Ben and a bot in a group, and the adapter over the real HTTP stack."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable

import pytest

from uno_chat.contract import Document, Envelope, Puller, line
from uno_chat.testing.telegram import Bot, BotApiServer, Group, LocalTelegram, Person
from uno_chat_telegram import TelegramAdapter, read_settings


@pytest.fixture
def local() -> LocalTelegram:
    return LocalTelegram()


@pytest.fixture
def bot(local: LocalTelegram) -> Bot:
    return local.bot("uno_test_bot")


@pytest.fixture
def ann(local: LocalTelegram, bot: Bot) -> Person:
    """She has started the bot."""
    person = local.person("Ann")
    person.start(bot=bot)
    bot.updates.drop()
    return person


@pytest.fixture
def ben(local: LocalTelegram) -> Person:
    """He has not."""
    return local.person("Ben")


@pytest.fixture
def family(local: LocalTelegram, bot: Bot, ann: Person, ben: Person) -> Group:
    """Ann's group, with Ben and the bot; all updates about that are gone."""
    group = local.group("Family", ann, ben, bot)
    bot.updates.drop()
    return group


@pytest.fixture
async def server(local: LocalTelegram) -> AsyncIterator[BotApiServer]:
    server = BotApiServer(local)
    yield server
    await server.stop()


@pytest.fixture
async def url(server: BotApiServer) -> str:
    return await server.start()


Connect = Callable[..., TelegramAdapter]
Heard = Callable[[], Awaitable[list[Envelope]]]


@pytest.fixture
async def connect(local: LocalTelegram, bot: Bot, url: str) -> AsyncIterator[Connect]:
    """Makes adapters for the bot, not open yet; ``settings`` by name."""
    made: list[TelegramAdapter] = []

    def connected(patience: float = 10, **settings: str) -> TelegramAdapter:
        wanted = read_settings({"token": bot.token, "api_url": url, **settings})
        made.append(TelegramAdapter(wanted, now=local.clock.now, patience=patience))
        return made[-1]

    yield connected
    for adapter in made:
        await adapter.close()


@pytest.fixture
async def adapter(connect: Connect) -> TelegramAdapter:
    adapter = connect()
    await adapter.open()
    return adapter


@pytest.fixture
def heard(adapter: TelegramAdapter) -> Heard:
    """What came since the last time; what comes next must already be there."""
    cursor: str | None = None

    async def pulled() -> list[Envelope]:
        nonlocal cursor
        source = adapter.source
        assert isinstance(source, Puller)
        batch = await source.pull(cursor)
        cursor = batch.cursor
        assert not batch.unreadable
        return list(batch.envelopes)

    return pulled


@pytest.fixture
def page() -> Callable[[str], Document]:
    return lambda text: Document((line(text),))
