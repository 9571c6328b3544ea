"""Steps that the promises of an adapter are made of."""

from __future__ import annotations

import asyncio

import pytest

from uno_chat.contract import (
    Address,
    Batch,
    Choice,
    Choices,
    Delivery,
    Document,
    Event,
    Message,
    Puller,
    Unreadable,
    line,
)
from uno_chat.testing.wire import Wire


def page(text: str) -> Document:
    """A page of one line."""
    return Document((line(text),))


def without_choices(document: Document) -> Document:
    """The page for a network that has no buttons."""
    return Document(tuple(b for b in document.blocks if not isinstance(b, Choices)))


def skip_without_edits(wire: Wire) -> None:
    """Skip in sight where a message stays as it was sent."""
    if not wire.adapter.capabilities.edits:
        pytest.skip("this network declares no edits")


async def arrived(wire: Wire, count: int, kind: type[Event] | None = None) -> Batch:
    """Read from the beginning until ``count`` envelopes are there, of one kind if it is named."""
    source = wire.adapter.source
    if not isinstance(source, Puller):
        return _joined([await source.decode(request) for request in wire.requests()], kind)
    read = Batch()
    batches: list[Batch] = []
    try:
        while len(read.envelopes) < count:
            batches.append(await source.pull(batches[-1].cursor if batches else wire.cursor))
            read = _joined(batches, kind)
    except asyncio.CancelledError:  # there was patience enough
        assert not read.unreadable, f"what came was called unreadable: {read.unreadable}"
        raise
    return read


def _joined(batches: list[Batch], kind: type[Event] | None) -> Batch:
    envelopes = [e for batch in batches for e in batch.envelopes]
    if kind is not None:
        envelopes = [envelope for envelope in envelopes if isinstance(envelope.event, kind)]
    unreadable: list[Unreadable] = [u for batch in batches for u in batch.unreadable]
    return Batch(tuple(envelopes), None, tuple(unreadable))


async def shown(wire: Wire, to: Address, text: str, *, key: str = "") -> Message:
    """Deliver a line, see that it stands there, and return its message."""
    receipt = await wire.adapter.deliver(Delivery(key or f"{text} {to}", to, page(text)))
    assert text in (await wire.seen(to))[-1]
    assert receipt.message is not None
    return receipt.message


async def pressed(wire: Wire, token: str) -> Message | None:
    """Show Ann a button that carries this, let her press it, and return its message."""
    choices = Choices((Choice("Draw", token),))
    document = Document((line("your hand"), choices))
    receipt = await wire.adapter.deliver(Delivery("button", wire.ann, document))
    await wire.press("Draw")
    return receipt.message
