"""What every batch must be good for: to be kept by a store, read back, and kept again unchanged."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Final

from uno_chat.contract import Batch, envelope_from_json, envelope_to_json
from uno_chat.coordinator import lane_of
from uno_chat.runtime.receiving import keep
from uno_chat.testing.memory_rows import Rows
from uno_chat.testing.memory_store import MemoryTransaction

NOW: Final = datetime(2026, 3, 2, 12, 30, tzinfo=UTC)
LONGEST: Final = 2000
"""Bytes of a name by which something is found again: what PostgreSQL has room for in an index."""


def kept(account: str, batch: Batch) -> str:
    """A word for what came; raises AssertionError for what no store could keep as it is."""
    keep(MemoryTransaction(Rows()), account, batch, NOW)
    for envelope in batch.envelopes:
        text = envelope_to_json(envelope)
        assert envelope_from_json(text) == envelope
        text.encode()
        names = (envelope.id, lane_of(envelope), str(envelope.sender), str(envelope.conversation))
        assert max(len(name.encode()) for name in names) <= LONGEST, "too long a name"
        assert abs(envelope.place or 0) < 2**63
    for unreadable in batch.unreadable:
        unreadable.raw.encode()
        assert len(unreadable.id.encode()) <= LONGEST, "too long a name"
    if batch.unreadable:
        return "set aside"
    return "taken" if batch.envelopes else "nothing to us"
