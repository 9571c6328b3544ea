"""Every promise of an adapter, kept before a real server."""

import pytest

from uno_chat.testing.adapter_kit import AdapterConformance, Wire


class TestXmpp(AdapterConformance):
    @pytest.fixture
    def wire(self, wire: Wire) -> Wire:
        return wire
