"""``uno-chat check`` tells what is right and wrong with a bot, each with its remedy."""

from __future__ import annotations

import argparse
import asyncio
from pathlib import Path

import pytest

from uno_chat.cli import check
from uno_chat.testing.telegram import Bot, LocalTelegram
from uno_chat_sql import plugin


@pytest.fixture(autouse=True)
def environment(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, bot: Bot, url: str) -> None:
    monkeypatch.setenv("UNO_CHAT_DATABASE_URL", f"sqlite:///{tmp_path / 'games.db'}")
    monkeypatch.setenv("UNO_CHAT_ADAPTERS", "telegram")
    monkeypatch.setenv("UNO_CHAT_TELEGRAM_TOKEN", bot.token)
    monkeypatch.setenv("UNO_CHAT_TELEGRAM_API_URL", url)


async def checked(capsys: pytest.CaptureFixture[str]) -> tuple[int, list[str]]:
    code = await asyncio.to_thread(check.run, argparse.Namespace(config=None))
    return code, capsys.readouterr().out.splitlines()


@pytest.mark.reported("68")
async def test_a_bot_in_order(capsys: pytest.CaptureFixture[str]) -> None:
    code, lines = await checked(capsys)
    assert code == 0
    assert [line for line in lines if not line.startswith("ok    database:")] == [
        "ok    database",
        "ok    telegram",
        "ok    telegram: token of @uno_test_bot",
        "ok    telegram: groups",
        "ok    telegram: privacy mode is on: only what is meant for the bot is heard in groups",
        "ok    telegram: polling, 0 updates wait",
    ]


async def test_a_wrong_token_and_a_key_that_does_not_exist(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, local: LocalTelegram
) -> None:
    other = local.bot("other_bot")
    monkeypatch.setenv("UNO_CHAT_TELEGRAM_TOKEN", other.token[:-1])
    code, lines = await checked(capsys)
    assert code == 1
    assert "copy it again from @BotFather" in lines[-1]
    monkeypatch.setenv("UNO_CHAT_TELEGRAM_TOKN", other.token)
    code, lines = await checked(capsys)
    assert code == 1
    assert "did you mean telegram_token?" in lines[-1]
    assert other.token not in lines[-1]


async def test_a_webhook_is_looked_at_and_left_as_it_is(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, bot: Bot
) -> None:
    monkeypatch.setenv("UNO_CHAT_TELEGRAM_MODE", "webhook")
    monkeypatch.setenv("UNO_CHAT_WEBHOOK_URL", "https://uno.example.org/")
    monkeypatch.setenv("UNO_CHAT_WEBHOOK_SECRET", "s-e_c-r_e-t-0123")
    code, lines = await checked(capsys)
    assert code == 0
    assert "registers https://uno.example.org/in/telegram; if it runs already" in lines[-1]
    assert bot.hook is None


async def test_a_host_that_runs_is_no_reason_not_to_look(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    store = plugin(f"sqlite:///{tmp_path / 'games.db'}")
    await store.open()
    code, lines = await checked(capsys)
    await store.close()
    assert code == 0
    assert "ok    database: it is in use by an Uno Chat that is running" in lines
