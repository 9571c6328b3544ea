"""Commands over PostgreSQL."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from alembic import command
from sqlalchemy import Connection, make_url

from uno_chat.cli import main
from uno_chat.contract import StoredTable, Transaction
from uno_chat.testing.postgres import LOCKED, Cluster
from uno_chat_sql import migrate, plugin
from uno_chat_sql.postgres import PostgresDatabase

SEED = '{"event": "seed"}'


@pytest.fixture
def empty(cluster: Cluster, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """A database without tables, which is configured."""
    name = cluster.database()
    monkeypatch.setenv("UNO_CHAT_DATABASE_URL", cluster.url(name))
    yield name
    cluster.drop(name)


async def of_the_first_version(url: str) -> None:
    def make(connection: Connection) -> None:
        command.upgrade(migrate._config(connection), "0001")

    database = PostgresDatabase(make_url(url))
    await database._run(make)
    await database.close()


def test_the_operator_brings_tables_up_to_date(
    cluster: Cluster, empty: str, capsys: pytest.CaptureFixture[str]
) -> None:
    asyncio.run(of_the_first_version(cluster.url(empty)))
    assert main(["record", "1"]) == 1
    assert "older tables than this program needs: run uno-chat db" in capsys.readouterr().err
    for _ in range(2):
        assert main(["db", "upgrade"]) == 0
        said = capsys.readouterr().out
        assert said.startswith("The database is up to date: PostgreSQL ")
        assert said.endswith(f" of {empty}.\n")
    assert main(["record", "1"]) == 2
    assert "There is no table 1 in this database." in capsys.readouterr().err


def play(t: Transaction) -> None:
    t.save_table(StoredTable(1, 1, 1, "{}", (), (), open=False))
    t.append_record(1, 1, ['{"event": "deal"}', SEED])


def test_a_record_is_written_from_there(
    cluster: Cluster, empty: str, capsys: pytest.CaptureFixture[str]
) -> None:
    async def put() -> None:
        store = plugin(cluster.url(empty))
        await store.open()
        await store.transact(play)
        await store.close()

    asyncio.run(put())
    assert main(["record", "1"]) == 0
    assert capsys.readouterr().out.splitlines()[-1] == SEED


def test_check_tells_of_a_database_that_cannot_be_used(
    cluster: Cluster,
    empty: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    main(["check"])
    assert capsys.readouterr().out.splitlines()[0] == "ok    database"
    monkeypatch.setenv("UNO_CHAT_DATABASE_URL", cluster.url(empty, user=f"{LOCKED}:secret"))
    assert main(["check"]) == 1
    told = capsys.readouterr().out
    assert told.startswith("FAIL  database: PostgreSQL at 127.0.0.1:")
    assert "refuses the password of locked: mend it" in told
    assert "secret" not in told


@pytest.mark.usefixtures("empty")
def test_everything_is_copied_from_sqlite(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    url = f"sqlite:///{tmp_path}/games.db"

    async def put() -> None:
        store = plugin(url)
        await store.open()
        await store.transact(play)
        await store.close()

    asyncio.run(put())
    for _ in range(2):
        assert main(["db", "copy", url]) == 0
        said = capsys.readouterr().out.splitlines()
        assert "         2 record" in said
        assert said[-1] == (
            "All of it is there, row by row. It stays where it was copied from, too."
        )
    assert main(["record", "1"]) == 0
    assert main(["db", "copy", "postgresql+asyncpg://ann:secret@host/uno"]) == 2
    assert "secret" not in capsys.readouterr().err
    assert main(["db", "copy", f"sqlite:///{tmp_path}/other.db"]) == 1


def test_sqlite_takes_over_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("UNO_CHAT_DATABASE_URL", f"sqlite:///{tmp_path}/games.db")
    assert main(["db", "copy", f"sqlite:///{tmp_path}/other.db"]) == 2
    assert "Only a PostgreSQL takes over another database" in capsys.readouterr().err


def test_whoever_names_no_database_reads_which_file_was_made(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.delenv("UNO_CHAT_DATABASE_URL", raising=False)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert main(["db", "upgrade"]) == 0
    said = capsys.readouterr().out
    assert said.endswith(f" at {tmp_path / 'uno-chat' / 'uno-chat.db'}.\n")


def test_sqlite_is_one_process_that_does_everything(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("UNO_CHAT_DATABASE_URL", f"sqlite:///{tmp_path}/games.db")
    monkeypatch.setenv("UNO_CHAT_ADAPTERS", "telegram")
    monkeypatch.setenv("UNO_CHAT_TELEGRAM_TOKEN", f"123456:{'A' * 35}")
    assert main(["run", "--only", "work"]) == 2
    assert "with SQLite one process does everything" in capsys.readouterr().err


@pytest.mark.parametrize("option", ["--older-than", "--tables-older-than"])
@pytest.mark.parametrize(
    ("time", "said"),
    [("soon", "is a time like 90d"), ("", "is a time"), ("8d", "is at least 9d, not 8d")],
)
def test_nothing_is_forgotten_that_may_come_again(
    option: str, time: str, said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["db", "prune", option, time]) == 2
    assert f"{option} {said}" in capsys.readouterr().err


def test_neither_is_that_by_the_configuration(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("UNO_CHAT_KEEP_TABLES", "8d")
    for words in (["run"], ["db", "prune"]):
        assert main(words) == 2
        assert "keep_tables is at least 9d, not 8d" in capsys.readouterr().err


async def put(url: str, body: Callable[[Transaction], None]) -> None:
    """Let something happen in a database."""
    store = plugin(url)
    await store.open()
    await store.transact(body)
    await store.close()


def test_the_operator_forgets_what_was_handled_long_ago(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    url = f"sqlite:///{tmp_path}/games.db"
    monkeypatch.setenv("UNO_CHAT_DATABASE_URL", url)

    def body(tx: Transaction) -> None:
        play(tx)
        for days in (89, 91):
            at = datetime.now(UTC) - timedelta(days=days)
            tx.set_aside("telegram", f"{days}", at, "?")

    asyncio.run(put(url, body))
    for count in (1, 0):
        assert main(["db", "prune", "--older-than", "90d"]) == 0
        assert capsys.readouterr().out.startswith(f"{count} rows and closed tables were forgotten;")
    assert main(["record", "1"]) == 0


def test_the_operator_forgets_tables_that_were_closed_long_ago_but_not_their_rounds(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    url = f"sqlite:///{tmp_path}/games.db"
    monkeypatch.setenv("UNO_CHAT_DATABASE_URL", url)

    def body(tx: Transaction) -> None:
        play(tx)
        table = tx.table(1)
        assert table is not None
        closed = datetime.now(UTC) - timedelta(days=60)
        over = replace(table, version=table.version + 1, open=False, closed=closed)
        tx.save_table(over)

    asyncio.run(put(url, body))
    for kept, words, count in (
        ("90d", ["db", "prune"], 0),
        ("90d", ["db", "prune", "--tables-older-than", "61d"], 0),
        ("59d", ["db", "prune", "--tables-older-than", "61d"], 0),
        ("59d", ["db", "prune"], 1),
        ("90d", ["db", "prune", "--tables-older-than", "59d"], 0),
    ):
        monkeypatch.setenv("UNO_CHAT_KEEP_TABLES", kept)
        assert main(words) == 0
        assert capsys.readouterr().out.startswith(f"{count} rows and closed tables"), words
    assert main(["record", "1"]) == 0
    assert main(["record", "2"]) == 2
    assert capsys.readouterr().err.endswith("There is no table 2 in this database.\n")
