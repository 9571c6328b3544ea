"""A hundred thousand waiting tables are rows: opening and working touch only what is due."""

import sqlite3
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from uno_chat.contract import Transaction
from uno_chat_sql import sqlite
from uno_chat_sql.columns import in_ms
from uno_chat_sql.sqlite import SqliteFile

NOW = datetime(2026, 1, 1, tzinfo=UTC)
ON = ("kit",)
FILL = (
    "INSERT INTO game_table SELECT value, 1, 1, 1, '{}', '', NULL FROM numbers",
    "INSERT INTO table_room SELECT value, 0, 'kit:' || value, 1 FROM numbers",
    "INSERT INTO seat SELECT value, 0, value, 1 FROM numbers",
    f"INSERT INTO alarm SELECT value, 'turn', 1, {in_ms(NOW)} + value FROM numbers",
    "INSERT INTO inbox SELECT value, 'a', value, 'l', 0, '{}', 0, NULL, 'done', NULL FROM numbers",
    "INSERT INTO slot SELECT value, 'table', 'room kit:' || value, NULL, 1, '', value FROM numbers",
)
NUMBERS = (
    "WITH RECURSIVE numbers(value) AS"
    " (SELECT 1 UNION ALL SELECT value + 1 FROM numbers WHERE value < {})"
)


def filled(path: Path, tables: int) -> None:
    SqliteFile(path).close()
    with closing(sqlite3.connect(path)) as connection, connection:
        for statement in FILL:
            target, rows = statement.split(" SELECT ", 1)
            connection.execute(f"{target} {NUMBERS.format(tables)} SELECT {rows}")


def an_hour(t: Transaction) -> int:
    assert t.next_alarm() == NOW + timedelta(milliseconds=1)
    rung = t.ring(NOW + timedelta(milliseconds=5))
    assert t.next_inbox(NOW, ()) is not None
    assert t.next_outbox(ON, NOW, (), NOW) is None
    assert t.next_send(ON) is None
    assert t.tables_of(3) == (3,)
    assert t.table(3) is not None
    return rung


def steps(path: Path, monkeypatch: pytest.MonkeyPatch) -> int:
    """How many steps SQLite's machine takes to open a file and do what a worker does."""
    taken = 0

    def step() -> int:
        nonlocal taken
        taken += 1
        return 0

    def connect(path: Path) -> sqlite3.Connection:
        connection = plain_connect(path)
        connection.set_progress_handler(step, 1)
        return connection

    plain_connect = sqlite._connect
    monkeypatch.setattr(sqlite, "_connect", connect)
    with closing(SqliteFile(path)) as file:
        assert file.transact(an_hour) == 5
    monkeypatch.undo()
    return taken


def test_a_hundred_thousand_tables_are_opened_like_a_hundred(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    few, many = tmp_path / "few.db", tmp_path / "many.db"
    filled(few, 100)
    filled(many, 100_000)
    expected = steps(few, monkeypatch)
    assert expected > 100
    assert steps(many, monkeypatch) < 1.1 * expected
