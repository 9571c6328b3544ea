"""``uno-chat run`` as a process that is called: killed, lied to, moved to polling and back."""

from __future__ import annotations

import asyncio
import os
import signal
import socket
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from uno_chat.coordinator import from_stored
from uno_chat.table import Phase, Table
from uno_chat.testing.audit import record_faults, records_of
from uno_chat.testing.telegram import Bot, BotApiServer, Group, LocalTelegram, Person, going
from uno_chat.testing.telegram.http import post
from uno_chat.views import decode
from uno_chat_sql import plugin

DEALT = """
import secrets, sys
secrets.token_bytes = lambda size: bytes([120]) * size
from uno_chat.cli import main
sys.exit(main(["run"]))
"""
"""``uno-chat run`` with a deal by which twelve decisions in a row end the match."""
SECRET = "known-to_Telegram-alone"
PATIENCE = 20
NO_MOVE = {"uno", "catch", "table", "leave", "hand", "challenge"}
IDLE = {"draw", "keep"}

needs_kill = pytest.mark.skipif(
    not hasattr(signal, "SIGKILL"), reason="this system cannot kill like that"
)


@dataclass(slots=True)
class Host:
    """One process after the other over one database, on one port."""

    telegram: LocalTelegram
    bot: Bot
    api: str
    folder: Path
    port: int
    process: asyncio.subprocess.Process | None = None

    @property
    def log(self) -> str:
        return (self.folder / "log").read_text(encoding="utf-8")

    @property
    def database(self) -> str:
        return f"sqlite:///{self.folder / 'games.db'}"

    async def start(self, mode: str) -> None:
        self.folder.mkdir(exist_ok=True)
        with (self.folder / "log").open("ab") as log:
            self.process = await asyncio.create_subprocess_exec(
                *(sys.executable, "-c", DEALT), env=self._environment(mode), stderr=log
            )

    def _environment(self, mode: str) -> dict[str, str]:
        return {
            **{key: value for key, value in os.environ.items() if "UNO_CHAT" not in key},
            "UNO_CHAT_ADAPTERS": "telegram",
            "UNO_CHAT_DATABASE_URL": self.database,
            "UNO_CHAT_TELEGRAM_API_URL": self.api,
            "UNO_CHAT_TELEGRAM_TOKEN": self.bot.token,
            "UNO_CHAT_TELEGRAM_MODE": mode,
            "UNO_CHAT_WEBHOOK_URL": f"http://127.0.0.1:{self.port}",
            "UNO_CHAT_WEBHOOK_SECRET": SECRET,
            **({"UNO_CHAT_HTTP_BIND": f"127.0.0.1:{self.port}"} if mode == "webhook" else {}),
        }

    async def kill(self) -> None:
        assert self.process is not None
        self.process.kill()
        await self.process.wait()

    async def stop(self) -> int:
        """Ask it to stop; its exit code, within ten seconds."""
        assert self.process is not None
        self.process.send_signal(signal.SIGTERM)
        return await asyncio.wait_for(self.process.wait(), 10)

    async def until(self, person: Person, group: Group | None, text: str) -> None:
        """Wait for a page that says this."""
        await self.telegram.until(
            lambda: any(text in page.all_text for page in person.pages(group)), within=PATIENCE
        )

    async def told(self) -> None:
        """Wait until Telegram has nothing left to tell."""
        await self.telegram.until(lambda: not self.bot.updates.queue(), within=PATIENCE)

    async def forged(self, secret: str) -> int:
        """Somebody else posts to the door."""
        headers = {"X-Telegram-Bot-Api-Secret-Token": secret} if secret else {}
        return await post(f"http://127.0.0.1:{self.port}/in/telegram", headers, b'{"update_id": 1}')


@asynccontextmanager
async def telegram_with(folder: Path, *, hosts: int = 1) -> AsyncIterator[list[Host]]:
    telegram = LocalTelegram(clock=going())
    server = BotApiServer(telegram)
    bot, api = telegram.bot("uno_test_bot"), await server.start()
    made = [Host(telegram, bot, api, folder / str(n), free_port()) for n in range(hosts)]
    try:
        yield made
    finally:
        for host in made:
            if host.process is not None and host.process.returncode is None:
                await host.kill()
        await server.stop()


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as found:
        return int(found.getsockname()[1])


