"""Two ``uno-chat run`` with the same two bots share them out, and people of both are answered."""

from __future__ import annotations

import asyncio
from functools import partial
from pathlib import Path

from uno_chat.testing.hosting import NAP, Host
from uno_chat.testing.patience import PATIENCE
from uno_chat.testing.telegram import LocalTelegram, going
from uno_chat.testing.telegram.bots import Bot
from uno_chat.testing.telegram.hosting import hosts

SOON = """
import sys
from datetime import timedelta
from uno_chat.cli import main
from uno_chat.runtime import shifts, spreading
spreading.SETTLED = shifts.SETTLED = timedelta(0)
sys.exit(main(["run"]))
"""
"""``uno-chat run`` that waits for nobody to settle."""


async def says(host: Host, words: str) -> None:
    """Wait until its log does."""
    async with asyncio.timeout(PATIENCE):
        while words not in host.log:  # noqa: ASYNC110 - it is a file of another process
            await asyncio.sleep(NAP)


async def test_the_second_worker_is_handed_one_of_two_bots(folder: Path, postgres_url: str) -> None:
    telegram = LocalTelegram(clock=going())
    first, second = telegram.bot("uno_test_bot"), telegram.bot("uno_other_bot")
    async with hosts(telegram, first, folder / "one", folder / "two", program=SOON) as (one, two):
        more = {
            "adapters": "telegram,telegram2",
            "telegram2_token": second.token,
            "telegram2_api_url": one.given["telegram_api_url"],
            "database_url": postgres_url,
        }
        await one.start(**more)
        await telegram.until(lambda: first.polling and second.polling)
        await two.start(**more)
        await says(one, "handed over to a worker that serves fewer")
        await says(two, "is ours now: we receive and send")
        ann = telegram.person("Ann")
        for bot in (first, second):
            ann.start(bot=bot)
            await telegram.until(partial(answered, telegram, bot))
        for host in (one, two):
            assert await host.stop() == 0
            assert "Traceback" not in host.log


def answered(telegram: LocalTelegram, bot: Bot) -> bool:
    return any(
        c.bot == bot.id and (c.method, c.code) == ("sendMessage", 200) for c in telegram.calls
    )
