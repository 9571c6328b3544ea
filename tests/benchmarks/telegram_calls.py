"""What an action costs on Telegram, counted from the calls that its server got.

    python tests/benchmarks/telegram_calls.py

Three people play; beside it stand the figures of the best-known Telegram UNO bot, measured with
three people, too. Its new messages count those that it makes its players send; ours send none.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import timedelta
from typing import Final

from uno_chat import game
from uno_chat.coordinator import BadSetting, House, agreed
from uno_chat.table import Settings
from uno_chat.testing.desk import Desk
from uno_chat.testing.evening import Clock, OpenHouse, open_house
from uno_chat.testing.memory_store import MemoryStore
from uno_chat.testing.telegram import BotApiServer, Called, Group, LocalTelegram, Scene
from uno_chat.testing.telegram import Clock as TelegramClock
from uno_chat_telegram import CAPABILITIES, NETWORK, TelegramAdapter, read_settings

NAMES: Final = ("Ann", "Ben", "Eve")
MINUTES: Final = timedelta(minutes=2)
"""After which no quota remembers anything."""
TURN: Final = timedelta(hours=1)


@dataclass(frozen=True, slots=True)
class Action:
    """What people do from given cards, each on the newest button that says so; Ann is to move.
    ``other``: the calls and the new messages in the group of the best-known bot.
    """

    name: str
    top: str
    hands: tuple[str, str, str]
    presses: tuple[tuple[str, str], ...]
    other: tuple[str, str]


ACTIONS: Final = (
    Action("play a card", "R4", ("R5 R6 B1", "R7 R8", "G1 G2 G3"), (("Ann", "R5"),), ("2", "2")),
    Action(
        "draw, and keep or play it",
        "R4",
        ("B5 B6 B1", "R7 R8", "G1 G2 G3"),
        (("Ann", "Draw"), ("Ann", "Keep")),
        ("4", "4"),
    ),
    Action("wild card", "R4", ("W R6 B1", "R7 R8", "G1 G2 G3"), (("Ann", "W B"),), ("5", "5")),
    Action(
        "Draw Two, and it is drawn",
        "R4",
        ("R+2 R6 B1", "R7 R8", "G1 G2 G3"),
        (("Ann", "R+2"),),
        ("4", "4"),
    ),
    Action(
        "Wild Draw Four, accepted",
        "R4",
        ("W+4 B6 B1", "R7 R8", "G1 G2 G3"),
        (("Ann", "W+4 B"), ("Ben", "Take 4")),
        ("7", "7"),
    ),
    Action(
        "Wild Draw Four, challenged",
        "R4",
        ("W+4 R6 B1", "R7 R8", "G1 G2 G3"),
        (("Ann", "W+4 B"), ("Ben", "Challenge")),
        ("8", "8"),
    ),
    Action(
        "last but one card, with UNO",
        "R4",
        ("R5 R6", "R7 R8", "G1 G2 G3"),
        (("Ann", "UNO"), ("Ann", "R5")),
        ("3", "3"),
    ),
    Action("time runs out", "R4", ("R5 R6 B1", "R7 R8", "G1 G2 G3"), (), ("1", "1–2")),
)


@dataclass(frozen=True, slots=True)
class Sitting:
    """A table of three in their group, its cards laid by us."""

    one: OpenHouse[Scene]
    store: MemoryStore
    family: Group

    async def cost(self, action: Action) -> Counter[str]:
        """What everything costs that follows from an action."""
        await self._lay(action)
        local = self.one.network.telegram
        since = len(local.calls)
        for who, label in action.presses:
            self.one.network.people[who].press(label)
            await self.one.settle()
            await self.one.later(MINUTES)
        if not action.presses:
            await self.one.later(TURN)
            await self.one.later(MINUTES)
        wrong = [call for call in local.calls[since:] if call.code != 200]
        if wrong:
            raise RuntimeError(f"{action.name}: {wrong}")
        return Counter(self._kind(call) for call in local.calls[since:])

    async def _lay(self, action: Action) -> None:
        """The cards lie as they should, and everybody sees them."""
        hands = dict(zip(map(str.casefold, NAMES), action.hands, strict=True))
        Desk(rows=self.store.rows, now=self.one.clock()).lay("ann", action.top, hands)
        for name in NAMES:
            await self.one.say(name, "hand")
        await self.one.say("Ann", "/table", group="Family")
        await self.one.later(MINUTES)

    def _kind(self, call: Called) -> str:
        place = "group" if call.params.get("chat_id") == str(self.family.id) else "private"
        match call.method:
            case "getUpdates":
                return "poll"
            case "answerCallbackQuery":
                return "answer"
            case "sendMessage":
                return f"{place} new"
            case "editMessageText":
                return f"{place} edit"
            case other:
                return other


@asynccontextmanager
async def sitting() -> AsyncIterator[Sitting]:
    """Ann, Ben and Eve have just been dealt."""
    clock, store = Clock(), MemoryStore()
    local = LocalTelegram(clock=TelegramClock(clock))
    server, bot = BotApiServer(local), local.bot("uno_test_bot")
    wanted = read_settings({"token": bot.token, "api_url": await server.start()})
    settings = agreed(Settings(), ("pace=1h", "hold=0s"))
    assert not isinstance(settings, BadSetting)
    house = House({NETWORK: CAPABILITIES}, lambda _table, n: game.seed_from_int(n), settings)
    scene = Scene(local, bot, lambda _: (), lambda _: ("", []))
    adapter = TelegramAdapter(wanted, now=clock)
    async with open_house(scene, adapter, store, house, clock) as one:
        for name in NAMES:
            scene.person(name).start()
        await one.settle()
        family = scene.group("Family", *NAMES)
        for name, words in zip(NAMES, ("/new", "/join", "/join"), strict=True):
            await one.say(name, words, group="Family")
            await one.later(MINUTES)
        await one.say("Ann", "/deal", group="Family")
        yield Sitting(one, store, family)
    await server.stop()


KINDS: Final = ("group new", "group edit", "private new", "private edit", "answer")


async def table() -> AsyncIterator[str]:
    """One line for each action."""
    yield f"{'':28}   group      private              | best-known bot"
    yield f"{'action':28} new edit   new edit   answer  all | all  new in the group"
    for action in ACTIONS:
        async with sitting() as one:
            found = await one.cost(action)
        del found["poll"]
        if found.keys() - set(KINDS):
            raise RuntimeError(f"{action.name}: {found}")
        new, edit, own, own_edit, answer = (found[kind] for kind in KINDS)
        yield (
            f"{action.name:28} {new:3} {edit:4}   {own:3} {own_edit:4}   {answer:6} "
            f"{found.total():4} | {action.other[0]:>3}  {action.other[1]:>3}"
        )


async def main() -> None:
    async for line in table():
        print(line)


if __name__ == "__main__":
    asyncio.run(main())
