"""What a turn costs on Telegram, counted from the calls that its server got."""

from __future__ import annotations

import re
import subprocess
import sys
from collections import Counter
from collections.abc import AsyncIterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from uno_chat import game
from uno_chat.coordinator import House
from uno_chat.runtime import Service
from uno_chat.testing.desk import Desk
from uno_chat.testing.memory_store import MemoryStore
from uno_chat.testing.telegram import (
    BotApiServer,
    Called,
    Group,
    LocalTelegram,
    Person,
    going,
)
from uno_chat_telegram import CAPABILITIES, NETWORK, TelegramAdapter, read_settings

CALLS = Path(__file__).parents[1] / "benchmarks" / "telegram_calls.py"
PLAIN = Counter({"answerCallbackQuery": 1, "editMessageText": 2, "sendMessage": 1})
"""One answer to the press; an edit of the table and one of the mover's hand; the next hand."""


@dataclass(slots=True)
class Sitting:
    """A table of three in their group, its cards laid by the test."""

    telegram: LocalTelegram
    service: Service
    store: MemoryStore
    ann: Person
    ben: Person
    eve: Person
    family: Group

    async def sees(self, person: Person, text: str, group: Group | None = None) -> None:
        """Wait until the newest page that somebody sees says this, and all is done."""
        await self.telegram.until(lambda: text in person.pages(group)[-1].text)
        await self.service.quiet()

    async def lay(self, top: str, **hands: str) -> None:
        """Ann is to move; everybody and the group see the cards as they lie now."""
        Desk(rows=self.store.rows, now=self.service.now()).lay("ann", top, hands)
        self.service.wake()
        for person in (self.ann, self.ben, self.eve):
            person.say("hand")
            await self.sees(person, "Your hand (2)" if person is self.ben else "Your hand (3)")
        self.ann.command("table", self.family)
        await self.sees(self.ann, "To move: Ann", self.family)

    def calls(self, since: int) -> list[Called]:
        return [call for call in self.telegram.calls[since:] if call.method != "getUpdates"]


@pytest.fixture
async def sitting() -> AsyncIterator[Sitting]:
    telegram = LocalTelegram(clock=going())
    server = BotApiServer(telegram)
    url = await server.start()
    bot = telegram.bot("uno_test_bot")
    ann, ben, eve = (telegram.person(name) for name in ("Ann", "Ben", "Eve"))
    family = telegram.group("Family", ann, ben, eve, bot)
    adapter = TelegramAdapter(read_settings({"token": bot.token, "api_url": url}))
    house = House({NETWORK: CAPABILITIES}, lambda _table, number: game.seed_from_int(number))
    store = MemoryStore()
    async with Service(house, store, [adapter]) as service:
        one = Sitting(telegram, service, store, ann, ben, eve, family)
        for person in (ann, ben, eve):
            person.start()
            await one.sees(person, "UNO by message")
        ann.command("new hold=0s", family)
        await one.sees(ann, "Ann: host, ready", family)
        for person in (ben, eve):
            person.press("Join", family)
            await one.sees(person, "You have a seat.")
        ann.press("Deal", family)
        await one.sees(eve, "Your hand (7)")
        yield one
    await server.stop()


@pytest.mark.reported("72")
async def test_a_plain_turn_costs_four_calls(sitting: Sitting) -> None:
    one = sitting
    await one.lay("R4", ann="R5 R6 B1", ben="R7 R8", eve="G1 G2 G3")
    since = len(one.telegram.calls)
    one.ann.press("R5")
    await one.sees(one.ben, "Your turn")
    await one.sees(one.ann, "Your hand (2)")
    await one.sees(one.ann, "To move: Ben", one.family)
    calls = one.calls(since)
    assert Counter(call.method for call in calls) == PLAIN
    assert all(call.code == 200 for call in calls)
    new = [call.params["chat_id"] for call in calls if call.method == "sendMessage"]
    assert new == [str(one.ben.id)]


async def test_a_challenged_wild_draw_four_costs_at_most_twice_as_much(sitting: Sitting) -> None:
    one = sitting
    await one.lay("R4", ann="W+4 R6 B1", ben="R7 R8", eve="G1 G2 G3")
    since = len(one.telegram.calls)
    one.ann.press("W+4")
    await one.sees(one.ben, "accept or challenge?")
    await one.sees(one.ann, "Your hand (2)")
    await one.sees(one.ann, "or challenges Ann", one.family)
    one.ben.press("Challenge")
    await one.sees(one.ben, "Ann's hand when you challenged")
    await one.sees(one.ann, "Your hand (6)")
    await one.sees(one.ann, "To move: Ben", one.family)
    calls = Counter(call.method for call in one.calls(since))
    assert calls.keys() <= PLAIN.keys()
    assert calls.total() <= 2 * PLAIN.total()
    # Whoever challenged looks at the hand already: it is edited, where a new one was allowed.
    assert calls["answerCallbackQuery"] == 2
    assert calls["sendMessage"] == 1
    assert all(call.params.get("chat_id") != str(one.eve.id) for call in one.calls(since))


def test_the_table_of_costs_shows_no_new_message_in_the_group_for_any_action() -> None:
    ran = subprocess.run(
        [sys.executable, str(CALLS)], capture_output=True, text=True, check=False, encoding="utf-8"
    )
    assert ran.returncode == 0, ran.stderr
    rows = [re.split(r"\s{2,}|\s*\|\s*", line.strip()) for line in ran.stdout.splitlines()[2:]]
    costs = {name: tuple(map(int, counts[:6])) for name, *counts in rows}
    assert costs["play a card"] == (0, 1, 1, 1, 1, 4)
    assert len(costs) == 8
    for new, edits, own, own_edits, answers, total in costs.values():
        assert new == 0
        assert total == edits + own + own_edits + answers <= 8
