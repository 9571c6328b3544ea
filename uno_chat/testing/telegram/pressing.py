"""People who press the first card that fits, over whatever process they are served by."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final

from uno_chat.testing.telegram.bots import Bot
from uno_chat.testing.telegram.groups import Group
from uno_chat.testing.telegram.local import LocalTelegram
from uno_chat.testing.telegram.people import Person
from uno_chat.testing.telegram.transcript import Page
from uno_chat.views import decode

OVER: Final = "has won the match"
NOT_NEXT: Final = {"uno", "catch", "table", "leave", "hand", "challenge"}
IDLE: Final = {"draw", "keep"}


@dataclass(frozen=True, slots=True)
class Offer:
    """A move that a hand offers."""

    person: Person
    decision: int
    words: str
    what: str
    page: Page


@dataclass(slots=True)
class Pressing:
    """``done`` has what was pressed for each decision: by whom, and its words."""

    people: tuple[Person, ...]
    done: dict[int, tuple[str, str]] = field(default_factory=dict)

    @property
    def asked(self) -> bool:
        """Whether a decision is asked for that nobody has answered yet."""
        return self._best() is not None

    def press(self) -> None:
        """Give the best answer to the newest decision."""
        best = self._best()
        assert best is not None, "nothing is asked"
        best.person.press_data(best.what, best.page)
        self.done[best.decision] = (best.person.account.first_name, best.words)

    def _best(self) -> Offer | None:
        fresh = [one for one in self._offers() if one.decision not in self.done]
        return min(fresh, key=lambda one: (-one.decision, one.words in IDLE), default=None)

    def _offers(self) -> Iterator[Offer]:
        for person in self.people:
            for page in person.pages():
                for button in page.buttons:
                    token = decode(button.what)
                    if token and token.decision and token.words not in NOT_NEXT:
                        yield Offer(person, token.decision, token.words, button.what, page)


@dataclass(frozen=True, slots=True)
class Match:
    """Ann and Ben at a table of their group, in which Eve looks on."""

    telegram: LocalTelegram
    ann: Person
    ben: Person
    eve: Person
    family: Group
    pressing: Pressing

    @property
    def done(self) -> dict[int, tuple[str, str]]:
        """What was pressed for each decision: by whom, and its words."""
        return self.pressing.done

    async def deal(self) -> None:
        """Both come by their Start buttons; before, nobody is dealt in."""
        await self._reads(self.ann, "Ann: host, must press Start in the private chat", self.family)
        self.ann.press("Play in private", self.family)
        await self._reads(self.ann, "You have a seat.")
        self.ben.press("Join", self.family)
        await self._reads(self.ben, "You have a seat.")
        await self._reads(self.ben, "Ben: ready", self.family)
        self.ann.press("Deal", self.family)

    async def play(self, decisions: int) -> None:
        """Answer so many more decisions."""
        for _ in range(decisions):
            await self.telegram.until(lambda: self.pressing.asked)
            self.pressing.press()

    async def is_over(self) -> None:
        """Wait until the group reads that the match is."""
        await self._reads(self.ann, OVER, self.family)

    async def _reads(self, person: Person, text: str, group: Group | None = None) -> None:
        await self.telegram.reads(person, text, group)


def gathered(telegram: LocalTelegram, bot: Bot) -> Match:
    """Ann has asked for a table; nobody needs to be there yet to answer."""
    ann, ben, eve = (telegram.person(name) for name in ("Ann", "Ben", "Eve"))
    family = telegram.group("Family", ann, ben, eve, bot)
    ann.command("new goal=1 pace=off hold=0s tie=0s", family)
    return Match(telegram, ann, ben, eve, family, Pressing((ann, ben)))
