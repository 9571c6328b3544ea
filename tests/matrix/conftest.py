"""What Synapse sent, recorded once, with short names for its ids."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final

import pytest

from uno_chat.contract import Envelope, Unreadable
from uno_chat_matrix.decode import Above, Part, decoded, since_arrival
from uno_chat_matrix.session import Me
from uno_chat_matrix.values import objects

RECORDED: Final[dict[str, Any]] = json.loads(
    Path(__file__).with_name("recorded.json").read_text(encoding="utf-8")
)
ME: Final = Me("@uno:localhost", "Uno")
NOW: Final = datetime(2026, 12, 1, tzinfo=UTC)

Read = Callable[..., list[Envelope | Unreadable]]


@pytest.fixture(scope="session")
def recorded() -> Mapping[str, Any]:
    return RECORDED


@pytest.fixture(scope="session")
def read() -> Read:
    """What is read in a sync that was recorded, of all its rooms."""

    def reading(name: str, me: Me = ME, **known: Any) -> list[Envelope | Unreadable]:  # noqa: ANN401 - fields of a Part
        found: list[Envelope | Unreadable] = []
        rooms: dict[str, Any] = RECORDED[name]["rooms"]
        for room, told in [*rooms.get("join", {}).items(), *rooms.get("leave", {}).items()]:
            _, events = since_arrival(objects(told, "timeline", "events"), me.id)
            found += decoded(Part(room, events, **known), me, NOW)
        return found

    return reading


@pytest.fixture(scope="session")
def ours_above() -> dict[str, Above]:
    """Every event that the recorded ones answer is of us."""
    return {f"$event{number}": Above(ours=True) for number in range(100)}
