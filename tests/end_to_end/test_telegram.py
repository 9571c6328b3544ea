"""``uno-chat run`` as a process of its own, killed while two people play over Telegram."""

from __future__ import annotations

import asyncio
import json
import os
import re
import signal
import sys
from collections import Counter
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path

import pytest

from uno_chat import game
from uno_chat.contract import Transaction
from uno_chat.coordinator import from_stored
from uno_chat.table import Phase, Table
from uno_chat.testing.audit import record_faults, records_of
from uno_chat.testing.people import card_names, own_hand
from uno_chat.testing.telegram import (
    Bot,
    BotApiServer,
    Group,
    LocalTelegram,
    Person,
    Showing,
    going,
)
from uno_chat.views import decode
from uno_chat_sql import plugin

DEALT = """
import secrets, sys
secrets.token_bytes = lambda size: bytes([120]) * size
from uno_chat.cli import main
sys.exit(main(["run"]))
"""
"""``uno-chat run`` with a deal by which twelve decisions in a row end the match: cards drawn and
played, a Wild Draw Four that is accepted, two Reverses."""
KILLED_AFTER = (3, 6, 9)
"""Decisions."""
PATIENCE = 20
NOT_NEXT = {"uno", "catch", "table", "leave", "hand", "challenge"}
IDLE = {"draw", "keep"}
NO_CARD = {*IDLE, "accept"}
OPEN = {"opened", "opening-returned", "opening-ignored", "played"}
SQUARES = re.compile("[🟥🟨🟩🟦] ")
TIMES = re.compile(r"\((×\d+)\)")


@dataclass(slots=True)
class Host:
    """The process, its people and what they did. ``done`` has what was pressed for each decision
    by seat and words."""

    telegram: LocalTelegram
    bot: Bot
    url: str
    folder: Path
    process: asyncio.subprocess.Process | None = None
    done: dict[int, tuple[str, str]] = field(default_factory=dict)
    kills: int = 0

    async def start(self) -> None:
        with (self.folder / "log").open("ab") as log:
            self.process = await asyncio.create_subprocess_exec(
                *(sys.executable, "-c", DEALT), env=self._environment(), stderr=log
            )

    def _environment(self) -> dict[str, str]:
        return {
            **{key: value for key, value in os.environ.items() if "UNO_CHAT" not in key},
            "UNO_CHAT_ADAPTERS": "telegram",
            "UNO_CHAT_DATABASE_URL": self.database,
            "UNO_CHAT_TELEGRAM_API_URL": self.url,
            "UNO_CHAT_TELEGRAM_TOKEN": self.bot.token,
        }

    @property
    def database(self) -> str:
        return f"sqlite:///{self.folder / 'games.db'}"

    async def kill(self) -> None:
        assert self.process is not None
        self.process.kill()
        await self.process.wait()
        self.kills += 1

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


@dataclass(frozen=True, slots=True)
class Offer:
    """A move that a hand offers."""

    person: Person
    decision: int
    words: str
    press: tuple[str, int]


def offer(host: Host, *people: Person) -> Offer | None:
    """The best move that is asked for and not answered yet."""
    for person in people:
        for page in reversed(person.pages()):
            found = [(decode(button.what), button) for button in page.buttons]
            moves = [
                Offer(person, token.decision, token.words, (button.what, page.id))
                for token, button in found
                if token is not None and token.decision and token.words not in NOT_NEXT
            ]
            fresh = [move for move in moves if move.decision not in host.done]
            if fresh:
                return min(fresh, key=lambda move: move.words in IDLE)
            if moves:
                break
    return None


@asynccontextmanager
async def hosted(folder: Path) -> AsyncIterator[Host]:
    telegram = LocalTelegram(clock=going())
    server = BotApiServer(telegram)
    host = Host(telegram, telegram.bot("uno_test_bot"), await server.start(), folder)
    try:
        await host.start()
        yield host
    finally:
        if host.process is not None and host.process.returncode is None:
            await host.kill()
        await server.stop()


async def open_table(host: Host, ann: Person, ben: Person, family: Group) -> None:
    """Both come by their Start buttons; before, nobody is dealt in."""
    ann.command("new goal=1 pace=off hold=0s tie=0s", family)
    await host.until(ann, family, "Ann: host, must press Start in the private chat")
    ann.press("Play in private", family)
    await host.until(ann, None, "You have a seat.")
    ben.press("Join", family)
    await host.until(ben, None, "You have a seat.")
    await host.until(ben, family, "Ben: ready")
    ann.press("Deal", family)


