"""A host that polls is watched at an address of its own, while a whole match is played over it."""

from __future__ import annotations

import asyncio
import json
import re
import urllib.error
import urllib.request
from pathlib import Path

from uno_chat.testing.hosting import TWELVE
from uno_chat.testing.patience import PATIENCE
from uno_chat.testing.ports import free_port
from uno_chat.testing.scraping import Metrics, leaks, samples
from uno_chat.testing.telegram import LocalTelegram, going
from uno_chat.testing.telegram.hosting import hosts
from uno_chat.testing.telegram.pressing import gathered

CARD = re.compile(r"(?<![\w+.-])(?:[RYGB](?:\d|S|R|\+2)|W\+4)(?![\w+.-])")


def asked(port: int, path: str) -> tuple[int, str]:
    try:
        with urllib.request.urlopen(f"http://127.0.0.1:{port}{path}", timeout=PATIENCE) as answer:
            return answer.status, answer.read().decode()
    except urllib.error.HTTPError as error:
        return error.code, ""


async def test_numbers_and_log_of_a_match_tell_nothing_of_who_plays_or_what(folder: Path) -> None:
    telegram, port = LocalTelegram(clock=going()), free_port()
    bot = telegram.bot("uno_test_bot")
    async with hosts(telegram, bot, folder, program=TWELVE) as (host,):
        match = gathered(telegram, bot)
        await host.start(metrics_bind=f"127.0.0.1:{port}", log_format="json", log_level="DEBUG")
        await match.deal()
        await match.play(12)
        paths = ("/livez", "/readyz", "/in/telegram", "/metrics")
        told = [await asyncio.to_thread(asked, port, path) for path in paths]
        assert await host.stop() == 0
    assert told[:3] == [(200, "lives\n"), (200, "ready\n"), (404, "")]
    status, text = told[3]
    numbers = Metrics(samples(text))
    assert status == 200
    assert numbers("uno_chat_handled_total", outcome="done") >= 12
    assert numbers("uno_chat_turns_total", account="telegram") >= 2
    assert numbers("uno_chat_tables") == 1
    secrets = (CARD, re.escape(bot.token), re.compile(r"\b(?:Ann|Ben|Eve|Family)\b"))
    assert list(leaks(text, *secrets)) == []
    lines = [json.loads(line) for line in host.log.splitlines()]
    assert "inbox row %s of %s was handled: %s" in {line["event"] for line in lines}
    assert list(leaks(host.log, *secrets)) == []
