"""How the file is opened, and one sentence for everything that can be wrong with it."""

import asyncio
import os
import shutil
import sqlite3
import stat
import subprocess
import sys
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

import pytest
from sqlalchemy import text
from sqlalchemy.exc import DBAPIError, OperationalError

from uno_chat.contract import (
    Conversation,
    InUse,
    Outgoing,
    OutKind,
    Settled,
    StoredTable,
    StoreError,
    Transaction,
)
from uno_chat_sql import plugin
from uno_chat_sql.sqlite import SqliteFile, sqlite_version
from uno_chat_sql.trouble import explained

FAMILY = Conversation("kit", "family")
NOW = datetime(2026, 1, 1, tzinfo=UTC)
ON = ("kit",)


def pragma(file: SqliteFile, setting: str) -> object:
    driver = file._connection.connection.driver_connection
    assert isinstance(driver, sqlite3.Connection)
    row = driver.execute(f"PRAGMA {setting}").fetchone()
    return row and row[0]


def write(t: Transaction, size: int = 10) -> None:
    t.save_table(StoredTable(t.new_table_id(), 1, 1, "x" * size, (), (), open=True))


def test_a_commit_is_on_the_disk_and_foreign_keys_hold(tmp_path: Path) -> None:
    with closing(SqliteFile(tmp_path / "uno.db")) as file:
        names = ("journal_mode", "synchronous", "foreign_keys", "page_size", "busy_timeout")
        assert [pragma(file, name) for name in names] == ["wal", 2, 1, 8192, 5000]


def test_a_transaction_holds_the_file_from_its_beginning(tmp_path: Path) -> None:
    """Else what it has read may be old when it writes."""
    path = tmp_path / "uno.db"

    def body(t: Transaction) -> str | None:
        locked = pytest.raises(sqlite3.OperationalError, match="locked")
        with closing(sqlite3.connect(path, timeout=0)) as other, locked:
            other.execute("BEGIN IMMEDIATE")
        return t.cursor("account")

    with closing(SqliteFile(path)) as file:
        assert file.transact(body) is None


def test_what_was_said_does_not_stay_in_the_file(tmp_path: Path) -> None:
    def body(t: Transaction) -> None:
        t.queue(Outgoing(OutKind.NOTICE, FAMILY, 1, "n", payload="red seven"), NOW)
        row = t.next_outbox(ON, NOW, (), NOW)
        assert row is not None
        t.settle(row, Settled.SENT, None)

    with closing(SqliteFile(tmp_path / "uno.db")) as file:
        file.transact(body)
        rows = file._connection.execute(text("SELECT name, payload, ended FROM outbox")).all()
    assert [tuple(row) for row in rows] == [("n", "", "sent")]


def test_the_folder_is_made_and_nobody_else_reads_the_file(tmp_path: Path) -> None:
    path = tmp_path / "new" / "folder" / "uno.db"
    with closing(SqliteFile(path)) as file:
        file.transact(write)
        modes = {name.name: stat.S_IMODE(name.stat().st_mode) for name in path.parent.iterdir()}
    assert set(modes) == {"uno.db", "uno.db-wal", "uno.db-shm", "uno.db.lock"}
    assert set(modes.values()) == {0o600}


def test_a_second_program_is_told_who_holds_the_file(tmp_path: Path) -> None:
    path = tmp_path / "uno.db"
    with closing(SqliteFile(path)):
        code = f"from uno_chat_sql.sqlite import *; SqliteFile(Path({str(path)!r}))"
        other = subprocess.run(
            [sys.executable, "-c", code],
            capture_output=True,
            text=True,
            check=False,
            env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
        )
    assert other.returncode == 1
    last = other.stderr.strip().splitlines()[-1]
    assert f"{path} is in use by another Uno Chat (process {os.getpid()}): stop that" in last
    SqliteFile(path).close()


async def test_a_second_store_in_the_same_program_is_refused_too(tmp_path: Path) -> None:
    first, second = (plugin(f"sqlite:///{tmp_path}/uno.db") for _ in range(2))
    await first.open()
    with pytest.raises(InUse, match="is in use by another Uno Chat"):
        await second.open()
    await first.close()
    await second.open()
    await second.close()


async def test_a_body_that_is_given_up_is_finished_all_the_same(tmp_path: Path) -> None:
    """Whoever waits for a transaction may be cancelled; the store stays usable and whole."""
    store = plugin(f"sqlite:///{tmp_path}/uno.db")
    await store.open()
    waiting = [asyncio.create_task(store.transact(write)) for _ in range(5)]
    await asyncio.sleep(0)
    for task in waiting:
        task.cancel()
    await asyncio.gather(*waiting, return_exceptions=True)
    await store.transact(lambda t: t.save_cursor("after", "1"))
    assert await store.transact(lambda t: t.cursor("after")) == "1"
    await store.close()


