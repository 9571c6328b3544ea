"""One attempt at a delivery, and what its answer means for the outbox row."""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from typing import Final

from uno_chat.contract import (
    Adapter,
    Conversation,
    Delivery,
    DeliveryError,
    Message,
    OutboxRow,
    OutcomeUnknown,
    OutKind,
    Receipt,
    RetryLater,
    Settled,
    Store,
    TargetGone,
    TargetMoved,
    Toast,
    Transaction,
    Unreachable,
)
from uno_chat.coordinator import House, Shown, arrived, let_go, turn_told, unreached
from uno_chat.runtime.clock import Now
from uno_chat.runtime.faults import tell
from uno_chat.runtime.limits import Limits
from uno_chat.runtime.meters import Meters, meters
from uno_chat.runtime.patience import outrun
from uno_chat.runtime.receiving import Account
from uno_chat.runtime.settling import More, Settling, perhaps

log = logging.getLogger(__name__)

WITHIN: Final = 30.0
"""Seconds after which an adapter that does not answer is taken to have lost the answer."""
SHORTEST: Final = timedelta(milliseconds=100)
AGAIN: Final = timedelta(seconds=2)
LONGEST: Final = timedelta(seconds=60)
FAULTS: Final = 5
"""How often an adapter may raise what it must not raise before the row is given up."""


Serves = Callable[[str], bool]
"""Whether we serve a network at this moment, and nobody else does."""


def everything(_network: str) -> bool:
    """Where there are no other workers."""
    return True


