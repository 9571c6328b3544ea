"""Work: the oldest waiting row of a free lane, handled in one transaction; alarms when due."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections import Counter
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from enum import Enum, auto
from functools import partial
from typing import Final, TypeVar, assert_never

from uno_chat.contract import InboxRow, Store, StoreError, Transaction
from uno_chat.coordinator import (
    Answer,
    AskRank,
    House,
    Later,
    Question,
    Ranking,
    Think,
    Thought,
    failed,
    handle,
)
from uno_chat.runtime.clock import Now
from uno_chat.runtime.faults import tell
from uno_chat.runtime.meters import Meters, meters
from uno_chat.runtime.patience import outrun
from uno_chat.runtime.thinking import is_quick, think

log = logging.getLogger(__name__)

T = TypeVar("T")

SHARE: Final = 20
"""Rows of one lane that are handled before others have their turn."""
LANES: Final = 1000
"""So many lanes are counted."""
KEPT: Final = timedelta(seconds=30)
"""How long no other worker takes a row for which an answer is being found."""
LEFT: Final = timedelta(seconds=3)
"""How long a row is left to the worker that can ask its network."""
ASKED: Final = timedelta(seconds=20)
"""So long after it arrived nobody can ask, as it seems."""


class Did(Enum):
    """What one step of work found."""

    NOTHING = auto()
    SOMETHING = auto()
    RANG = auto()


Manages = Callable[[AskRank], Awaitable[bool | None]]
"""Asks a network who manages a conversation; None if it does not answer."""


async def nobody_knows(_: AskRank) -> None:
    """The answer where no network is served."""


@dataclass(frozen=True, slots=True)
class Asks:
    """How a network is asked, and whether this worker can: another one may serve it."""

    manages: Manages
    may: Callable[[AskRank], bool] = lambda _asked: True


@dataclass(slots=True)
class Worker:
    """One for a process. ``thoughts`` are computers that think and networks that are asked beside
    it, by the lane that waits for them; ``retries`` are times at which a row that was held back
    may be taken again; ``rings`` says up to when alarms may be looked at; lanes that wait for a
    network which another worker has to ask are ``left`` alone for a while. ``turns`` are how many
    rows of each lane were taken since the last lane had its share. ``shares``: other workers take
    rows, too. ``alarm`` is the next one, as it was when there was NOTHING to do.
    """

    house: House
    store: Store
    now: Now
    ended: Callable[[asyncio.Task[None]], None]
    rings: Callable[[datetime], datetime | None] = lambda now: now
    asks: Asks = field(default_factory=lambda: Asks(nobody_knows))
    shares: bool = False
    meters: Meters = field(default_factory=meters)
    thoughts: dict[str, asyncio.Task[None]] = field(default_factory=dict)
    left: dict[str, datetime] = field(default_factory=dict)
    retries: set[datetime] = field(default_factory=set)
    turns: Counter[str] = field(default_factory=Counter)
    alarm: datetime | None = None

    async def step(self) -> Did:
        """Handle one row, or ring what is due; NOTHING when all is done for now."""
        taken: list[InboxRow] = []
        busy = self._busy()
        try:
            found = await self._transact(lambda tx: self._one(tx, busy, taken))
        except StoreError:
            raise
        except Exception as error:
            if not taken:
                raise
            await self._failed(taken[-1], error)
            return Did.SOMETHING
        if isinstance(found, Did):
            return found
        if isinstance(found, str):
            self._done(taken[-1], found)
        elif isinstance(found, Later):
            self.retries.add(found.until)
        elif self._is_for_others(taken[-1], found):
            self._leave(taken[-1])
        else:
            self._begin(taken[-1], found)
        return Did.SOMETHING

    def next_retry(self, now: datetime) -> datetime | None:
        """When a row that was held back may be taken again."""
        self.retries = {at for at in self.retries if at > now}
        return min(self.retries, default=None)

    async def _transact(self, body: Callable[[Transaction], T]) -> T:
        return await outrun(self.store, body)

    def _busy(self) -> frozenset[str]:
        """Lanes to keep off; a value of its own, because bodies may run in another thread."""
        now = self.now()
        self.left = {lane: until for lane, until in self.left.items() if until > now}
        return frozenset((*self.thoughts, *self.left))

    def _done(self, row: InboxRow, word: str) -> None:
        log.debug("inbox row %s of %s was handled: %s", row.id, row.arrival.account, word)
        self.meters.work.handled(row, word, self.now())

    def _one(
        self, tx: Transaction, busy: frozenset[str], taken: list[InboxRow]
    ) -> Did | Question | Later | str:
        """What was found, or a word for what was done."""
        now = self.now()
        if self.shares:
            for before in taken:  # the answer to that was lost: nobody thinks about it
                tx.keep_inbox(before.id, now)
        row = self._next(tx, now, busy)
        if row is None:
            until = self.rings(now)
            if until is not None and tx.ring(until):
                return Did.RANG
            self.alarm = tx.next_alarm()
            return Did.NOTHING
        taken.append(row)
        done = handle(self.house, tx, row, now)
        while isinstance(done, Think) and is_quick(done):
            done = handle(self.house, tx, row, now, Thought(done, think(done)))
        if isinstance(done, Later):
            tx.keep_inbox(row.id, done.until)
            return done
        if not isinstance(done, str):
            if self.shares and not self._is_for_others(row, done):
                tx.keep_inbox(row.id, now + KEPT)
            return done
        tx.finish_inbox(row.id, done)
        return done

    def _next(self, tx: Transaction, now: datetime, busy: frozenset[str]) -> InboxRow | None:
        """The oldest row, but none of a lane that has had its share before all others had theirs:
        whoever writes a thousand lines lets everybody wait for a few of them only.
        """
        full = {lane for lane, count in self.turns.items() if count >= SHARE}
        row = tx.next_inbox(now, busy | full)
        if row is None or len(self.turns) > LANES:
            self.turns.clear()
        if row is None and full:
            row = tx.next_inbox(now, busy)
        if row is not None:
            self.turns[row.arrival.lane] += 1
        return row

    def _is_for_others(self, row: InboxRow, asked: Question) -> bool:
        """Whether another worker has to ask, and nobody was without one for long."""
        if not isinstance(asked, AskRank) or self.asks.may(asked):
            return False
        return self.now() < row.arrival.at + ASKED

    def _leave(self, row: InboxRow) -> None:
        until = self.now() + LEFT
        self.left[row.arrival.lane] = until
        self.retries.add(until)

    def _begin(self, row: InboxRow, asked: Question) -> None:
        """Nobody takes a row of this lane before the answer is there, whatever it is."""
        lane = row.arrival.lane
        self.thoughts[lane] = task = asyncio.create_task(self._answered(row, asked))
        task.add_done_callback(partial(self._finished, lane))

    def _finished(self, lane: str, task: asyncio.Task[None]) -> None:
        del self.thoughts[lane]
        self.ended(task)

    async def _answered(self, row: InboxRow, asked: Question) -> None:
        """Find the answer until it fits the table, which may change meanwhile."""
        found: Question | Later | str | None = asked
        try:
            while isinstance(found, Question):
                answer = await self._answer(found)
                found = await self._transact(partial(self._second, row, answer))
            if isinstance(found, Later):
                self.retries.add(found.until)
            elif found is not None:
                self._done(row, found)
        except asyncio.CancelledError:
            await self._give_back(row)
            raise
        except StoreError:
            raise
        except Exception as error:  # noqa: BLE001 - a row that raises must not stop the others
            await self._failed(row, error)

    async def _give_back(self, row: InboxRow) -> None:
        """We stop before there is an answer: another worker need not wait for ours."""
        if self.shares:
            with contextlib.suppress(StoreError):
                await self._transact(lambda tx: tx.keep_inbox(row.id, self.now()))

    async def _answer(self, question: Question) -> Answer:
        match question:
            case Think():
                return Thought(question, await asyncio.to_thread(think, question))
            case AskRank():
                return Ranking(question, await self.asks.manages(question))
            case _:
                assert_never(question)

    def _second(
        self, row: InboxRow, answer: Answer, tx: Transaction
    ) -> Question | Later | str | None:
        """Handle a row with an answer, if nobody has done so; another question if it changed, else
        a word for what was done.
        """
        if not tx.take_inbox(row.id):
            return None
        done = handle(self.house, tx, row, self.now(), answer)
        if isinstance(done, Later):
            tx.keep_inbox(row.id, done.until)
        if not isinstance(done, str):
            return done
        tx.finish_inbox(row.id, done)
        return done

    async def _failed(self, row: InboxRow, error: Exception) -> None:
        """Hold the row back or set it aside. The log names the place and no data, hands least."""
        why = type(error).__name__
        tell(log, error, "handling inbox row %s", row.id)
        self.meters.work.raised()
        try:
            until = await self._transact(lambda tx: self._fail(tx, row, why))
        except StoreError:
            raise
        except Exception as again:  # noqa: BLE001 - who asked cannot even be told
            tell(log, again, "setting inbox row %s aside", row.id)
            until = None
            await self._transact(lambda tx: tx.fail_inbox(row.id, None, why))
        if until is not None:
            self.retries.add(until)

    def _fail(self, tx: Transaction, row: InboxRow, why: str) -> datetime | None:
        if not tx.take_inbox(row.id):
            return None  # another worker was luckier
        return failed(self.house, tx, row, self.now(), why)
