"""The local Telegram, reached by python-telegram-bot over HTTP.

The tests here are a kit of what is known of Telegram: each says where it is known from, by a
section of telegram.md and a mark: [O] Telegram's own text, [S] the source of its server, [M] its
maintainers, [P] the source of python-telegram-bot, [X] seen by running, [C] other writing. What
only the local server promises to tests is marked [L].
"""

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack

import pytest
import telegram
from telegram.request import HTTPXRequest

from uno_chat.testing.telegram import Bot, BotApiServer, LocalTelegram
from uno_chat.testing.telegram.contract import fits

Connect = Callable[[Bot], Awaitable[telegram.Bot]]
Fresh = Callable[[], Awaitable[list[telegram.Update]]]


@pytest.fixture(autouse=True)
def _timedeltas(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let RetryAfter carry a timedelta, as it always will in the next version."""
    monkeypatch.setenv("PTB_TIMEDELTA", "true")


@pytest.fixture
async def url(local: LocalTelegram) -> AsyncIterator[str]:
    server = BotApiServer(local)
    yield await server.start()
    await server.stop()
    for bot in local.world.bots.values():
        for update in bot.updates.log:
            fits("Update", update.as_json())


def patient() -> HTTPXRequest:
    """One that reads no certificates, which takes longer than a test."""
    return HTTPXRequest(read_timeout=20, httpx_kwargs={"verify": False})


@pytest.fixture
async def connect(url: str) -> AsyncIterator[Connect]:
    """Makes clients with the real HTTP stack."""
    async with AsyncExitStack() as stack:

        async def connected(bot: Bot) -> telegram.Bot:
            polls, others = patient(), patient()
            client = telegram.Bot(
                bot.token, base_url=f"{url}/bot", get_updates_request=polls, request=others
            )
            return await stack.enter_async_context(client)

        yield connected


@pytest.fixture
async def client(connect: Connect, bot: Bot) -> telegram.Bot:
    return await connect(bot)


@pytest.fixture
def fresh(client: telegram.Bot) -> Fresh:
    """What came since the last time, as the client reads it, confirmed."""

    async def taken() -> list[telegram.Update]:
        found = await client.get_updates(timeout=0)
        if found:
            await client.get_updates(offset=found[-1].update_id + 1, timeout=0)
        return list(found)

    return taken
