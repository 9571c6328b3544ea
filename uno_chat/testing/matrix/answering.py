"""Somebody on Matrix who answers every hand with the first card that it offers."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Final

from uno_chat.testing.matrix.diary import Page
from uno_chat.testing.matrix.people import Person

_LINE: Final = re.compile(r"(\d+)\) ([^·\n]+)")
_IDLE: Final = ("Draw", "Keep", "Keep it", "Take")
_NO_MOVE: Final = ("UNO!", "Catch", "Table", "Leave", "Challenge")


@dataclass(slots=True)
class Answering:
    """``done`` has the line that was chosen on each page."""

    person: Person
    bot: str
    done: dict[str, str] = field(default_factory=dict)

    @property
    def asked(self) -> bool:
        """Whether the newest page asks for a move that was not made yet."""
        page = self._newest()
        return page is not None and page.id not in self.done and bool(_moves(page))

    async def answer(self) -> None:
        """Write the number of the line, a colour with it where a wild card wants one."""
        page = self._newest()
        assert page is not None, "nothing is asked"
        number, label = _moves(page)[0]
        self.done[page.id] = label
        await self.person.say(f"{number} red" if label.startswith("Wild") else number)

    def _newest(self) -> Page | None:
        pages = self.person.pages(sender=self.bot)
        return pages[-1] if pages else None


def _moves(page: Page) -> list[tuple[str, str]]:
    """The lines that are moves: cards first, then what one does without."""
    lines = [(number, label.strip()) for number, label in _LINE.findall(page.text)]
    moves = [line for line in lines if not line[1].startswith(_NO_MOVE)]
    return sorted(moves, key=lambda line: line[1].startswith(_IDLE))
