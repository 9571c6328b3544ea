"""The same migrations on PostgreSQL: there an operator runs them, while others are at work."""

from __future__ import annotations

import asyncio
import os
import sys
from collections.abc import Iterator

import pytest
from alembic import command
from sqlalchemy import Connection, inspect, make_url

from uno_chat.contract import Player, StoreError, Transaction, Upgradable, User
from uno_chat.testing.postgres import Cluster
from uno_chat_sql import migrate, plugin
from uno_chat_sql.postgres import PostgresDatabase


@pytest.fixture
def empty(cluster: Cluster) -> Iterator[str]:
    """A database without any table."""
    name = cluster.database()
    yield cluster.url(name)
    cluster.drop(name)


OPEN = """
async def main(store):
    await store.open()
    await store.transact(lambda t: t.new_table_id())
    await store.close()
"""
UPGRADE = """
async def main(store):
    await store.upgrade()
"""


async def in_a_process_of_its_own(code: str, url: str) -> None:
    """Alembic runs one migration at a time in a process."""
    program = f"import asyncio, sys, uno_chat_sql\n{code}\n"
    program += "asyncio.run(main(uno_chat_sql.plugin(sys.argv[1])))"
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    ran = await asyncio.create_subprocess_exec(sys.executable, "-c", program, url, env=environment)
    assert await ran.wait() == 0


async def upgrade(url: str) -> None:
    store = plugin(url)
    assert isinstance(store, Upgradable)
    await store.upgrade()


async def run(url: str, work: object) -> None:
    database = PostgresDatabase(make_url(url))
    await database._run(work)  # type: ignore[arg-type]  # whatever Alembic does with a connection
    await database.close()


async def of_the_first_version(url: str) -> None:
    def make(connection: Connection) -> None:
        command.upgrade(migrate._config(connection), "0001")
        connection.exec_driver_sql("INSERT INTO player VALUES (7, 'Ann', 'fr', 'kit:ann')")

    await run(url, make)


async def refusal(url: str) -> str:
    with pytest.raises(StoreError) as raised:
        await plugin(url).open()
    return str(raised.value)


async def test_migrations_make_what_the_models_declare(postgres_url: str) -> None:
    await run(postgres_url, lambda connection: command.check(migrate._config(connection)))


async def test_an_empty_database_gets_its_tables_from_whoever_is_first(empty: str) -> None:
    """Several at once are no trouble."""
    await asyncio.gather(*(in_a_process_of_its_own(OPEN, empty) for _ in range(3)))
    store = plugin(empty)
    await store.open()
    assert await store.transact(lambda t: t.new_table_id()) == 4
    await store.close()


async def test_older_tables_wait_for_the_operator(empty: str) -> None:
    await of_the_first_version(empty)
    told = await refusal(empty)
    assert told.endswith("has older tables than this program needs: run uno-chat db upgrade.")
    await asyncio.gather(*(in_a_process_of_its_own(UPGRADE, empty) for _ in range(3)))
    store = plugin(empty)
    await store.open()
    ann = await store.transact(lambda t: t.player_by_id(7))
    assert ann == Player(7, "Ann", "fr", (), User("kit", "ann"))
    await store.close()


async def test_whoever_is_at_work_goes_on_while_tables_change(empty: str) -> None:
    """What was prepared before the change is prepared anew."""
    store = plugin(empty)
    await store.open()

    def work(t: Transaction) -> None:
        t.remember_player(User("kit", "ann"), "Ann", None)

    await store.transact(work)
    grow = "ALTER TABLE player ADD COLUMN more TEXT, ALTER COLUMN name TYPE VARCHAR(50)"
    await run(empty, lambda connection: connection.exec_driver_sql(grow))
    await store.transact(work)
    await store.close()


async def test_an_older_program_leaves_a_newer_database_alone(postgres_url: str) -> None:
    newer = "UPDATE alembic_version SET version_num = '0999'"
    await run(postgres_url, lambda connection: connection.exec_driver_sql(newer))
    for told in (await refusal(postgres_url), await refused_upgrade(postgres_url)):
        assert "was written by a newer Uno Chat (its tables are version 0999" in told


async def refused_upgrade(url: str) -> str:
    with pytest.raises(StoreError) as raised:
        await upgrade(url)
    return str(raised.value)


async def test_the_database_of_another_program_is_left_alone(empty: str) -> None:
    other = "CREATE TABLE photo (id INTEGER)"
    await run(empty, lambda connection: connection.exec_driver_sql(other))
    assert "holds another program's tables: choose another database" in await refusal(empty)


async def test_a_database_that_has_no_sign_for_much_gets_no_tables(latin: str) -> None:
    for told in (await refusal(latin), await refused_upgrade(latin)):
        assert "cannot be used: it is in LATIN1, but people write in UTF8: make one" in told
    await run(latin, _has_no_tables)


def _has_no_tables(connection: Connection) -> None:
    assert inspect(connection).get_table_names() == []
