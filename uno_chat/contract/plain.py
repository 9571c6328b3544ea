"""A page as plain text, for networks without a markup of their own."""

from __future__ import annotations

from collections.abc import Iterator
from typing import assert_never

from uno_chat.contract.document import (
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
)


def plain_text(document: Document) -> str:
    """Everything that a page says, a line for each thing; of choices only their prompt, as they
    come as lines of their own where there are no buttons.
    """
    return "\n".join(line for block in document.blocks for line in _lines(block))


def _lines(block: Block) -> Iterator[str]:
    match block:
        case Heading(text):
            yield text
        case Paragraph():
            yield block.text
        case Cards(label, faces):
            yield f"{label}: {', '.join(map(_face, faces))}"
        case Players(rows, colon):
            for row in rows:
                cells = f"{colon}{', '.join(row.cells)}" if row.cells else ""
                yield f"{'▸ ' if row.active else ''}{row.name}{cells}"
        case Choices(_, prompt):
            if prompt:
                yield prompt
        case Link(label, target):
            yield f"{label}: {target}"
        case Divider():
            yield ""
        case _:
            assert_never(block)


def _face(face: Face) -> str:
    return f"{face.name} ({face.note})" if face.note else face.name
