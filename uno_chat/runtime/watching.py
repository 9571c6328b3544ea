"""The house watches: what it missed is written down, and after an outage it listens before it acts.

Down, suspended, or with its clock set forward is one and the same thing: nobody looked for longer
than the looks are apart. A clock that is set back changes nothing.
"""

from __future__ import annotations

import logging
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from uno_chat.contract import Puller, Store, Transaction
from uno_chat.coordinator import EVERY, fails, fails_since, missed, watch, watched
from uno_chat.runtime.clock import Now
from uno_chat.runtime.receiving import Account
from uno_chat.table import NOTICED

log = logging.getLogger(__name__)

AWAY: Final = timedelta(seconds=5)
"""After so long an absence no alarm is looked at before what people sent meanwhile is read."""
LISTENS: Final = timedelta(seconds=120)
"""How long a network that does not answer may keep all others waiting."""


@dataclass(slots=True)
class Watch:
    """One for a process. ``looked`` is when it looked last, ``noted`` when that was written down,
    ``back`` when it came back and began to listen. Who does not ``work`` writes down nothing but
    what it knows of networks: a table is watched by whoever could do something there.
    """

    store: Store
    now: Now
    accounts: Mapping[str, Account]
    works: bool = True
    looked: datetime | None = None
    noted: datetime | None = None
    back: datetime | None = None

    async def look(self) -> None:
        """See what time it is, and write down what has to be remembered."""
        now, last = self.now(), self.looked
        if last is None:
            last = await self.store.transact(self._recalled)
        self.looked = now
        if last is not None and now - last > AWAY + EVERY * (self.noted is not None):
            self.back = now
            self._listen_again()
        over = [(a.network, times) for a in self.accounts.values() for times in a.health.over]
        late = self.noted is None or not self.noted <= now < self.noted + EVERY
        gap = last is not None and now - last > AWAY
        if not (late or over or gap):
            return

        def body(tx: Transaction) -> datetime | None:
            seen = watched(tx)  # perhaps by another worker
            since = last if seen is None or last is None else max(last, seen)
            if self.works:
                watch(tx, since, now)
            for network, (began, ended) in over:
                missed(tx, network, began, ended)
            for account in self.accounts.values():
                if account.listens:
                    fails(tx, account.network, account.health.failing)
            return since

        since = await self.store.transact(body)
        self.noted = now
        if since is not None and now - since > NOTICED:
            log.warning("nobody watched from %s to %s; turns are made up for it", since, now)
        for network, (began, ended) in over:
            log.warning("nothing was heard from %s between %s and %s", network, began, ended)
        for account in self.accounts.values():
            account.health.over.clear()

    def _listen_again(self) -> None:
        """Whoever was suspended has not read what came meanwhile, other than one who begins."""
        for account in self.accounts.values() if self.noted is not None else ():
            if isinstance(account.adapter.source, Puller):
                account.caught_up.clear()

    def _recalled(self, tx: Transaction) -> datetime | None:
        """What was written down by the process before: until when it watched, what failed."""
        for account in self.accounts.values():
            since = fails_since(tx, account.network)
            if since is not None and account.listens:
                account.health.failed(since, self.now(), works=account.is_open)
        return watched(tx)

    def rings(self, now: datetime) -> datetime | None:
        """Up to when alarms may be looked at; None if not at all. What was sent before one comes
        first: what waited in an outage, and what another worker has not read yet.
        """
        if not self._is_back(now):
            return None
        return min((_heard(account, now) for account in self.accounts.values()), default=now)

    def _is_back(self, now: datetime) -> bool:
        if self.back is None:
            return True
        heard = all(
            a.caught_up.is_set() or a.refused or not a.listens for a in self.accounts.values()
        )
        if heard or now >= self.back + LISTENS:
            self.back = None
        return self.back is None


def _heard(account: Account, now: datetime) -> datetime:
    """Up to when all is read that was sent to an account which another worker may serve."""
    if account.listened is None or account.refused or not account.pulls:
        return now
    if account.listens and account.caught_up.is_set():
        return now
    return min(now, max(account.listened, now - LISTENS))
