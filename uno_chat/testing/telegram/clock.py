"""The world's clock: it stands still, or goes with the system's, and can be put forward."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Final

NOON: Final = datetime(2026, 3, 2, 12, tzinfo=UTC)


class Clock:
    """Aware UTC time. ``base`` gives the time to which the advances are added."""

    def __init__(self, base: Callable[[], datetime] = lambda: NOON) -> None:
        self._base = base
        self._ahead = timedelta()
        self._moved = asyncio.Event()

    def now(self) -> datetime:
        """The time in this world."""
        return self._base() + self._ahead

    def advance(self, by: timedelta) -> None:
        """Put the clock forward."""
        self._ahead += by
        self._moved.set()
        self._moved = asyncio.Event()

    async def until(self, at: datetime) -> None:
        """Wait for a time in this world."""
        while (left := (at - self.now()).total_seconds()) > 0:
            try:
                await asyncio.wait_for(self._moved.wait(), left)
            except TimeoutError:
                continue


def going() -> Clock:
    """A clock that goes with the system's, for a bot in a process of its own."""
    return Clock(lambda: datetime.now(UTC))


def stamp(at: datetime) -> int:
    """Seconds since 1970, as Telegram writes time."""
    return int(at.timestamp())
