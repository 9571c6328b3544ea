"""APScheduler as an alarm clock: it rings bells, and the rows decide what is due.

Nothing of a game is in its job store: forgetting everything costs at most one sweep. It goes by the
clock of the machine and sleeps for an hour longer when that is set back by an hour; sweeps go by
one that nobody sets.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Final

from apscheduler.jobstores.base import JobLookupError
from apscheduler.schedulers.asyncio import AsyncIOScheduler

SWEEP: Final = 15
"""Seconds after which rows are looked at again, whatever was armed: bounds what a clock that
jumped, or another process that set a deadline, can cost."""
_SOONEST: Final = timedelta(milliseconds=10)


def _scheduler() -> AsyncIOScheduler:
    defaults = {"misfire_grace_time": None, "coalesce": True, "max_instances": 1}
    return AsyncIOScheduler(timezone=UTC, job_defaults=defaults)


@dataclass(slots=True)
class AlarmClock:
    """Rings each of its ``bells`` at the time it is armed for, and all of them at every sweep."""

    bells: Mapping[str, Callable[[], None]]
    sweep: int = SWEEP
    scheduler: AsyncIOScheduler = field(default_factory=_scheduler)
    armed: dict[str, datetime] = field(default_factory=dict)
    _next: asyncio.TimerHandle | None = None

    def start(self) -> None:
        """Begin to sweep; inside a running event loop."""
        self.scheduler.start()
        self._wait()

    def arm(self, bell: str, due: datetime | None, now: datetime) -> None:
        """Ring a bell when the clock that says ``now`` says ``due``, at no other time."""
        if self.armed.get(bell) == due:
            return
        if due is None:
            self._disarm(bell)
            return
        self.armed[bell] = due
        at = datetime.now(UTC) + max(due - now, _SOONEST)
        self.scheduler.add_job(
            self._ring, "date", run_date=at, args=[bell], id=bell, replace_existing=True
        )

    def stop(self) -> None:
        """No more ringing."""
        if self._next is not None:
            self._next.cancel()
        if self.scheduler.running:
            self.scheduler.shutdown(wait=False)

    def _disarm(self, bell: str) -> None:
        del self.armed[bell]
        try:
            self.scheduler.remove_job(bell)
        except JobLookupError:
            return  # it was ringing just now

    async def _ring(self, bell: str) -> None:
        """A coroutine, because the scheduler runs anything else in another thread."""
        self.armed.pop(bell, None)
        self.bells[bell]()

    def _wait(self) -> None:
        self._next = asyncio.get_running_loop().call_later(self.sweep, self._sweep)

    def _sweep(self) -> None:
        self._wait()
        for ring in self.bells.values():
            ring()