async def play(host: Host, ann: Person, ben: Person, family: Group) -> None:
    """Press the first card that fits, until the match is over. Now and then the process is killed
    right after a press, before anybody could see an answer.
    """
    while True:
        await host.telegram.until(
            lambda: offer(host, ann, ben) is not None or is_over(ann, family), within=PATIENCE
        )
        move = offer(host, ann, ben)
        if move is None:
            return
        data, number = move.press
        page = next(page for page in move.person.pages() if page.id == number)
        move.person.press_data(data, page)
        host.done[move.decision] = (move.person.account.first_name, move.words)
        if len(host.done) in KILLED_AFTER:
            await host.kill()
            await host.start()


def is_over(person: Person, group: Group) -> bool:
    return any("has won the match" in page.text for page in person.pages(group))


def audited(tx: Transaction) -> tuple[Table, dict[int, tuple[str, ...]]]:
    stored = tx.table(1)
    assert stored is not None
    return from_stored(stored), records_of(tx, 1)


def laid(lines: tuple[str, ...], table: Table) -> Counter[tuple[str, str]]:
    """Who laid which card, by the record."""
    events = [json.loads(line) for line in lines[1:]]
    order = table.match.seats if table.match else ()
    return Counter(
        (table.seat(order[event["seat"]]).name, event["card"])
        for event in events
        if event["event"] == "played"
    )


def hands(records: dict[int, tuple[str, ...]], table: Table) -> set[tuple[str, str]]:
    """Every hand that somebody held at any time."""
    found = set()
    for lines in records.values():
        for stop in range(1, len(lines)):
            at = game.replay(lines, stop)
            for seat, hand in zip(at.match.seats, at.round.hands, strict=True):
                found.add((table.seat(seat).name, game.text_of(game.in_order(hand))))
    return found


def hand_on(showing: Showing) -> str | None:
    """The hand that a page shows, as tests write hands."""
    return own_hand(TIMES.sub(r"\1", SQUARES.sub("", showing.page.text)))


def secrets_told(
    shown: tuple[Showing, ...], owner: Person, held: set[tuple[str, str]]
) -> Iterator[str]:
    """Hands that a viewer reads and that were never in the viewer's own hand."""
    for showing in shown:
        hand = hand_on(showing)
        if hand is None:
            continue
        if showing.viewers != {owner.id} or (owner.account.first_name, hand) not in held:
            yield f"{owner.account.first_name} reads {hand}"


def told_too_soon(shown: tuple[Showing, ...], lines: tuple[str, ...]) -> Iterator[str]:
    """Coloured cards that an onlooker reads before they lay open. (The names of wild cards stand
    in many sentences, and in the end all hands lie open.)
    """
    events = [json.loads(line) for line in lines[1:]]
    laid_at = [(event["at"], event["card"]) for event in events if event["event"] in OPEN]
    names = {name: card for name, card in card_names("en").items() if not card.wild}
    pattern = rf"(?<![+\w])(?:{'|'.join(map(re.escape, names))})(?!\w)"
    for showing in shown:
        if showing.at >= datetime.fromisoformat(events[-1]["at"]):
            return
        for name in re.findall(pattern, showing.page.all_text):
            now = showing.at.isoformat()
            if not any(code == names[name].code and at <= now for at, code in laid_at):
                yield f"{name} is read at {now}"


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="this system cannot kill like that")
async def test_a_match_over_telegram_survives_kills_and_shows_nobody_anything(folder: Path) -> None:
    async with hosted(folder) as host:
        telegram = host.telegram
        ann, ben, eve = (telegram.person(name) for name in ("Ann", "Ben", "Eve"))
        family = telegram.group("Family", ann, ben, eve, host.bot)
        await open_table(host, ann, ben, family)
        await play(host, ann, ben, family)
        await host.until(ann, family, "has won the match")
        assert await host.stop() == 0
    assert host.kills == len(KILLED_AFTER)
    assert len(host.done) == 12
    store = plugin(host.database)
    await store.open()
    table, records = await store.transact(audited)
    await store.close()
    assert table.phase is Phase.MATCH_OVER
    assert list(record_faults(table, records)) == []
    pressed = Counter(
        (who, words.split()[0].upper()) for who, words in host.done.values() if words not in NO_CARD
    )
    assert sum((laid(lines, table) for lines in records.values()), Counter()) == pressed
    held = hands(records, table)
    assert [*secrets_told(ann.seen, ann, held), *secrets_told(ben.seen, ben, held)] == []
    assert list(told_too_soon(eve.seen, records[1])) == []
    assert not any(map(hand_on, eve.seen))
    assert "Traceback" not in (folder / "log").read_text()
