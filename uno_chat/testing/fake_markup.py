"""How a document looks on a fake network: text in a little HTML, and rows of buttons."""

from __future__ import annotations

import html
from itertools import groupby
from typing import assert_never

from uno_chat.contract import (
    Block,
    Cards,
    Choice,
    Choices,
    Divider,
    Document,
    Heading,
    Link,
    Mark,
    Paragraph,
    Players,
    Span,
)


def rows_of(document: Document, per_row: int) -> list[list[tuple[str, str]]]:
    """The buttons of a document: a group begins a row, and no row is too long."""
    options = [
        option
        for block in document.blocks
        if isinstance(block, Choices)
        for option in block.options
    ]
    return [
        [(option.label, option.token) for option in row[start : start + per_row]]
        for row in (list(group) for _, group in groupby(options, key=_group))
        for start in range(0, len(row), per_row)
    ]


def _group(option: Choice) -> str:
    return option.group


def markup(document: Document) -> str:
    """The text of a document in the markup of the fake network."""
    return "\n".join(_markup(block) for block in document.blocks)


def _markup(block: Block) -> str:
    match block:
        case Heading():
            return f"<b>{html.escape(block.text)}</b>"
        case Paragraph():
            return "".join(map(_span, block.spans))
        case Cards():
            notes = (f" ({face.note})" if face.note else "" for face in block.faces)
            faces = map("".join, zip((face.name for face in block.faces), notes, strict=True))
            return html.escape(f"{block.label}: {', '.join(faces)}")
        case Players():
            return "\n".join(
                html.escape(("> " if row.active else "  ") + "  ".join((row.name, *row.cells)))
                for row in block.rows
            )
        case Choices():
            return html.escape(block.prompt)
        case Link():
            return html.escape(f"{block.label}: {block.target}")
        case Divider():
            return "---"
        case _:
            assert_never(block)


def _span(span: Span) -> str:
    text = html.escape(span.text)
    for mark, tag in ((Mark.BOLD, "b"), (Mark.CODE, "code")):
        if mark in span.marks:
            text = f"<{tag}>{text}</{tag}>"
    return text
