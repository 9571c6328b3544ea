"""What the statements cost and where they work: indexes, both dialects, nothing loaded whole."""

import importlib
import pkgutil
import re
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from types import ModuleType
from typing import Any
from unittest.mock import patch

import pytest
from sqlalchemy import Connection, Executable, make_url
from sqlalchemy.sql import ClauseElement

import uno_chat_sql
from uno_chat.contract import (
    Alarm,
    Arrival,
    Conversation,
    Message,
    Outgoing,
    OutKind,
    Receipt,
    Settled,
    StoredTable,
    Transaction,
    User,
)
from uno_chat_sql.postgres import PostgresDatabase
from uno_chat_sql.sqlite import SqliteFile
from uno_chat_sql.statements import Rows, Statements, Values, Written
from uno_chat_sql.transaction import SqlTransaction

NOW = datetime(2026, 1, 1, tzinfo=UTC)
ON = ("kit",)
SOON = NOW + timedelta(seconds=60)
FAMILY = Conversation("kit", "family")
ANN = User("kit", "ann")
BOB = User("kit", "bob")


@pytest.fixture
def file(tmp_path: Path) -> Iterator[SqliteFile]:
    with closing(SqliteFile(tmp_path / "uno.db")) as opened:
        yield opened


def modules() -> list[ModuleType]:
    names = [module.name for module in pkgutil.iter_modules(uno_chat_sql.__path__)]
    return [importlib.import_module(f"uno_chat_sql.{name}") for name in names]


def statements() -> list[ClauseElement]:
    """Every statement that is built when the package is imported."""
    values = [value for module in modules() for value in vars(module).values()]
    values += [one for value in values if isinstance(value, tuple) for one in value]
    return [v for v in values if isinstance(v, Executable) and isinstance(v, ClauseElement)]


def test_every_statement_can_be_said_in_both_dialects() -> None:
    dialects = [make_url(url).get_dialect()() for url in ("sqlite://", "postgresql+asyncpg://")]
    said = [[str(s.compile(dialect=dialect)) for dialect in dialects] for s in statements()]
    assert len(said) > 50
    locking = [(lite, pg) for lite, pg in said if "FOR UPDATE" in pg]
    assert locking
    assert not [lite for lite, _ in locking if "FOR UPDATE" in lite]


def one_move(t: Transaction, number: int) -> None:
    """All that happens often, once."""
    t.receive(Arrival("account", f"e{number}", str(FAMILY), NOW, "{}"))
    t.set_aside("account", f"u{number}", NOW, "?")
    t.save_cursor("account", str(number))
    t.cursor("account")
    t.remember("account", {"key": str(number), "old": None})
    t.memory("account", "k")
    waiting = t.next_inbox(NOW, ["table:1", "table:2"])
    assert waiting is not None
    assert t.take_inbox(waiting.id)
    player = t.remember_player(ANN, f"Ann {number}", "en")
    t.player_by_id(player.id)
    moved = t.move_user(ANN, None)
    t.set_private(moved.id, ANN)
    t.remember_player(BOB, "Bob", None)
    player = t.move_user(ANN, t.remember_player(BOB, "Bob", None).id)
    t.set_language(player.id, "de")
    t.set_profile(player.id, "{}")
    t.remember_room(FAMILY, "Family")
    t.room(FAMILY)
    t.set_room_language(FAMILY, "de")
    t.set_room_profile(FAMILY, "{}")
    if number == 1:
        t.save_table(StoredTable(t.new_table_id(), 1, 1, "{}", (FAMILY,), (player.id,), open=True))
    (table,) = t.tables_in(FAMILY)
    assert t.tables_of(player.id) == (table,)
    stored = t.table(table)
    assert stored is not None
    rooms = (FAMILY,) * number
    t.save_table(
        StoredTable(table, stored.version + 1, 1, "{}", rooms, (player.id,) * number, open=True)
    )
    t.append_record(table, 1, ["{}"])
    t.last_round(table)
    t.set_alarms(table, [Alarm("turn", number, SOON)])
    t.next_alarm()
    t.fail_inbox(waiting.id, NOW, "boom")
    t.finish_inbox(waiting.id, "done")
    say(t, table, number)


