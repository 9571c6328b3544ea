"""A desk to prepare what the loops then find."""

from __future__ import annotations

import pytest

from uno_chat.testing.desk import Desk


@pytest.fixture
def desk() -> Desk:
    """Buttons, edits and toasts."""
    return Desk()
