"""What stands in each chat of a terminal while it runs."""

from __future__ import annotations

from typing import Final

from uno_chat.contract import Conversation, Document, Message

KEPT: Final = 200
"""Messages a chat keeps; older ones are gone, as above the edge of a screen."""


class Chats:
    """The pages of every chat, oldest first, in the form they were shown last."""

    def __init__(self) -> None:
        self._pages: dict[Conversation, dict[str, Document]] = {}

    def put(self, message: Message, document: Document) -> None:
        """Show a new message at the end, or a known one in another form where it stands."""
        pages = self._pages.setdefault(message.conversation, {})
        pages[message.id] = document
        if len(pages) > KEPT:
            del pages[next(iter(pages))]

    def holds(self, message: Message) -> bool:
        """Whether the message still stands in its chat."""
        return message.id in self._pages.get(message.conversation, {})

    def page(self, message: Message) -> Document | None:
        """A message as it reads now."""
        return self._pages.get(message.conversation, {}).get(message.id)

    def pages(self, chat: Conversation) -> tuple[tuple[Message, Document], ...]:
        """All that stands in a chat."""
        pages = self._pages.get(chat, {})
        return tuple((Message(chat, id_), document) for id_, document in pages.items())
