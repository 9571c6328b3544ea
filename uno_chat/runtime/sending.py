"""Send: the head of each outbox lane, rendered, limited, tried once, settled by its answer."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Final

from uno_chat.contract import (
    Adapter,
    Address,
    Conversation,
    DeliveryError,
    OutboxRow,
    OutcomeUnknown,
    OutKind,
    Receipt,
    Rejected,
    RetryLater,
    Settled,
    Store,
    TargetGone,
    TargetMoved,
    Transaction,
    Unreachable,
)
from uno_chat.coordinator import House, Shown, show
from uno_chat.runtime.clock import Now
from uno_chat.runtime.limits import Limits
from uno_chat.runtime.working import places

log = logging.getLogger(__name__)

LEASE: Final = timedelta(seconds=60)
AT_ONCE: Final = 16
"""Deliveries under way at the same time, each in a lane of its own."""
AGAIN: Final = timedelta(seconds=2)


@dataclass(slots=True)
class Sender:
    """One for a process. ``busy`` addresses have a delivery under way."""

    house: House
    store: Store
    adapters: Mapping[str, Adapter]
    now: Now
    done: Callable[[], None] = lambda: None
    limits: Limits = field(default_factory=Limits)
    busy: set[Address] = field(default_factory=set)
    tasks: set[asyncio.Task[None]] = field(default_factory=set)

    async def step(self) -> bool:
        """Begin one delivery; False when nothing is due or enough is under way."""
        if len(self.tasks) >= AT_ONCE:
            return False
        now = self.now()
        row = await self.store.transact(lambda tx: tx.next_outbox(now, self.busy, now + LEASE))
        if row is None:
            return False
        self.busy.add(row.out.to)
        task = asyncio.create_task(self._lane(row))
        self.tasks.add(task)
        task.add_done_callback(self._finished)
        return True

    def _finished(self, task: asyncio.Task[None]) -> None:
        self.tasks.discard(task)
        self.done()

    async def next_due(self) -> datetime | None:
        """When there is something to send again."""
        return await self.store.transact(lambda tx: tx.next_send())

    async def _lane(self, row: OutboxRow) -> None:
        try:
            await self._send(row)
        except Exception as error:  # noqa: BLE001 - one bad row must not stop the others
            log.error("sending %s raised %s at %s", row.id, type(error).__name__, places(error))  # noqa: TRY400 - no text of the error may reach the log
            later = self.now() + LEASE
            await self.store.transact(lambda tx: tx.postpone(row.id, later, attempted=True))
        finally:
            self.busy.discard(row.out.to)

    async def _send(self, row: OutboxRow) -> None:
        ended = self._ended_before(row)
        if ended is not None:
            await self._settle(row, ended)
            return
        able = self.house.networks[row.out.to.network]
        wait = self.limits.wait(row.out.to, able, self.now())
        if wait is not None and row.out.kind is not OutKind.TOAST:
            await self._postpone(row, wait, attempted=False)
            return
        shown = await self.store.transact(lambda tx: show(self.house, tx, row, self.now()))
        if shown is None:
            await self._settle(row, Settled.DROPPED)
            return
        self.limits.count(row.out.to, able, self.now())
        await self._try(row, shown)

    def _ended_before(self, row: OutboxRow) -> Settled | None:
        """Whether a row is not worth sending, or may have been sent by a process that died."""
        out = row.out
        if out.expires is not None and out.expires <= self.now():
            return Settled.DROPPED
        repeatable = self.house.networks[out.to.network].idempotent_sends
        if row.attempts and out.kind is not OutKind.SLOT and not repeatable:
            return Settled.PERHAPS
        return None

    async def _try(self, row: OutboxRow, shown: Shown) -> None:
        """One attempt, and what its answer means for the row."""
        adapter = self.adapters[row.out.to.network]
        try:
            receipt = await adapter.deliver(shown.delivery)
        except RetryLater as later:
            await self._postpone(row, self.now() + later.after, attempted=False)
        except OutcomeUnknown:
            await self._unknown(row)
        except TargetGone:
            await self.store.transact(lambda tx: tx.forget_message(row.id))
        except TargetMoved as moved:
            to = moved.to
            await self.store.transact(lambda tx: _moved(tx, row, to, self.now()))
        except (Unreachable, Rejected, DeliveryError) as error:
            log.warning("outbox row %s was refused: %s", row.id, type(error).__name__)
            await self._settle(row, Settled.DEAD)
        else:
            await self._settle(row, Settled.SENT, receipt, shown.menu)

    async def _unknown(self, row: OutboxRow) -> None:
        """A page repairs itself by the next edit, so it is tried again; a notice is not."""
        if row.out.kind is OutKind.SLOT or self._repeatable(row):
            await self._postpone(row, self.now() + AGAIN, attempted=True)
        else:
            await self._settle(row, Settled.PERHAPS)

    def _repeatable(self, row: OutboxRow) -> bool:
        return self.house.networks[row.out.to.network].idempotent_sends

    async def _postpone(self, row: OutboxRow, until: datetime, *, attempted: bool) -> None:
        await self.store.transact(lambda tx: tx.postpone(row.id, until, attempted=attempted))

    async def _settle(
        self,
        row: OutboxRow,
        how: Settled,
        receipt: Receipt | None = None,
        menu: tuple[str, ...] = (),
    ) -> None:
        await self.store.transact(lambda tx: tx.settle(row.id, how, receipt, menu))


def _moved(tx: Transaction, row: OutboxRow, to: Conversation, now: datetime) -> None:
    """The conversation has a new name: everything moves, then the row is tried there."""
    if isinstance(row.out.to, Conversation):
        tx.move_conversation(row.out.to, to)
    tx.postpone(row.id, now, attempted=False)
