"""The promises of every adapter, kept against a real homeserver: as an account that asks, and as an
application service that is called.
"""

from __future__ import annotations

import pytest

from uno_chat.testing.adapter_kit import AdapterConformance, Wire


class TestAccount(AdapterConformance):
    @pytest.fixture
    def wire(self, synced: Wire) -> Wire:
        return synced


class TestApplicationService(AdapterConformance):
    @pytest.fixture
    def wire(self, posted: Wire) -> Wire:
        return posted
