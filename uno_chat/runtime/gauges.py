"""What is looked up when somebody asks how it is: the accounts of this process, and a census of the
store, whose numbers are the same for all workers of one database.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Final

from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily
from prometheus_client.metrics_core import Metric

from uno_chat.contract import Census, Counted, Store, StoreError, Waiting
from uno_chat.runtime.clock import Now
from uno_chat.runtime.receiving import Account
from uno_chat.table import Phase

EVERY: Final = timedelta(seconds=30)
"""A census is not taken more often, however many ask."""
WITHIN: Final = 2.0
"""Seconds that a store gets for it."""
UNKNOWN: Final = "unknown"
"""The phase of tables that an older version has saved."""


@dataclass(slots=True, eq=False)
class Gauges:
    """One for a service. ``look`` first; ``collect`` then tells what was seen. ``under_way`` are
    deliveries that have begun.
    """

    accounts: Mapping[str, Account]
    store: Store
    now: Now
    under_way: Callable[[], int]
    census: Census | None = None
    taken: datetime | None = None
    answers: bool = False
    _looking: asyncio.Lock = field(default_factory=asyncio.Lock)

    async def look(self) -> None:
        """Take a census, unless the last is young enough."""
        async with self._looking:
            now = self.now()
            if self.answers and self.taken is not None and self.taken <= now < self.taken + EVERY:
                return
            try:
                async with asyncio.timeout(WITHIN):
                    await self._look(now)
            except (StoreError, TimeoutError):
                self.answers, self.census = False, None
            else:
                self.answers, self.taken = True, now

    async def _look(self, now: datetime) -> None:
        if isinstance(self.store, Counted):
            self.census = await self.store.census(now)
        else:
            await self.store.transact(lambda tx: tx.next_alarm())

    def collect(self) -> Iterable[Metric]:
        """Everything as it was seen."""
        yield _one("uno_chat_database_answers", "Whether the database answers", self.answers)
        yield _one("uno_chat_deliveries", "Deliveries under way in this process", self.under_way())
        yield from self._of_accounts()
        if self.census is not None:
            yield from self._of_store(self.census)

    def _of_accounts(self) -> Iterator[Metric]:
        now, accounts = self.now(), self.accounts.items()
        yield _each(
            "uno_chat_account_open",
            "Whether this process is connected to an account",
            {name: account.is_open for name, account in accounts},
        )
        yield _each(
            "uno_chat_account_refused",
            "Whether the network refuses this account, until somebody mends that",
            {name: account.refused is not None for name, account in accounts},
        )
        yield _each(
            "uno_chat_account_served",
            "Whether this process and no other serves an account",
            {name: account.served.is_set() for name, account in accounts},
        )
        yield _each(
            "uno_chat_account_failing_seconds",
            "For how long a network could not be reached",
            {name: _since(account.health.failing, now) for name, account in accounts},
        )
        yield _each(
            "uno_chat_account_held_seconds",
            "For how long an account may send nothing more, by its network's own word",
            {name: max(0.0, -_since(account.held, now)) for name, account in accounts},
        )

    def _of_store(self, census: Census) -> Iterator[Metric]:
        now = self.now()
        yield from _waits("uno_chat_inbox", "that arrived", {"": census.inbox}, now, by="")
        yield from _waits("uno_chat_deadlines", "that are due", {"": census.alarms}, now, by="")
        sent = {name: census.outbox.get(name, Waiting()) for name in self.accounts}
        yield from _waits("uno_chat_outbox", "to be said", sent, now, by="account")
        yield _each(
            "uno_chat_outbox_unserved",
            "Rows to be said and wait on accounts that are not among the adapters any more",
            {name: one.count for name, one in census.outbox.items() if name not in sent},
        )
        phases = dict.fromkeys(map(str, Phase), 0)
        del phases[Phase.ENDED]
        tables = phases | {phase or UNKNOWN: count for phase, count in census.tables.items()}
        yield _each("uno_chat_tables", "Open tables by where they stand", tables, by="phase")
        yield _each(
            "uno_chat_shift_seconds",
            "How long some worker still serves an account, or pulls it; negative: none does",
            {name: -_since(until, now) for name, until in self._ours(census.shifts)},
            by="shift",
        )
        yield CounterMetricFamily(
            "uno_chat_overtaken",
            "Transactions of this process that began again, others were in the way",
            value=census.overtaken,
        )

    def _ours(self, shifts: Mapping[str, datetime]) -> Iterator[tuple[str, datetime]]:
        """Nobody misses those of accounts that are served no more."""
        for account in self.accounts.values():
            for name in dict.fromkeys((account.network, account.shift_of_pulling)):
                if name in shifts:
                    yield name, shifts[name]


def _one(name: str, text: str, value: float) -> Metric:
    return GaugeMetricFamily(name, text, value=float(value))


def _each(name: str, text: str, values: Mapping[str, float], by: str = "account") -> Metric:
    family = GaugeMetricFamily(name, text, labels=[by] if by else [])
    for label, value in values.items():
        family.add_metric([label] if by else [], float(value))
    return family


def _waits(
    name: str, what: str, waiting: Mapping[str, Waiting], now: datetime, *, by: str
) -> Iterator[Metric]:
    counts = {label: one.count for label, one in waiting.items()}
    ages = {label: max(0.0, _since(one.since, now)) for label, one in waiting.items()}
    yield _each(f"{name}_waiting", f"Rows {what} and wait", counts, by)
    yield _each(f"{name}_age_seconds", f"For how long the oldest row {what} waits", ages, by)


def _since(then: datetime | None, now: datetime) -> float:
    return 0.0 if then is None else (now - then).total_seconds()
