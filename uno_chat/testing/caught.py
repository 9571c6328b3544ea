"""What the kit finds broken in an adapter with a fault."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Final

import pytest

from uno_chat.testing.adapter_kit import TESTS, AdapterConformance, Wire
from uno_chat.testing.fake_network import LIKE_TELEGRAM
from uno_chat.testing.fake_wire import FakeWire, network_with_ann
from uno_chat.testing.planted import Dress

ABLE: Final = replace(LIKE_TELEGRAM, idempotent_sends=True, threads=True, peeks=True, ranks=False)
"""All that an adapter can declare, but ranks, which no dress can tell."""


def wire_with(dress: Dress) -> Wire:
    """An adapter in this dress, and its far end."""
    network = network_with_ann(ABLE)
    return FakeWire(network, dress(network.adapter()))


def broken(make: Callable[[], Wire]) -> set[str]:
    """The promises that the kit finds broken, each tried on a new wire."""
    found = set()
    for name, test in TESTS.items():
        try:
            test(AdapterConformance(), make())
        except pytest.skip.Exception:
            continue
        except (Exception, pytest.fail.Exception):  # noqa: BLE001 - whatever it is, it is caught
            found.add(name.removeprefix("test_"))
    return found
