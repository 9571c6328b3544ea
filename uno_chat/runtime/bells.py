"""What wakes a loop: rung from anywhere, heard once."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field


@dataclass(slots=True)
class Bell:
    """A loop looks for work and waits here when there is none; ``parked`` is told when it does.

    A ring while the loop looks is heard afterwards, so that nothing is missed in between.
    """

    parked: Callable[[], None]
    waits: bool = False
    _rung: asyncio.Event = field(default_factory=asyncio.Event)

    def ring(self) -> None:
        """Look again, there may be something to do."""
        self.waits = False
        self._rung.set()

    async def heard(self) -> None:
        """Wait until it rings."""
        self.waits = not self._rung.is_set()
        if self.waits:
            self.parked()
        await self._rung.wait()
        self._rung.clear()
        self.waits = False
