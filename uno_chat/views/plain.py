"""A page as plain text: for toasts, for measuring, and as the form that every page has first."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import assert_never

from uno_chat.contract import (
    CONTACT,
    Block,
    Cards,
    Choices,
    Divider,
    Document,
    Face,
    Heading,
    Link,
    Paragraph,
    Players,
    Row,
)
from uno_chat.views.names import cut, size


def as_text(document: Document) -> str:
    """The whole page, line by line; choices are numbered by their labels."""
    return "\n".join(text_of(block) for block in document.blocks)


def short(document: Document, chars: int) -> str:
    """What a toast has room for: cards first and by their short names, no heading, no choices. Of
    a hand that is too big it says how many more there are; only a single line is cut short.
    """
    ordered = sorted(document.blocks, key=lambda block: not isinstance(block, Cards))
    told = ""
    for block in ordered:
        for text in _short(block, chars - size(told) - 1):
            more = f"{told}\n{text}" if told else cut(text, chars)
            if size(more) > chars:
                return told
            told = more
    return told


def text_of(block: Block) -> str:
    """One block as plain text."""
    match block:
        case Heading(text):
            return text
        case Paragraph():
            return block.text
        case Cards(label, faces):
            return f"{label}: {', '.join(_full(face) for face in faces)}"
        case Players(rows):
            return "\n".join(map(_row, rows))
        case Choices(options, prompt):
            labels = (f"[{option.label}]" for option in options)
            return "\n".join(filter(None, (" ".join(labels), prompt)))
        case Link(label, target):
            return f"[{label}]" if target.startswith(CONTACT) else f"{label}: {target}"
        case Divider():
            return ""
        case _:
            assert_never(block)


def _full(face: Face) -> str:
    return f"{face.name} ({face.note})" if face.note else face.name


def _row(row: Row) -> str:
    mark = "▸" if row.active else " "
    return f"{mark} {', '.join((row.name, *row.cells))}"


def _short(block: Block, room: int) -> Iterator[str]:
    match block:
        case Heading() | Divider() | Choices():
            return
        case Cards(label, faces):
            some = (_some(label, faces, count) for count in range(len(faces), -1, -1))
            yield next((text for text in some if size(text) <= room), label)
        case _:
            yield text_of(block)


def _some(label: str, faces: Sequence[Face], count: int) -> str:
    """The first so many of some cards, and how many more there are."""
    parts = [f"{face.short}×{face.count}" if face.count > 1 else face.short for face in faces]
    more = sum(face.count for face in faces[count:])
    return f"{label}: {' '.join((*parts[:count], *([f'… +{more}'] if more else ())))}"
