"""The client: python-telegram-bot's ``Bot`` over one HTTP client, which asks and never repeats."""

from __future__ import annotations

import json
import logging
from dataclasses import dataclass, field
from typing import Final
from urllib.parse import urlencode

import telegram
from telegram.error import TelegramError
from telegram.request import HTTPXRequest

from uno_chat_telegram.decode import KINDS
from uno_chat_telegram.errors import account_error

PATIENCE: Final = 10.0
"""Seconds within which Telegram answers a call."""
POLL: Final = 30
"""Seconds that one poll waits for updates."""

_QUIET: Final = {"httpx": logging.WARNING, "telegram": logging.CRITICAL}
"""The first would log every address, which holds the token; the second what it sends and gets,
which holds hands. All that goes wrong there is raised as well."""


@dataclass(frozen=True, slots=True)
class Client:
    """One account. ``bot``, whose repr tells the token, makes the calls over ``web``."""

    bot: telegram.Bot = field(repr=False)
    web: HTTPXRequest

    async def open(self) -> None:
        """Be ready for calls; as often as one likes."""
        await self.web.initialize()

    async def close(self) -> None:
        """Let go of the connections; as often as one likes."""
        await self.web.shutdown()

    async def updates(self, start: int | None) -> list[object]:
        """Wait for updates from this number on, as they come; confirms all before it.

        ``Bot.get_updates`` would fail for all of them when it cannot read one. Raises RetryLater
        or AccountRefused.
        """
        query = {"timeout": POLL, "allowed_updates": json.dumps(KINDS)}
        if start is not None:
            query["offset"] = start
        url = f"{self.bot.base_url}/getUpdates?{urlencode(query)}"
        try:
            found: object = await self.web.post(url, read_timeout=POLL + PATIENCE)
        except TelegramError as error:
            raise account_error(error) from error
        return found if isinstance(found, list) else []


def client(token: str, api_url: str, patience: float = PATIENCE) -> Client:
    """A client for the account of this token. Raises no error: nothing is asked yet."""
    for name, level in _QUIET.items():  # a bot tells its token as soon as it is made
        logging.getLogger(name).setLevel(level)
    web = HTTPXRequest(
        read_timeout=patience,
        pool_timeout=patience,
        # Reading certificates takes longer than everything else, and http:// needs none.
        httpx_kwargs={"verify": api_url.startswith("https:")},
    )
    bot = telegram.Bot(token, base_url=f"{api_url}/bot", request=web, get_updates_request=web)
    return Client(bot, web)
