"""Make a page short enough for a network: the longest block gives way first, each with an ellipsis.

Headings and buttons stay whole, so that a page always says which table it is and can be answered.
"""

from __future__ import annotations

from dataclasses import replace

from uno_chat.contract import Block, Cards, Choices, Document, Face, Paragraph, Players, Row
from uno_chat.views.names import cut, size
from uno_chat.views.plain import text_of

_KEPT = 24
"""A paragraph shorter than this tells nothing any more and is not cut further."""

_ELLIPSIS = "…"


def trimmed(document: Document, limit: int) -> Document:
    """The page with at most ``limit`` UTF-16 units of text, as far as that is possible."""
    blocks = list(document.blocks)
    while (excess := _size(blocks) - limit) > 0:
        for place in sorted(range(len(blocks)), key=lambda at: -size(text_of(blocks[at]))):
            smaller = _smaller(blocks[place], excess)
            if smaller is not None:
                blocks[place] = smaller
                break
        else:
            break
    return Document(tuple(blocks))


def _size(blocks: list[Block]) -> int:
    """The text of a message; buttons are not part of it."""
    texts = (text_of(block) for block in blocks if not isinstance(block, Choices))
    return sum(size(text) + 1 for text in texts)


def _smaller(block: Block, excess: int) -> Block | None:
    """The block with less text, None if it cannot give any."""
    match block:
        case Cards():
            return _fewer_cards(block)
        case Players():
            return _fewer_players(block)
        case Paragraph():
            return _shorter(block, excess)
        case _:
            return None


def _fewer_cards(block: Cards) -> Cards | None:
    """Short names first, then fewer cards."""
    if any(face.name != face.short for face in block.faces):
        return Cards(block.label, tuple(replace(face, name=face.short) for face in block.faces))
    whole = [face for face in block.faces if face.name != _ELLIPSIS]
    if not whole:
        return None
    return Cards(block.label, (*whole[:-1], Face(_ELLIPSIS, _ELLIPSIS)))


def _fewer_players(block: Players) -> Players | None:
    """Names and first cells first, then fewer seats, but never the one that has to act."""
    if any(len(row.cells) > 1 for row in block.rows):
        return replace(block, rows=tuple(replace(row, cells=row.cells[:1]) for row in block.rows))
    idle = [row for row in block.rows if not row.active and row.name != _ELLIPSIS]
    if not idle:
        return None
    kept = tuple(row for row in block.rows if row is not idle[-1] and row.name != _ELLIPSIS)
    return replace(block, rows=(*kept, Row(_ELLIPSIS, ())))


def _shorter(block: Paragraph, excess: int) -> Paragraph | None:
    """Cut at the end; the marks of what stays stay."""
    length = size(block.text)
    if length <= _KEPT:
        return None
    room, spans = max(_KEPT, length - excess - 1), []
    for span in block.spans:
        text = cut(span.text, room)
        spans.append(replace(span, text=text))
        room -= size(text)
        if text != span.text:
            break
    return Paragraph(tuple(spans))