@dataclass(slots=True)
class Game:
    """Two people who press the first card that fits; ``done`` are the decisions they answered."""

    host: Host
    people: tuple[Person, ...]
    group: Group
    done: set[int] = field(default_factory=set)

    async def play(self, decisions: int) -> None:
        """Answer so many more decisions."""
        for _ in range(decisions):
            await self.host.telegram.until(lambda: self._offered() is not None, within=PATIENCE)
            move = self._offered()
            assert move is not None
            decision, person, data, number = move
            page = next(page for page in person.pages() if page.id == number)
            person.press_data(data, page)
            self.done.add(decision)

    def _offered(self) -> tuple[int, Person, str, int] | None:
        """A decision that is asked for: who, and the button on which page."""
        moves = [
            (token.words in IDLE, token.decision, person, button.what, page.id)
            for person in self.people
            for page in person.pages()
            for button in page.buttons
            if (token := decode(button.what)) is not None
            if token.decision and token.decision not in self.done and token.words not in NO_MOVE
        ]
        return min(moves, key=lambda move: (-move[1], move[0]))[1:] if moves else None


async def audited(host: Host) -> tuple[Table, dict[int, tuple[str, ...]]]:
    """The table as the host has left it, and its records."""
    store = plugin(host.database)
    await store.open()
    stored, records = await store.transact(lambda tx: (tx.table(1), records_of(tx, 1)))
    await store.close()
    assert stored is not None
    return from_stored(stored), records


async def dealt(host: Host) -> Game:
    """Ann and Ben sit at a table that was opened before the host had ever run."""
    telegram = host.telegram
    ann, ben = telegram.person("Ann"), telegram.person("Ben")
    family = telegram.group("Family", ann, ben, host.bot)
    ann.command("new goal=1 pace=off hold=0s tie=0s", family)
    await host.start("webhook")
    await host.until(ann, family, "Ann: host, must press Start in the private chat")
    ann.press("Play in private", family)
    await host.until(ann, None, "You have a seat.")
    ben.press("Join", family)
    await host.until(ben, family, "Ben: ready")
    ann.press("Deal", family)
    return Game(host, (ann, ben), family)


@needs_kill
async def test_a_match_by_webhook_survives_a_kill_and_moves_to_polling_and_back(
    folder: Path,
) -> None:
    async with telegram_with(folder) as (host,):
        game = await dealt(host)
        await game.play(3)
        await host.kill()  # right after a press
        await host.start("webhook")
        await game.play(2)
        assert [await host.forged(secret) for secret in ("", SECRET[:-1])] == [403, 403]
        await host.told()
        host.bot.updates.repeat([update.id for update in host.bot.updates.log])
        await host.told()
        await game.play(1)
        assert await host.stop() == 0
        await host.start("polling")
        await game.play(3)
        await host.kill()
        await host.start("webhook")
        await game.play(3)
        await host.until(game.people[0], game.group, "has won the match")
        assert await host.stop() == 0
    hooks = [call for call in host.telegram.calls if call.method in {"setWebhook", "deleteWebhook"}]
    assert [call.method[:3] for call in hooks] == ["set", "set", "del", "set"]
    assert {call.params.get("drop_pending_updates") for call in hooks} <= {None, "false"}
    table, records = await audited(host)
    assert (table.phase, len(game.done)) == (Phase.MATCH_OVER, 12)
    assert list(record_faults(table, records)) == []
    assert "Traceback" not in host.log
    assert SECRET not in host.log


async def test_a_host_that_polls_ends_in_one_sentence_when_the_bot_is_moved_to_a_webhook(
    folder: Path,
) -> None:
    async with telegram_with(folder, hosts=2) as (polls, called):
        ann = polls.telegram.person("Ann")
        await polls.start("polling")
        await polls.telegram.until(lambda: polls.bot.polling, within=PATIENCE)
        await called.start("webhook")
        assert polls.process is not None
        assert await asyncio.wait_for(polls.process.wait(), PATIENCE) == 2
        assert polls.log.splitlines()[-1] == (
            "uno-chat: No account can be served. telegram: Another program has set a webhook for"
            " this bot: stop it, or give it a bot of its own."
        )
        ann.start()
        await called.until(ann, None, "UNO")
        assert await called.stop() == 0
        assert polls.bot.hook is not None
        assert f"listening on 127.0.0.1:{called.port}" in called.log
        assert "listening" not in polls.log, "who only asks opens no port"
