"""What a service does because other workers use its store, too.

It looks at their clock, keeps its shifts, and listens for what they put in. Each of these only
makes it quicker or surer: rows, their locks and their leases decide who does what.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Callable, Coroutine
from dataclasses import dataclass, field
from typing import Final

from uno_chat.contract import Shared, StoreError
from uno_chat.runtime.clock import SharedTime
from uno_chat.runtime.outages import Outage
from uno_chat.runtime.shifts import Shifts

log = logging.getLogger(__name__)

BEAT: Final = 2.5
"""Seconds between two beats: together with how long a shift lasts, after how long another worker
takes over."""
SWEEP: Final = 1
"""Seconds after which a worker looks for itself at what others may have put in."""
EAGER: Final = 0.5
"""Seconds that a beat waits at least for the one before, whatever was heard."""


@dataclass(slots=True)
class Sharing:
    """One for a worker. ``ring`` is told when another worker has put something in."""

    store: Shared
    shifts: Shifts
    time: SharedTime
    ring: Callable[[], None]
    begin_task: Callable[[Coroutine[object, object, None]], asyncio.Task[None]]
    _unrenewed: Outage = field(default_factory=Outage)
    _early: asyncio.Event = field(default_factory=asyncio.Event)
    _tasks: list[asyncio.Task[None]] = field(default_factory=list)

    async def begin(self) -> None:
        """Take what shifts there are; raises StoreError."""
        await self.beat()
        self._tasks = [
            self.begin_task(self._beat_for_ever()),
            self.begin_task(self.store.listen(self._heard)),
        ]

    async def end(self) -> None:
        """Let others go on at once; nothing of ours is under way any more."""
        for task in self._tasks:
            task.cancel()
        await self.shifts.end()

    async def beat(self) -> None:
        """See what time it is and what there is to serve; raises StoreError."""
        self.time.set(await self.store.time())
        await self.shifts.beat()

    async def _beat_for_ever(self) -> None:
        while True:
            await asyncio.sleep(EAGER)
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(BEAT - EAGER):
                    await self._early.wait()
            self._early.clear()
            await self.try_to_beat()
            self.shifts.give_up()

    async def try_to_beat(self) -> None:
        """The same; an outage is told once."""
        try:
            await self.beat()
        except StoreError as error:
            if self._unrenewed.is_news(str(error)):
                log.error("shifts could not be renewed: %s", error)  # noqa: TRY400 - a sentence for the operator, no trace
        else:
            if self._unrenewed.ends():
                log.info("shifts are renewed again")

    def _heard(self) -> None:
        if not self.shifts.has_all():
            self._early.set()
        self.ring()
