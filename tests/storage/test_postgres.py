"""What can be wrong with a PostgreSQL: one sentence for each, and everything goes on afterwards."""

from __future__ import annotations

import asyncio
import gc
import os
import signal
import socket
import subprocess
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from datetime import UTC, datetime
from pathlib import Path
from traceback import format_exception

import pytest
from sqlalchemy import Connection, make_url, text

from uno_chat.contract import (
    Arrival,
    Conversation,
    Outgoing,
    OutKind,
    Store,
    StoredTable,
    StoreError,
    Transaction,
)
from uno_chat.testing.patience import PATIENCE
from uno_chat.testing.postgres import LOCKED, PASSWORD, USER, Cluster
from uno_chat_sql import plugin, postgres
from uno_chat_sql.postgres import PostgresDatabase

NOW = datetime(2026, 1, 1, tzinfo=UTC)
FAMILY = Conversation("kit", "family")


@asynccontextmanager
async def opened(url: str) -> AsyncIterator[Store]:
    store = plugin(url)
    await store.open()
    try:
        yield store
    finally:
        await store.close()


async def refusal(url: str) -> str:
    """What somebody is told who opens it; nothing of a password."""
    with pytest.raises(StoreError) as raised:
        await plugin(url).open()
    told = str(raised.value)
    for secret in (PASSWORD, "wrong"):
        assert secret not in "".join(format_exception(raised.value))
    return told.replace(str(make_url(url).host) + f":{make_url(url).port}", "HOST")


def move(t: Transaction) -> int:
    return t.new_table_id()


async def test_a_server_that_does_not_run_is_named() -> None:
    with socket.socket() as nobody:
        nobody.bind(("127.0.0.1", 0))
        port = nobody.getsockname()[1]
        told = await refusal(f"postgresql+asyncpg://ann:wrong@127.0.0.1:{port}/uno")
    assert told == (
        "PostgreSQL at HOST cannot be reached (Connection refused): start it, or name another in"
        " the database URL."
    )


async def test_a_server_that_hangs_up_is_told_of_like_one_that_was_lost() -> None:
    server = await asyncio.start_server(lambda _, writer: writer.close(), "127.0.0.1", 0)
    async with server:
        port = server.sockets[0].getsockname()[1]
        told = await refusal(f"postgresql+asyncpg://ann:wrong@127.0.0.1:{port}/uno")
    assert told.startswith("The connection to PostgreSQL at HOST was lost: see that it runs")