@dataclass(slots=True)
class Postman:
    """Tries once and settles the row by the answer. Remembers how often in a row each network has
    put us off, which conversations were left for others, and how often a row was tried here in
    ``vain``: the attempts that the store counts are also those of workers that were killed in the
    middle of one, which says nothing about the row or its network. ``calm`` are rows after whose
    end nothing else was due.
    """

    house: House
    store: Store
    now: Now
    serves: Serves = everything
    meters: Meters = field(default_factory=meters)
    limits: Limits = field(default_factory=Limits)
    more: More = perhaps
    put_off: Counter[str] = field(default_factory=Counter)
    left: set[Conversation] = field(default_factory=set)
    vain: Counter[int] = field(default_factory=Counter)
    calm: set[int] = field(default_factory=set)
    settling: Settling = field(init=False)

    def __post_init__(self) -> None:
        self.settling = Settling(self.store, self.more)

    async def bring(self, account: Account, row: OutboxRow, shown: Shown) -> bool:
        """Whether it is there now for certain. Whoever has been frozen since it took the row leaves
        it to whoever serves the network now, which may be ourselves again.
        """
        adapter, network = account.adapter, account.network
        if not self.serves(network):
            await self._postpone(row, SHORTEST, attempted=False)
            return False
        try:
            async with asyncio.timeout(WITHIN):
                with self.meters.delivery.calling(network):
                    receipt = await once(adapter.deliver, shown.delivery)
        except RetryLater as later:
            pause = self._put_off(account, later)
            await self._postpone(row, pause, attempted=False)
        except (OutcomeUnknown, TimeoutError):
            await self._unknown(adapter, row, shown)
        except TargetGone:
            await self._gone(row, shown)
        except TargetMoved as moved:
            await self._moved(row, moved.to)
        except Unreachable as error:
            await self._unreachable(row, error)
        except DeliveryError as error:
            await self._dead(row, error)
        except Exception as error:  # noqa: BLE001 - one broken adapter must not stop the others
            tell(log, error, "delivering outbox row %s", row.id)
            await self._faulty(adapter, row, shown)
        else:
            self.put_off.pop(network, None)
            self.vain.pop(row.id, None)
            if receipt.message != _replaced(shown):
                account.depths.shown(receipt, self.now())
            await self._there(row, shown, receipt)
            return True
        return False

    async def _there(self, row: OutboxRow, shown: Shown, receipt: Receipt) -> None:
        if not shown.awaited and shown.tells is None:
            await self._settle(row, Settled.SENT, receipt, shown.menu)
            return

        def body(tx: Transaction) -> None:  # a table is locked before a lane, as by who acts
            if shown.awaited:
                arrived(self.house, tx, row, self.now())
            if shown.tells is not None:
                turn_told(tx, row, shown.tells, self.now())
            tx.settle(row, Settled.SENT, receipt, shown.menu)
            let_go(tx, row)

        await outrun(self.store, body)
        self._ended(row, Settled.SENT)

    async def _unreachable(self, row: OutboxRow, error: Unreachable) -> None:
        """Whoever has to do something first is named at the table."""

        def body(tx: Transaction) -> None:
            unreached(tx, row, error.remedy, self.now())
            tx.settle(row, Settled.DEAD, None)
            let_go(tx, row)

        self.vain.pop(row.id, None)
        log.info("outbox row %s did not arrive: %s", row.id, error.remedy)
        await outrun(self.store, body)
        self._ended(row, Settled.DEAD)

    async def settle(self, row: OutboxRow, how: Settled) -> None:
        """The row has ended without being sent now."""
        self.vain.pop(row.id, None)
        await self._settle(row, how)

    async def _settle(
        self,
        row: OutboxRow,
        how: Settled,
        receipt: Receipt | None = None,
        menu: tuple[str, ...] = (),
    ) -> None:
        """Together with others that touch no table either."""

        def body(tx: Transaction) -> None:
            tx.settle(row, how, receipt, menu)
            let_go(tx, row, dropped=how is Settled.DROPPED)

        if not await self.settling.settle(row, body):
            self.calm.add(row.id)
        self._ended(row, how)

    def _ended(self, row: OutboxRow, how: Settled) -> None:
        log.debug("outbox row %s on %s has ended: %s", row.id, row.out.to.network, how)
        self.meters.delivery.settled(row, how, self.now())

    def _put_off(self, account: Account, later: RetryLater) -> timedelta:
        """How long a row has to wait, and all others of its account where that is what has said
        too much. Who was on the way when it was put off is one of them, and no second refusal.
        """
        network, able = account.network, account.adapter.capabilities
        of_account = able.per_account is not None and able.per_conversation is None
        if not (of_account if later.spent is None else later.spent):
            return self._patience(network, later.after)
        now = self.now()
        held = self.limits.held.get(network, now)
        if held <= now:
            held = now + self._patience(network, later.after)
        until = max(held, now + later.after)
        self.limits.hold(network, able, until, spent=later.spent is True)
        account.held = self.limits.held[network]
        return account.held - now

    def _patience(self, network: str, after: timedelta) -> timedelta:
        """As long as the network asks, longer each time if it serves nobody at all."""
        times = min(self.put_off[network], 10)
        self.put_off[network] += 1
        self.meters.delivery.put_off(network)
        return max(after, min(max(after, SHORTEST) * (1 << times), LONGEST))

    async def _unknown(self, adapter: Adapter, row: OutboxRow, shown: Shown) -> None:
        """Perhaps it was shown. A page is repeated, with growing pauses, until it is certain: seen
        twice it does no harm, never seen its table may wait for ever. A notice is not.
        """
        self.meters.delivery.doubted(row.out.to.network)
        out, delivery = row.out, shown.delivery
        edits = isinstance(delivery, Delivery) and delivery.replaces is not None
        repeatable = adapter.capabilities.idempotent_sends and out.kind is not OutKind.TOAST
        if edits or repeatable or out.kind is OutKind.SLOT:
            pause = min(AGAIN * (1 << min(self.tried_in_vain(row), 10)), LONGEST)
            await self._postpone(row, pause, attempted=True)
        else:
            await self.settle(row, Settled.PERHAPS)

    async def _gone(self, row: OutboxRow, shown: Shown) -> None:
        """The message to edit is gone: a new one. Without such a message it makes no sense. A press
        of a while ago is not answered any more, and there are many of those after a pause.
        """
        delivery, living = shown.delivery, row.out.kind is OutKind.SLOT
        if living and isinstance(delivery, Delivery) and delivery.replaces is not None:
            await self.store.transact(lambda tx: tx.forget_message(row))
        elif row.out.kind is OutKind.TOAST:
            await self.settle(row, Settled.DROPPED)
        else:
            await self._dead(row, TargetGone())

    async def _moved(self, row: OutboxRow, to: Conversation) -> None:
        """The conversation has a new name: everything moves there, then the row is tried. One
        that leads back to where we were would send us round in circles.
        """
        old = row.out.to
        real = row.out.kind is not OutKind.TOAST and isinstance(old, Conversation)
        if not real or not isinstance(old, Conversation) or to == old or to in self.left:
            await self._dead(row, TargetMoved(to))
            return
        self.left.add(old)
        now = self.now()
        await self.store.transact(lambda tx: _move(tx, row, old, to, now))

    async def _dead(self, row: OutboxRow, error: DeliveryError) -> None:
        log.error("outbox row %s was refused: %s", row.id, type(error).__name__)
        await self.settle(row, Settled.DEAD)

    async def _faulty(self, adapter: Adapter, row: OutboxRow, shown: Shown) -> None:
        if self.vain[row.id] + 1 >= FAULTS:
            await self.settle(row, Settled.DEAD)
        else:
            await self._unknown(adapter, row, shown)

    def tried_in_vain(self, row: OutboxRow) -> int:
        """Once more; how often it was before."""
        self.vain[row.id] += 1
        return self.vain[row.id] - 1

    async def _postpone(self, row: OutboxRow, pause: timedelta, *, attempted: bool) -> None:
        until = self.now() + pause
        await self.store.transact(lambda tx: tx.postpone(row, until, attempted=attempted))


async def once(
    deliver: Callable[[Delivery | Toast], Awaitable[Receipt]], delivery: Delivery | Toast
) -> Receipt:
    """One attempt. A page that could not be shown to one person alone is told as the short answer
    to the press; the whole page stands in private.
    """
    try:
        return await deliver(delivery)
    except DeliveryError:
        if isinstance(delivery, Toast) and delivery.peek is not None:
            return await deliver(replace(delivery, peek=None))
        raise


def _replaced(shown: Shown) -> Message | None:
    return shown.delivery.replaces if isinstance(shown.delivery, Delivery) else None


def _move(
    tx: Transaction, row: OutboxRow, old: Conversation, to: Conversation, now: datetime
) -> None:
    tx.move_conversation(old, to)
    tx.postpone(row, now, attempted=False)
