"""Playing from the group with a hand that only its owner sees there."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import dataclass
from functools import partial

import pytest

from uno_chat import game
from uno_chat.coordinator import House
from uno_chat.runtime import Service
from uno_chat.testing.desk import Desk
from uno_chat.testing.memory_store import MemoryStore
from uno_chat.testing.telegram import BotApiServer, Group, LocalTelegram, Person, going
from uno_chat_telegram import NETWORK, TelegramAdapter, read_settings


@dataclass(slots=True)
class Evening:
    """Ann and Ben at a table; Ann is to move."""

    telegram: LocalTelegram
    service: Service
    ann: Person
    ben: Person
    family: Group


@pytest.fixture
async def evening() -> AsyncIterator[Evening]:
    telegram = LocalTelegram(clock=going(), ephemeral=True)
    server = BotApiServer(telegram)
    url = await server.start()
    bot = telegram.bot("uno_test_bot")
    ann, ben = telegram.person("Ann"), telegram.person("Ben")
    family = telegram.group("Family", ann, ben, bot)
    settings = {"token": bot.token, "api_url": url, "ephemeral": "on"}
    adapter = TelegramAdapter(read_settings(settings))
    able = {NETWORK: adapter.capabilities}
    house = House(able, lambda _table, number: game.seed_from_int(number))
    store = MemoryStore()
    async with Service(house, store, [adapter]) as service:
        one = Evening(telegram, service, ann, ben, family)
        for person in (ann, ben):
            person.start()
            await telegram.until(partial(has_answer, person))
        ann.command("new hold=0s", family)
        await telegram.until(lambda: "Ann: host" in group_text(one))
        ben.press("Join", family)
        await telegram.until(lambda: "Ben: ready" in group_text(one))
        ann.press("Deal", family)
        await telegram.until(lambda: "round 1" in group_text(one))
        await service.quiet()
        hands = {"ann": "R5 R6 B1", "ben": "R7 R8 G9"}
        Desk(rows=store.rows, now=service.now()).lay("ann", "R4", hands)
        yield one
    await server.stop()


def has_answer(person: Person) -> bool:
    return len(person.pages()) > 1


def group_text(evening: Evening) -> str:
    return "\n".join(page.text for page in evening.ann.pages(evening.family))


async def test_a_hand_in_the_group_is_played_from_and_seen_by_its_owner_alone(
    evening: Evening,
) -> None:
    one = evening
    one.ann.press("My hand", one.family)
    await one.telegram.until(lambda: any("red 5" in p.text for p in one.ann.pages(one.family)))
    (hand,) = [page for page in one.ann.pages(one.family) if page.ephemeral]
    assert [button.label for button in hand.buttons] == ["R5", "R6", "Draw", "UNO!", "Catch"]
    one.ann.press("R5", one.family)
    await one.telegram.until(lambda: "Ann played red 5" in group_text(one))
    await one.service.quiet()
    read = "\n".join(moment.page.all_text for moment in one.ben.seen)
    assert "red 6" not in read
    assert "blue 1" not in read
    one.ann.press("R6", one.family)  # that page is old now
    await one.telegram.until(lambda: any("turn" in toast for toast in one.ann.toasts))


async def test_where_it_cannot_be_shown_the_alert_is(evening: Evening) -> None:
    one = evening
    one.telegram.ephemerals.on = False
    one.ann.press("My hand", one.family)
    await one.telegram.until(lambda: any("R5 R6 B1" in toast for toast in one.ann.toasts))
    assert "red 5" not in group_text(one)
    assert not [page for page in one.ann.pages(one.family) if page.ephemeral]
