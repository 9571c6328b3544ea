"""What tests of the whole share: a folder that costs no waiting for the disk, and a Telegram."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterable, Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

import pytest

from uno_chat.contract import Document, Envelope
from uno_chat.testing.evening import Clock
from uno_chat.testing.telegram import BotApiServer, LocalTelegram, Scene, Stage
from uno_chat.testing.telegram import Clock as TelegramClock
from uno_chat_sql import plugin
from uno_chat_telegram import TelegramAdapter, read_settings
from uno_chat_telegram.decode import Decoder
from uno_chat_telegram.keyboard import keyboard_of
from uno_chat_telegram.render import text_of
from uno_chat_telegram.said import Me

MEMORY: Final = Path("/dev/shm")
BOT: Final = "uno_test_bot"


@pytest.fixture
def folder(tmp_path: Path) -> Iterator[Path]:
    """A folder for a database; in memory where the system has such a place."""
    if not MEMORY.is_dir():
        yield tmp_path
        return
    with TemporaryDirectory(dir=MEMORY) as name:
        yield Path(name)


@pytest.fixture
async def stage(folder: Path) -> AsyncIterator[Stage]:
    """A Telegram on which nobody is yet, served from a database."""
    clock = Clock()
    local = LocalTelegram(clock=TelegramClock(clock))
    server, bot = BotApiServer(local), local.bot(BOT)
    decoder = Decoder(Me(bot.id, BOT), clock)
    settings = read_settings({"token": bot.token, "api_url": await server.start()})

    def decoded(update: dict[str, Any]) -> Iterable[Envelope]:
        return decoder.batch([update]).envelopes

    def rendered(document: Document) -> tuple[str, list[list[dict[str, Any]]]]:
        keyboard = keyboard_of(document, BOT)
        return text_of(document), keyboard.to_dict()["inline_keyboard"] if keyboard else []

    yield Stage(
        Scene(local, bot, decoded, rendered),
        clock,
        lambda: TelegramAdapter(settings, now=clock),
        lambda: plugin(f"sqlite:///{folder / 'house.db'}"),
    )
    await server.stop()
