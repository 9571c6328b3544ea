"""What people see: pages that stand in chats, and every moment at which something was shown."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from datetime import datetime

from uno_chat.testing.telegram.accounts import Json
from uno_chat.testing.telegram.messages import Content, Message, Rows


@dataclass(frozen=True, slots=True)
class Button:
    """A button as it is shown; ``does`` is "callback_data", "url", "disabled", … with ``what``."""

    label: str
    does: str = "callback_data"
    what: str = ""
    style: str = ""


@dataclass(frozen=True, slots=True)
class Page:
    """A message as it reads now. ``id`` is the message's, or an ephemeral one's; a ``sender``
    is a user's id.
    """

    chat: int
    id: int
    sender: int
    text: str
    rows: tuple[tuple[Button, ...], ...] = ()
    thread: int = 0
    pinned: bool = False
    ephemeral: bool = False

    @property
    def buttons(self) -> tuple[Button, ...]:
        """All buttons, in reading order."""
        return tuple(button for row in self.rows for button in row)

    @property
    def all_text(self) -> str:
        """Everything that can be read: the text and the labels of the buttons."""
        return "\n".join((self.text, *(button.label for button in self.buttons)))


@dataclass(frozen=True, slots=True)
class Showing:
    """A moment at which people saw something: "new", "edit", "delete", "pin", "history" (found
    on joining), "toast", "alert", or "link" (an answer to a press that opens a chat).

    ``notify``: a sound was made.
    """

    kind: str
    at: datetime
    page: Page
    viewers: frozenset[int]
    notify: bool = False

    def as_json(self) -> Json:
        """As plain data, for the control endpoint."""
        plain = asdict(self)
        return plain | {"at": self.at.isoformat(), "viewers": sorted(self.viewers)}


class Transcript:
    """Everything that anybody was ever shown, in order."""

    def __init__(self) -> None:
        self.shown: list[Showing] = []
        self._of: defaultdict[int, list[Showing]] = defaultdict(list)

    def show(self, showing: Showing) -> None:
        """Something is seen; by nobody if nobody is there."""
        self.shown.append(showing)
        for person in showing.viewers:
            self._of[person].append(showing)

    def of(self, person: int) -> tuple[Showing, ...]:
        """Everything this person was shown: groups, private chats, edits, toasts."""
        return tuple(self._of[person])


def page_of(chat: int, message: Message) -> Page:
    """A message as people see it."""
    return Page(
        chat,
        message.id,
        message.sender.id,
        message.content.text or _told(message.content.service),
        buttons(message.content.rows),
        message.thread,
        message.pinned,
    )


def ephemeral_page(chat: int, number: int, sender: int, content: Content) -> Page:
    """A message that one person sees in a group."""
    return Page(chat, number, sender, content.text, buttons(content.rows), ephemeral=True)


def buttons(rows: Rows) -> tuple[tuple[Button, ...], ...]:
    """An inline keyboard as people see it."""
    return tuple(tuple(_button(button) for button in row) for row in rows)


def _button(button: Json) -> Button:
    does = next(key for key in button if key not in ("text", "style", "icon_custom_emoji_id"))
    return Button(button["text"], does, str(button[does]), button.get("style", ""))


def _told(service: Json) -> str:
    return ", ".join(f"[{key.replace('_', ' ')}]" for key in service)


def rendered(pages: Iterable[Page], names: Sequence[tuple[int, str]] = ()) -> str:
    """Pages as text, to read in a terminal or a document: who said it, and the buttons below."""
    known = dict(names)
    lines: list[str] = []
    for page in pages:
        lines += [f"{known.get(page.sender, page.sender)}:", page.text]
        lines += [" ".join(f"[{button.label}]" for button in row) for row in page.rows]
        lines.append("")
    return "\n".join(lines)
