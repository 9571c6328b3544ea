"""One chat on the screen: its pages from top to bottom, the newest in sight."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll

from uno_chat.contract import Document, Message
from uno_chat_terminal.chats import KEPT
from uno_chat_terminal.page_view import PageView


class ChatPane(VerticalScroll, inherit_bindings=False):
    """The pages of one chat. Numbers stand at the buttons of the newest page that has any."""

    DEFAULT_CSS = """
    ChatPane {
        border: round $foreground 30%; padding: 0 1; scrollbar-size-vertical: 1;
        &.-active { border: round $accent; }
        &.-unread { border: heavy $warning; }
    }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "scroll_up", show=False),
        Binding("down", "scroll_down", show=False),
        Binding("home", "scroll_home", show=False),
        Binding("end", "scroll_end", show=False),
        Binding("pageup", "page_up", show=False),
        Binding("pagedown", "page_down", show=False),
    ]

    def on_mount(self) -> None:
        self.anchor()

    async def fill(self, pages: Iterable[tuple[Message, Document]]) -> None:
        """Show these pages and nothing else."""
        await self.remove_children()
        await self.mount_all([PageView(message, document) for message, document in pages])
        self._number()
        self.anchor()

    async def put(self, message: Message, document: Document) -> None:
        """Show a new page at the end, or a known one in another form."""
        known = next((view for view in self.views if view.message == message), None)
        if known is None:
            await self.mount(PageView(message, document, numbered=True))
            await self.remove_children(self.views[:-KEPT])
        else:
            if self.screen.focused in known.buttons:
                self.focus()  # the button under the cursor is about to go
            known.redraw(document)
        self._number()

    @property
    def views(self) -> list[PageView]:
        """The pages, oldest first."""
        return list(self.query_children(PageView))

    @property
    def numbered(self) -> PageView | None:
        """The page whose buttons have numbers."""
        return next((view for view in self.views if view.numbered), None)

    def _number(self) -> None:
        with_buttons = [view for view in self.views if view.has_choices]
        for view in self.views:
            view.numbered = view in with_buttons[-1:]