async def test_it_begins_with_nothing_that_a_pooler_refuses() -> None:
    """PgBouncer takes these, and ends whoever begins with another setting."""
    begun: list[bytes] = []

    async def heard(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readexactly(8)  # may it be encrypted?
        writer.write(b"N")
        size = int.from_bytes(await reader.readexactly(4))
        begun.append(await reader.readexactly(size - 4))
        writer.close()

    async with await asyncio.start_server(heard, "127.0.0.1", 0) as server:
        port = server.sockets[0].getsockname()[1]
        await refusal(f"postgresql+asyncpg://{USER}@127.0.0.1:{port}/uno")
    words = begun[0][4:].rstrip(b"\0").split(b"\0")  # after the version
    assert set(words[::2]) <= {b"user", b"database", b"client_encoding", b"application_name"}


async def test_a_host_that_is_not_found_is_named() -> None:
    told = await refusal("postgresql+asyncpg://ann:wrong@nowhere.invalid:5432/uno")
    assert told.startswith("PostgreSQL at HOST cannot be reached (")


async def test_a_wrong_password_is_not_repeated(cluster: Cluster) -> None:
    assert await refusal(cluster.url("postgres", user=f"{LOCKED}:wrong")) == (
        "PostgreSQL at HOST refuses the password of locked: mend it in the database URL."
    )


async def test_a_password_of_any_characters_opens(cluster: Cluster) -> None:
    name = cluster.database()
    cluster.ask(f"ALTER DATABASE {name} OWNER TO {LOCKED}")
    url = make_url(cluster.url(name)).set(username=LOCKED, password=PASSWORD)
    async with opened(url.render_as_string(hide_password=False)) as store:
        assert await store.transact(move) == 1
    cluster.drop(name)


async def test_an_unknown_user_is_named(cluster: Cluster) -> None:
    told = await refusal(cluster.url("postgres", user="stranger:wrong"))
    assert told.startswith("PostgreSQL at HOST lets nobody in as stranger: make that user (CREATE")


async def test_a_database_that_is_not_there_is_named(cluster: Cluster) -> None:
    assert await refusal(cluster.url("nowhere")) == (
        "There is no database nowhere on PostgreSQL at HOST: make it (CREATE DATABASE nowhere OWNER"
        " uno), or name another in the database URL."
    )


async def test_a_database_of_somebody_else_is_named(cluster: Cluster) -> None:
    assert await refusal(cluster.url("postgres")) == (
        "PostgreSQL at HOST does not let uno work in the database postgres: make it the owner"
        " (ALTER DATABASE postgres OWNER TO uno)."
    )


async def test_a_server_without_encryption_is_told_of(cluster: Cluster) -> None:
    told = await refusal(f"{cluster.url('postgres')}?ssl=require")
    assert "rejected SSL upgrade" in told


@pytest.mark.parametrize("named", [False, True])
async def test_a_certificate_that_is_not_there_is_told_of(
    cluster: Cluster, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, *, named: bool
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    if named:
        monkeypatch.setenv("PGSSLROOTCERT", str(tmp_path / "absent.crt"))
    told = await refusal(cluster.url("postgres") + "?ssl=verify-full")
    assert told.startswith("There is no certificate to know PostgreSQL at HOST by: put that of its")


async def test_variables_that_say_something_else_are_told_of(
    cluster: Cluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PGSSLMODE", "wrong")
    told = await refusal(cluster.url("postgres"))
    assert told.startswith("What is said of PostgreSQL at HOST does not go together: mend the")


async def test_a_socket_in_a_folder_opens(cluster: Cluster, postgres_url: str) -> None:
    url = postgres_url.replace("127.0.0.1", "") + f"?host={cluster.folder}"
    async with opened(url) as store:
        assert await store.transact(move) == 1


async def test_a_program_that_others_hold_up_for_long_says_so(
    cluster: Cluster, postgres_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(postgres._SETTINGS, "lock_timeout", "50ms")
    async with opened(postgres_url) as store:
        await store.transact(save)
        with holding(cluster, postgres_url, "SELECT FROM game_table FOR UPDATE"):
            with pytest.raises(StoreError, match=r"Somebody holds rows of uno.* locked for long"):
                await store.transact(lambda t: t.table(1))
            assert await store.transact(lambda t: t.tables_in(FAMILY)) == (1,)
        assert await store.transact(lambda t: t.table(1)) is not None


async def test_the_server_cuts_off_whoever_waits_or_hangs_before_we_give_it_up(
    postgres_url: str,
) -> None:
    names = ("lock_timeout", "statement_timeout", "idle_in_transaction_session_timeout")

    def look(connection: Connection) -> list[int]:
        ask = text("SELECT setting FROM pg_settings WHERE name = :name")
        return [int(connection.execute(ask, {"name": name}).scalar_one()) for name in names]

    database = PostgresDatabase(make_url(postgres_url))
    limits = await database._run(look)
    await database.close()
    assert [0, *limits, postgres.WITHIN * 1000] == sorted({0, *limits, postgres.WITHIN * 1000})


def save(t: Transaction) -> None:
    t.save_table(StoredTable(t.new_table_id(), 1, 1, "{}", (FAMILY,), (), open=True))


@contextmanager
def holding(cluster: Cluster, url: str, statement: str) -> Iterator[None]:
    """Somebody else's transaction, in the middle."""
    words = (*cluster._words("psql"), "-XqAt", url.rsplit("/", 1)[1])
    with subprocess.Popen(words, stdin=-1, stdout=-1, text=True) as session:
        talk, hear = session.stdin, session.stdout
        assert talk is not None
        assert hear is not None

        def say(words: str) -> None:
            talk.write(f"{words}; SELECT 'said';\n")
            talk.flush()
            while "said" not in hear.readline():
                assert session.poll() is None

        say(f"BEGIN; {statement}")
        yield
        say("ROLLBACK")  # to whoever only hangs up, the server listens later


STATES = {
    "53100": "The disk of PostgreSQL at HOST is full, so nothing was changed: free some space.",
    "53300": "PostgreSQL at HOST has no connection left for uno in NAME: raise its max_connections",
    "57014": "PostgreSQL at HOST took too long, so nothing was changed",
    "57P03": "PostgreSQL at HOST is starting or stopping: wait for it.",
    "22P05": "The database NAME on PostgreSQL at HOST has no sign for what somebody wrote",
    "25006": "PostgreSQL at HOST cannot be written: name the primary",
    "3F000": "There is no schema for our tables in the database NAME on PostgreSQL at HOST",
    "XX001": "The database NAME on PostgreSQL at HOST is damaged: stop, and restore the last",
    "XX000": "PostgreSQL at HOST is in trouble of its own, so nothing was changed: look at its log",
    "58030": "PostgreSQL at HOST is in trouble of its own, so nothing was changed: look at its log",
    "53200": "PostgreSQL at HOST is in trouble of its own, so nothing was changed: look at its log",
    "57P01": "The connection to PostgreSQL at HOST was lost",
    "08006": "The connection to PostgreSQL at HOST was lost",
}


@pytest.mark.parametrize("state", STATES)
async def test_what_the_server_finds_wrong_is_a_sentence(postgres_url: str, state: str) -> None:
    url = make_url(postgres_url)
    database = PostgresDatabase(url)
    failing = text(f"DO $$ BEGIN RAISE EXCEPTION 'no' USING ERRCODE = '{state}'; END $$")
    with pytest.raises(StoreError) as raised:
        await database._run(lambda connection: connection.execute(failing))
    await database.close()
    told = str(raised.value).replace(f"127.0.0.1:{url.port}", "HOST")
    assert told.replace(str(url.database), "NAME").startswith(STATES[state])


async def test_no_hand_is_in_an_error(postgres_url: str) -> None:
    """Where the server tells of a row that it does not take, it quotes the row."""

    def spoil(connection: Connection) -> None:
        values = "('game', NULL, '', '', 0, 'red seven', 0)"
        columns = "account, event_id, lane, why, at, payload, attempts"
        connection.execute(text(f"INSERT INTO inbox ({columns}) VALUES {values}"))

    database = PostgresDatabase(make_url(postgres_url))
    with pytest.raises(Exception, match="NotNullViolation") as refused:
        await database._run(spoil)
    await database.close()
    secret = Outgoing(OutKind.NOTICE, FAMILY, 1, "n", revision=2**70, payload="red seven")
    async with opened(postgres_url) as store:
        with pytest.raises(Exception, match=r"2[23]") as large:
            await store.transact(lambda t: t.queue(secret, NOW))
        wrong = Arrival("a", "e", "l", NOW, ["red seven"])  # type: ignore[arg-type]  # a mistake that the database has to find
        with pytest.raises(Exception, match=r"[a-z]") as mistaken:
            await store.transact(lambda t: t.receive(wrong))
    for raised in (refused, large, mistaken):
        assert "seven" not in "".join(format_exception(raised.value))


async def test_a_server_that_was_killed_is_told_of_then_used_again(
    own_cluster: Cluster,
) -> None:
    async with opened(own_cluster.url(own_cluster.database())) as store:
        first = await store.transact(move)
        own_cluster.stop()
        for told in ("The connection to PostgreSQL at .* was lost", "cannot be reached"):
            with pytest.raises(StoreError, match=told):
                await store.transact(move)
        own_cluster.start()
        assert await store.transact(move) == first + 1


async def test_connections_that_died_in_their_sleep_cost_one_error(
    own_cluster: Cluster,
) -> None:
    async with opened(own_cluster.url(own_cluster.database())) as store:
        await asyncio.gather(*(store.transact(move) for _ in range(6)))
        own_cluster.stop()
        own_cluster.start()
        with pytest.raises(StoreError, match=r"The connection to PostgreSQL at .* was lost"):
            await store.transact(move)
        moves = await asyncio.gather(*(store.transact(move) for _ in range(6)))
        assert sorted(moves) == [7, 8, 9, 10, 11, 12]


async def test_a_server_that_hangs_is_told_of_and_then_used_again(
    own_cluster: Cluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with opened(own_cluster.url(own_cluster.database())) as store:
        first = await store.transact(move)
        with frozen(own_cluster), monkeypatch.context() as impatient:
            impatient.setattr(postgres, "WITHIN", 0.3)
            with pytest.raises(StoreError, match=r"PostgreSQL at .* does not answer: see that it"):
                await asyncio.wait_for(store.transact(move), PATIENCE)
        assert await store.transact(move) == first + 1


async def test_whoever_stops_while_the_server_hangs_waits_for_nothing_and_has_nothing_to_tell(
    own_cluster: Cluster, caplog: pytest.LogCaptureFixture
) -> None:
    async with opened(own_cluster.url(own_cluster.database())) as store:
        await asyncio.gather(*(store.transact(move) for _ in range(3)))
        with frozen(own_cluster):
            await store.close()
    assert [record.getMessage() for record in caplog.records] == []


async def test_whoever_stops_waiting_hears_of_no_trouble(
    own_cluster: Cluster, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(postgres, "WITHIN", 0.3)
    async with opened(own_cluster.url(own_cluster.database())) as store:
        with frozen(own_cluster):
            before = asyncio.all_tasks()
            waits = asyncio.create_task(store.transact(move))
            await asyncio.sleep(0)
            waits.cancel()
            await asyncio.wait(asyncio.all_tasks() - before)
            gc.collect()
    assert [record.getMessage() for record in caplog.records] == []


@contextmanager
def frozen(cluster: Cluster) -> Iterator[None]:
    """It does nothing, and its connections stay."""
    clients = cluster.ask("SELECT pid FROM pg_stat_activity WHERE usename = 'uno'")
    processes = [cluster.pid, *map(int, clients.split())]
    for process in processes:
        os.kill(process, signal.SIGSTOP)
    try:
        yield
    finally:
        for process in processes:
            os.kill(process, signal.SIGCONT)


async def test_the_user_of_the_tests_may_do_no_more_than_it_needs(cluster: Cluster) -> None:
    rights = cluster.ask(f"SELECT rolsuper, rolcreatedb FROM pg_roles WHERE rolname = '{USER}'")
    assert rights == "f|f"
