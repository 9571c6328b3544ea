"""An operator is told what a database is and what is wrong with it; that changes nothing."""

from __future__ import annotations

import shutil
import sqlite3
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from alembic import command
from sqlalchemy import Connection, create_engine, make_url

from uno_chat.contract import (
    Arrival,
    Conversation,
    Examined,
    Finding,
    Outgoing,
    OutKind,
    Store,
    StoreError,
)
from uno_chat.testing.postgres import Cluster
from uno_chat_sql import migrate, plugin, room
from uno_chat_sql.postgres import PostgresDatabase

EMPTY = "it is empty, and gets its tables at the first start"
LONG_AGO = datetime(2026, 1, 1, 12, tzinfo=UTC)


async def look(store: Store) -> tuple[Finding, ...]:
    assert isinstance(store, Examined)
    return await store.examine()


def names(findings: tuple[Finding, ...]) -> str:
    return "\n".join(finding.name for finding in findings)


def troubles(findings: tuple[Finding, ...]) -> list[str]:
    return [f"{one.name}: {one.trouble}" for one in findings if one.trouble is not None]


async def made(store: Store, *arrived: datetime) -> None:
    await store.open()
    for number, at in enumerate(arrived):
        row = Arrival("kit", str(number), f"lane {number}", at, "")
        await store.transact(lambda t: t.receive(row))  # noqa: B023 - awaited at once
    await store.close()


# a file


async def test_a_file_that_is_not_there_is_not_made(tmp_path: Path) -> None:
    found = await look(plugin(f"sqlite:///{tmp_path}/far/away/uno.db"))
    assert troubles(found) == []
    assert f"SQLite {sqlite3.sqlite_version} at {tmp_path}" in names(found)
    assert "it will be made at the first start" in names(found)
    assert not (tmp_path / "far").exists()


async def test_a_folder_is_no_disk_that_fails(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="cannot be opened: choose a file in a folder where"):
        await look(plugin(f"sqlite:///{tmp_path}"))


async def test_a_file_is_looked_at_while_it_is_in_use(tmp_path: Path) -> None:
    store = plugin(f"sqlite:///{tmp_path}/uno.db")
    await store.open()
    found = await look(plugin(f"sqlite:///{tmp_path}/uno.db"))
    await store.close()
    assert troubles(found) == []
    assert f"its tables are version {migrate.HEAD}, as they should be" in names(found)
    assert "0 arrivals wait" in names(found)
    assert "it is in use by an Uno Chat that is running" in names(found)
    assert "in use" not in names(await look(store))


async def test_what_waits_for_long_is_told_since_when(tmp_path: Path) -> None:
    store = plugin(f"sqlite:///{tmp_path}/uno.db")
    await made(store, LONG_AGO, LONG_AGO + timedelta(hours=1))
    (told,) = troubles(await look(store))
    assert told == (
        "2 arrivals wait: the oldest since 2026-01-01 12:00 UTC: start a worker, or look into the "
        "log of those that run."
    )


async def test_what_is_not_said_for_long_is_told_by_its_account(tmp_path: Path) -> None:
    """Perhaps nobody serves it any more."""
    store, now = plugin(f"sqlite:///{tmp_path}/uno.db"), datetime.now(UTC)
    await store.open()
    for account, at in (("gone", LONG_AGO), ("busy", now - timedelta(minutes=5))):
        said = Outgoing(OutKind.NOTICE, Conversation(account, "family"), None, "1")
        await store.transact(lambda t: t.queue(said, at))  # noqa: B023 - awaited at once
    await store.close()
    found = await look(store)
    assert "what is to be said waits in 1 conversations on busy" in names(found)
    (told,) = troubles(found)
    assert told == (
        "what is to be said waits in 1 conversations on gone: the oldest since 2026-01-01 12:00"
        " UTC: start a worker, or look into the log of those that run. If nobody serves it any"
        " more: uno-chat db silence gone."
    )


async def test_older_tables_stay_as_they_are(tmp_path: Path) -> None:
    engine = create_engine(f"sqlite:///{tmp_path}/uno.db")
    with engine.begin() as connection:
        command.upgrade(migrate._config(connection), "0003")
    engine.dispose()
    for _ in range(2):
        found = await look(plugin(f"sqlite:///{tmp_path}/uno.db"))
        assert f"its tables are version 0003, to be brought to {migrate.HEAD}" in names(found)


async def test_newer_tables_are_told_in_one_sentence(tmp_path: Path) -> None:
    store = plugin(f"sqlite:///{tmp_path}/uno.db")
    await made(store)
    with closing(sqlite3.connect(tmp_path / "uno.db")) as connection, connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
    with pytest.raises(StoreError, match="written by a newer Uno Chat"):
        await look(store)


async def test_a_disk_that_is_nearly_full_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    used = shutil.disk_usage(tmp_path)._replace(free=200 * 2**20)
    monkeypatch.setattr("uno_chat_sql.examining.shutil.disk_usage", lambda _: used)
    found = await look(plugin(f"sqlite:///{tmp_path}/uno.db"))
    assert troubles(found) == ["200 MB are free beside it: free some space: 256 MB are needed."]


async def test_a_file_that_may_not_be_written_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def may_write(place: Path, _: int) -> bool:
        return Path(place).name != "uno.db"

    store = plugin(f"sqlite:///{tmp_path}/uno.db")
    await made(store)
    monkeypatch.setattr("uno_chat_sql.examining.os.access", may_write)
    (told,) = troubles(await look(store))
    assert told == (
        f"it can be written: give this user the right to write {tmp_path}/uno.db, or choose "
        "another database."
    )


