"""The text of a page in Telegram's HTML. All that a page says is escaped: no name is markup.

Coloured squares only repeat what the words say, so they are left out of a text that they would
make too long.
"""

from __future__ import annotations

import html
from collections.abc import Iterator
from typing import Final, assert_never

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
    Mark,
    Paragraph,
    Players,
    Row,
    Span,
    Tint,
)

LONGEST: Final = 4096
"""UTF-16 units of a text without its markup."""
SQUARES: Final = {Tint.RED: "🟥", Tint.YELLOW: "🟨", Tint.GREEN: "🟩", Tint.BLUE: "🟦"}

_TAGS: Final = ((Mark.BOLD, "b"), (Mark.SPOILER, "tg-spoiler"))
_TIME: Final = "wdt"
"""A moment as weekday, short date and short time."""


def text_of(document: Document) -> str:
    """The page without its buttons."""
    text = _text(document, squares=True)
    return text if _size(text) <= LONGEST else _text(document, squares=False)


def _text(document: Document, *, squares: bool) -> str:
    lines = (line for block in document.blocks for line in _lines(block, squares=squares))
    return "\n".join(lines)


def _size(text: str) -> int:
    """Tags count as text here, which errs on the safe side."""
    return len(html.unescape(text).encode("utf-16-le")) // 2


def _lines(block: Block, *, squares: bool) -> Iterator[str]:
    match block:
        case Heading(text):
            yield f"<b>{_escaped(text)}</b>"
        case Paragraph(spans):
            yield "".join(map(_span, spans))
        case Cards(label, faces):
            shown = ", ".join(_face(face, squares=squares) for face in faces)
            yield f"{_escaped(label)}: {shown}"
        case Players(rows):
            yield from (_row(row, block.colon) for row in rows)
        case Choices(_, prompt):
            if prompt:
                yield _escaped(prompt)
        case Link(label, target):
            if not target.startswith(CONTACT):
                yield _escaped(f"{label}: {target}")
        case Divider():
            yield ""
        case _:
            assert_never(block)


def _face(face: Face, *, squares: bool) -> str:
    square = f"{SQUARES[face.tint]} " if squares and face.tint is not None else ""
    note = f" ({face.note})" if face.note else ""
    return _escaped(f"{square}{face.name}{note}")


def _row(row: Row, colon: str) -> str:
    name, cells = _escaped(row.name), _escaped(", ".join(row.cells))
    shown = f"▸ <b>{name}</b>" if row.active else name
    return f"{shown}{_escaped(colon)}{cells}" if cells else shown


def _span(span: Span) -> str:
    text = _escaped(span.text)
    if not text:
        return ""
    if span.at is not None:
        text = f'<tg-time unix="{int(span.at.timestamp())}" format="{_TIME}">{text}</tg-time>'
    if span.mentions is not None and span.mentions.id.isdigit():
        text = f'<a href="tg://user?id={span.mentions.id}">{text}</a>'
    if Mark.CODE in span.marks:
        return f"<code>{text}</code>"  # code stands alone: it takes no other mark
    for mark, tag in _TAGS:
        if mark in span.marks:
            text = f"<{tag}>{text}</{tag}>"
    return text


def _escaped(text: str) -> str:
    """Literal text; half a character, which no message can carry, becomes "?"."""
    return html.escape(text.encode(errors="replace").decode(), quote=False)
