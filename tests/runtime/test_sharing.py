"""A worker that cannot beat says so once, and once that it can again."""

from __future__ import annotations

import asyncio

import pytest

from uno_chat.runtime.clock import SharedTime
from uno_chat.runtime.sharing import Sharing
from uno_chat.runtime.shifts import Shifts
from uno_chat.testing.desk import NOON
from uno_chat.testing.shared_memory import SharedMemory


async def test_an_outage_is_told_once_and_not_at_every_beat(
    caplog: pytest.LogCaptureFixture,
) -> None:
    caplog.set_level("INFO")
    store = SharedMemory(lambda: NOON).worker()
    await store.open()
    shifts = Shifts(store, {}, lambda: NOON, lambda: None)
    sharing = Sharing(store, shifts, SharedTime(), lambda: None, asyncio.create_task)
    for away in (True, True, True, False, False):
        store.away = away
        await sharing.try_to_beat()
    assert caplog.messages == [
        "shifts could not be renewed: The database is away: wait for it.",
        "shifts are renewed again",
    ]
