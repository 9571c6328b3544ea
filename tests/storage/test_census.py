"""An operator is told how much is in a store, the same by every engine, and over indexes alone."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from uno_chat.contract import (
    Alarm,
    Arrival,
    Census,
    Conversation,
    Counted,
    Outgoing,
    OutKind,
    Store,
    StoredTable,
    StoreError,
    Transaction,
    User,
    Waiting,
)
from uno_chat_sql import plugin

NOW = datetime(2026, 1, 1, tzinfo=UTC)
FAMILY, CLUB = Conversation("kit", "family"), Conversation("irc", "club")


@pytest.fixture(params=["sqlite", "postgres"])
def store(request: pytest.FixtureRequest, tmp_path: Path) -> Store:
    url: Any = f"sqlite:///{tmp_path}/uno.db"
    return plugin(url if request.param == "sqlite" else request.getfixturevalue("postgres_url"))


@asynccontextmanager
async def opened(store: Store) -> AsyncIterator[Store]:
    await store.open()
    try:
        yield store
    finally:
        await store.close()


def at(seconds: float) -> datetime:
    return NOW + timedelta(seconds=seconds)


def notice(name: str, to: Conversation | User) -> Outgoing:
    return Outgoing(OutKind.NOTICE, to, None, name)


def table(number: int, phase: str, *, still_open: bool = True) -> StoredTable:
    return StoredTable(number, 1, 1, "{}", (FAMILY,), (), still_open, phase)


def fill(t: Transaction) -> None:
    for number in range(4):
        t.receive(Arrival("kit", f"{number}", f"lane {number}", at(number), ""))
    for to in (FAMILY, CLUB, User("kit", "ann")):
        t.queue(notice("a", to), at(10 + len(to.network)))
        t.queue(notice("b", to), at(60))
    for number, phase in enumerate(("lobby", "playing", "playing", ""), 1):
        t.save_table(table(number, phase))
    t.save_table(table(9, "ended", still_open=False))
    t.set_alarms(1, [Alarm("deadline", 1, at(20)), Alarm("remind", 1, at(100))])
    t.take_shift("kit", "me", NOW, at(10))


async def test_what_waits_is_counted_with_the_age_of_the_oldest(store: Store) -> None:
    async with opened(store):
        assert isinstance(store, Counted)
        assert await store.census(NOW) == Census()
        await store.transact(fill)
        first = await store.transact(lambda t: t.next_inbox(NOW, ()))
        assert first is not None
        await store.transact(lambda t: t.finish_inbox(first.id, "done"))
        assert await store.census(at(30)) == Census(
            inbox=Waiting(3, at(1)),
            outbox={"kit": Waiting(2, at(13)), "irc": Waiting(1, at(13))},
            alarms=Waiting(1, at(20)),
            tables={"lobby": 1, "playing": 2, "": 1},
            shifts={"kit": at(10)},
        )


async def test_what_waits_for_its_time_has_waited_all_the_same(store: Store) -> None:
    async with opened(store):
        await store.transact(fill)
        row = await store.transact(lambda t: t.next_outbox(("irc",), NOW, (), at(60)))
        assert row is not None
        assert row.queued == at(13)
        await store.transact(lambda t: t.postpone(row, at(900), attempted=False))
        assert isinstance(store, Counted)
        assert (await store.census(at(30))).outbox["irc"] == Waiting(1, at(13))


async def test_a_store_that_is_closed_is_counted_by_nobody(store: Store) -> None:
    assert isinstance(store, Counted)
    with pytest.raises(StoreError, match="not open"):
        await store.census(NOW)
