"""Quotas of a network, counted over a sliding time, by conversation and by account."""

from __future__ import annotations

from bisect import bisect_right, insort
from collections.abc import Hashable, Iterable, Iterator
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Final

from uno_chat.contract import Address, Capabilities, Quota

LATE: Final = timedelta(seconds=1)
"""How long a place is kept for somebody who does not come."""
AT_ONCE: Final = 6
"""What may be spread gets this part of a quota at once, and the rest evenly over its time."""
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

    def admit(
        self, to: Address, able: Capabilities, now: datetime, *, spread: bool = False
    ) -> datetime | None:
        """Count one call to this address; None if it may be made now, else the time to come
        again. The place is kept until then, so that everybody who waits has a time of their own.

        ``spread``: it may wait a little, so that there is always room for the next one soon.
        """
        self._sweep(now)
        place = self.places.pop(to, None)
        if place is not None and place + LATE < now:
            self._give_back(to, able, place)
            place = None
        if place is None:
            place = self._book(to, able, now, spread=spread)
        if place <= now:
            return None
        self.places[to] = place
        return place

    def _book(self, to: Address, able: Capabilities, now: datetime, *, spread: bool) -> datetime:
        quotas = {key: (quota, self._lately(key, quota, now)) for key, quota in _quotas(to, able)}
        soonest = now
        if spread and able.per_conversation is not None:
            soonest = _in_step(quotas[to][1], able.per_conversation, now)
        place = next(
            at
            for at in _candidates(quotas.values(), soonest)
            if all(_fits(calls, quota, at) for quota, calls in quotas.values())
        )
        for key in quotas:
            insort(self.calls.setdefault(key, []), place)
        return place

    def _lately(self, key: Hashable, quota: Quota, now: datetime) -> list[datetime]:
        """The calls that still count, and those that are promised, in order."""
        calls = [at for at in self.calls.pop(key, ()) if at > now - _span(quota)]
        if calls:
            self.calls[key] = calls
        return calls

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


def _span(quota: Quota) -> timedelta:
    return timedelta(seconds=quota.seconds)


def _candidates(
    quotas: Iterable[tuple[Quota, list[datetime]]], soonest: datetime
) -> Iterator[datetime]:
    """The times at which there may be room for one more call; at the last of them there is."""
    yield soonest
    ends = {at + _span(quota) for quota, calls in quotas for at in calls}
    yield from sorted(end for end in ends if end > soonest)


def _fits(calls: list[datetime], quota: Quota, at: datetime) -> bool:
    """Whether no span of the quota holds more than its count with one more call."""
    place = bisect_right(calls, at)
    before, after = calls[max(0, place - quota.count) : place], calls[place : place + quota.count]
    near = [*before, at, *after]
    return all(
        later - one >= _span(quota) for one, later in zip(near, near[quota.count :], strict=False)
    )


def _quotas(to: Address, able: Capabilities) -> Iterator[tuple[Hashable, Quota]]:
    for key, quota in ((to, able.per_conversation), (to.network, able.per_account)):
        if quota is not None:
            yield key, quota


def _in_step(calls: list[datetime], quota: Quota, now: datetime) -> datetime:
    """When the next call keeps the pace: a few at once, then one every so many seconds."""
    at_once = max(1, quota.count // AT_ONCE)
    step = _span(quota) / max(1, quota.count - at_once)
    paid = min(calls, default=now)
    for at in calls:
        paid = min(max(paid, at), at + (at_once - 1) * step) + step  # a step later at the most
    return max(now, paid - (at_once - 1) * step) if calls else now
