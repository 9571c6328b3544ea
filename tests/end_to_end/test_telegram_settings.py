"""Settings by buttons over Telegram's own calls: in the group for who manages it, in private for
oneself.
"""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import dataclass
from datetime import UTC

import pytest

from uno_chat import game
from uno_chat.coordinator import House
from uno_chat.runtime import Service
from uno_chat.testing.memory_store import MemoryStore
from uno_chat.testing.telegram import BotApiServer, Group, LocalTelegram, Page, Person, going
from uno_chat.views import Reader
from uno_chat.views.group_labels import label_of
from uno_chat_telegram import CAPABILITIES, NETWORK, TelegramAdapter, read_settings


@dataclass(frozen=True, slots=True)
class Here:
    """Ann owns the group and Cleo manages it, unseen; Ben only plays."""

    telegram: LocalTelegram
    service: Service
    family: Group
    ann: Person
    ben: Person
    cleo: Person

    async def shows(self, person: Person, text: str, group: Group | None = None) -> Page:
        """The newest page that says this, as soon as it does."""

        def found() -> list[Page]:
            return [page for page in person.pages(group) if text in page.all_text]

        await self.telegram.until(lambda: bool(found()))
        await self.service.quiet()
        return found()[-1]


@pytest.fixture
async def here() -> AsyncIterator[Here]:
    telegram = LocalTelegram(clock=going())
    server = BotApiServer(telegram)
    url = await server.start()
    bot = telegram.bot("uno_test_bot")
    people = [telegram.person(name) for name in ("Ann", "Ben", "Cleo")]
    ann, ben, cleo = people
    family = telegram.group("Family", *people, bot)
    family.promote(cleo.account, anonymous=True)
    adapter = TelegramAdapter(read_settings({"token": bot.token, "api_url": url}))
    house = House({NETWORK: CAPABILITIES}, lambda _table, number: game.seed_from_int(number))
    now = telegram.clock.now
    async with Service(house, MemoryStore(), [adapter], now, watches=False) as service:
        for person in people:
            person.start(bot=bot)
        await telegram.until(lambda: all(person.pages() for person in people))
        yield Here(telegram, service, family, ann, ben, cleo)
    await server.stop()


async def test_owner_and_admin_set_what_is_played_on_one_page_that_changes(here: Here) -> None:
    here.ann.command("new", here.family)
    await here.shows(here.ann, "host", here.family)
    here.cleo.command("settings", here.family)
    page = await here.shows(here.ben, "For the next tables", here.family)
    here.cleo.press("Goal", here.family)
    await here.shows(here.ben, "Family #1 · Goal", here.family)
    here.ann.press("to 200", here.family)
    goals = await here.shows(here.ben, "✓ to 200", here.family)
    assert goals.id == page.id
    await here.shows(here.ben, "Official rules · to 200", here.family)
    before = len(here.ben.toasts)
    here.ben.press("to 300", here.family)
    await here.telegram.until(lambda: len(here.ben.toasts) > before)
    assert here.ben.toasts[-1] == "Only the host can do that: ask Ann."


async def taps(here: Here, *steps: tuple[str, str]) -> None:
    """Ann presses one after the other, and the group reads what comes of it."""
    for label, text in steps:
        here.ann.press(label, here.family)
        await here.shows(here.ben, text, here.family)


async def test_a_host_switches_house_rules_and_what_needs_them_comes_and_goes_with_them(
    here: Here,
) -> None:
    here.ann.command("new", here.family)
    await here.shows(here.ann, "host", here.family)
    fours = "jump-in with Wild Draw Four, too"
    await taps(
        here,
        ("Settings", "House rules: wd4=bluff"),
        ("House rules", "Family #1 · House rules"),
        ("jump-in", "Jump-in: whoever holds the very card that lies on top"),
        (fours, f"in reserve · jump-in · {fours}"),
        ("✓ jump-in", "Official rules · to 500 · 24 hours a turn"),
    )
    page = await here.shows(here.ann, "Family #1 · House rules", here.family)
    assert [button.label for button in page.buttons if "jump-in" in button.label] == ["jump-in"]
    assert "Jump-in" not in page.all_text


