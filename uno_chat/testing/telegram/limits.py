"""The quota of every chat: messages and edits together, in a sliding window."""

from __future__ import annotations

from collections import defaultdict, deque
from dataclasses import dataclass
from datetime import datetime, timedelta

from uno_chat.testing.telegram.clock import Clock
from uno_chat.testing.telegram.errors import flood


@dataclass(frozen=True, slots=True)
class Limit:
    """So many in any stretch of ``per``."""

    count: int = 20
    per: timedelta = timedelta(seconds=60)


class Quotas:
    """Counts what each bot sends to each chat. A refused call counts for nothing."""

    def __init__(self, clock: Clock, limit: Limit | None) -> None:
        self.limit = limit
        self._clock = clock
        self._times: defaultdict[tuple[int, int], deque[datetime]] = defaultdict(deque)

    def charge(self, bot: int, chat: int) -> None:
        """Count one message or edit; raises ApiError 429 if it is one too many."""
        if self.limit is None:
            return
        now, times = self._clock.now(), self._times[bot, chat]
        while times and times[0] <= now - self.limit.per:
            times.popleft()
        if len(times) >= self.limit.count:
            raise flood(times[0] + self.limit.per - now)
        times.append(now)
