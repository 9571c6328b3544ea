"""The promises of every adapter, kept by polling and by webhook."""

from __future__ import annotations

import pytest

from uno_chat.testing.adapter_kit import AdapterConformance, Wire


class TestPolling(AdapterConformance):
    @pytest.fixture
    def wire(self, polled: Wire) -> Wire:
        return polled


class TestWebhook(AdapterConformance):
    @pytest.fixture
    def wire(self, hooked: Wire) -> Wire:
        return hooked
