"""Fit a page to a network: without buttons choices are numbered lines, and nothing is too long.

An adapter is handed only what it has declared, so it needs no fallback of its own.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import groupby

from uno_chat.contract import (
    Block,
    Buttons,
    Capabilities,
    Cards,
    Choice,
    Choices,
    Document,
    Face,
    Mark,
    Paragraph,
    Span,
    line,
)
from uno_chat.views.names import cut
from uno_chat.views.reader import Reader
from uno_chat.views.tokens import decode
from uno_chat.views.trim import trimmed
from uno_chat.views.words import spoken


@dataclass(frozen=True, slots=True)
class Lowered:
    """``menu`` holds the tokens of the numbered lines: what a typed "3" means is its third."""

    document: Document
    menu: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Typed:
    """Who types, and what stands before the words where it is done."""

    reader: Reader
    before: str = ""


def lower(
    document: Document, capabilities: Capabilities, *, typed_by: Typed | None = None
) -> Lowered:
    """The same page as far as the network can show it, and what its numbers mean.

    For a message that is said once and whose numbers nobody will remember, ``typed_by`` is how
    words are typed where it is read; then choices tell their words.
    """
    menu: list[str] = []
    blocks: list[Block] = []
    for block in document.blocks:
        match block:
            case Choices() if typed_by is not None:
                blocks += _worded(block, capabilities, typed_by)
            case Choices():
                blocks += _choices(block, capabilities.buttons, menu)
            case Cards():
                blocks.append(_counted(block, menu))
            case Paragraph():
                blocks.append(_marked(block, capabilities.marks))
            case _:
                blocks.append(block)
    return Lowered(trimmed(Document(tuple(blocks)), capabilities.text_limit), tuple(menu))


def _counted(cards: Cards, menu: list[str]) -> Cards:
    """The cards with a number before each that can be answered with."""
    return replace(cards, faces=tuple(_number(face, menu) for face in cards.faces))


def _number(face: Face, menu: list[str]) -> Face:
    if not face.token:
        return face
    menu.append(face.token)
    number = f"{len(menu)}) "
    return replace(face, short=number + face.short, name=number + face.name, token="")


def without_choices(document: Document) -> Document:
    """The same page with nothing to press: what is said once to a group whose living page has all
    the buttons would keep its own for ever.
    """
    return Document(tuple(block for block in document.blocks if not isinstance(block, Choices)))


def _marked(paragraph: Paragraph, marks: frozenset[Mark]) -> Paragraph:
    return Paragraph(tuple(replace(span, marks=span.marks & marks) for span in paragraph.spans))


def _worded(choices: Choices, capabilities: Capabilities, typed_by: Typed) -> Iterator[Block]:
    """Buttons for what fits on them; the rest by what can be typed, which names its table."""
    pressed, others = _split(choices.options, capabilities.buttons)
    for option in others:
        token = decode(option.token)
        if token is not None:
            typed = spoken(token.words, typed_by.reader)
            named = f"#{token.table} {typed}" if token.table else typed
            words = Span(f"{typed_by.before}{named}", frozenset({Mark.CODE}))
            told = Span(f" – {option.name or option.label}")
            yield _marked(Paragraph((words, told)), capabilities.marks)
    if capabilities.buttons is not None and pressed:
        yield Choices(tuple(_rows(pressed, capabilities.buttons)))


def _choices(choices: Choices, buttons: Buttons | None, menu: list[str]) -> Iterator[Block]:
    """Buttons for what fits on them; the rest is numbered, and the prompt says how to answer."""
    pressed, numbered = _split(choices.options, buttons)
    yield from _numbered(numbered, menu)
    if numbered and choices.prompt:
        yield line(choices.prompt)
    if buttons is not None and pressed:
        yield Choices(tuple(_rows(pressed, buttons)))


def _split(
    options: tuple[Choice, ...], buttons: Buttons | None
) -> tuple[tuple[Choice, ...], tuple[Choice, ...]]:
    if buttons is None:
        return (), options
    small = tuple(o for o in options if len(o.token.encode()) <= buttons.payload_bytes)
    pressed = small[: buttons.total]
    return pressed, tuple(option for option in options if option not in pressed)


def _numbered(options: Iterable[Choice], menu: list[str]) -> Iterator[Block]:
    """One line for each group, so that a long hand stays short."""
    for _, group in groupby(options, key=lambda option: option.group):
        parts = []
        for option in group:
            menu.append(option.token)
            parts.append(f"{len(menu)}) {option.name or option.label}")
        yield line(" · ".join(parts))


def _rows(options: Iterable[Choice], buttons: Buttons) -> Iterator[Choice]:
    """A group that is too long for a row is dealt evenly over several."""
    for place, (_, group) in enumerate(groupby(options, key=lambda option: option.group)):
        row = list(group)
        count = -(-len(row) // buttons.per_row)
        width = -(-len(row) // count)
        for at, option in enumerate(row):
            label = cut(option.label, buttons.label_chars)
            yield replace(option, label=label, group=f"{place}.{at // width}")
