"""The face with two panes: the group in one, the private chat of one person in the other."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping

from uno_chat.contract import Document, Message
from uno_chat_terminal.arrivals import Arrivals
from uno_chat_terminal.chats import Chats
from uno_chat_terminal.panes_app import PanesApp


class PanesFace:
    """What was shown stands in ``chats``; the screen is a picture of it and edits in place."""

    def __init__(
        self, names: tuple[str, ...], arrivals: Arrivals, words: Mapping[str, str], title: str
    ) -> None:
        self.chats = Chats()
        self.app = PanesApp(names, arrivals, words, title, self.chats)

    def show(self, message: Message, document: Document, *, notify: bool) -> None:
        """Show or edit a message, in its own chat alone."""
        self.chats.put(message, document)
        if self.app.is_running:
            self.app.call_later(self.app.draw, message, notify=notify)

    def toast(self, name: str, text: str) -> None:
        """Answer a press, if whoever pressed still looks."""
        if self.app.is_running:
            self.app.call_later(self.app.answer, name, text)

    def holds(self, message: Message) -> bool:
        return self.chats.holds(message)

    async def run(self, quiet: Callable[[], Awaitable[None]]) -> None:
        """Fill the terminal until the people leave."""
        del quiet  # people read before they type
        await self.app.run_async()
