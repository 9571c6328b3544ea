"""What ended long ago is forgotten a few rows at a time, on both engines."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from datetime import timedelta
from pathlib import Path

import pytest

from uno_chat.contract import (
    Arrival,
    Clearing,
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
from uno_chat_sql.pruning import Progress, Pruning

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


async def cleared(store: Store, **of: timedelta) -> list[int]:
    """How much goes in each transaction, until nothing does."""
    before, closed = (NOW + of.get(name, timedelta()) for name in ("before", "closed"))

    def body(tx: Transaction) -> int | None:
        assert isinstance(tx, Clearing)
        return tx.clear(before, closed, NOW)

    found: list[int] = []
    while (gone := await store.transact(body)) is not None:
        found.append(gone)
    return found


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


async def test_every_round_begins_at_the_oldest_row(store: Store) -> None:
    """Also where the one before went on behind it: what was young then is old now."""
    await store.transact(handled(400))
    for minutes in range(1, 400, 40):
        assert sum(await cleared(store, before=minutes * MINUTE)) == (40 if minutes > 1 else 1)


async def test_rows_from_a_clock_that_was_wrong_for_a_while_hide_none(store: Store) -> None:
    def body(tx: Transaction) -> None:
        for number in range(30):
            at = NOW + (timedelta(days=900) if 10 <= number < 20 else timedelta())
            tx.receive(Arrival("kit", f"e{number}", "lane", at, "{}"))
            row = tx.next_inbox(LATE, ())
            assert row is not None
            tx.finish_inbox(row.id, "done")

    await store.transact(body)
    assert sum(await cleared(store, before=timedelta(days=1))) == 20


async def test_a_few_tables_go_in_each_transaction(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pruning, "TABLES", 3)

    def body(tx: Transaction) -> None:
        for number in range(1, 9):
            closed = NOW + number * MINUTE
            tx.save_table(StoredTable(number, 1, 1, "{}", (), (), open=number > 7, closed=closed))

    await store.transact(body)
    assert [gone for gone in await cleared(store, closed=7 * MINUTE) if gone] == [3, 3]
    assert await store.transact(lambda tx: [tx.table(n) is None for n in (1, 6, 7, 8)]) == [
        True,
        True,
        False,
        False,
    ]


def test_one_transaction_looks_at_so_much_and_the_next_one_goes_on_there() -> None:
    """However many rows there are that stay."""
    asked: list[int] = []

    class Rows:
        """A table of a million old rows, none of which may go."""

        def __init__(self, after: int) -> None:
            self.after = after

        def one(self) -> tuple[int, int, bool]:
            return self.after + pruning.AT_ONCE, pruning.AT_ONCE, True

        def all(self) -> list[object]:
            return []

    class Wire:
        def run(self, _: object, values: dict[str, int]) -> Rows:
            asked.append(values.get("after", -1))
            return Rows(values.get("after", 0))

        def count(self, _: object, values: dict[str, int]) -> int:
            asked.append(values["after"])
            return 0

    one = Pruning(Wire(), Progress())  # type: ignore[arg-type]  # all that it needs of statements
    assert one.clear(NOW, NOW, NOW) == 0
    asked.clear()
    assert one.clear(NOW, NOW, NOW) == 0
    assert min(after for after in asked if after >= 0) == pruning.LOOKS * pruning.AT_ONCE
