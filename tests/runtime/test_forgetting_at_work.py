"""Somebody is forgotten while several workers of one PostgreSQL handle what all others do."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from itertools import chain

from sqlalchemy import NullPool, select
from sqlalchemy.ext.asyncio import create_async_engine

from uno_chat.contract import Arrival, Said, Store, Transaction
from uno_chat.runtime.working import Did, Worker
from uno_chat.testing.desk import Desk, user
from uno_chat.testing.patience import PATIENCE
from uno_chat_sql import plugin
from uno_chat_sql.models import metadata

PEOPLE = ("ann", "bob", "zelda")


def lines(desk: Desk, *said: tuple[str, str, str | None]) -> list[Arrival]:
    return [desk.arrival(desk.envelope(who, Said(text), group)) for who, text, group in said]


async def arrived(store: Store, rows: Iterable[Arrival]) -> None:
    def body(tx: Transaction) -> list[bool]:
        return [tx.receive(row) for row in rows]

    await store.transact(body)


async def worked(worker: Worker) -> None:
    """Until nothing is left, for this worker or for another one."""
    idle = 0
    while idle < 5:
        did = await worker.step()
        idle = idle + 1 if did is Did.NOTHING else 0
        if did is Did.NOTHING:
            await asyncio.sleep(0.01)


async def results(url: str) -> list[str | None]:
    inbox = metadata.tables["inbox"]
    async with create_async_engine(url, poolclass=NullPool).connect() as connection:
        return list((await connection.execute(select(inbox.c.result))).scalars())


async def test_nothing_fails_and_nobody_comes_back_by_what_was_said_before(
    postgres_url: str,
) -> None:
    desk, store = Desk(), plugin(postgres_url)
    await store.open()
    workers = [
        Worker(desk.house, store, lambda: desk.now, lambda _: None, shares=True) for _ in range(3)
    ]
    opening = [("ann", "/new", "family"), *[(who, "/#1 join", "family") for who in PEOPLE[1:]]]
    await arrived(store, lines(desk, *opening, ("ann", "/deal", "family")))
    await worked(workers[0])
    groups = ("club", "choir", "crew", "crowd")
    opened = chain.from_iterable((("zelda", "/new", g), ("bob", "/join", g)) for g in groups)
    talk = [(who, text, None) for text in ("draw", "hand", "uno", "tables") for who in PEOPLE]
    await arrived(store, lines(desk, *opened, *talk * 3))
    await arrived(store, lines(desk, ("zelda", "forget me now", None)))
    await arrived(store, lines(desk, *[("zelda", "/join", g) for g in groups], *talk * 3))
    async with asyncio.timeout(PATIENCE):
        await asyncio.gather(*map(worked, workers))
    found = await results(postgres_url)
    assert "forgotten" in found
    assert not {None, "set aside"} & {*found}
    assert all(not worker.retries for worker in workers)
    assert await store.transact(lambda tx: tx.player(user("zelda"))) is None
    tables = await store.transact(lambda tx: [tx.table(n) for n in range(1, 6)])
    assert [table.state.casefold().count("zelda") for table in tables if table] == [0] * 5
    await store.close()
