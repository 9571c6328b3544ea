"""What a group and its people read where nothing can be pressed, as on Matrix.

    python tests/end_to_end/on_matrix.py turn

README.md shows it.
"""

from __future__ import annotations

import asyncio
import sys
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Final

from uno_chat import game
from uno_chat.contract import Address, Conversation, Delivery, Receipt, Toast, User
from uno_chat.coordinator import House
from uno_chat.table import IN_GROUPS
from uno_chat.testing.evening import Clock, Evening, open_house
from uno_chat.testing.fake_network import FakeNetwork
from uno_chat.testing.memory_store import MemoryStore
from uno_chat.testing.planted import Deliver, Planted
from uno_chat_matrix import CAPABILITIES, NETWORK
from uno_chat_matrix.render import content_of

SEED: Final = 9
"""A deal in which Ann is to move, with a Wild Draw Four and a card of the colour on top."""
MONDAY: Final = datetime(2100, 1, 4, 18, tzinfo=UTC)
GROUP: Final = "Family"
MINUTE: Final = timedelta(minutes=1)


@dataclass(slots=True)
class Story:
    """A house on a network of this shape, and each newest page as our adapter writes it."""

    told: list[str] = field(default_factory=list)
    pages: dict[Address, str] = field(default_factory=dict)

    async def send(self, send: Deliver, what: Delivery | Toast) -> Receipt:
        """Deliver, and keep what Matrix would have been sent."""
        if isinstance(what, Delivery):
            body = content_of(what.document, notify=what.notify)["body"]
            self.pages[what.to] = str(body)
        return await send(what)

    def shows(self, who: str = "") -> None:
        """The newest page of the group, or of somebody in private."""
        to: Address = User(NETWORK, who) if who else Conversation(NETWORK, GROUP)
        self.told.append(f"Uno to {who or 'the group'}\n{self.pages[to]}")


async def turn(one: Evening, story: Story) -> None:
    """A turn: the table, a hand, a number with what belongs to it, and who is next."""

    async def say(who: str, text: str, group: str | None = GROUP) -> None:
        await one.say(who, text, group=group)
        await one.later(MINUTE)  # so that no limit holds anything up

    for who in ("Ann", "Ben", "Eve"):
        one.network.contact(who)
    await say("Ann", "!uno new")
    for who in ("Ben", "Eve"):
        await say(who, "!uno join")
    await say("Ann", "!uno deal")
    story.shows()
    story.shows("Ann")
    story.told.append("Ann, in private: 7 red")
    await say("Ann", "7 red", None)
    story.shows("Ben")


def _shuffle(_table: int, number: int) -> bytes:
    return game.seed_from_int(SEED, round_no=number)


async def shown() -> str:
    """The story as text."""
    clock, story = Clock(MONDAY), Story()
    network = FakeNetwork(clock, name=NETWORK, capabilities=CAPABILITIES)
    house = House({NETWORK: CAPABILITIES}, _shuffle, IN_GROUPS)
    adapter = Planted(network.adapter(), story.send)
    async with open_house(network, adapter, MemoryStore(), house, clock) as one:
        await turn(one, story)
    return "\n\n".join(story.told)


if __name__ == "__main__":
    assert sys.argv[1:] == ["turn"], "there is one story: turn"
    print(asyncio.run(shown()))
