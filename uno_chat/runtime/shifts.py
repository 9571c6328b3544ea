"""Which accounts this worker serves, where several share a store.

An account is sent for by one worker at a time, and pulled by one, usually the same: its quotas, the
depths of its pages and the keys of its encryption are in that worker's hands. It has a shift in the
store, which it renews at every beat; when no beat comes, another one takes over. Whoever cannot
renew a shift stops in time, by clocks that nobody sets: before the store gives it to somebody else,
and also when it was frozen meanwhile.

Where there are several accounts they are spread over the workers (``spreading.py``). Whoever lets
one go first sends what is under way, then closes it, and only then hands its shift over.

What else all workers have to know of an account is told along: when people were heard there last,
since when it fails, and up to when everything that was sent there has been read.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from typing import Final
from uuid import uuid4

from uno_chat.contract import Store, StoreError, Transaction
from uno_chat.coordinator import fails_since
from uno_chat.runtime.clock import Now
from uno_chat.runtime.receiving import Account
from uno_chat.runtime.roles import NONE, Role, Roles
from uno_chat.runtime.spreading import SETTLED, Peer, leave, meet, note, taker
from uno_chat.table import NOTICED

log = logging.getLogger(__name__)

LASTS: Final = timedelta(seconds=10)
"""How long a shift lasts that is not renewed."""
HANDED: Final = timedelta(seconds=5)
"""The same of one that was handed over: its people have waited since it was let go."""
SURE: Final = 7.5
"""Seconds after which a shift that could not be renewed is given up: so much earlier than others
may take it that a call under way comes to its end, and clocks may differ a little."""

Ticks = Callable[[], tuple[float, float]]


def ticks() -> tuple[float, float]:
    """Seconds of two clocks: one that nobody sets, one that goes on while the machine sleeps."""
    return time.monotonic(), time.time()


@dataclass(frozen=True, slots=True)
class _Post:
    """What whoever has a shift does for an account."""

    network: str
    does: Roles


def _posts(account: Account) -> dict[str, _Post]:
    """The shifts that this worker may take for an account, by what the store calls them."""
    network, both = account.network, frozenset({Role.RECEIVE, Role.SEND})
    if account.is_whole:
        return {} if account.is_for_others else {network: _Post(network, both)}
    posts = {network: _Post(network, frozenset({Role.SEND}))}
    if account.pulls:
        posts[account.shift_of_pulling] = _Post(network, frozenset({Role.RECEIVE}))
    return {name: post for name, post in posts.items() if post.does <= account.may}


@dataclass(frozen=True, slots=True)
class _Known:
    """What the store knows of an account, and which of its shifts are ours."""

    ours: frozenset[str]
    heard: datetime | None
    listened: datetime | None
    failing: datetime | None


@dataclass(frozen=True, slots=True)
class _Spread:
    """Which account is handed over, or is to be let go as soon as nothing is under way there."""

    given: str | None = None
    leaving: str | None = None


@dataclass(slots=True)
class Shifts:
    """One for a worker. ``posts`` are the shifts that it may have; ``taken`` are those it has, with
    when it has become sure of that last; ``sends`` is told the network that we send on from now on,
    ``busy`` tells whether something is under way on one.

    An account that we are ``leaving`` is not sent for any more; when that is ``drained``, it is
    closed.
    """

    store: Store
    accounts: Mapping[str, Account]
    now: Now
    changed: Callable[[], None]
    ticks: Ticks = ticks
    worker: str = field(default_factory=lambda: uuid4().hex)
    sends: Callable[[str], None] = lambda _: None
    busy: Callable[[str], bool] = lambda _: False
    leaving: str | None = None
    drained: bool = False
    _leaves: datetime | None = None
    _since: datetime | None = None
    _gave: datetime | None = None
    _got: dict[str, datetime] = field(default_factory=dict)
    taken: dict[str, tuple[float, float]] = field(default_factory=dict)
    posts: dict[str, _Post] = field(init=False)

    def __post_init__(self) -> None:
        self.posts = {}
        for account in self.accounts.values():
            self.posts |= _posts(account)

    def has(self, shift: str) -> bool:
        """Whether we serve by a shift and nobody else can have it now; that of sending is called as
        the network.
        """
        return (
            shift in self.taken and self.posts[shift].network != self.leaving and self._sure(shift)
        )

    def _sure(self, shift: str) -> bool:
        since = self.taken.get(shift)
        if since is None:
            return False
        return all(0 <= at - then < SURE for at, then in zip(self.ticks(), since, strict=True))

    def has_all(self) -> bool:
        """Whether there is nothing that another worker could let go."""
        return all(map(self._sure, self.posts))

    def give_up(self) -> None:
        """What could not be renewed is somebody else's by now, for all we know."""
        lost = [shift for shift in self.taken if not self._sure(shift)]
        for shift in lost:
            del self.taken[shift]
        for network in dict.fromkeys(self.posts[shift].network for shift in lost):
            self._give(network)

    async def beat(self) -> None:
        """Renew what we have, take what nobody has, tell and hear what is known; raises
        StoreError. What others may have had meanwhile is begun anew, also if it is ours again.
        """
        self.give_up()
        began, now = self.ticks(), self.now()
        self._since = self._since or now
        known, spread = await self.store.transact(lambda tx: self._beat(tx, now))
        self._let_go(spread, now)
        for network, told in known.items():
            listened = self.accounts[network].listens
            for shift in self._shifts_of(network):
                if shift in told.ours:
                    self.taken[shift] = began
                else:
                    self.taken.pop(shift, None)
            self._give(network)
            if self.accounts[network].listens and not listened:
                self._begin(self.accounts[network], told, now)
            self._learn(self.accounts[network], told, now)

    def _beat(self, tx: Transaction, now: datetime) -> tuple[dict[str, _Known], _Spread]:
        known = {network: self._of(tx, network, now) for network in sorted(self.accounts)}
        spread = self._spread(tx, known, now)
        if spread.given is not None:
            known[spread.given] = replace(known[spread.given], ours=frozenset())
        return known, spread

    def _spread(self, tx: Transaction, known: Mapping[str, _Known], now: datetime) -> _Spread:
        """Who alone could serve has nobody to give to; nor has who keeps the keys of an account."""
        could = tuple(
            n
            for n, a in sorted(self.accounts.items())
            if self._shifts_of(n) and a.refused is None and not a.is_whole
        )
        if len(could) < 2:
            return _Spread()
        serves = [network for network in could if known[network].ours]
        me = Peer(self.worker, self._since or now, now, len(serves), could)
        to = taker(me, meet(tx, now, LASTS))
        if to is not None and self._gave is not None and to.at <= self._gave:
            to = None  # it has not told yet how many it has now
        spread = _Spread() if to is None else self._hand_over(tx, serves, known, to.worker, now)
        note(tx, replace(me, serves=len(serves) - (spread.given is not None)))
        return spread

    def _hand_over(
        self,
        tx: Transaction,
        serves: list[str],
        known: Mapping[str, _Known],
        to: str,
        now: datetime,
    ) -> _Spread:
        leaving = self.leaving if self.leaving in serves else None
        if leaving is None:
            old = [n for n in serves if n in self._got and now - self._got[n] >= SETTLED]
            return _Spread(leaving=min(old, key=self.busy, default=None))
        if self._leaves is None or now - self._leaves >= LASTS:
            return _Spread()  # something hangs there, and people wait
        account = self.accounts[leaving]
        if not self.drained or (account.is_open and account.pulls):
            return _Spread(leaving=leaving)
        for shift in sorted(known[leaving].ours):
            tx.end_shift(shift, self.worker)
            tx.take_shift(shift, to, now, now + HANDED)
        return _Spread(given=leaving)

    def _let_go(self, spread: _Spread, now: datetime) -> None:
        if spread.given is not None:
            self._gave = now
            log.info("%s was handed over to a worker that serves fewer", spread.given)
        elif spread.leaving is None and self.leaving is not None:  # it was in vain, so we wait
            self._got = dict.fromkeys(self._got, now)
        if spread.leaving != self.leaving:
            self.leaving, self._leaves, self.drained = spread.leaving, now, False
        elif self.leaving is not None:
            self.drained = not self.busy(self.leaving)

    def _of(self, tx: Transaction, network: str, now: datetime) -> _Known:
        account, ours = self.accounts[network], frozenset[str]()
        for shift in self._shifts_of(network):
            if account.refused is not None:
                self._leave(tx, shift)
            elif tx.take_shift(shift, self.worker, now, now + LASTS):
                ours |= {shift}
        read = account.shift_of_pulling if account.pulls else network
        listening = read in ours and read in self.taken and account.caught_up.is_set()
        return _Known(
            ours,
            _latest(tx, f"heard {network}", account.health.heard),
            _latest(tx, f"listened {network}", now if listening else None),
            fails_since(tx, network),
        )

    def _leave(self, tx: Transaction, shift: str) -> None:
        if shift in self.taken:
            tx.end_shift(shift, self.worker)

    def _shifts_of(self, network: str) -> list[str]:
        return sorted(shift for shift, post in self.posts.items() if post.network == network)

    def _give(self, network: str) -> None:
        """Let an account know what we do for it."""
        does, account = NONE, self.accounts[network]
        for shift in self._shifts_of(network):
            if shift in self.taken and not (self.drained and network == self.leaving):
                does |= self.posts[shift].does
        if does == account.does:
            return
        if does:
            words = " and ".join(sorted(role.value for role in does))
            log.info("%s is ours now: we %s", network, words)
        else:
            log.info("%s is not ours any more: another worker may serve it", network)
        more = does - account.does
        account.give(does)
        if Role.SEND in more:
            self.sends(network)
        if more:
            self._got[network] = self.now()
            self.changed()

    def _begin(self, account: Account, told: _Known, now: datetime) -> None:
        if told.failing is not None:
            account.health.failed(told.failing, now, works=account.is_open)
        account.listened = told.listened

    def _learn(self, account: Account, told: _Known, now: datetime) -> None:
        account.health.heard = told.heard
        if not account.listens:
            account.listened = told.listened
            account.health.failing = told.failing
        elif told.listened == now:
            if account.listened is not None and now - account.listened > NOTICED:
                account.health.over.append((account.listened, now))
            account.listened = now

    async def end(self) -> None:
        """Let others go on; nothing of ours is under way any more."""
        shifts, self.taken = list(self.taken), {}

        def body(tx: Transaction) -> None:
            for shift in shifts:
                tx.end_shift(shift, self.worker)
            leave(tx, self.worker)

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
