"""Workers of two versions are side by side while tables change: what only adds breaks neither."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

import pytest
from alembic import command
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, create_engine, inspect, make_url, text

from uno_chat.contract import Store, StoreError
from uno_chat.coordinator import House
from uno_chat.runtime import Service
from uno_chat.testing.desk import Desk
from uno_chat.testing.evening import Clock, OpenHouse
from uno_chat.testing.fake_network import LIKE_TELEGRAM, FakeNetwork
from uno_chat.testing.postgres import Cluster
from uno_chat_sql import migrate, plugin
from uno_chat_sql.migrate import HEAD, allows

NUMBER = HEAD.partition(".")[0]
ADDED = (
    "ALTER TABLE game_table ADD COLUMN mood TEXT NOT NULL DEFAULT ''",
    "ALTER TABLE outbox ADD COLUMN weight BIGINT",
    "ALTER TABLE player ADD COLUMN colour TEXT NOT NULL DEFAULT ''",
    "CREATE TABLE trophy (id BIGINT PRIMARY KEY)",
    "CREATE INDEX ix_trophy ON game_table (mood)",
)
"""What a version of tomorrow may do to tables that workers of today are at work with."""


def named(version: str) -> str:
    return f"UPDATE alembic_version SET version_num = '{version}'"


@dataclass(frozen=True, slots=True)
class Shelf:
    """A database, and how somebody else changes it."""

    url: str
    run: Callable[..., object]


@pytest.fixture(params=["sqlite", "postgres"])
def shelf(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Shelf]:
    if request.param == "sqlite":
        path = tmp_path / "uno.db"

        def run(*statements: str) -> None:
            with closing(sqlite3.connect(path)) as connection, connection:
                for statement in statements:
                    connection.execute(statement)

        yield Shelf(f"sqlite:///{path}", run)
        return
    url: str = request.getfixturevalue("postgres_url")
    cluster: Cluster = request.getfixturevalue("cluster")
    name = make_url(url).database or ""
    yield Shelf(url, lambda *statements: cluster.ask(*statements, database=name))


async def opened(url: str) -> Store:
    store = plugin(url)
    await store.open()
    return store


async def test_a_worker_of_today_plays_on_while_tables_are_those_of_tomorrow(shelf: Shelf) -> None:
    clock = Clock()
    network = FakeNetwork(clock)
    rules = House({network.name: LIKE_TELEGRAM}, Desk().house.seeds)
    store = plugin(shelf.url)
    async with Service(rules, store, [network.adapter()], clock, watches=False) as service:
        one = OpenHouse(network, store, service, clock)
        for who in ("ann", "ben"):
            network.contact(who)
        await one.settle()
        await one.say("ann", "/new", group="family")
        await one.say("ben", "/join", group="family")
        await one.say("ann", "/deal", group="family")
        before = await one.table(1)
        shelf.run(*ADDED, named(f"9999.{NUMBER}"))
        for who in ("ann", "ben", "ann", "ben"):
            await one.say(who, "draw", "keep")
        await one.say("cat", "/new", group="clan")
        assert (await one.table(1)).happened > before.happened
        assert (await one.table(2)).title == "clan"


async def test_a_worker_of_today_is_started_again_on_tables_of_tomorrow(shelf: Shelf) -> None:
    await (await opened(shelf.url)).close()
    shelf.run(*ADDED, named(f"9999.{NUMBER}"))
    numbers = []
    for _ in range(2):
        store = await opened(shelf.url)
        numbers.append(await store.transact(lambda tx: tx.new_table_id()))
        await store.close()
    assert numbers == [1, 2]


@pytest.mark.parametrize("version", ["9999", "9999.9998"])
async def test_tables_that_it_cannot_work_with_are_refused(shelf: Shelf, version: str) -> None:
    await (await opened(shelf.url)).close()
    shelf.run(named(version))
    with pytest.raises(StoreError, match=f"its tables are version {re.escape(version)}"):
        await opened(shelf.url)


@pytest.mark.parametrize(
    ("version", "head", "may"),
    [
        ("0009.0007", "0007", True),
        ("0009.0007", "0008.0007", True),
        ("0009.0008", "0007", False),
        ("0009", "0008", False),
        ("0009.0009", "0008", False),
    ],
)
def test_a_version_says_which_programs_can_work_with_it(
    version: str,
    head: str,
    may: bool,  # noqa: FBT001 - a parameter of the test
) -> None:
    assert allows(version, head) is may


# what a migration may do that says so


Columns = dict[str, dict[str, tuple[str, bool]]]


def columns(connection: Connection) -> Columns:
    """Of each table its columns: their types, and whether a row may be put in without them."""
    look = inspect(connection)
    return {
        table: {
            one["name"]: (str(one["type"]), bool(one["nullable"]) or one["default"] is not None)
            for one in look.get_columns(table)
        }
        for table in look.get_table_names()
    }


def unique(connection: Connection) -> set[tuple[str, str]]:
    look = inspect(connection)
    return {
        (table, str(index["name"]))
        for table in look.get_table_names()
        for index in look.get_indexes(table)
        if index["unique"]
    }


def breaks(before: Columns, after: Columns) -> list[str]:
    """What a program that knows only ``before`` would stumble over."""
    found = []
    for table, known in before.items():
        there = after.get(table, {})
        found += [f"{table}.{name} is gone" for name in known if name not in there]
        for name, (kind, optional) in there.items():
            if name not in known and not optional:
                found.append(f"{table}.{name} must be given")
            elif name in known and known[name][0] != kind:
                found.append(f"{table}.{name} is another type")
    return found


def chain() -> list[str]:
    engine = create_engine("sqlite://")
    with engine.connect() as connection:
        scripts = ScriptDirectory.from_config(migrate._config(connection))
        found = [script.revision for script in scripts.walk_revisions()]
    engine.dispose()
    return found[::-1]


def steps(tmp_path: Path) -> Iterator[tuple[str, list[str]]]:
    """Every version after the first, and what it breaks for programs of the one before."""
    engine = create_engine(f"sqlite:///{tmp_path}/steps.db")
    before: tuple[Columns, set[tuple[str, str]]] | None = None
    for version in chain():
        with engine.begin() as connection:
            command.upgrade(migrate._config(connection), version)
            after = columns(connection), unique(connection)
        if before is not None:
            new = [f"{index} is unique" for index in after[1] - before[1] if index[0] in before[0]]
            yield version, [*breaks(before[0], after[0]), *new]
        before = after
    engine.dispose()


def test_every_version_that_says_that_it_only_adds_does_so(tmp_path: Path) -> None:
    found = dict(steps(tmp_path))
    assert found["0004"] == [], "it made a table, a column and another index"
    assert found["0005"] == []
    for version, broken in found.items():
        oldest = version.partition(".")[2]
        assert not oldest or not broken, f"{version} says {oldest}, but {broken}"


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ("ALTER TABLE player ADD COLUMN colour TEXT NOT NULL DEFAULT ''", []),
        ("ALTER TABLE player DROP COLUMN profile", ["player.profile is gone"]),
        ("ALTER TABLE player RENAME COLUMN name TO called", ["player.name is gone"]),
        ("DROP TABLE cursor", ["cursor.account is gone", "cursor.cursor is gone"]),
    ],
)
async def test_what_takes_away_is_found(tmp_path: Path, change: str, told: list[str]) -> None:
    await (await opened(f"sqlite:///{tmp_path}/uno.db")).close()
    engine = create_engine(f"sqlite:///{tmp_path}/uno.db")
    with engine.begin() as connection:
        before = columns(connection)
        connection.execute(text(change))
        after = columns(connection)
    engine.dispose()
    assert breaks(before, after)[: len(told) or None] == told


def test_the_names_of_versions_are_in_order() -> None:
    numbers = [version.partition(".")[0] for version in chain()]
    assert numbers == sorted(set(numbers))
