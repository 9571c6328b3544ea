"""Send: the head of each outbox lane, rendered, limited, handed to its adapter."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from functools import partial
from typing import Final, Protocol

from uno_chat.contract import (
    Adapter,
    Address,
    Capabilities,
    Conversation,
    OutboxRow,
    OutKind,
    Parting,
    Settled,
    Store,
    StoreError,
    Toast,
    Transaction,
    User,
    address_to_text,
)
from uno_chat.coordinator import House, Shown, claimed, is_farewell, show, spared
from uno_chat.runtime.clock import Now
from uno_chat.runtime.delivering import WITHIN, Postman, Serves, everything
from uno_chat.runtime.faults import tell
from uno_chat.runtime.limits import Limits
from uno_chat.runtime.meters import Meters, meters
from uno_chat.runtime.receiving import Account

log = logging.getLogger(__name__)

LEASE: Final = timedelta(seconds=60)
AT_ONCE: Final = 16
"""Deliveries under way at the same time, each in a lane of its own."""
CLOSED: Final = timedelta(seconds=5)
"""How long rows wait for an account that is not open yet."""
DOUBT: Final = timedelta(seconds=7)
"""How long after a claim whose answer was lost its rows are still ours, or nobody's: another worker
cannot have taken over, tried one in vain, and let us take over again.
"""
REFUSED: Final = timedelta(minutes=10)
"""How long rows wait for an account that is refused until it is mended."""
PATIENCE: Final = tuple(timedelta(seconds=seconds) for seconds in (1, 5, 25, 120))
"""How long a page that cannot be made is held back; after the last it is given up."""


_Made = tuple[OutboxRow | None, Shown | None]
"""A row as it is now, if it still is ours, and what it shows, if there is anything to show."""


class Ended(Protocol):
    """Is told of each delivery that is over, and whether there may be more to send now."""

    def __call__(self, task: asyncio.Task[None], /, *, more: bool) -> None: ...


@dataclass(slots=True)
class Sender:
    """One for a process. ``tasks`` are deliveries under way, by the lane that waits for them;
    ``claims`` are the networks for which rows are being claimed; ``serves`` tells those that no
    other worker sends on; ``due`` is when something is to be sent, if nothing was at the last step.
    """

    house: House
    store: Store
    accounts: Mapping[str, Account]
    now: Now
    ended: Ended
    serves: Serves = everything
    meters: Meters = field(default_factory=meters)
    postman: Postman = field(init=False)
    limits: Limits = field(default_factory=Limits)
    tasks: dict[Address, asyncio.Task[None]] = field(default_factory=dict)
    claims: frozenset[str] = frozenset()
    due: datetime | None = None

    def __post_init__(self) -> None:
        self.postman = Postman(
            self.house, self.store, self.now, self.serves, self.meters, self.limits, self._more
        )

    @property
    def is_full(self) -> bool:
        """Whether enough is under way: what is due waits for the end of a delivery."""
        return len(self.tasks) >= AT_ONCE

    async def step(self) -> bool:
        """Begin what deliveries are due; False when none is or enough is under way."""
        served, self.due = frozenset(filter(self.serves, self.accounts)), None
        if not served or self.is_full:
            return False
        self.claims = served
        try:
            rows, self.due = await self._claimed(served, AT_ONCE - len(self.tasks))
            for row, mine in zip(rows, await self._made(rows), strict=True):
                self.tasks[row.out.to] = task = asyncio.create_task(self._lane(row, mine))
                task.add_done_callback(partial(self._finished, row))
        finally:
            self.claims = frozenset()
        return bool(rows)

    def takes_over(self, network: str) -> None:
        """Another worker may have sent on a network up to now."""
        self.limits.take_over(network, self.now())

    def is_busy(self, network: str) -> bool:
        """Whether something is under way on a network, or about to be."""
        return network in self.claims or any(to.network == network for to in self.tasks)

    async def _claimed(
        self, served: frozenset[str], most: int
    ) -> tuple[list[OutboxRow], datetime | None]:
        """The next rows, each of a lane of its own, which are ours until their lease ends; if there
        are none, when the next is due. Where the store was asked again because its answer was lost,
        the rows in it are given back first, or nobody would send them before then.
        """
        now, busy = self.now(), frozenset(self.tasks)  # bodies may run in another thread
        taken: list[OutboxRow] = []

        def body(tx: Transaction) -> tuple[list[OutboxRow], datetime | None]:
            if self.now() < now + DOUBT:
                for row in sorted(taken, key=_lane_name):
                    if self.serves(row.out.to.network):
                        tx.postpone(row, now, attempted=False)
            taken[:] = claimed(tx, served, now, busy, now + LEASE, most)
            return [*taken], None if taken else tx.next_send(served)

        return await self.store.transact(body)

    def _finished(self, row: OutboxRow, task: asyncio.Task[None]) -> None:
        del self.tasks[row.out.to]
        calm = row.id in self.postman.calm
        self.postman.calm.discard(row.id)
        self.ended(task, more=not calm)

    def _more(self, tx: Transaction) -> bool:
        """Whether something that we send is due now."""
        at = tx.next_send([*filter(self.serves, self.accounts)])
        return at is not None and at <= self.now()

    async def _made(self, rows: Sequence[OutboxRow]) -> list[_Made | timedelta | None]:
        """What several rows show, in one transaction, because the pages of a table become due at
        the same moment; or how long one has to wait; None for what is to be looked at by itself.
        """
        if len(rows) == 1:
            return [None]
        found: dict[int, _Made | timedelta] = {}
        ready: list[OutboxRow] = []
        for row in rows:
            able = self.house.able(row.out.to.network)
            if able.thrifty or self._ended_before(row, able) is not None:
                continue
            wait = self._wait(self.accounts[row.out.to.network], row, able)
            if wait is None:
                ready.append(row)
            else:
                found[row.id] = wait
        ready.sort(key=_table_order)
        for row, made in zip(ready, await self._shown(ready), strict=False):
            found[row.id] = made
        return [found.get(row.id) for row in rows]

    async def _shown(self, rows: Sequence[OutboxRow]) -> list[_Made]:
        """What rows show that go now; nothing if one of them cannot be made."""
        try:
            return await self.store.transact(partial(self._show, rows))
        except StoreError:
            raise
        except Exception:  # noqa: BLE001 - it is made by itself then, and what is wrong is told
            for row in rows:
                self.limits.release(row.out.to, self.house.able(row.out.to.network))
            return []

    async def _lane(self, row: OutboxRow, made: _Made | timedelta | None) -> None:
        try:
            await self._send(row, made)
        except StoreError:
            raise
        except Exception as error:  # noqa: BLE001 - one bad row must not stop the others
            tell(log, error, "showing outbox row %s", row.id)
            await self._failed(row)

    async def _send(self, row: OutboxRow, made: _Made | timedelta | None = None) -> None:
        able = self.house.able(row.out.to.network)
        account = self.accounts[row.out.to.network]
        if made is None:
            made = await self._alone(row, account, able)
        if made is None:
            return
        if isinstance(made, timedelta):
            until = self.now() + made
            await self.store.transact(lambda tx: tx.postpone(row, until, attempted=False))
            return
        mine, shown = made
        if mine is None or shown is None:
            self.limits.release(row.out.to, able)
        if mine is None:
            return
        if shown is None:
            await self.postman.settle(mine, Settled.DROPPED)
        elif await self.postman.bring(account, mine, self._fitting(shown, able)):
            await self._say_farewell(account.adapter, shown, able)
            await self._part(account.adapter, mine)

    async def _alone(
        self, row: OutboxRow, account: Account, able: Capabilities
    ) -> _Made | timedelta | None:
        """What a row shows, or how long it has to wait; None if it has ended."""
        ended = self._ended_before(row, able)
        if ended is None and able.thrifty and await self._is_spared(row):
            ended = Settled.DROPPED
        if ended is not None:
            self.limits.release(row.out.to, able)
            await self.postman.settle(row, ended)
            return None
        wait = self._wait(account, row, able)
        return wait or (await self.store.transact(partial(self._show, [row])))[0]

    def _show(self, rows: Sequence[OutboxRow], tx: Transaction) -> list[_Made]:
        """Rows as they are now, which may have moved, if they still are ours; what they show."""
        now = self.now()
        return [(mine, self._page(mine, tx, now)) for mine in tx.leased_all(rows)]

    def _page(self, mine: OutboxRow | None, tx: Transaction, now: datetime) -> Shown | None:
        if mine is None:
            return None
        depths = self.accounts[mine.out.to.network].depths
        return show(self.house, tx, mine, now, lambda message: depths.buried(message, now))

    async def _is_spared(self, row: OutboxRow) -> bool:
        """Whether a page is not worth a call here; then it does not wait for one either."""
        now = self.now()
        return await self.store.transact(lambda tx: spared(self.house, tx, row, now))

    def _ended_before(self, row: OutboxRow, able: Capabilities) -> Settled | None:
        """Whether a row is not worth sending, or may have been sent by a process that died."""
        out = row.out
        if out.expires is not None and out.expires <= self.now():
            return Settled.DROPPED
        repeatable = able.idempotent_sends and out.kind is not OutKind.TOAST
        if row.attempts and out.kind is not OutKind.SLOT and not repeatable:
            return Settled.PERHAPS
        return None

    def _wait(self, account: Account, row: OutboxRow, able: Capabilities) -> timedelta | None:
        """How long the row has to wait for its network or for a quota; None if not at all.

        The answer to a press is neither limited nor counted: later it is worth nothing.
        """
        if account.refused is not None:
            return REFUSED
        if not account.is_open:
            return CLOSED
        if row.out.kind is OutKind.TOAST:
            return None
        now, may_wait = self.now(), _may_wait(row)
        in_room = isinstance(row.out.to, Conversation)
        place = self.limits.admit(
            row.out.to, able, now, spread=may_wait and in_room, patient=may_wait
        )
        if place is None:
            return None
        self.meters.delivery.waits(account.network, place - now)
        return place - now

    def _fitting(self, shown: Shown, able: Capabilities) -> Shown:
        """The answer to a press never waits, so a page in it is left out where there is no room."""
        toast = shown.delivery
        if not isinstance(toast, Toast) or toast.peek is None:
            return shown
        if self.limits.admit(toast.peek.to, able, self.now()) is None:
            return shown
        return replace(shown, delivery=replace(toast, peek=None))

    async def _say_farewell(self, adapter: Adapter, shown: Shown, able: Capabilities) -> None:
        """Worth one try, if there is room for it now."""
        farewell = shown.farewell
        if farewell is None or self.limits.admit(farewell.to, able, self.now()) is not None:
            return
        with suppress(Exception):
            async with asyncio.timeout(WITHIN):
                await adapter.deliver(farewell)

    async def _part(self, adapter: Adapter, row: OutboxRow) -> None:
        """Worth one try, when the last was said to somebody who is nobody now."""
        to = row.out.to
        if not (is_farewell(row) and isinstance(adapter, Parting) and isinstance(to, User)):
            return
        if await self.store.transact(lambda tx: tx.player(to)) is None:
            with suppress(Exception):
                async with asyncio.timeout(WITHIN):
                    await adapter.part(to)

    async def _failed(self, row: OutboxRow) -> None:
        """A page is tried again for a while; what is said once is given up, or all would wait."""
        tried = self.postman.tried_in_vain(row)
        if row.out.kind is OutKind.SLOT and tried < len(PATIENCE):
            until = self.now() + PATIENCE[tried]
            await self.store.transact(lambda tx: tx.postpone(row, until, attempted=True))
        else:
            await self.postman.settle(row, Settled.DEAD)


def _table_order(row: OutboxRow) -> tuple[bool, int]:
    """Tables are locked in this order; what is of none comes last, when people are known."""
    table = row.out.table
    return table is None, table or 0


def _lane_name(row: OutboxRow) -> str:
    """Lanes are locked in this order."""
    return address_to_text(row.out.to)


def _may_wait(row: OutboxRow) -> bool:
    """Whether a change to a page may come a little later, with the next one: whoever has to act is
    called to it by a new one.
    """
    return row.out.kind is OutKind.SLOT and not row.out.fresh
