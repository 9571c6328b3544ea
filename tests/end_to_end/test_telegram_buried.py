"""A table that chat has buried comes to the bottom of its group, over Telegram's own calls."""

from __future__ import annotations

from datetime import timedelta

from uno_chat import game
from uno_chat.coordinator import House
from uno_chat.runtime import Service
from uno_chat.runtime.depths import DEEP, PAUSE
from uno_chat.testing.memory_store import MemoryStore
from uno_chat.testing.telegram import BotApiServer, Group, LocalTelegram, Page, Person, going
from uno_chat_telegram import CAPABILITIES, NETWORK, TelegramAdapter, read_settings

MOVED = "The table is further down."


def tables(person: Person, group: Group) -> list[Page]:
    return [page for page in person.pages(group) if page.text.startswith("Family #1")]


async def test_a_buried_table_comes_to_the_bottom_when_somebody_moves() -> None:
    telegram = LocalTelegram(clock=going())
    server = BotApiServer(telegram)
    url = await server.start()
    bot = telegram.bot("uno_test_bot", privacy=False)
    ann, ben = telegram.person("Ann"), telegram.person("Ben")
    family = telegram.group("Family", ann, ben, bot)
    adapter = TelegramAdapter(read_settings({"token": bot.token, "api_url": url}))
    house = House({NETWORK: CAPABILITIES}, lambda _table, number: game.seed_from_int(number))
    store = MemoryStore()
    now = telegram.clock.now
    async with Service(house, store, [adapter], now, watches=False) as service:
        for person in (ann, ben):
            person.start()
        await telegram.until(lambda: bool(ann.pages()) and bool(ben.pages()))
        ann.command("new hold=0s", family)
        await telegram.until(lambda: "host" in family_text(ann, family))
        ben.press("Join", family)
        await telegram.until(lambda: "Ben" in family_text(ann, family))
        ann.press("Deal", family)
        await telegram.until(lambda: "round 1" in family_text(ann, family))
        await service.quiet()
        (old,) = tables(ann, family)
        for number in range(DEEP):
            ben.say(f"what a day {number}", family)
        telegram.clock.advance(PAUSE + timedelta(seconds=1))
        happened = store.rows.tables[1].version
        for person in (ann, ben):
            if "Your turn" in person.pages()[-1].text:
                person.say("draw")
        await telegram.until(lambda: store.rows.tables[1].version > happened)
        await telegram.until(lambda: tables(ann, family)[-1].id != old.id)
        await service.quiet()
        (new,) = tables(ann, family)
        assert new.id == max(page.id for page in ann.pages(family))
        left = next(page for page in ann.pages(family) if page.id == old.id)
        assert (left.text, left.buttons) == (MOVED, ())
        moved = next(s for s in ann.seen if s.page.id == new.id and s.page.chat == new.chat)
        assert not moved.notify
    await server.stop()


def family_text(person: Person, group: Group) -> str:
    found = tables(person, group)
    return found[-1].text if found else ""
