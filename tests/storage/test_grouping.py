"""Bodies that wait for an SQLite file at the same moment: one transaction, and each its own end."""

import asyncio
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sqlalchemy import event

from uno_chat.contract import StoreError, Transaction
from uno_chat_sql.grouping import AT_ONCE, Group
from uno_chat_sql.sqlite import SqliteFile
from uno_chat_sql.store import SqliteStore


@pytest.fixture
def file(tmp_path: Path) -> Iterator[SqliteFile]:
    with closing(SqliteFile(tmp_path / "uno.db")) as opened:
        yield opened


class Body:
    """Writes its number and returns how many are there; or raises instead."""

    def __init__(self, number: int, *, fails: bool = False) -> None:
        self.number = number
        self.fails = fails
        self.runs = 0

    def __call__(self, tx: Transaction) -> int:
        self.runs += 1
        tx.remember("account", {str(self.number): "here"})
        if self.fails:
            raise LookupError(self.number)
        return len(tx.memory("account", ""))


def asked(file: SqliteFile, bodies: Sequence[Body]) -> list[Any]:
    """What came of bodies that were asked for at once, as often as there are of them."""
    group = Group(file)
    ends = [group.ask(body) for body in bodies]
    for _ in bodies:
        group.work_off()
    return [end.exception() or end.result() for end in ends]


def kept(file: SqliteFile) -> set[int]:
    return {int(name) for name in file.transact(lambda tx: tx.memory("account", ""))}


@contextmanager
def commits(file: SqliteFile) -> Iterator[list[object]]:
    made: list[object] = []
    note = made.append
    event.listen(file._connection, "commit", note)
    yield made
    event.remove(file._connection, "commit", note)


def test_what_waits_is_synced_once(file: SqliteFile) -> None:
    with commits(file) as made:
        found = asked(file, [Body(n) for n in range(AT_ONCE)])
    assert found == [*range(1, AT_ONCE + 1)]
    assert len(made) == 1


def test_so_many_at_once_and_no_more(file: SqliteFile) -> None:
    with commits(file) as made:
        asked(file, [Body(n) for n in range(AT_ONCE + 1)])
    assert len(made) == 2
    assert kept(file) == {*range(AT_ONCE + 1)}


def test_who_fails_takes_nobody_along(file: SqliteFile) -> None:
    bodies = [Body(0), Body(1, fails=True), Body(2)]
    first, error, last = asked(file, bodies)
    assert (first, last) == (1, 2)
    assert isinstance(error, LookupError)
    assert kept(file) == {0, 2}
    assert [body.runs for body in bodies] == [2, 2, 1]


def test_nobody_waits_for_ever_whatever_is_raised(file: SqliteFile) -> None:
    """Also what is meant to end a process."""

    def leave(_: Transaction) -> int:
        raise SystemExit(3)

    group = Group(file)
    first, last = group.ask(Body(0)), group.ask(leave)
    group.work_off()
    assert first.result(timeout=0) == 1
    assert isinstance(last.exception(timeout=0), SystemExit)


def test_where_the_commit_fails_each_hears_so_for_itself(
    file: SqliteFile, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nobody is told of something that is not on the disk."""
    bodies = [Body(n) for n in range(3)]
    full = StoreError("The disk is full.")

    def no_room(driver: sqlite3.Connection) -> None:
        driver.rollback()  # as SQLite does it by itself
        raise full

    monkeypatch.setattr(file._connection.engine.dialect, "do_commit", no_room)
    assert asked(file, bodies) == [full] * 3
    monkeypatch.undo()
    assert kept(file) == set()
    assert asked(file, bodies) == [1, 2, 3]


def test_who_is_not_waited_for_any_more_does_not_run(file: SqliteFile) -> None:
    group, bodies = Group(file), [Body(n) for n in range(3)]
    ends = [group.ask(body) for body in bodies]
    assert ends[1].cancel()
    group.work_off()
    assert [body.runs for body in bodies] == [1, 0, 1]
    assert [ends[0].result(), ends[2].result()] == [1, 2]


@given(st.lists(st.booleans(), max_size=2 * AT_ONCE))
def test_all_is_as_if_each_had_run_alone(fails: list[bool]) -> None:
    with TemporaryDirectory() as folder, closing(SqliteFile(Path(folder) / "uno.db")) as file:
        found = asked(file, [Body(n, fails=one) for n, one in enumerate(fails)])
        good = [n for n, one in enumerate(fails) if not one]
        assert [found[n] for n in good] == [*range(1, len(good) + 1)]
        assert all(isinstance(one, LookupError) is fails[n] for n, one in enumerate(found))
        assert kept(file) == {*good}


async def test_a_store_groups_what_is_asked_of_it_meanwhile(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / "uno.db")
    await store.open()
    bodies = [Body(n, fails=n == 7) for n in range(40)]
    found = await asyncio.gather(*map(store.transact, bodies), return_exceptions=True)
    await store.close()
    assert [n for n, one in enumerate(found) if isinstance(one, LookupError)] == [7]
    assert sorted(one for one in found if isinstance(one, int)) == [*range(1, 40)]
