"""What Synapse sent, recorded once, with short names for its ids; and our account on a Synapse that
runs, behind a gateway that can break.
"""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Callable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final

import pytest

from uno_chat.contract import Envelope, Unreadable
from uno_chat.testing.ear import Ear
from uno_chat.testing.matrix import Account, Api, Gateway, LocalMatrix
from uno_chat_matrix import MatrixAdapter, read_settings
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


@dataclass(frozen=True, slots=True)
class Uno:
    """Our account, what is heard on it, and the way to its homeserver; ``api`` is another client of
    the same account.
    """

    account: Account
    ear: Ear
    gateway: Gateway
    api: Api


@pytest.fixture
async def uno(matrix: LocalMatrix) -> AsyncIterator[Uno]:
    """An account that has just been opened for the first time."""
    account, gateway = await matrix.account("Uno"), Gateway(matrix.server.url)
    settings = {"homeserver": await gateway.start(), "user": account.user}
    adapter = MatrixAdapter(read_settings(settings | {"access_token": account.token}))
    ear = Ear(adapter)
    await ear.begin()
    yield Uno(account, ear, gateway, Api(matrix.api.http, account.token))
    await adapter.close()
    await gateway.cut()
