"""A line that asks, once, where somebody lives."""

from __future__ import annotations

from dataclasses import replace

from uno_chat.contract import Choices, Document, line
from uno_chat.views.pieces import loose
from uno_chat.views.reader import Reader
from uno_chat.views.typed import worded


def with_zone_offer(page: Document, reader: Reader) -> Document:
    """The page with that line, and the button beside the others."""
    asked = line(reader.t("I do not know where you live: times are in UTC, and no clock rests."))
    ask = loose(reader.t("Time zone"), "zone", group="zone")
    if reader.typed:
        return Document((*page.blocks, asked, worded((ask,), reader)))
    blocks = list(page.blocks)
    for place, block in enumerate(blocks):
        if isinstance(block, Choices):
            blocks[place : place + 1] = [asked, replace(block, options=(*block.options, ask))]
            return Document(tuple(blocks))
    return Document((*blocks, asked, Choices((ask,))))
