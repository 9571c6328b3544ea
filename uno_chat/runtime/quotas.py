"""When one more call fits into a quota: counted over a sliding time, or one that refills."""

from __future__ import annotations

from bisect import bisect_right, insort
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Final

from uno_chat.contract import Quota

AT_ONCE: Final = 6
"""What may be spread gets this part of a quota at once, and the rest evenly over its time."""
SETTLED: Final = timedelta(seconds=10)
"""So long ago a call was made for certain, or was given back."""


@dataclass(slots=True)
class Tally:
    """The calls of one quota that still count, and those that are promised, in order. Of one that
    refills, whatever was before them is paid for at ``paid``.
    """

    quota: Quota
    calls: list[datetime] = field(default_factory=list)
    paid: datetime | None = None

    def forget(self, now: datetime) -> None:
        """What counts no more."""
        if not self.quota.refills:
            self.calls = [at for at in self.calls if at > now - _span(self.quota)]
            return
        old = [at for at in self.calls if at <= now - SETTLED]
        if old:
            self.paid = _paid(self.paid, old, self._step)
            self.calls = self.calls[len(old) :]

    def counts(self, now: datetime) -> bool:
        """Whether anything of it is worth remembering."""
        self.forget(now)
        return bool(self.calls) or (self.paid is not None and self.paid > now)

    def add(self, at: datetime) -> None:
        """A call, made or promised."""
        insort(self.calls, at)

    def remove(self, at: datetime) -> None:
        """A call that is not made."""
        if at in self.calls:
            self.calls.remove(at)

    def used(self, until: datetime) -> None:
        """Somebody else has called up to then, for all we know as often as one may, and evenly. Of
        a quota that refills nothing is assumed: one refusal tells exactly how much of it is left.
        """
        if not self.quota.refills:
            self.calls = [until - count * self._step for count in range(self.quota.count, 0, -1)]

    def refused(self, until: datetime) -> None:
        """The network counts otherwise: all that was promised is void, and it takes one call then,
        the next as the quota refills."""
        self.calls.clear()
        if self.quota.refills:
            self.paid = until + (self.quota.count - 1) * self._step

    def fits(self, at: datetime) -> bool:
        """Whether one more call breaks neither this nor any promise."""
        return self._fits_refilled(at) if self.quota.refills else _fits(self.calls, self.quota, at)

    def frees(self) -> Iterator[datetime]:
        """The times at which there may be room for one more call; at the last of them there is."""
        if not self.quota.refills:
            yield from (at + _span(self.quota) for at in self.calls)
            return
        for size in range(len(self.calls) + 1):
            paid = _paid(self.paid, self.calls[:size], self._step)
            if paid is not None:
                yield paid - self._slack

    def in_step(self, now: datetime) -> datetime:
        """When the next call keeps the pace: a few at once, then one every so many seconds."""
        at_once = max(1, self.quota.count // AT_ONCE)
        step = _span(self.quota) / max(1, self.quota.count - at_once)
        paid = min(self.calls, default=now)
        for at in self.calls:
            paid = min(max(paid, at), at + (at_once - 1) * step) + step  # a step later at the most
        return max(now, paid - (at_once - 1) * step) if self.calls else now

    def half_free(self, now: datetime) -> datetime:
        """When one more call leaves half of what a quota that refills gives at once."""
        paid = _paid(self.paid, self.calls, self._step) if self.quota.refills else None
        if paid is None:
            return now
        return max(now, paid - (max(1, self.quota.count // 2) - 1) * self._step)

    @property
    def _step(self) -> timedelta:
        return _span(self.quota) / self.quota.count

    @property
    def _slack(self) -> timedelta:
        """How long before all is paid for there is room for one more."""
        return (self.quota.count - 1) * self._step

    def _fits_refilled(self, at: datetime) -> bool:
        place = bisect_right(self.calls, at)
        paid = _paid(self.paid, self.calls[:place], self._step)
        for call in (at, *self.calls[place:]):
            if paid is not None and paid - call > self._slack:
                return False
            paid = _paid(paid, [call], self._step)
        return True


def _span(quota: Quota) -> timedelta:
    return timedelta(seconds=quota.seconds)


def _paid(paid: datetime | None, calls: Sequence[datetime], step: timedelta) -> datetime | None:
    """When these calls are paid for, too."""
    for at in calls:
        paid = at + step if paid is None else max(paid, at) + step
    return paid


def _fits(calls: list[datetime], quota: Quota, at: datetime) -> bool:
    """Whether no span of the quota holds more than its count with one more call."""
    place = bisect_right(calls, at)
    before, after = calls[max(0, place - quota.count) : place], calls[place : place + quota.count]
    near = [*before, at, *after]
    return all(
        later - one >= _span(quota) for one, later in zip(near, near[quota.count :], strict=False)
    )
