"""What happened on a fake network, in order, readable from any cursor as often as one likes."""

from __future__ import annotations

import asyncio
from random import Random


class EventLog:
    """A list of (event id, raw text). A cursor is a place in it; nothing is ever forgotten."""

    def __init__(self) -> None:
        self._entries: list[tuple[str, str]] = []
        self._handed = 0
        self._waiters: set[asyncio.Future[None]] = set()

    def add(self, event: str, raw: str) -> None:
        """Append an event and wake whoever waits for one."""
        self._entries.append((event, raw))
        for waiter in tuple(self._waiters):
            if not waiter.done():
                waiter.set_result(None)

    def redeliver(self, event: str) -> None:
        """Let an event come again, behind what waits now; raises LookupError if unknown."""
        raw = next((raw for name, raw in self._entries if name == event), None)
        if raw is None:
            raise LookupError(f"no event {event!r} was ever sent")
        self.add(event, raw)

    def shuffle(self, rng: Random) -> None:
        """Put the events that were not handed out yet into another order."""
        waiting = self._entries[self._handed :]
        rng.shuffle(waiting)
        self._entries[self._handed :] = waiting

    def texts(self) -> list[str]:
        """All events, in the order in which they are handed out."""
        return [raw for _, raw in self._entries]

    async def after(self, cursor: str | None) -> tuple[list[tuple[str, str]], str]:
        """Wait until there is something behind a cursor; return it and the cursor behind it."""
        start = int(cursor or 0)
        while start >= len(self._entries):
            await self._wait()
        self._handed = max(self._handed, len(self._entries))
        return self._entries[start:], str(len(self._entries))

    async def _wait(self) -> None:
        waiter = asyncio.get_running_loop().create_future()
        self._waiters.add(waiter)
        try:
            await waiter
        finally:
            self._waiters.discard(waiter)
