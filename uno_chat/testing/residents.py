"""People who answer when they come to it: soon, after hours or after days, and never asleep.

They do what the newest page offers, by a press or in words. Some press twice.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, time, timedelta
from math import log
from random import Random
from typing import Final
from zoneinfo import ZoneInfo

from uno_chat.views import Token

ZONES: Final = (
    *("Europe/Berlin", "Europe/London", "America/New_York", "America/Los_Angeles"),
    *("America/Sao_Paulo", "America/Santiago", "Australia/Lord_Howe", "Australia/Sydney"),
    *("Pacific/Apia", "Asia/Kathmandu", "Asia/Tokyo", "Africa/Cairo"),
)
_BED, _MORNING = time(22, 30), time(8)
_SOON, _LATER = timedelta(minutes=12), timedelta(hours=3)
_AWAY: Final = (timedelta(hours=12), timedelta(hours=48))
_ANSWERS: Final = ("draw", "keep", "accept", "challenge")


@dataclass(frozen=True, slots=True)
class Page:
    """The newest page of a table in one chat. ``asks`` are the answers to a decision that it
    offers, ``says`` what can be said at any time; ``until`` is the deadline that it tells.
    """

    table: int
    message: str
    asks: tuple[Token, ...] = ()
    says: tuple[Token, ...] = ()
    cards: int = 0
    until: datetime | None = None

    @property
    def waits(self) -> bool:
        """Whether its reader is waited for."""
        return bool(self.asks) or self.said("ready") is not None

    def said(self, words: str) -> Token | None:
        """The button that says this."""
        return next((token for token in self.says if token.words == words), None)


@dataclass(slots=True)
class Resident:
    """One person. ``stays`` is how many answers are given before the person is never seen again,
    None for always.
    """

    name: str
    zone: str
    luck: Random
    stays: int | None = None

    def comes(self, now: datetime) -> datetime | None:
        """When somebody who is told something now looks at it; None for never."""
        if self.stays == 0:
            return None
        dice, luck = self.luck.random(), self.luck
        if dice < 0.95:
            return self.awake(now + self._about(_SOON if dice < 0.7 else _LATER))
        return self.awake(
            now + timedelta(seconds=luck.uniform(*(t.total_seconds() for t in _AWAY)))
        )

    def awake(self, at: datetime) -> datetime:
        """The same time, or a while after waking up if it is night."""
        local = at.astimezone(ZoneInfo(self.zone))
        if _MORNING <= local.time() < _BED:
            return at
        day = local.date() + timedelta(days=local.time() >= _BED)
        morning = datetime.combine(day, _MORNING, ZoneInfo(self.zone))
        return max(at, morning.astimezone(at.tzinfo)) + self._about(_SOON)

    def _about(self, usual: timedelta) -> timedelta:
        return timedelta(seconds=self.luck.lognormvariate(log(usual.total_seconds()), 1))

    def answers(self, page: Page) -> Iterator[Token]:
        """What is pressed or said, in order."""
        if self.stays:
            self.stays -= 1
        if (catch := page.said("catch")) and self.luck.random() < 0.02:
            yield catch
        if not page.asks:
            yield from (token for token in (page.said("ready"),) if token)
            return
        plays = [t for t in page.asks if t.words.split()[0] not in _ANSWERS]
        chosen = self.luck.choice(plays if plays and self.luck.random() > 0.02 else page.asks)
        uno = page.said("uno")
        if uno and chosen in plays and page.cards == 2 and self.luck.random() < 0.85:
            yield uno
        yield chosen
        if self.luck.random() < 0.05:
            yield chosen
