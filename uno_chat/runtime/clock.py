"""The one place that asks what time it is: here, or where all workers look."""

from __future__ import annotations

import time
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Final

Now = Callable[[], datetime]

_DRIFT: Final = timedelta(seconds=1)


def utc_now() -> datetime:
    """Aware UTC, cut to the millisecond, as stores keep it."""
    now = datetime.now(UTC)
    return now.replace(microsecond=now.microsecond // 1000 * 1000)


class SharedTime:
    """What time it is where all workers look. Between two looks goes a clock that nobody sets, so a
    worker whose own clock is wrong, or jumps, acts no earlier than the others.
    """

    def __init__(self, ticks: Callable[[], float] = time.monotonic) -> None:
        self._ticks = ticks
        self._at = utc_now()
        self._since = ticks()
        self._last = self._at

    def __call__(self) -> datetime:
        now = self._at + timedelta(seconds=self._ticks() - self._since)
        now = now.replace(microsecond=now.microsecond // 1000 * 1000)
        # An answer that was on its way for longer than the one before does not turn time back.
        if self._last - _DRIFT < now < self._last:
            now = self._last
        self._last = now
        return now

    def set(self, at: datetime) -> None:
        """It is so late now."""
        self._at, self._since = at, self._ticks()
