"""Desks to try the coordinator at: on a network with buttons, and on one that has only text."""

from __future__ import annotations

import pytest

from uno_chat.contract import Capabilities
from uno_chat.testing.desk import Desk


@pytest.fixture
def desk() -> Desk:
    """Buttons, edits and toasts."""
    return Desk()


@pytest.fixture
def bare() -> Desk:
    """Nothing but text."""
    return Desk(Capabilities(prefix="!uno "))
