"""The promises of every adapter, kept against a real homeserver."""

from __future__ import annotations

from uno_chat.testing.adapter_kit import AdapterConformance


class TestMatrix(AdapterConformance):
    """The far end is the ``wire`` of this folder."""