async def test_a_store_that_is_given_up_while_it_opens_lets_go(tmp_path: Path) -> None:
    store = plugin(f"sqlite:///{tmp_path}/uno.db")
    opening = asyncio.create_task(store.open())
    await asyncio.sleep(0)
    opening.cancel()
    await asyncio.gather(opening, return_exceptions=True)
    await store.open()
    await store.transact(write)
    await store.close()


def test_a_file_that_is_no_database_is_named_and_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "notes.txt"
    path.write_text("Dear diary, " * 1_000)
    for look in (SqliteFile, sqlite_version):
        with pytest.raises(StoreError, match=r"notes\.txt is not a database of Uno Chat: choose"):
            look(path)
    assert path.read_text() == "Dear diary, " * 1_000


def test_the_database_of_another_program_is_named_and_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "photos.db"
    with closing(sqlite3.connect(path)) as other:
        other.execute("CREATE TABLE photo (id INTEGER)")
    with pytest.raises(StoreError, match=r"photos\.db holds another program's tables: choose"):
        SqliteFile(path)
    with closing(sqlite3.connect(path)) as other:
        assert other.execute("SELECT name FROM sqlite_master").fetchall() == [("photo",)]


def test_a_folder_is_no_file(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="cannot be opened: choose a file in a folder where"):
        SqliteFile(tmp_path)


def test_a_path_through_a_file_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(StoreError, match=r"file/uno\.db cannot be used \(.*\): choose a file"):
        SqliteFile(tmp_path / "file" / "uno.db")


def test_what_could_not_be_opened_can_be_opened_when_it_is_mended(tmp_path: Path) -> None:
    path = tmp_path / "uno.db"
    path.write_text("no database" * 1_000)
    with pytest.raises(StoreError):
        SqliteFile(path)
    path.unlink()
    SqliteFile(path).close()


def test_a_damaged_file_is_named(tmp_path: Path) -> None:
    path = tmp_path / "uno.db"
    with closing(SqliteFile(path)) as file:
        file.transact(lambda t: write(t, 100_000))
    content = bytearray(path.read_bytes())
    content[8192:] = b"\xff" * (len(content) - 8192)
    path.write_bytes(content)
    with pytest.raises(StoreError, match=r"uno\.db is damaged: stop, keep a copy"):
        SqliteFile(path)


def overfill(t: Transaction) -> None:
    t.save_cursor("account", "2")
    write(t, 1_000_000)


def test_a_full_disk_changes_nothing_and_is_no_end(tmp_path: Path) -> None:
    with closing(SqliteFile(tmp_path / "uno.db")) as file:
        file.transact(lambda t: t.save_cursor("account", "1"))
        pragma(file, f"max_page_count={pragma(file, 'page_count')}")
        with pytest.raises(StoreError, match=r"disk under .*uno\.db is full, so nothing was"):
            file.transact(overfill)
        assert file.transact(lambda t: t.cursor("account")) == "1"
        pragma(file, "max_page_count=100000")
        file.transact(lambda t: write(t, 1_000_000))


@pytest.mark.parametrize(("free", "told"), [(0, "is full, so nothing"), (1 << 30, "does not read")])
def test_no_room_beside_the_file_is_no_disk_that_fails(
    free: int, told: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """On a full disk SQLite cannot make its -shm, and says that reading or writing failed."""
    usage = shutil.disk_usage(tmp_path)._replace(free=free)
    monkeypatch.setattr(shutil, "disk_usage", lambda _: usage)
    error = sqlite3.OperationalError("disk I/O error")
    error.sqlite_errorname = "SQLITE_IOERR_SHMSIZE"
    with pytest.raises(StoreError, match=told), explained(tmp_path / "uno.db"):
        raise OperationalError(None, None, error)


def test_a_file_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    with closing(SqliteFile(tmp_path / "uno.db")) as file:
        pragma(file, "query_only=ON")
        with pytest.raises(StoreError, match=r"uno\.db cannot be written: give this user"):
            file.transact(write)
        pragma(file, "query_only=OFF")
        file.transact(write)


def test_a_file_that_another_program_locks_is_named(tmp_path: Path) -> None:
    path = tmp_path / "uno.db"
    with closing(SqliteFile(path)) as file, closing(sqlite3.connect(path)) as browser:
        browser.execute("BEGIN IMMEDIATE")
        pragma(file, "busy_timeout=1")
        with pytest.raises(StoreError, match=r"Another program holds .*uno\.db locked: close"):
            file.transact(write)
        browser.rollback()
        file.transact(write)


def test_no_hand_is_in_an_error(tmp_path: Path) -> None:
    secret = Outgoing(OutKind.NOTICE, FAMILY, 1, "n", revision=2**70, payload="red seven")
    with closing(SqliteFile(tmp_path / "uno.db")) as file:
        with pytest.raises(OverflowError) as raised:
            file.transact(lambda t: t.queue(secret, NOW))
        with pytest.raises(DBAPIError) as wrapped:
            file.transact(lambda t: t.take_inbox(["red seven"]))  # type: ignore[arg-type]  # a mistake that the database has to find
    assert "red seven" not in str(raised.value) + str(wrapped.value)
