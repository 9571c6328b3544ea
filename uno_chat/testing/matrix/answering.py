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
_NO_NUMBER: Final = "There is no number"


@dataclass(slots=True)
class Answering:
    """``done`` has the line that was chosen on each page, ``refused`` how often its number was
    refused before.
    """

    person: Person
    bot: str
    done: dict[str, str] = field(default_factory=dict)
    refused: dict[str, int] = field(default_factory=dict)

    @property
    def asked(self) -> bool:
        """Whether the newest page asks for a move that was not made yet."""
        page, refused = self._newest()
        if page is None or self.refused.get(page.id) == refused:
            return False
        return bool(_moves(page))

    async def answer(self) -> None:
        """Write the number of the line, a colour with it where a wild card wants one."""
        page, refused = self._newest()
        assert page is not None, "nothing is asked"
        move = _moves(page)[0]
        self.done[page.id], self.refused[page.id] = move.label, refused
        await self.person.say(f"{move.number} red" if move.wild else f"{move.number}")

    def _newest(self) -> tuple[Page | None, int]:
        """The newest page that is no refusal, and how many of those came behind it: a host that was
        killed before it knew that a page had arrived does not know its numbers until it starts.
        """
        pages = self.person.pages(sender=self.bot)
        asking = [page for page in pages if _NO_NUMBER not in page.text]
        return (asking[-1], len(pages) - pages.index(asking[-1]) - 1) if asking else (None, 0)


def _moves(page: Page) -> list[Offer]:
    """What is asked by number: cards first, then what one does without."""
    shown = Shown(Message(Conversation("matrix", page.room), page.id), page.text)
    moves = (one for one in offers(shown) if one.number)
    asked = (move for move in moves if not move.label.startswith(_NO_MOVE))
    return sorted(asked, key=lambda move: move.label.startswith(_IDLE))
