"""What ended long ago is forgotten a few rows at a time, on both engines."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from datetime import timedelta
from pathlib import Path

import pytest

from uno_chat.contract import (
    Arrival,
    Outgoing,
    OutKind,
    Settled,
    Store,
    StoredTable,
    Transaction,
    User,
)
from uno_chat.testing.store_kit.steps import NOW
from uno_chat_sql import plugin, pruning
from uno_chat_sql.pruning import Pruning

ANN = User("kit", "ann")
MINUTE = timedelta(minutes=1)
LATE = NOW + timedelta(days=1)


@pytest.fixture(params=["sqlite", "postgresql"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path}/a.db"
    return str(request.getfixturevalue("postgres_url"))


@pytest.fixture
async def store(url: str, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Store]:
    monkeypatch.setattr(pruning, "AT_ONCE", 3)
    made = plugin(url)
    await made.open()
    yield made
    await made.close()


def handled(count: int) -> Callable[[Transaction], None]:
    def body(tx: Transaction) -> None:
        for number in range(count):
            tx.receive(Arrival("kit", f"e{number}", "lane", NOW + number * MINUTE, "{}"))
        while row := tx.next_inbox(LATE, ()):
            tx.finish_inbox(row.id, "done")

    return body


def said(*tables: int | None) -> Callable[[Transaction], None]:
    """Something at each of these tables, in this order."""

    def body(tx: Transaction) -> None:
        for number, table in enumerate(tables):
            out = Outgoing(OutKind.NOTICE, ANN, table, f"n{number}")
            tx.queue(out, NOW)
            row = tx.next_outbox(["kit"], NOW, (), LATE)
            assert row is not None
            tx.settle(row, Settled.SENT, None)

    return body


async def steps(store: Store, days: int = 2) -> list[int]:
    """How much goes in each transaction, until nothing does."""
    found: list[int] = []
    while not found or found[-1]:
        found.append(await store.transact(lambda tx: tx.prune(NOW + timedelta(days=days))))
    return found


async def test_a_few_rows_go_in_each_transaction(store: Store) -> None:
    await store.transact(handled(8))
    assert await steps(store) == [3, 3, 2, 0]


async def test_what_is_young_stays(store: Store) -> None:
    await store.transact(handled(8))
    assert await store.transact(lambda tx: tx.prune(NOW + 4.5 * MINUTE)) == 3
    assert await store.transact(lambda tx: tx.prune(NOW + 4.5 * MINUTE)) == 2
    assert await store.transact(lambda tx: tx.prune(NOW + 4.5 * MINUTE)) == 0
    again = Arrival("kit", "e7", "lane", NOW, "{}")
    assert not await store.transact(lambda tx: tx.receive(again))


async def test_many_rows_that_stay_do_not_hide_those_behind_them(store: Store) -> None:
    def tables(tx: Transaction) -> None:
        tx.save_table(StoredTable(1, 1, 1, "{}", (), (), open=True))
        tx.save_table(StoredTable(2, 1, 1, "{}", (), (), open=False))

    await store.transact(tables)
    await store.transact(said(*[1] * 7, 2, None, *[1] * 4, 2))
    assert sum(await steps(store)) == 3
    again = Outgoing(OutKind.NOTICE, ANN, 1, "n0")
    await store.transact(lambda tx: tx.queue(again, NOW))
    assert await store.transact(lambda tx: tx.next_outbox(["kit"], NOW, (), LATE)) is None


def test_what_stays_is_not_read_again_and_again() -> None:
    """However much that is, one transaction looks at so much and the next one goes on there."""
    asked: list[int] = []

    class Rows:
        """A table of a million rows, none of which may go."""

        rowcount = 0

        def __init__(self, after: int) -> None:
            self.after = after

        def one(self) -> tuple[int, int]:
            return self.after + pruning.AT_ONCE, pruning.AT_ONCE

        def all(self) -> list[object]:
            return []

    class Wire:
        def execute(self, _: object, values: dict[str, int]) -> Rows:
            asked.append(values.get("after", -1))
            return Rows(values.get("after", 0))

    progress: dict[str, int] = {}
    one = Pruning(Wire(), progress)  # type: ignore[arg-type]  # all that it needs of a connection
    assert one.prune(NOW) == 0
    assert progress == dict.fromkeys(("inbox", "outbox"), pruning.LOOKS * pruning.AT_ONCE)
    asked.clear()
    one.prune(NOW)
    assert min(after for after in asked if after >= 0) == pruning.LOOKS * pruning.AT_ONCE