def say(t: Transaction, table: int, number: int) -> None:
    for _ in range(2):
        t.queue(Outgoing(OutKind.SLOT, FAMILY, table, "table", number), NOW)
        t.queue(Outgoing(OutKind.NOTICE, ANN, table, f"turn:{number}"), NOW)
    t.next_send(ON)
    for _ in range(2):
        row = t.next_outbox(ON, NOW, [User("kit", "busy")], SOON)
        assert row is not None
        t.queue(Outgoing(OutKind.SLOT, FAMILY, table, "table", number + 1), NOW)
        t.forget_message(row)
        row = t.next_outbox(ON, NOW, [], SOON)
        assert row is not None
        t.postpone(row, NOW, attempted=False)
        row = t.next_outbox(ON, NOW, [], SOON)
        assert row is not None
        t.settle(row, Settled.SENT, Receipt(Message(FAMILY, "1")), ("r7",))
    t.next_send(ON)
    t.slot(table, "table", FAMILY)
    t.slots_at(FAMILY)


def happens(t: Transaction) -> None:
    for number in (1, 2):
        one_move(t, number)
        t.ring(SOON)


Said = dict[str, tuple[Any, ...]]
"""Statements, each with what it was said with."""


@contextmanager
def listening() -> Iterator[Said]:
    """What is said meanwhile; of many rows, the first."""
    said: Said = {}
    drive = Statements.drive

    def keep(self: Statements, written: Written, values: Values) -> Rows:
        said[written.text] = values[0] if isinstance(values, list) else values
        return drive(self, written, values)

    with patch.object(Statements, "drive", keep):
        yield said


def test_what_happens_often_is_found_by_an_index(file: SqliteFile) -> None:
    connection = file._connection
    with listening() as said:
        file.transact(happens)
    driver = connection.connection.driver_connection
    assert isinstance(driver, sqlite3.Connection)
    plans = {}
    for statement, values in said.items():
        rows = driver.execute(f"EXPLAIN QUERY PLAN {statement}", values)
        plans[statement] = [str(row[-1]) for row in rows]
    assert len(plans) > 40
    assert {s: p for s, p in plans.items() if costly(p)} == {}


def test_nothing_gives_back_what_it_was_not_asked_for(file: SqliteFile) -> None:
    """SQLAlchemy would ask for keys; SQLite's driver refuses that of several rows since 3.12."""
    said: list[Written] = []
    drive = Statements.drive

    def keep(self: Statements, written: Written, values: Values) -> Rows:
        said.append(written)
        return drive(self, written, values)

    with patch.object(Statements, "drive", keep):
        file.transact(happens)
    gives = [written for written in said if "RETURNING" in written.text]
    assert len(gives) > 10
    assert [written.text for written in gives if not written.finds] == []


def test_whoever_looks_at_a_page_locks_no_lane_for_what_was_queued(file: SqliteFile) -> None:
    """Lanes are locked last: whoever has one and waits for a table may be waited for there."""
    page = Outgoing(OutKind.SLOT, FAMILY, 1, "table", 1)

    def body(t: Transaction) -> list[str]:
        t.queue(page, NOW)
        with listening() as said:
            t.slot(1, "table", FAMILY)
            t.slots_at(FAMILY)
        return list(said)

    said = file.transact(body)
    assert len(said) == 2
    assert all(statement.startswith("SELECT slot") for statement in said)


def costly(steps: list[str]) -> list[str]:
    """Steps that walk over a table, or sort."""
    walks = [
        step for step in steps if re.match(r"SCAN (?!(\d+ )?CONSTANT|.*INDEX|.subquery)", step)
    ]
    return walks + [step for step in steps if "TEMP B-TREE" in step]


async def test_what_happens_often_is_found_by_an_index_on_postgresql(postgres_url: str) -> None:
    """Where an index answers, none of these tables is walked over, however few rows they have."""

    def plans(connection: Connection) -> dict[str, str]:
        with listening() as said:
            SqlTransaction(connection).run(happens)
        connection.exec_driver_sql("SET LOCAL enable_seqscan = off")
        connection.exec_driver_sql("SET LOCAL enable_bitmapscan = off")
        found = {}
        for statement, values in said.items():
            steps = connection.exec_driver_sql(f"EXPLAIN {statement}", values).scalars()
            found[statement] = "\n".join(steps)
        return found

    database = PostgresDatabase(make_url(postgres_url))
    found = await database._run(plans)
    await database.close()
    assert len(found) > 40
    assert {s: p for s, p in found.items() if "Seq Scan" in p} == {}
