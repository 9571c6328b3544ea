"""Somebody on Matrix who answers every hand with the first card that it offers."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from uno_chat.contract import Conversation, Message
from uno_chat.testing.fake_chats import Page as Shown
from uno_chat.testing.matrix.diary import Page
from uno_chat.testing.matrix.people import Person
from uno_chat.testing.people import Offer, offers

_IDLE: Final = ("Draw", "Keep", "Take")
_NO_MOVE: Final = ("Table", "Leave", "Challenge")


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
        move = _moves(page)[0]
        self.done[page.id] = move.label
        await self.person.say(f"{move.number} red" if move.wild else f"{move.number}")

    def _newest(self) -> Page | None:
        pages = self.person.pages(sender=self.bot)
        return pages[-1] if pages else None


def _moves(page: Page) -> list[Offer]:
    """What is asked by number: cards first, then what one does without."""
    shown = Shown(Message(Conversation("matrix", page.room), page.id), page.text)
    moves = (one for one in offers(shown) if one.number)
    asked = (move for move in moves if not move.label.startswith(_NO_MOVE))
    return sorted(asked, key=lambda move: move.label.startswith(_IDLE))
