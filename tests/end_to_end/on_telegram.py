"""What a group and its people read on Telegram, from the pages that a local Bot API server got.

    python tests/end_to_end/on_telegram.py evening
    python tests/end_to_end/on_telegram.py week

Nobody lays a card here: the shuffle comes from a seed, and who plays on in between follows a seed,
too. README.md shows both stories.
"""

from __future__ import annotations

import asyncio
import re
import sys
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from random import Random
from typing import Final
from zoneinfo import ZoneInfo

from uno_chat import game
from uno_chat.coordinator import House
from uno_chat.table import IN_GROUPS
from uno_chat.testing.evening import Clock, OpenHouse, open_house
from uno_chat.testing.memory_store import MemoryStore
from uno_chat.testing.people import Person
from uno_chat.testing.telegram import BotApiServer, LocalTelegram, Scene, rendered
from uno_chat.testing.telegram import Clock as TelegramClock
from uno_chat_telegram import CAPABILITIES, NETWORK, TelegramAdapter, read_settings

SEED: Final = 9
"""A deal in which Ann is to move, with a Wild Draw Four and a card of the colour on top."""
MONDAY: Final = datetime(2100, 1, 4, 18, tzinfo=UTC)
HOME: Final = ZoneInfo("Europe/Lisbon")
GROUP: Final = "Family"
PLAYERS: Final = ("Ann", "Ben", "Eve")
SOON, MINUTE, HOUR = timedelta(seconds=5), timedelta(minutes=1), timedelta(hours=1)


@dataclass(frozen=True, slots=True)
class Story:
    """A group with its table and what is told of it."""

    one: OpenHouse[Scene]
    luck: Random = field(default_factory=lambda: Random(SEED))
    told: list[str] = field(default_factory=list)

    async def says(self, who: str, text: str, group: str | None = None) -> None:
        """Somebody writes."""
        self._heading(who, text, group)
        await self.one.say(who, text, group=group)
        await self.one.later(SOON)

    async def presses(self, who: str, label: str, group: str | None = None) -> None:
        """Somebody presses the newest button that says this."""
        self._heading(who, f"[{label}]", group)
        scene = self.one.network
        scene.people[who].press(label, scene.groups[group] if group else None)
        await self.one.settle()
        await self.one.later(SOON)

    def _heading(self, who: str, does: str, group: str | None) -> None:
        at = self.one.clock().astimezone(HOME)
        where = "in the group" if group else "in private"
        self.told.append(f"{at:%a %H:%M}  {who}, {where}: {does}")

    def shows(self, who: str | None = None, text: str = "") -> None:
        """The newest page with this text, as it is now: of the group, or of somebody in private."""
        scene = self.one.network
        person, place = scene.people[who or "Ann"], None if who else scene.groups[GROUP]
        page = [page for page in person.pages(place) if text in page.text][-1]
        shown = (one for one in reversed(person.seen) if one.page == page)
        at = next(shown).at.astimezone(HOME)
        name = f"{at:%a %H:%M}  Uno to {who or 'the group'}"
        self.told.append("\n" + rendered([page], [(scene.bot.id, name)]))

    async def plays_on(self, until: Callable[[], bool], *names: str) -> None:
        """Everybody, or these, play some card until it has come to this."""
        people = [
            Person(self.one.network, name, f"{GROUP} #1", self.luck, forgets=0, catches=0)
            for name in names or PLAYERS
        ]
        self.told.append("(They play on.)")
        await self.one.play(people, self.luck, until)
        await self.one.later(SOON)

    def reads(self, who: str, *texts: str) -> bool:
        """Whether all this stands on somebody's newest page."""
        page = self.one.network.people[who].pages()[-1]
        return all(text in page.text for text in texts)

    async def waits(self, time: timedelta) -> None:
        """Nothing happens but what happens by itself, each thing when it is due."""
        one, end = self.one, self.one.clock() + time
        while (due := await one.store.transact(lambda tx: tx.next_alarm())) and due < end:
            await one.later(max(due - one.clock(), SOON))
        await one.later(end - one.clock())

    def may_play(self, who: str, text: str) -> bool:
        """Whether somebody is to move, can lay a card, and reads this."""
        return self.reads(who, "Your turn", text) and self.first_card(who) != "Draw"

    def first_card(self, who: str) -> str:
        """The first button below somebody's hand."""
        pages = self.one.network.people[who].pages()
        hand = next(page for page in reversed(pages) if "Your hand (" in page.text)
        return hand.buttons[0].label

    def round_is_over(self) -> bool:
        """Whether the group has the result of the round."""
        pages = self.one.network.pages(GROUP)
        return any("the round is over" in page.text for page in pages)


