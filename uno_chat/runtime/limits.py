"""Quotas of a network, counted over a sliding time, by conversation and by account."""

from __future__ import annotations

from collections import deque
from collections.abc import Hashable
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from uno_chat.contract import Address, Capabilities, Quota


@dataclass(slots=True)
class Limits:
    """What was sent lately. Forgotten at a restart: then the network's own answer decides."""

    sent: dict[Hashable, deque[datetime]] = field(default_factory=dict)

    def wait(self, to: Address, able: Capabilities, now: datetime) -> datetime | None:
        """When the next call to this address is allowed; None if now."""
        waits = [self._ready(key, quota, now) for key, quota in _quotas(to, able)]
        return max((ready for ready in waits if ready is not None), default=None)

    def count(self, to: Address, able: Capabilities, now: datetime) -> None:
        """A call was made."""
        for key, _ in _quotas(to, able):
            self.sent.setdefault(key, deque()).append(now)

    def _ready(self, key: Hashable, quota: Quota, now: datetime) -> datetime | None:
        calls = self.sent.get(key)
        if calls is None:
            return None
        span = timedelta(seconds=quota.seconds)
        while calls and calls[0] <= now - span:
            calls.popleft()
        if not calls:
            del self.sent[key]
        return calls[-quota.count] + span if len(calls) >= quota.count else None


def _quotas(to: Address, able: Capabilities) -> list[tuple[Hashable, Quota]]:
    pairs = ((to, able.per_conversation), (to.network, able.per_account))
    return [(key, quota) for key, quota in pairs if quota is not None]
