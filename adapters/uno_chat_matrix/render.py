"""A page as the content of a message: plain text, and the same in HTML. All that a page says is
escaped, so that no name is markup; nobody is called who is not meant.

Colours only repeat what the words say. HTML that would make the event too large is left out.
"""

from __future__ import annotations

import html
import json
from collections.abc import Iterator
from typing import Final, assert_never
from urllib.parse import quote

from uno_chat.contract import (
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
from uno_chat_matrix.places import NETWORK
from uno_chat_matrix.values import Json, whole

LONGEST: Final = 16_000
"""UTF-16 units: as plain text alone in three bytes each they leave room in an event."""
HEAVIEST: Final = 60_000
"""Bytes of a content; an event may have 65,536 with all that servers add."""

_COLOURS: Final = {
    Tint.RED: ("#ffffff", "#c62828"),
    Tint.YELLOW: ("#000000", "#fdd835"),
    Tint.GREEN: ("#ffffff", "#2e7d32"),
    Tint.BLUE: ("#ffffff", "#1565c0"),
}
_TAGS: Final = (
    (Mark.CODE, "<code>", "</code>"),
    (Mark.BOLD, "<strong>", "</strong>"),
    (Mark.SPOILER, "<span data-mx-spoiler>", "</span>"),
)
_Line = tuple[str, str]
"""Once plain, once in HTML."""


def content_of(document: Document, *, notify: bool) -> dict[str, object]:
    """What is sent: with a sound as text, which calls whoever it mentions, else as a notice.

    That somebody or nobody is mentioned is always said, or clients would look for names.
    """
    lines = [line for block in document.blocks for line in _lines(block)]
    plain = "\n".join(line for line, _ in lines)
    called = mentioned(document) if notify else []
    content: dict[str, object] = {
        "msgtype": "m.text" if notify else "m.notice",
        "body": plain,
        "m.mentions": {"user_ids": called} if called else {},
    }
    marked = "<br>".join(line for _, line in lines)
    rich = content | {"format": "org.matrix.custom.html", "formatted_body": marked}
    return rich if _bytes(rich) <= HEAVIEST else content


def mentioned(document: Document) -> list[str]:
    """The people whom a page calls, each once."""
    spans = (
        span for block in document.blocks if isinstance(block, Paragraph) for span in block.spans
    )
    return list(dict.fromkeys(filter(None, map(_called, spans))))


def _called(span: Span) -> str:
    """Whom a span calls, empty if nobody, or somebody of another network."""
    whom = span.mentions
    return whom.id if whom is not None and whom.network == NETWORK else ""


def _bytes(content: Json) -> int:
    return len(json.dumps(content, ensure_ascii=False).encode())


def _lines(block: Block) -> Iterator[_Line]:
    match block:
        case Heading(text):
            yield whole(text), f"<strong>{_escaped(text)}</strong>"
        case Paragraph(spans):
            yield whole(block.text), "".join(map(_span, spans))
        case Cards(label, faces):
            shown = [_face(face) for face in faces]
            plain = f"{whole(label)}: {', '.join(one for one, _ in shown)}"
            yield plain, f"{_escaped(label)}: {', '.join(one for _, one in shown)}"
        case Players(rows):
            yield from (_row(row, block.colon) for row in rows)
        case Choices(_, prompt):
            if prompt:
                yield whole(prompt), _escaped(prompt)
        case Link(label, target):
            address = f'<a href="{html.escape(target)}">{_escaped(target)}</a>'
            yield whole(f"{label}: {target}"), f"{_escaped(label)}: {address}"
        case Divider():
            yield "", ""
        case _:
            assert_never(block)


def _face(face: Face) -> _Line:
    note = f" ({face.note})" if face.note else ""
    name = _escaped(face.name)
    if face.tint is not None:
        ink, ground = _COLOURS[face.tint]
        name = f'<font data-mx-color="{ink}" data-mx-bg-color="{ground}">{name}</font>'
    return whole(f"{face.name}{note}"), f"{name}{_escaped(note)}"


def _row(row: Row, colon: str) -> _Line:
    sign, cells = "▸ " if row.active else "", ", ".join(row.cells)
    rest = f"{colon}{cells}" if cells else ""
    name = _escaped(row.name)
    shown = f"<strong>{name}</strong>" if row.active else name
    return whole(f"{sign}{row.name}{rest}"), f"{sign}{shown}{_escaped(rest)}"


def _span(span: Span) -> str:
    text = _escaped(span.text)
    if not text:
        return ""
    if whom := _called(span):
        text = f'<a href="https://matrix.to/#/{quote(whom)}">{text}</a>'
    for mark, begin, end in _TAGS:
        if mark in span.marks:
            text = f"{begin}{text}{end}"
    return text


def _escaped(text: str) -> str:
    return html.escape(whole(text), quote=False).replace("\n", "<br>")
