"""A page on the screen: its text, and its choices as buttons with a number."""

from __future__ import annotations

from itertools import groupby
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import ItemGrid, VerticalGroup
from textual.content import Content
from textual.message import Message as Signal
from textual.reactive import reactive
from textual.widgets import Static

from uno_chat.contract import Choice, Choices, Document, Message
from uno_chat_terminal.page_text import block_text, chip
from uno_chat_terminal.visible import visible


class PressButton(Static, can_focus=True):
    """One choice. The mouse, Enter and the space bar press it; so does its number."""

    DEFAULT_CSS = """
    PressButton {
        height: auto;
        &:focus { text-style: reverse; }
        &:hover { text-style: underline; }
    }
    """
    BINDINGS: ClassVar[list[BindingType]] = [Binding("enter,space", "press", show=False)]

    class Chosen(Signal):
        """Somebody pressed this button."""

        def __init__(self, token: str, message: Message) -> None:
            super().__init__()
            self.token = token
            self.message = message

    def __init__(self, choice: Choice, number: int | None, message: Message) -> None:
        super().__init__(label_of(choice, number))
        self.choice = choice
        self._page = message

    def on_click(self) -> None:
        self.action_press()

    def action_press(self) -> None:
        self.post_message(self.Chosen(self.choice.token, self._page))


def label_of(choice: Choice, number: int | None) -> Content:
    """What a button reads: "[3] R7", or without a number where keys do not reach it."""
    mark = Content.styled(f"[{number}] " if number is not None else "", "dim")
    return mark + chip(f" {visible(choice.label)} ", choice.tint)


class PageView(VerticalGroup):
    """One message. Its buttons have numbers while ``numbered``, which one page of a chat is."""

    DEFAULT_CSS = """
    PageView { margin: 0 0 1 0; }
    PageView ItemGrid { grid-gutter: 0 1; }
    """
    numbered = reactive(default=False, recompose=True)

    def __init__(self, message: Message, document: Document, *, numbered: bool = False) -> None:
        super().__init__()
        self.message = message
        self.document = document
        self.set_reactive(PageView.numbered, numbered)

    @property
    def has_choices(self) -> bool:
        """Whether there is anything to press."""
        return any(isinstance(b, Choices) and b.options for b in self.document.blocks)

    @property
    def buttons(self) -> list[PressButton]:
        """All that can be pressed here, in the order of the numbers."""
        return list(self.query(PressButton))

    def redraw(self, document: Document) -> None:
        """Show the message in another form."""
        self.document = document
        self.refresh(recompose=True)

    def compose(self) -> ComposeResult:
        number = 0
        for block in self.document.blocks:
            if not isinstance(block, Choices):
                yield Static(block_text(block))
                continue
            for _, row in groupby(block.options, key=_group):
                options = list(row)
                yield self._row(options, number)
                number += len(options)
            if block.prompt:
                yield Static(Content.styled(visible(block.prompt), "dim"))

    def _row(self, options: list[Choice], before: int) -> ItemGrid:
        numbers = [before + i if self.numbered else None for i in range(1, len(options) + 1)]
        buttons = [PressButton(o, n, self.message) for o, n in zip(options, numbers, strict=True)]
        width = max(label_of(o, n).cell_length for o, n in zip(options, numbers, strict=True))
        return ItemGrid(*buttons, min_column_width=width, max_column_width=width + 1)


def _group(choice: Choice) -> str:
    return choice.group