# a server


async def test_a_server_tells_its_version_its_room_and_its_clock(postgres_url: str) -> None:
    found = await look(plugin(postgres_url))
    unsafe = ("fsync", "full_page_writes", "synchronous_commit")  # servers of tests are
    assert [one for one in troubles(found) if not one.startswith(unsafe)] == []
    assert "PostgreSQL 1" in names(found)
    assert "connections are left" in names(found)
    assert f"its tables are version {migrate.HEAD}, as they should be" in names(found)


async def test_settings_that_lose_what_was_committed_are_told(
    cluster: Cluster, postgres_url: str
) -> None:
    name = make_url(postgres_url).database
    cluster.ask(f"ALTER DATABASE {name} SET synchronous_commit = off")
    told = troubles(await look(plugin(postgres_url)))
    assert (
        "synchronous_commit is off: a power cut may take back what people have seen: set it to on."
    ) in told


@pytest.mark.parametrize(
    ("limit", "left", "told"),
    [
        ("DATABASE {name}", 6, "the CONNECTION LIMIT of the database {name}"),
        ("ROLE few", 7, "the CONNECTION LIMIT of the role few"),
    ],
)
async def test_a_limit_that_leaves_few_connections_is_told(
    cluster: Cluster, limit: str, left: int, told: str
) -> None:
    """Somebody else is there, too, of whom may not be seen what they do."""
    name = cluster.database()
    cluster.ask("CREATE ROLE few LOGIN", "GRANT uno TO few")
    cluster.ask(f"ALTER {limit.format(name=name)} CONNECTION LIMIT 8")
    other = PostgresDatabase(make_url(cluster.url(name, user="postgres")))
    await other.time()  # it has come in
    found = troubles(await look(plugin(cluster.url(name, user="few"))))
    what = told.format(name=name)
    sentence = f"{left} connections are left: each worker takes up to 7: raise {what}, now 8."
    assert sentence in found
    await other.close()
    cluster.drop(name)
    cluster.ask("DROP ROLE few")


async def test_a_server_that_has_few_connections_for_all_is_told(
    postgres_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(room, "SPARE", 10_000)
    (told,) = (t for t in troubles(await look(plugin(postgres_url))) if "connections" in t)
    assert "each worker takes up to 7: raise max_connections, now " in told


async def test_a_server_whose_clock_is_another_is_told(
    postgres_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    from uno_chat_sql import postgres  # noqa: PLC0415 - needs asyncpg, as the fixture does

    ahead = datetime.now(UTC) + timedelta(hours=1)
    monkeypatch.setattr(postgres, "_clock", lambda: ahead)
    (told,) = (t for t in troubles(await look(plugin(postgres_url))) if "clock" in t)
    assert "have both set by the network (NTP)" in told


async def test_a_database_without_tables_gets_none_by_being_looked_at(cluster: Cluster) -> None:
    name = cluster.database()
    for _ in range(2):
        found = await look(plugin(cluster.url(name)))
        assert EMPTY in names(found)
    cluster.drop(name)


@pytest.mark.parametrize(
    ("statement", "trouble"),
    [
        (
            "ALTER DATABASE {name} SET default_transaction_read_only = on",
            "default_transaction_read_only is on: nothing can be written: set it to off.",
        ),
        (
            "ALTER DATABASE {name} OWNER TO postgres",
            f"{EMPTY}: uno may make none: ALTER DATABASE {{name}} OWNER TO uno.",
        ),
        (
            "ALTER DATABASE {name} SET search_path TO games",
            f"{EMPTY}: but in no schema: ALTER DATABASE {{name}} SET search_path TO public.",
        ),
    ],
)
async def test_a_database_that_can_get_no_tables_is_told(
    cluster: Cluster, statement: str, trouble: str
) -> None:
    name = cluster.database()
    cluster.ask("REVOKE CREATE ON SCHEMA public FROM PUBLIC", database=name)  # before version 15
    cluster.ask(statement.format(name=name))
    assert trouble.format(name=name) in troubles(await look(plugin(cluster.url(name))))
    cluster.drop(name)


async def test_a_database_that_has_no_sign_for_much_is_told(latin: str) -> None:
    better = "people write in UTF8: make one (createdb --encoding=UTF8 --template=template0)."
    assert f"it is in LATIN1: {better}" in troubles(await look(plugin(latin)))


async def test_older_tables_on_a_server_are_told_with_the_command(cluster: Cluster) -> None:
    def make(connection: Connection) -> None:
        command.upgrade(migrate._config(connection), "0003")

    name = cluster.database()
    database = PostgresDatabase(make_url(cluster.url(name)))
    await database._run(make)
    await database.close()
    told = troubles(await look(plugin(cluster.url(name))))
    behind = f"this program needs {migrate.HEAD}: run uno-chat db upgrade."
    assert f"its tables are version 0003: {behind}" in told
    cluster.drop(name)


async def test_what_waits_on_a_server_is_told_too(postgres_url: str) -> None:
    store = plugin(postgres_url)
    await made(store, LONG_AGO)
    told = troubles(await look(store))
    assert any(t.startswith("1 arrivals wait: the oldest since 2026-01-01 12:00") for t in told)