@asynccontextmanager
async def group() -> AsyncIterator[Story]:
    """A group in Lisbon with the bot in it; its people have pressed Start and live there, too."""
    clock = Clock(MONDAY)
    local = LocalTelegram(clock=TelegramClock(clock))
    server, bot = BotApiServer(local), local.bot("uno_test_bot")
    wanted = read_settings({"token": bot.token, "api_url": await server.start()})
    house = House({NETWORK: CAPABILITIES}, _shuffle, IN_GROUPS)
    scene = Scene(local, bot, lambda _: (), lambda _: ("", []))
    adapter = TelegramAdapter(wanted, now=clock)
    async with open_house(scene, adapter, MemoryStore(), house, clock) as one:
        for name in (*PLAYERS, "Dan"):
            scene.person(name).start()
            await one.say(name, "zone Lisbon")
        scene.group(GROUP, *PLAYERS, "Dan")
        await one.say("Ann", "/zone Lisbon", group=GROUP)
        await one.later(MINUTE)
        yield Story(one)
    await server.stop()


def _shuffle(_table: int, number: int) -> bytes:
    return game.seed_from_int(SEED, round_no=number)


async def evening(story: Story) -> None:
    """A table opens, a bluff is challenged, a round ends."""
    await story.says("Ann", "/new", GROUP)
    await story.presses("Ben", "Join", GROUP)
    await story.presses("Eve", "Join", GROUP)
    story.shows()
    await story.presses("Ann", "Deal", GROUP)
    story.shows("Ann")
    await story.presses("Ann", "W+4 R")
    story.shows("Ben")
    await story.presses("Ben", "Challenge")
    story.shows("Ben")
    await story.plays_on(story.round_is_over)
    story.shows()


async def week(story: Story) -> None:
    """The same game, slowly: a missed UNO, a night, a vacation, a substitute."""
    await story.says("Ann", "/new absent=substitute", GROUP)
    await story.presses("Ben", "Join", GROUP)
    await story.presses("Eve", "Join", GROUP)
    await story.presses("Ann", "Deal", GROUP)
    story.told.clear()
    await story.plays_on(lambda: story.may_play("Ben", "Your hand (2)"))
    await story.presses("Ben", story.first_card("Ben"))
    await story.waits(3 * HOUR)
    await story.presses("Eve", "Catch")
    await story.waits(MINUTE)
    story.shows("Ben")
    await story.waits(HOUR + 30 * MINUTE)
    await story.says("Ann", "nudge")
    story.shows("Ann")
    await story.waits(9 * HOUR + 30 * MINUTE)
    story.shows("Eve", "still your turn")
    await story.says("Eve", "vacation 1d")
    story.shows()
    await story.waits(3 * MINUTE)
    await story.plays_on(lambda: story.reads("Ben", "Your turn"), "Ann")
    await story.waits(25 * HOUR)
    story.shows()
    await story.says("Ann", "skip Ben")
    await story.presses("Eve", "Yes", GROUP)
    for who in ("Eve", "Ann"):
        await story.waits(22 * HOUR)
        await story.presses(who, story.first_card(who))
    await story.waits(28 * HOUR + 5 * MINUTE)
    story.shows(text="On top")
    await story.presses("Dan", "Play on", GROUP)
    story.shows("Dan")


STORIES: Final = {"evening": evening, "week": week}


async def told(name: str) -> str:
    """A story as text."""
    async with group() as story:
        await STORIES[name](story)
    return re.sub("\n{3,}", "\n\n", "\n".join(story.told)).strip()


if __name__ == "__main__":
    print(asyncio.run(told(sys.argv[1])))
