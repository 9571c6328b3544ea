"""The fake networks keep the promises that they help to test."""

from dataclasses import replace

import pytest

from uno_chat.testing.adapter_kit import AdapterConformance, Wire
from uno_chat.testing.fake_network import LIKE_TELEGRAM
from uno_chat.testing.fake_wire import POSTED_WITH, FakeWire, network_with_ann
from uno_chat.testing.socket_network import SocketNetworkServer


class TestFakeNetwork(AdapterConformance):
    @pytest.fixture
    def wire(self) -> Wire:
        network = network_with_ann()
        return FakeWire(network, network.adapter())


class TestAbleFakeNetwork(AdapterConformance):
    @pytest.fixture
    def wire(self) -> Wire:
        able = replace(LIKE_TELEGRAM, idempotent_sends=True, threads=True, peeks=True)
        network = network_with_ann(able)
        return FakeWire(network, network.adapter())


class TestFakeWebhook(AdapterConformance):
    @pytest.fixture
    def wire(self) -> Wire:
        network = network_with_ann()
        return FakeWire(network, network.webhook_adapter(POSTED_WITH))


class TestSocketNetwork(AdapterConformance):
    @pytest.fixture
    def wire(self) -> Wire:
        network = network_with_ann()
        return FakeWire(network, network.adapter(), SocketNetworkServer(network))
