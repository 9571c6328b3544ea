"""``uno-chat run`` as a process that is called: killed, lied to, moved to polling and back."""

from __future__ import annotations

import signal
from pathlib import Path

import pytest

from uno_chat.coordinator import from_stored
from uno_chat.table import Phase, Table
from uno_chat.testing.audit import record_faults, records_of
from uno_chat.testing.hosting import TWELVE, Host
from uno_chat.testing.http import post
from uno_chat.testing.ports import free_port
from uno_chat.testing.telegram import Bot, LocalTelegram, going
from uno_chat.testing.telegram.hosting import hosts
from uno_chat.testing.telegram.pressing import gathered
from uno_chat_sql import plugin

SECRET = "known-to_Telegram-alone"
needs_kill = pytest.mark.skipif(
    not hasattr(signal, "SIGKILL"), reason="this system cannot kill like that"
)


def called(port: int) -> dict[str, str]:
    """Settings of a host that is called."""
    return polls(port) | {"telegram_mode": "webhook", "http_bind": f"127.0.0.1:{port}"}


def polls(port: int) -> dict[str, str]:
    """Settings of a host that asks, and would know where to be called."""
    url = f"http://127.0.0.1:{port}"
    return {"telegram_mode": "polling", "webhook_url": url, "webhook_secret": SECRET}


async def told(telegram: LocalTelegram, bot: Bot) -> None:
    """Wait until Telegram has nothing left to tell."""
    await telegram.until(lambda: not bot.updates.queue())


async def forged(port: int, secret: str) -> int:
    """Somebody else posts to the door."""
    headers = {"X-Telegram-Bot-Api-Secret-Token": secret} if secret else {}
    return await post(f"http://127.0.0.1:{port}/in/telegram", headers, b'{"update_id": 1}')


async def audited(host: Host) -> tuple[Table, dict[int, tuple[str, ...]]]:
    """The table as the host has left it, and its records."""
    store = plugin(host.url)
    await store.open()
    stored, records = await store.transact(lambda tx: (tx.table(1), records_of(tx, 1)))
    await store.close()
    assert stored is not None
    return from_stored(stored), records


@needs_kill
async def test_a_match_by_webhook_survives_a_kill_and_moves_to_polling_and_back(
    folder: Path,
) -> None:
    telegram, port = LocalTelegram(clock=going()), free_port()
    bot = telegram.bot("uno_test_bot")
    async with hosts(telegram, bot, folder, program=TWELVE) as (host,):
        match = gathered(telegram, bot)
        await host.start(**called(port))
        await match.deal()
        await match.play(3)
        await host.kill()  # right after a press
        await host.start(**called(port))
        await match.play(2)
        assert [await forged(port, secret) for secret in ("", SECRET[:-1])] == [403, 403]
        await told(telegram, bot)
        bot.updates.repeat([update.id for update in bot.updates.log])
        await told(telegram, bot)
        await match.play(1)
        assert await host.stop() == 0
        await host.start(**polls(port))
        await match.play(3)
        await host.kill()
        await host.start(**called(port))
        await match.play(3)
        await match.is_over()
        assert await host.stop() == 0
    hooks = [call for call in telegram.calls if call.method in {"setWebhook", "deleteWebhook"}]
    assert [call.method[:3] for call in hooks] == ["set", "set", "del", "set"]
    assert {call.params.get("drop_pending_updates") for call in hooks} <= {None, "false"}
    table, records = await audited(host)
    assert table.phase is Phase.MATCH_OVER
    assert list(record_faults(table, records)) == []
    assert "Traceback" not in host.log
    assert SECRET not in host.log


async def test_a_host_that_polls_ends_in_one_sentence_when_the_bot_is_moved_to_a_webhook(
    folder: Path,
) -> None:
    telegram, port = LocalTelegram(clock=going()), free_port()
    bot = telegram.bot("uno_test_bot")
    folders = (folder / "asks", folder / "is called")
    async with hosts(telegram, bot, *folders, program=TWELVE) as (asks, is_called):
        ann = telegram.person("Ann")
        await asks.start(**polls(free_port()))
        await telegram.until(lambda: bot.polling)
        await is_called.start(**called(port))
        assert await asks.ended() == 2
        assert asks.log.splitlines()[-1] == (
            "uno-chat: No account can be served. telegram: Another program has set a webhook for"
            " this bot: stop it, or give it a bot of its own."
        )
        ann.start()
        await telegram.reads(ann, "UNO")
        assert await is_called.stop() == 0
        assert bot.hook is not None
        assert f"listening on 127.0.0.1:{port}" in is_called.log
        assert "listening" not in asks.log, "who only asks opens no port"
