"""What a process counts of its own doing, for Prometheus: numbers, by labels of small known sets.

A label is the name of an account, a kind of ours, or a reason of the game: never a card, a name, a
word that somebody wrote, or a place where people chat. One value belongs to one service; nothing
is kept where others could find it.
"""

from __future__ import annotations

from collections.abc import Collection
from contextlib import AbstractContextManager
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import partial
from typing import Final

from prometheus_client import CollectorRegistry, Counter, Histogram

from uno_chat.contract import ALARM, Batch, InboxRow, OutboxRow, Settled, rang
from uno_chat.coordinator import tells_turn
from uno_chat.game import Reason
from uno_chat.table import Kind, Why
from uno_chat.views import Trouble

QUICK: Final = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300)
"""Seconds that somebody waits for an answer."""
LATE: Final = (0.05, 0.25, 1, 2.5, 5, 15, 60, 300, 900, 3600, 14400)
"""Seconds that a deadline may be late by, up to an outage."""
OTHER: Final = "other"

_REASONS: Final = frozenset((*Reason, *Why, *Trouble))
_KINDS: Final = frozenset(Kind)
_OUTCOMES: Final = frozenset({"done", "no", "puzzled", "ignored", "stale"})
_EACH: Final = ("account",)
_KIND: Final = ("kind",)


class Reception:
    """What networks send."""

    def __init__(self, registry: CollectorRegistry) -> None:
        counter = partial(Counter, labelnames=_EACH, registry=registry)
        self._new = counter("uno_chat_received", "What arrived and makes work")
        self._unreadable = counter("uno_chat_unreadable", "What arrived and could not be read")
        self._forged = counter(
            "uno_chat_forged", "Posts in the name of a network that were refused"
        )

    def kept(self, account: str, batch: Batch, new: int) -> None:
        """A batch is in the inbox."""
        self._new.labels(account).inc(new)
        self._unreadable.labels(account).inc(len(batch.unreadable))

    def forged(self, account: str) -> None:
        """Somebody else posted."""
        self._forged.labels(account).inc()


class Work:
    """What becomes of it."""

    def __init__(self, registry: CollectorRegistry) -> None:
        counter = partial(Counter, registry=registry)
        histogram = partial(Histogram, registry=registry)
        self._handled = counter(
            "uno_chat_handled", "Inbox rows that were handled", ("kind", "outcome")
        )
        self._refused = counter("uno_chat_refused", "Requests that were refused", ("reason",))
        self._faults = counter("uno_chat_faults", "Inbox rows whose handling raised")
        self._waited = histogram(
            "uno_chat_inbox_wait_seconds", "From receipt of a message to its commit", buckets=QUICK
        )
        self._late = histogram(
            "uno_chat_deadline_late_seconds",
            "How late deadlines were acted on",
            _KIND,
            buckets=LATE,
        )

    def handled(self, row: InboxRow, word: str, now: datetime) -> None:
        """A row was handled; ``word`` is what the coordinator calls it."""
        outcome, _, reason = word.partition(": ")
        if row.arrival.account == ALARM:
            kind = _known(rang(row.arrival)[1].kind, _KINDS)
            outcome = "stale" if word == "stale" else "done"
            self._late.labels(kind).observe(_seconds(row.arrival.at, now))
        else:
            kind, outcome = "message", _known(outcome, _OUTCOMES)
            self._waited.observe(_seconds(row.arrival.at, now))
        self._handled.labels(kind, outcome).inc()
        if outcome in {"no", "puzzled"}:
            self._refused.labels(_known(reason, _REASONS)).inc()

    def raised(self) -> None:
        """Handling a row raised."""
        self._faults.inc()


class Delivery:
    """What is said."""

    def __init__(self, registry: CollectorRegistry) -> None:
        counter = partial(Counter, registry=registry)
        histogram = partial(Histogram, labelnames=_EACH, buckets=QUICK, registry=registry)
        self._ended = counter(
            "uno_chat_settled", "Outbox rows by how they ended", ("account", "kind", "how")
        )
        self._turns = counter("uno_chat_turns", "Turns that somebody was called to", _EACH)
        self._after = histogram(
            "uno_chat_outbox_wait_seconds", "From what is to be said to its arrival"
        )
        self._calls = histogram(
            "uno_chat_call_seconds", "One attempt at a delivery, by the network"
        )
        self._put_off = counter("uno_chat_put_off", "Calls that a network put off", _EACH)
        self._doubts = counter("uno_chat_doubts", "Calls whose answer was lost", _EACH)
        self._quota = histogram("uno_chat_quota_wait_seconds", "How long a row waits for a quota")

    def settled(self, row: OutboxRow, how: Settled, now: datetime) -> None:
        """A row has ended."""
        account = row.out.to.network
        self._ended.labels(account, row.out.kind, how).inc()
        if how is not Settled.SENT:
            return
        if row.queued is not None:
            self._after.labels(account).observe(_seconds(row.queued, now))
        if tells_turn(row.out):
            self._turns.labels(account).inc()

    def calling(self, account: str) -> AbstractContextManager[object]:
        """A network is called, as long as this is entered."""
        return self._calls.labels(account).time()

    def put_off(self, account: str) -> None:
        """It said: later."""
        self._put_off.labels(account).inc()

    def doubted(self, account: str) -> None:
        """It said nothing, so perhaps it was shown."""
        self._doubts.labels(account).inc()

    def waits(self, account: str, wait: timedelta) -> None:
        """A quota is used up for so long."""
        self._quota.labels(account).observe(wait.total_seconds())


class Storing:
    """What the store does."""

    def __init__(self, registry: CollectorRegistry) -> None:
        self._took = Histogram(
            "uno_chat_transaction_seconds", "One transaction", buckets=QUICK, registry=registry
        )
        self._conflicts = Counter(
            "uno_chat_conflicts", "Tables that somebody else had saved first", registry=registry
        )
        self._faults = Counter(
            "uno_chat_store_faults", "Transactions that failed", registry=registry
        )

    def took(self, seconds: float) -> None:
        """A transaction is committed."""
        self._took.observe(seconds)

    def conflicted(self) -> None:
        """Somebody else saved first."""
        self._conflicts.inc()

    def failed(self) -> None:
        """The database could not be used."""
        self._faults.inc()


@dataclass(frozen=True, slots=True)
class Meters:
    """One for a service."""

    registry: CollectorRegistry
    reception: Reception
    work: Work
    delivery: Delivery
    storing: Storing


def meters() -> Meters:
    """New ones, all at zero."""
    registry = CollectorRegistry()
    parts = Reception(registry), Work(registry), Delivery(registry), Storing(registry)
    return Meters(registry, *parts)


def _known(word: str, words: Collection[str]) -> str:
    return word if word in words else OTHER


def _seconds(since: datetime, now: datetime) -> float:
    return max(0.0, (now - since).total_seconds())
