"""A server for all tests, and for each of them a far end of its own."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from kit.far_end import Server, prosody
from kit.wire import XmppWire


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with prosody(tmp_path_factory.mktemp("prosody")) as running:
        yield running


@pytest.fixture
def wire(server: Server) -> XmppWire:
    return XmppWire(server)