async def test_a_host_chooses_an_edition_and_all_read_what_is_played_in_their_language(
    here: Here,
) -> None:
    here.ben.command("language fr")
    await here.shows(here.ben, "français")
    here.ann.command("new seven_o=on", here.family)
    await here.shows(here.ann, "host", here.family)
    here.ben.press("Join", here.family)
    await here.shows(here.ann, "Ben", here.family)
    await taps(
        here,
        ("Settings", "House rules: wd4=bluff"),
        ("Edition", "112 cards of 2018: with Wild Shuffle Hands"),
        ("112 cards of 2018", "House rules · 112 cards of 2018 · to 500 · 24 hours a turn"),
        ("1 Wild Customizable", "✓ 1 Wild Customizable"),
    )
    here.ann.command("settings custom_text=hop on one leg", here.family)
    agreed = "seven-o · 1 Wild Customizable · Wild Customizable: hop on one leg"
    await here.shows(here.ben, agreed, here.family)
    here.ben.command("rules")
    rules = await here.shows(here.ben, "Sept-zéro\u00a0:")
    assert "hop on one leg" in rules.all_text
    for not_played in ("Cumul", "Interception", "Joker averse", "Seven-o"):
        assert not_played not in rules.all_text
    here.ann.press("Deal", here.family)
    await here.shows(here.ben, "112 cards of 2018 · seven-o", here.family)


async def test_what_does_not_go_together_is_told_to_who_pressed_and_changes_nothing(
    here: Here,
) -> None:
    here.ann.command("new", here.family)
    await here.shows(here.ann, "host", here.family)
    await taps(
        here,
        ("Settings", "House rules: wd4=bluff"),
        ("Edition", "four play, partners sit opposite each other"),
        ("two against two", "House rules · two against two"),
        ("Back", "teams=on"),
        ("Goal", "Family #1 · Goal"),
    )
    here.ann.press("lowest total wins", here.family)
    await here.telegram.until(lambda: len(here.ann.toasts) > 0)
    assert here.ann.toasts[-1] == (
        "“lowest total wins” (scoring=lowest) does not go with “two against two” (teams=on): "
        "choose one of them."
    )
    page = await here.shows(here.ben, "Family #1 · Goal", here.family)
    assert "House rules · two against two · to 500" in page.all_text
    lobby = await here.shows(here.ben, "more are needed", here.family)
    assert "3 more are needed: ask people to join, or add computers." in lobby.all_text


@pytest.mark.parametrize("edition", game.EDITIONS)
async def test_every_edition_is_one_button_and_the_rules_name_it(here: Here, edition: str) -> None:
    here.ann.command("new", here.family)
    await here.shows(here.ann, "host", here.family)
    here.ann.command("settings edition", here.family)
    await here.shows(here.ann, "Family #1 · Edition", here.family)
    label = label_of(f"edition={edition}", Reader("en", UTC, ""))
    assert label is not None
    here.ann.press(label, here.family)
    await here.shows(here.ann, f"✓ {label}", here.family)
    here.ann.command("rules")
    rules = await here.shows(here.ann, "Seven cards each.")
    assert (label in rules.all_text) == (edition != "classic108")


async def test_whoever_manages_nothing_reads_in_private_and_the_group_is_left_alone(
    here: Here,
) -> None:
    here.ann.command("new", here.family)
    await here.shows(here.ann, "host", here.family)
    before = len(here.ann.pages(here.family))
    here.ben.command("settings", here.family)
    await here.shows(here.ben, "The host changes them like this")
    written = here.ann.pages(here.family)[before:]
    assert [page.text for page in written] == ["/settings@uno_test_bot"]


async def test_the_group_says_who_opens_tables_and_where_it_lives(here: Here) -> None:
    here.cleo.command("starters admins", here.family)
    await here.shows(here.cleo, "From now on only admins open tables here.")
    here.ben.command("new", here.family)
    await here.shows(here.ben, "Here only admins open tables: ask one of them.")
    here.cleo.command("settings", here.family)
    await here.shows(here.ann, "The next tables here", here.family)
    for label, text in (
        ("This group", "Only admins open tables"),
        ("Time zone", "Choose where you live"),
        ("Asia", "Aden –"),
        ("– Yerevan", "Tokyo"),
        ("Tokyo", "Time zone: Tokyo"),
    ):
        here.cleo.press(label, here.family)
        await here.shows(here.ann, text, here.family)
    assert "Times here are as they are in Tokyo." in here.cleo.toasts


async def test_personal_settings_stay_in_the_private_chat(here: Here) -> None:
    here.ben.command("settings")
    first = await here.shows(here.ben, "Your settings")
    for label, text in (
        ("Time zone", "Choose where you live"),
        ("Australia", "Sydney"),
        ("Sydney", "Time zone: Sydney"),
        ("Quiet hours", "I do not disturb you then"),
        ("None", "Quiet hours: none"),
        ("Language", "français"),
        ("français", "Tes réglages"),
    ):
        here.ben.press(label)
        page = await here.shows(here.ben, text)
        assert page.id == first.id
    assert not any(page.buttons for page in here.ann.pages(here.family))
    assert "You have no quiet hours." in here.ben.toasts
