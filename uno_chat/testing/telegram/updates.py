"""The updates that wait for one bot: numbered, kept until confirmed or too old."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from random import Random
from typing import Final

from uno_chat.testing.telegram.accounts import Json
from uno_chat.testing.telegram.clock import Clock
from uno_chat.testing.telegram.contract import UPDATES

UNLESS_ASKED: Final = frozenset({"chat_member", "message_reaction", "message_reaction_count"})
"""Kinds that come only to bots that named them in allowed_updates."""
_DAY: Final = timedelta(hours=24)
_LIVES: Final = {"callback_query": timedelta(seconds=150)}
_WEEK: Final = timedelta(days=7)
_FAR: Final = 10


@dataclass(frozen=True, slots=True)
class Update:
    """One update. Those of one ``lane`` are posted to a webhook one after the other."""

    id: int
    kind: str
    payload: Json
    lane: str
    until: datetime

    def as_json(self) -> Json:
        """The Update of the Bot API."""
        return {"update_id": self.id, self.kind: self.payload}


class Updates:
    """The queue of one bot. Nothing leaves it but by confirmation or age."""

    def __init__(self, clock: Clock, rng: Random) -> None:
        self.allowed: frozenset[str] | None = None
        self.log: list[Update] = []
        self._clock = clock
        self._rng = rng
        self._waiting: list[Update] = []
        self._again: list[Update] = []
        self._next = rng.randrange(100_000_000, 900_000_000)
        self._last = clock.now()
        self._news = asyncio.Event()

    def add(self, kind: str, payload: Json, lane: str) -> int | None:
        """Put an update behind the others; its id, or None if the bot did not ask for its kind."""
        if not self._asked(kind):
            return None
        if self._clock.now() - self._last >= _WEEK:
            self._next = self._rng.randrange(100_000_000, 900_000_000)
        self._last = self._clock.now()
        self._put(Update(self._next, kind, payload, lane, self._last + _LIVES.get(kind, _DAY)))
        self._next += 1
        return self.log[-1].id

    def _asked(self, kind: str) -> bool:
        return kind in self.allowed if self.allowed else kind not in UNLESS_ASKED

    def allow(self, kinds: Iterable[str]) -> None:
        """Let these kinds come from now on; the usual ones if none of them is known."""
        self.allowed = (frozenset(kinds) & UPDATES) or None

    def _put(self, update: Update) -> None:
        self.log.append(update)
        self._waiting.append(update)
        self._wake()

    def _wake(self) -> None:
        self._news.set()
        self._news = asyncio.Event()

    def confirm(self, offset: int) -> None:
        """Everything before ``offset`` is known to the bot; a negative one keeps the last ones.

        One from before the numbers began anew is far in the future, and confirms nothing.
        """
        waiting = self.waiting()
        if offset > self._next + _FAR:
            return
        if offset < 0:
            self._waiting = waiting[offset:]
        elif offset > 0:
            behind = {update.id for update in waiting if update.id < offset}
            self._waiting = [update for update in waiting if update.id not in behind]

    def queue(self) -> list[Update]:
        """All that is to be posted to a webhook, those to be repeated first."""
        return self._again + self.waiting()

    def done(self, update: Update) -> None:
        """A webhook has taken this one, or never will."""
        if update in self._again:
            self._again.remove(update)
        else:
            self._waiting = [other for other in self._waiting if other is not update]

    def drop(self) -> None:
        """Forget everything that waits."""
        self._waiting = []

    def waiting(self) -> list[Update]:
        """What waits and is not too old, in the order in which it is given out."""
        now = self._clock.now()
        self._waiting = [update for update in self._waiting if update.until > now]
        return list(self._waiting)

    def take(self, limit: int) -> list[Update]:
        """The first that wait, those to be repeated before them; nothing is confirmed by it."""
        again, self._again = self._again[:limit], self._again[limit:]
        return (again + self.waiting())[:limit]

    @property
    def news(self) -> asyncio.Event:
        """Set as soon as something comes; ask for another one then."""
        return self._news

    # what goes wrong

    def repeat(self, ids: Iterable[int]) -> None:
        """Give updates out once more, be they confirmed or not."""
        wanted = set(ids)
        self._again += [update for update in self.log if update.id in wanted]
        self._wake()

    def reorder(self, rng: Random) -> None:
        """Put the contents of what waits into another order; the ids still rise. What is to come
        twice stays what it is.
        """
        waiting = self.waiting()
        free = [update for update in waiting if update not in self._again]
        mixed = rng.sample(free, len(free))
        now = {
            place.id: replace(update, id=place.id)
            for place, update in zip(free, mixed, strict=True)
        }
        self._waiting = [now.get(update.id, update) for update in waiting]
        self.log = [now.get(update.id, update) for update in self.log]

    def edit(self, change: Callable[[Json], Json]) -> None:
        """Spoil what waits: each payload becomes what ``change`` makes of it."""
        self._waiting = [replace(u, payload=change(u.payload)) for u in self.waiting()]
