"""What tests of the whole share: a folder that costs no waiting for the disk, and a Telegram."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Iterable, Iterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

import pytest

from uno_chat import game
from uno_chat.contract import Document, Envelope
from uno_chat.coordinator import BadSetting, House, agreed
from uno_chat.table import Settings
from uno_chat.testing.evening import Clock, OpenHouse, open_house
from uno_chat.testing.matrix import LocalMatrix
from uno_chat.testing.matrix.scene import Going
from uno_chat.testing.matrix.scene import Scene as OfMatrix
from uno_chat.testing.telegram import BotApiServer, LocalTelegram, Scene, Stage
from uno_chat.testing.telegram import Clock as TelegramClock
from uno_chat_matrix import MatrixAdapter
from uno_chat_matrix import read_settings as matrix_settings
from uno_chat_matrix.cursor import from_text
from uno_chat_matrix.render import content_of as matrix_content
from uno_chat_sql import plugin
from uno_chat_telegram import TelegramAdapter, read_settings
from uno_chat_telegram.decode import Decoder
from uno_chat_telegram.keyboard import keyboard_of
from uno_chat_telegram.render import text_of
from uno_chat_telegram.said import Me

MEMORY: Final = Path("/dev/shm")
BOT: Final = "uno_test_bot"
OnMatrix = Callable[..., AbstractAsyncContextManager[OpenHouse[OfMatrix]]]


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


@pytest.fixture
def on_matrix(matrix: LocalMatrix) -> OnMatrix:
    """Opens a house on a real homeserver that does not limit it."""

    @asynccontextmanager
    async def opened(url: str, seed: int, *words: str) -> AsyncIterator[OpenHouse[OfMatrix]]:
        bot = await matrix.account("Uno")
        scene = OfMatrix(
            matrix, bot, _since, lambda page: str(matrix_content(page, notify=False)["body"])
        )
        given = {"homeserver": matrix.server.url, "user": bot.user, "access_token": bot.token}
        adapter = MatrixAdapter(matrix_settings({**given, "limits": "lifted"}))
        agreement = agreed(Settings(), words)
        assert not isinstance(agreement, BadSetting)
        house = House(
            {adapter.network: adapter.capabilities},
            lambda _table, number: game.seed_from_int(seed, round_no=number),
            agreement,
        )
        async with open_house(scene, adapter, plugin(url), house, Going()) as one:
            yield one

    return opened


def _since(cursor: str) -> str | None:
    read = from_text(cursor)
    return None if read.invitations else read.since
