"""What a host needs to be served by a Telegram that outlives it."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from uno_chat.testing.hosting import Host, ending
from uno_chat.testing.telegram.bots import Bot
from uno_chat.testing.telegram.local import LocalTelegram
from uno_chat.testing.telegram.server import BotApiServer


@asynccontextmanager
async def hosts(
    telegram: LocalTelegram, bot: Bot, *folders: Path, program: str
) -> AsyncIterator[tuple[Host, ...]]:
    """A host of the same bot for each folder; none is started yet, and none is left running."""
    server = BotApiServer(telegram)
    url = await server.start()
    given = {"adapters": "telegram", "telegram_api_url": url, "telegram_token": bot.token}
    made = tuple(Host(folder, program, given) for folder in folders)
    try:
        async with ending(*made):
            yield made
    finally:
        await server.stop()
