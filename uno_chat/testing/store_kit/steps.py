"""What the promises of a store are written with: a case, its steps, and rows to put in."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Collection
from datetime import UTC, datetime, timedelta
from typing import Final, TypeVar

import pytest

from uno_chat.contract import (
    Address,
    Arrival,
    Conversation,
    InboxRow,
    Message,
    OutboxRow,
    Outgoing,
    OutKind,
    Receipt,
    Settled,
    Slot,
    Store,
    StoredTable,
    Transaction,
    User,
)
from uno_chat.testing.patience import PATIENCE

T = TypeVar("T")
Reopen = Callable[[Store], Store]
"""Gives a store, not yet open, over what another one had saved when its process was killed."""

NOW: Final = datetime(2026, 1, 31, 23, 59, 59, 123_000, tzinfo=UTC)
ON: Final = ("kit",)
"""The networks that are served."""
FAMILY: Final = Conversation("kit", "family")
CLUB: Final = Conversation("kit", "club")
ANN: Final = User("kit", "ann")
BOB: Final = User("kit", "bob")


class Case:
    """An open store under test; ``do`` runs one transaction."""

    def __init__(self, store: Store, reopen: Reopen) -> None:
        self.store = store
        self._reopen = reopen
        self._abandoned: list[Store] = []

    async def do(self, body: Callable[[Transaction], T]) -> T:
        return await self.store.transact(body)

    async def kill(self) -> None:
        """Go on as a new process does after this one was killed."""
        self._abandoned.append(self.store)
        self.store = self._reopen(self.store)
        await self.store.open()

    async def close(self) -> None:
        for store in (self.store, *self._abandoned):
            await store.close()

    async def receive(self, *arrivals: Arrival) -> list[bool]:
        return await self.do(lambda t: [t.receive(arrival) for arrival in arrivals])

    async def finish(self, row: InboxRow) -> None:
        await self.do(lambda t: t.finish_inbox(row.id, "done"))

    async def fail(self, row: InboxRow, until: datetime | None) -> None:
        await self.do(lambda t: t.fail_inbox(row.id, until, "boom"))

    async def next_in(self, now: datetime = NOW, busy: Collection[str] = ()) -> InboxRow | None:
        return await self.do(lambda t: t.next_inbox(now, busy))

    async def take_in(self, now: datetime = NOW, busy: Collection[str] = ()) -> InboxRow:
        row = await self.next_in(now, busy)
        assert row is not None, "an inbox row should be waiting"
        return row

    async def queue(self, *outs: Outgoing, now: datetime = NOW) -> None:
        def body(t: Transaction) -> None:
            for out in outs:
                t.queue(out, now)

        await self.do(body)

    async def next_out(
        self, now: datetime = NOW, busy: Collection[Address] = ()
    ) -> OutboxRow | None:
        return await self.do(lambda t: t.next_outbox(ON, now, busy, later(60, now)))

    async def take_out(self, now: datetime = NOW, busy: Collection[Address] = ()) -> OutboxRow:
        row = await self.next_out(now, busy)
        assert row is not None, "an outbox row should be due"
        return row

    async def leased(self, row: OutboxRow) -> OutboxRow | None:
        return await self.do(lambda t: t.leased(row))

    async def sent(
        self, row: OutboxRow, receipt: Receipt | None = None, menu: tuple[str, ...] = ()
    ) -> None:
        await self.settle(row, Settled.SENT, receipt, menu)

    async def send_all(self, now: datetime = NOW, busy: Collection[Address] = ()) -> list[Outgoing]:
        """Send what is due, at most 20 rows."""
        outs: list[Outgoing] = []
        while len(outs) < 20 and (row := await self.next_out(now, busy)) is not None:
            outs.append(row.out)
            await self.sent(row)
        return outs

    async def handle_all(self, busy: Collection[str] = ()) -> list[Arrival]:
        """Finish what waits in the inbox, at most 20 rows."""
        arrivals: list[Arrival] = []
        while len(arrivals) < 20 and (row := await self.next_in(NOW, busy)) is not None:
            arrivals.append(row.arrival)
            await self.finish(row)
        return arrivals

    async def settle(
        self,
        row: OutboxRow,
        how: Settled,
        receipt: Receipt | None = None,
        menu: tuple[str, ...] = (),
    ) -> None:
        await self.do(lambda t: t.settle(row, how, receipt, menu))

    async def postpone(self, row: OutboxRow, until: datetime, *, attempted: bool) -> None:
        await self.do(lambda t: t.postpone(row, until, attempted=attempted))

    async def forget(self, row: OutboxRow) -> None:
        await self.do(lambda t: t.forget_message(row))

    async def slot(self, name: str, to: Address, table: int = 1) -> Slot | None:
        return await self.do(lambda t: t.slot(table, name, to))

    async def slots(self, to: Address) -> tuple[Slot, ...]:
        return await self.do(lambda t: t.slots_at(to))

    async def save(self, *tables: StoredTable) -> None:
        def body(t: Transaction) -> None:
            for table in tables:
                t.save_table(table)

        await self.do(body)


Check = Callable[[T, Case], Awaitable[None]]
Test = Callable[[T, Store, Reopen], None]


def promise(check: Check[T]) -> Test[T]:
    """Make a test of a check: run it on a store that is open, in a loop of its own."""

    def test(self: T, store: Store, reopen: Reopen) -> None:
        asyncio.run(_kept(check, self, Case(store, reopen)))

    test.__name__, test.__qualname__ = check.__name__, check.__qualname__
    test.__doc__ = check.__doc__
    return test


async def _kept(check: Check[T], kit: T, case: Case) -> None:
    try:
        async with asyncio.timeout(PATIENCE):
            await case.store.open()
            await check(kit, case)
    except TimeoutError:
        pytest.fail(f"nothing came back for {PATIENCE} seconds")
    finally:
        await case.close()


def later(seconds: float, than: datetime = NOW) -> datetime:
    return than + timedelta(seconds=seconds)


def arrival(event: str, lane: str = "lane", at: datetime = NOW, payload: str = "{}") -> Arrival:
    return Arrival("account", event, lane, at, payload)


def page(
    revision: int,
    name: str = "table",
    to: Address = FAMILY,
    *,
    table: int = 1,
    fresh: bool = False,
    expires: datetime | None = None,
) -> Outgoing:
    return Outgoing(OutKind.SLOT, to, table, name, revision, fresh=fresh, expires=expires)


def notice(name: str, to: Address = FAMILY, table: int | None = 1, payload: str = "{}") -> Outgoing:
    return Outgoing(OutKind.NOTICE, to, table, name, payload=payload)


def table(
    number: int,
    version: int = 1,
    rooms: tuple[Conversation, ...] = (FAMILY,),
    players: tuple[int, ...] = (1, 2),
    *,
    state: str = "{}",
    is_open: bool = True,
) -> StoredTable:
    return StoredTable(number, version, 1, state, rooms, players, is_open)


def receipt(id_: str, conversation: Conversation = FAMILY) -> Receipt:
    return Receipt(Message(conversation, id_))
