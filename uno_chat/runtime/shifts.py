"""Which accounts this worker serves, where several share a store.

An account is pulled and sent for by one worker at a time: its quotas, the depths of its pages and
the keys of its encryption are in that worker's hands. It has a shift in the store, which it renews
at every beat; when no beat comes, another one takes over. Whoever cannot renew a shift stops in
time, by clocks that nobody sets: before the store gives it to somebody else, and also when it was
frozen meanwhile.

What else all workers have to know of an account is told along: when people were heard there last,
since when it fails, and up to when everything that was sent there has been read.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from secrets import token_hex
from typing import Final

from uno_chat.contract import Store, StoreError, Transaction
from uno_chat.coordinator import fails_since
from uno_chat.runtime.clock import Now
from uno_chat.runtime.receiving import Account
from uno_chat.table import NOTICED

log = logging.getLogger(__name__)

LASTS: Final = timedelta(seconds=10)
"""How long a shift lasts that is not renewed."""
SURE: Final = 7.5
"""Seconds after which a shift that could not be renewed is given up: so much earlier than others
may take it that a call under way comes to its end, and clocks may differ a little."""

Ticks = Callable[[], tuple[float, float]]


def ticks() -> tuple[float, float]:
    """Seconds of two clocks: one that nobody sets, one that goes on while the machine sleeps."""
    return time.monotonic(), time.time()


@dataclass(frozen=True, slots=True)
class _Known:
    """What the store knows of an account."""

    mine: bool
    heard: datetime | None
    listened: datetime | None
    failing: datetime | None


@dataclass(slots=True)
class Shifts:
    """One for a worker. ``taken`` are the accounts it serves, with when it has become sure of that
    last.
    """

    store: Store
    accounts: Mapping[str, Account]
    now: Now
    changed: Callable[[], None]
    ticks: Ticks = ticks
    worker: str = field(default_factory=lambda: token_hex(8))
    taken: dict[str, tuple[float, float]] = field(default_factory=dict)

    def has(self, network: str) -> bool:
        """Whether nobody else can serve an account now."""
        since = self.taken.get(network)
        if since is None:
            return False
        return all(0 <= at - then < SURE for at, then in zip(self.ticks(), since, strict=True))

    def has_all(self) -> bool:
        """Whether there is no account that another worker could let go."""
        return all(map(self.has, self.accounts))

    def give_up(self) -> None:
        """What could not be renewed is somebody else's by now, for all we know."""
        for network in [one for one in self.taken if not self.has(one)]:
            self._lose(network)

    async def beat(self) -> None:
        """Renew what we have, take what nobody has, tell and hear what is known; raises
        StoreError.
        """
        began, now = self.ticks(), self.now()
        known = await self.store.transact(lambda tx: self._beat(tx, now))
        for network, told in known.items():
            if told.mine:
                self.taken[network] = began
            if told.mine and not self.accounts[network].served.is_set():
                self._begin(network, told, now)
            elif not told.mine and network in self.taken:
                self._lose(network)
            self._learn(self.accounts[network], told, now)

    def _beat(self, tx: Transaction, now: datetime) -> dict[str, _Known]:
        return {network: self._of(tx, network, now) for network in sorted(self.accounts)}

    def _of(self, tx: Transaction, network: str, now: datetime) -> _Known:
        account = self.accounts[network]
        mine = False
        if account.refused is None:
            mine = tx.take_shift(network, self.worker, now, now + LASTS)
        elif network in self.taken:
            tx.end_shift(network, self.worker)
        listening = mine and account.caught_up.is_set() and network in self.taken
        return _Known(
            mine,
            _latest(tx, f"heard {network}", account.health.heard),
            _latest(tx, f"listened {network}", now if listening else None),
            fails_since(tx, network),
        )

    def _begin(self, network: str, told: _Known, now: datetime) -> None:
        account = self.accounts[network]
        log.info("serving %s", network)
        if told.failing is not None:
            account.health.failed(told.failing, now, works=account.is_open)
        account.listened = told.listened
        account.served.set()
        account.left.clear()
        self.changed()

    def _lose(self, network: str) -> None:
        account = self.accounts[network]
        log.info("another worker serves %s", network)
        self.taken.pop(network, None)
        account.served.clear()
        account.left.set()

    def _learn(self, account: Account, told: _Known, now: datetime) -> None:
        account.health.heard = told.heard
        if not told.mine:
            account.listened = told.listened
            account.health.failing = told.failing
        elif told.listened == now:
            if account.listened is not None and now - account.listened > NOTICED:
                account.health.over.append((account.listened, now))
            account.listened = now

    async def end(self) -> None:
        """Let others serve what we served; nothing of ours is under way any more."""
        networks, self.taken = list(self.taken), {}

        def body(tx: Transaction) -> None:
            for network in networks:
                tx.end_shift(network, self.worker)

        try:
            await self.store.transact(body)
        except StoreError:
            return  # they end by themselves


def _latest(tx: Transaction, name: str, ours: datetime | None) -> datetime | None:
    """The later of what is known here and in the store, which is then known in both."""
    text = tx.cursor(name)
    theirs = datetime.fromisoformat(text) if text else None
    if ours is None or (theirs is not None and theirs >= ours):
        return theirs
    tx.save_cursor(name, ours.isoformat())
    return ours
