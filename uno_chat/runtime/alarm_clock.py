"""APScheduler as an alarm clock: it wakes the worker, and the rows decide what is due.

Nothing of a game is in its job store: forgetting everything costs at most one sweep.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Final

from apscheduler.schedulers.asyncio import AsyncIOScheduler

SWEEP: Final = 15
"""Seconds after which rows are looked at again, whatever was armed: bounds what a clock that
jumped, or another process that set a deadline, can cost."""


def _scheduler() -> AsyncIOScheduler:
    defaults = {"misfire_grace_time": None, "coalesce": True, "max_instances": 1}
    return AsyncIOScheduler(timezone=UTC, job_defaults=defaults)


@dataclass(slots=True)
class AlarmClock:
    """Calls ``wake`` when the earliest deadline it was told of is there."""

    wake: Callable[[], None]
    scheduler: AsyncIOScheduler = field(default_factory=_scheduler)
    armed: datetime | None = None

    def start(self) -> None:
        """Begin to sweep; inside a running event loop."""
        self.scheduler.add_job(self._ring, "interval", seconds=SWEEP, id="sweep")
        self.scheduler.start()

    def arm(self, due: datetime | None, now: datetime) -> None:
        """Wake at ``due`` at the latest."""
        if due is None or (self.armed is not None and now < self.armed <= due):
            return
        self.armed = due
        self.scheduler.add_job(
            self._ring, "date", run_date=max(due, now), id="alarm", replace_existing=True
        )

    def stop(self) -> None:
        """No more waking."""
        if self.scheduler.running:
            self.scheduler.shutdown(wait=False)

    async def _ring(self) -> None:
        self.armed = None
        self.wake()
