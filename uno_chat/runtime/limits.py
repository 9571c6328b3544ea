"""Quotas of a network, counted over a sliding time, by conversation and by account."""

from __future__ import annotations

from bisect import insort
from collections.abc import Hashable, Iterator
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Final

from uno_chat.contract import Address, Capabilities, Quota

LATE: Final = timedelta(seconds=1)
"""How long a place is kept for somebody who does not come."""
REMEMBERED: Final = timedelta(hours=1)
"""How long who was quiet since is remembered; longer than any quota counts."""


@dataclass(slots=True)
class Limits:
    """What was sent lately, and who may send when. Forgotten at a restart: then the network's own
    answer decides.
    """

    calls: dict[Hashable, list[datetime]] = field(default_factory=dict)
    places: dict[Address, datetime] = field(default_factory=dict)
    swept: datetime | None = None

    def admit(self, to: Address, able: Capabilities, now: datetime) -> datetime | None:
        """Count one call to this address; None if it may be made now, else the time to come
        again. The place is kept until then, so that everybody who waits has a time of their own.
        """
        self._sweep(now)
        place = self.places.pop(to, None)
        if place is not None and place + LATE < now:
            self._give_back(to, able, place)
            place = None
        if place is None:
            place = self._book(to, able, now)
        if place <= now:
            return None
        self.places[to] = place
        return place

    def _book(self, to: Address, able: Capabilities, now: datetime) -> datetime:
        quotas = list(_quotas(to, able))
        place = max((self._free(key, quota, now) for key, quota in quotas), default=now)
        for key, _ in quotas:
            insort(self.calls.setdefault(key, []), place)
        return place

    def _sweep(self, now: datetime) -> None:
        """Forget, now and then, whoever has long been quiet."""
        if self.swept is not None and now < self.swept + REMEMBERED:
            return
        self.swept, then = now, now - REMEMBERED
        self.calls = {key: calls for key, calls in self.calls.items() if calls and calls[-1] > then}
        self.places = {to: place for to, place in self.places.items() if place > then}

    def _give_back(self, to: Address, able: Capabilities, place: datetime) -> None:
        for key, _ in _quotas(to, able):
            if place in self.calls.get(key, ()):
                self.calls[key].remove(place)

    def _free(self, key: Hashable, quota: Quota, now: datetime) -> datetime:
        """The first time at which no span of the quota holds more than its count."""
        span = timedelta(seconds=quota.seconds)
        calls = [at for at in self.calls.pop(key, ()) if at > now - span]
        if calls:
            self.calls[key] = calls
        return max(now, calls[-quota.count] + span) if len(calls) >= quota.count else now


def _quotas(to: Address, able: Capabilities) -> Iterator[tuple[Hashable, Quota]]:
    for key, quota in ((to, able.per_conversation), (to.network, able.per_account)):
        if quota is not None:
            yield key, quota
