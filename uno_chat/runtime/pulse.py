"""How well the networks of this process are: what fails, what was heard, whose time ran out.

Deadlines ask before they act. It is memory only: after a restart everything counts as well, and
nobody gets a strike for a while.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Final

from uno_chat.runtime.receiving import Account

CALM: Final = timedelta(minutes=10)
"""How long after the start no strikes are given."""


@dataclass(slots=True)
class Pulse:
    """What deadlines ask: a ``coordinator.Pulse`` over the accounts of this process. ``started`` is
    when it began to listen, None before.
    """

    accounts: Mapping[str, Account]
    started: datetime | None = field(default=None)

    def lenient(self, now: datetime) -> bool:
        """Whether a turn that ends now is no fault of anybody."""
        return self.started is None or now < self.started + CALM

    def may_end(self, network: str, now: datetime) -> bool:
        """Whether a turn may end now for lack of an answer; counts it if so."""
        account = self.accounts.get(network)
        return account is None or account.health.may_end(now)
