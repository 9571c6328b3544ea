"""How one network is: since when it fails, when people were heard, how many turns ran out."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Final

from uno_chat.table import NOTICED

SICK: Final = timedelta(seconds=30)
"""A network that fails for so long ends no turns."""
SILENCE: Final = timedelta(minutes=10)
"""When nobody was heard for so long, many turns that end are suspect: we may be deaf."""
FEW: Final = 2
"""So many turns may end in that time without anybody being heard."""


@dataclass(slots=True)
class Health:
    """One for an account. ``over`` are times of failure, from and to, not written down yet."""

    failing: datetime | None = None
    heard: datetime | None = None
    ended: list[datetime] = field(default_factory=list)
    over: list[tuple[datetime, datetime]] = field(default_factory=list)

    def works(self, now: datetime) -> None:
        """The network answered."""
        if self.failing is not None and now - self.failing > NOTICED:
            self.over.append((self.failing, now))
        self.failing = None

    def fails(self, now: datetime) -> None:
        """The network could not be reached."""
        if self.failing is None:
            self.failing = now

    def failed(self, since: datetime, now: datetime, *, works: bool) -> None:
        """It failed before we began, since then; perhaps it works again."""
        again = works and self.failing is None
        self.failing = since
        if again:
            self.works(now)

    def may_end(self, now: datetime) -> bool:
        """Whether a turn may end now for lack of an answer; counts it if so."""
        if self.failing is not None and now - self.failing >= SICK:
            return False
        self.ended = [at for at in self.ended if now - SILENCE < at <= now]
        silent = self.heard is None or now - self.heard >= SILENCE
        if silent and len(self.ended) >= FEW:
            return False
        self.ended.append(now)
        return True
