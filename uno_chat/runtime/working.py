"""Work: the oldest waiting row of a free lane, handled in one transaction; alarms when due."""

from __future__ import annotations

import asyncio
import logging
import traceback
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from enum import Enum, auto
from typing import Final

from uno_chat.contract import Conflict, InboxRow, Store, Transaction
from uno_chat.coordinator import House, Think, Thought, handle
from uno_chat.runtime.clock import Now
from uno_chat.runtime.thinking import think

log = logging.getLogger(__name__)

PATIENCE: Final = tuple(timedelta(seconds=s) for s in (1, 5, 25, 120, 600))
"""How long a row whose handling raised is held back; after the last it is set aside."""


class Did(Enum):
    """What one step of work found."""

    NOTHING = auto()
    SOMETHING = auto()
    RANG = auto()


@dataclass(slots=True)
class Worker:
    """One for a process. ``busy`` lanes wait for a computer that thinks."""

    house: House
    store: Store
    now: Now
    woke: Callable[[], None] = lambda: None
    busy: set[str] = field(default_factory=set)
    thoughts: set[asyncio.Task[None]] = field(default_factory=set)

    async def step(self) -> Did:
        """Handle one row, or ring what is due; NOTHING when all is done for now."""
        taken: list[InboxRow] = []
        try:
            found = await self.store.transact(lambda tx: self._one(tx, taken))
        except Conflict:
            return Did.SOMETHING
        except Exception as error:  # noqa: BLE001 - a row that raises must not stop the others
            await self._failed(taken, error)
            return Did.SOMETHING
        if isinstance(found, Think):
            self._begin(taken[0], found)
            return Did.SOMETHING
        return found

    def _one(self, tx: Transaction, taken: list[InboxRow]) -> Did | Think:
        now = self.now()
        row = tx.next_inbox(now, self.busy)
        if row is None:
            return Did.RANG if tx.ring(now) else Did.NOTHING
        taken.append(row)
        done = handle(self.house, tx, row, now)
        if isinstance(done, Think):
            return done
        tx.finish_inbox(row.id, done)
        return Did.SOMETHING

    def _begin(self, row: InboxRow, wanted: Think) -> None:
        self.busy.add(row.arrival.lane)
        task = asyncio.create_task(self._thought(row, wanted))
        self.thoughts.add(task)
        task.add_done_callback(self._finished)

    def _finished(self, task: asyncio.Task[None]) -> None:
        self.thoughts.discard(task)
        self.woke()

    async def _thought(self, row: InboxRow, wanted: Think) -> None:
        """Think beside the loop, then handle the row if nobody has done so meanwhile."""
        try:
            move = await asyncio.to_thread(think, wanted)
            thought = Thought(wanted.decision, move)
            await self.store.transact(lambda tx: self._second(tx, row, thought))
        except Conflict:
            pass
        except Exception as error:  # noqa: BLE001 - as in step
            await self._failed([row], error)
        finally:
            self.busy.discard(row.arrival.lane)

    def _second(self, tx: Transaction, row: InboxRow, thought: Thought) -> None:
        if not tx.take_inbox(row.id):
            return
        done = handle(self.house, tx, row, self.now(), thought)
        tx.finish_inbox(row.id, done if isinstance(done, str) else "stale")

    async def _failed(self, taken: list[InboxRow], error: Exception) -> None:
        """Hold the row back. The log names the place of the fault and no data, hands least."""
        log.error("handling an inbox row raised %s at %s", type(error).__name__, places(error))
        if not taken:
            raise error
        row = taken[0]
        until = _until(row.attempts, self.now())
        await self.store.transact(lambda tx: tx.fail_inbox(row.id, until, type(error).__name__))


def _until(attempts: int, now: datetime) -> datetime | None:
    return now + PATIENCE[attempts] if attempts < len(PATIENCE) else None


def places(error: BaseException) -> str:
    """Files and lines of a traceback, innermost last, without any text of the error."""
    frames = traceback.extract_tb(error.__traceback__)
    return " > ".join(f"{frame.name}:{frame.lineno}" for frame in frames[-6:])
