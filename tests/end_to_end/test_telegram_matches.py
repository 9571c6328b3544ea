"""Whole matches over Telegram, in two groups at once that share people, with and without faults."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import dataclass, replace
from pathlib import Path

import pytest

from uno_chat import game
from uno_chat.contract import (
    Conversation,
    Delivery,
    Document,
    Receipt,
    Store,
    Toast,
    line,
)
from uno_chat.coordinator import House
from uno_chat.runtime import Service
from uno_chat.testing.knowing import Read, knowledge, leaks
from uno_chat.testing.ledger import all_tables
from uno_chat.testing.memory_store import MemoryStore
from uno_chat.testing.planted import Deliver, sends
from uno_chat.testing.telegram import BotApiServer, LocalTelegram, going
from uno_chat_telegram import CAPABILITIES, NETWORK, TelegramAdapter, read_settings

MATCHES = Path(__file__).parents[1] / "benchmarks" / "telegram_matches.py"


@pytest.mark.parametrize("trouble", ["0", "0.05"], ids=["all well", "one call in 20 fails"])
@pytest.mark.parametrize(("people", "seed"), [("2", "2"), ("4", "2"), ("10", "1")])
def test_two_groups_play_a_match_and_nothing_is_lost_doubled_stale_or_leaked(
    folder: Path, people: str, seed: str, trouble: str
) -> None:
    played("--people", people, "--trouble", trouble, "--seed", seed, "--folder", str(folder))


@pytest.mark.parametrize("trouble", ["0", "0.05"], ids=["all well", "one call in 20 fails"])
def test_they_play_the_same_when_telegram_calls_by_webhook(folder: Path, trouble: str) -> None:
    options = ("--people", "4", "--trouble", trouble, "--seed", "2", "--folder", str(folder))
    played("--webhook", *options)


def played(*options: str) -> None:
    ran = subprocess.run(
        [sys.executable, str(MATCHES), *options], capture_output=True, text=True, check=False
    )
    assert ran.returncode == 0, ran.stdout + ran.stderr


@dataclass(frozen=True, slots=True)
class Leaking:
    """Lets a card of whoever is to move slip into what a group reads."""

    store: Store

    async def send(self, deliver: Deliver, delivery: Delivery | Toast) -> Receipt:
        if isinstance(delivery, Delivery) and isinstance(delivery.to, Conversation):
            blocks = (*delivery.document.blocks, line(await self._card()))
            delivery = replace(delivery, document=Document(blocks))
        return await deliver(delivery)

    async def _card(self) -> str:
        (one,) = await self.store.transact(lambda tx: all_tables(tx, 1))
        if one.table.play is None:
            return "nothing yet"
        open_ = {card.code for card in one.table.play.round.discard}
        hand = one.table.play.round.hands[0]
        return next(card.code for card in hand if not card.wild and card.code not in open_)


async def told(*, leaking: bool) -> list[str]:
    """All that Eve, who does not play, reads and should not, after a deal."""
    local = LocalTelegram(clock=going())
    server = BotApiServer(local)
    url = await server.start()
    bot, (ann, ben, eve) = local.bot("uno_test_bot"), map(local.person, ("Ann", "Ben", "Eve"))
    family, store = local.group("Family", ann, ben, eve, bot), MemoryStore()
    adapter = TelegramAdapter(read_settings({"token": bot.token, "api_url": url}))
    house = House({NETWORK: CAPABILITIES}, lambda table, _: game.seed_from_int(table))
    served = sends(Leaking(store).send)(adapter) if leaking else adapter
    async with Service(house, store, [served]) as service:
        for person in (ann, ben):
            person.start()
        ann.command("new", family)
        await local.reads(ann, "Ann: host, ready", family)
        ben.command("join", family)
        await local.reads(ann, "Ben: ready", family)
        ann.command("deal", family)
        await local.reads(ben, "Your hand (7)")
        await service.quiet()
        (one,) = await store.transact(lambda tx: all_tables(tx, 1))
    await server.stop()
    reads = [Read("Eve", showing.at, showing.page.text) for showing in eve.seen]
    return list(leaks([knowledge(one.table, one.records)], reads))


async def test_a_card_that_slips_out_is_found() -> None:
    assert await told(leaking=False) == []
    assert await told(leaking=True) != []
