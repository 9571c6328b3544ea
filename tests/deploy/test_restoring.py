"""People play, a copy is made, all is destroyed and put back, and they play on from there."""

from __future__ import annotations

import asyncio
import os
import sqlite3
import subprocess
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, closing
from dataclasses import dataclass, replace
from datetime import timedelta
from pathlib import Path

import pytest

from uno_chat.contract import Store
from uno_chat.coordinator import House, from_stored
from uno_chat.runtime import Service
from uno_chat.table import Table
from uno_chat.testing.audit import record_faults
from uno_chat.testing.desk import Desk
from uno_chat.testing.evening import Clock, Evening, OpenHouse
from uno_chat.testing.fake_network import LIKE_TELEGRAM, FakeNetwork
from uno_chat.testing.postgres import LOCKED, PASSWORD, USER, Cluster
from uno_chat_sql import plugin

Tool = Callable[[str], str]


@dataclass(frozen=True, slots=True)
class Place:
    """A database of an engine, and how it is destroyed."""

    url: str
    destroy: Callable[[], None]
    path: str
    """Where the programs of the engine are."""
    foreign: Callable[[Path], None] = lambda _: None
    """Writes what the engine makes of another program's games."""


@pytest.fixture(params=["sqlite", "postgres"])
def place(request: pytest.FixtureRequest, tmp_path: Path, tool: Tool) -> Iterator[Place]:
    if request.param == "sqlite":
        tool("sqlite3")
        file = tmp_path / "house" / "uno.db"

        def delete() -> None:
            for path in file.parent.glob("uno.db*"):
                path.unlink()

        def write(copy: Path) -> None:
            with closing(sqlite3.connect(copy)) as other:
                other.execute("CREATE TABLE foreigner (x)")

        yield Place(f"sqlite:///{file}", delete, "/usr/bin:/bin", write)
        return
    programs: Path = request.getfixturevalue("postgres_programs")
    cluster: Cluster = request.getfixturevalue("cluster")
    name = cluster.database()

    def drop() -> None:
        cluster.drop(name)
        cluster.ask(f"CREATE DATABASE {name} OWNER {LOCKED}")

    drop()
    # Its password has characters that an address writes otherwise.
    secret = "".join(f"%{byte:02x}" for byte in PASSWORD.encode())
    url = cluster.url(name, user=f"{LOCKED}:{secret}")

    def dump(copy: Path) -> None:
        server = ("-h", "127.0.0.1", "-p", str(cluster.port), "-U", "postgres")
        subprocess.run(
            [programs / "pg_dump", *server, "--format=custom", f"--file={copy}", "template1"],
            check=True,
        )

    yield Place(url, drop, f"{programs}:/usr/bin:/bin", dump)
    cluster.drop(name)


async def run(script: str, *words: str, place: Place, deploy: Path) -> tuple[int, str, str]:
    """A script of deploy/ in an environment that has the URL alone."""
    process = await asyncio.create_subprocess_exec(
        str(deploy / script),
        *words,
        env={"UNO_CHAT_DATABASE_URL": place.url, "PATH": place.path},
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )
    out, err = await process.communicate()
    return process.returncode or 0, out.decode().strip(), err.decode().strip()


@asynccontextmanager
async def house(network: FakeNetwork, store: Store, clock: Clock) -> AsyncIterator[Evening]:
    rules = House({network.name: LIKE_TELEGRAM}, Desk().house.seeds)
    async with Service(rules, store, [network.adapter()], clock, watches=False) as service:
        one = OpenHouse(network, store, service, clock)
        await one.settle()
        yield one


async def table(store: Store) -> Table:
    """Table 1 as it lies in a database that nobody works with."""
    await store.open()
    stored = await store.transact(lambda tx: tx.table(1))
    await store.close()
    assert stored is not None
    return from_stored(stored)


async def turns(one: Evening, most: int) -> Table:
    """So many turns, of whoever is to move."""
    for _ in range(most):
        for who in ("ann", "ben"):
            await one.say(who, "draw", "keep")
    return await one.table(1)


async def test_a_game_goes_on_from_a_copy(place: Place, deploy: Path, tmp_path: Path) -> None:
    clock = Clock()
    network = FakeNetwork(clock)
    for who in ("ann", "ben"):
        network.contact(who)
    async with house(network, plugin(place.url), clock) as one:
        await one.say("ann", "/new", group="family")
        await one.say("ben", "/join", group="family")
        await one.say("ann", "/deal", group="family")
        copied = await turns(one, 2)
        code, copy, told = await run("backup.sh", f"{tmp_path}/b", place=place, deploy=deploy)
        assert (code, told) == (0, "")
        later = await turns(one, 2)
        assert later.happened > copied.happened
        code, _, told = await run("restore.sh", copy, place=place, deploy=deploy)
        assert code == 1
        assert "in use: stop" in told
    place.destroy()
    code, said, told = await run("restore.sh", copy, place=place, deploy=deploy)
    assert (code, said, told) == (0, f"{copy} is the database now.", "")
    assert await table(plugin(place.url)) == copied
    clock.at += timedelta(minutes=1)  # whoever had a shift then has it no more
    async with house(network, plugin(place.url), clock) as one:
        again = await one.table(1)
        assert again.happened > copied.happened, "this network tells once more what came since"
        after = await turns(one, 2)
        assert after.happened > again.happened
        lines = await one.store.transact(lambda tx: tx.record(1, 1))
        assert list(record_faults(after, {1: lines})) == []


async def test_a_copy_takes_the_place_of_a_database_that_is_there(
    place: Place, deploy: Path, tmp_path: Path
) -> None:
    store = plugin(place.url)
    await store.open()
    await store.transact(lambda tx: tx.save_cursor("kit", "before"))
    _, copy, _ = await run("backup.sh", f"{tmp_path}/b", place=place, deploy=deploy)
    await store.transact(lambda tx: tx.save_cursor("kit", "after"))
    await store.close()
    for _ in range(2):
        code, _, told = await run("restore.sh", copy, place=place, deploy=deploy)
        assert (code, told) == (0, "")
        await store.open()
        assert await store.transact(lambda tx: tx.cursor("kit")) == "before"
        await store.close()


async def test_what_is_no_copy_changes_nothing(place: Place, deploy: Path, tmp_path: Path) -> None:
    store = plugin(place.url)
    await store.open()
    await store.transact(lambda tx: tx.save_cursor("kit", "here"))
    _, copy, _ = await run("backup.sh", f"{tmp_path}/b", place=place, deploy=deploy)
    await store.close()
    half = tmp_path / "half"
    cut_in_two(Path(copy), half)
    empty = tmp_path / "empty"
    empty.touch()
    for bad in (half, empty, tmp_path / "nothing"):
        code, _, told = await run("restore.sh", str(bad), place=place, deploy=deploy)
        assert code != 0
        assert told
    if not place.url.startswith("sqlite"):  # whatever reads the copy fails when half is through
        broken = tmp_path / "pg_restore"
        lists = 'case "$*" in *--list*) exec pg_restore "$@"; esac'
        fails = 'pg_restore --schema-only "$@"; false'
        broken.write_text(f'#!/bin/sh\nPATH="{place.path}"\n{lists}\n{fails}\n')
        broken.chmod(0o755)
        half_way = replace(place, path=f"{tmp_path}:{place.path}")
        assert (await run("restore.sh", copy, place=half_way, deploy=deploy))[0] != 0
    await store.open()
    assert await store.transact(lambda tx: tx.cursor("kit")) == "here"
    await store.close()


async def test_where_no_game_is_nothing_is_copied(
    place: Place, deploy: Path, tmp_path: Path
) -> None:
    if place.url.startswith("sqlite"):
        file = Path(place.url.removeprefix("sqlite:///"))
        file.parent.mkdir()
        place.foreign(file)
    code, _, told = await run("backup.sh", f"{tmp_path}/b", place=place, deploy=deploy)
    assert code == 1
    assert "no game is in" in told
    assert list((tmp_path / "b").iterdir()) == []


async def test_a_copy_of_another_program_changes_nothing(
    place: Place, deploy: Path, tmp_path: Path
) -> None:
    store = plugin(place.url)
    await store.open()
    await store.transact(lambda tx: tx.save_cursor("kit", "here"))
    await store.close()
    copy = tmp_path / "another program's"
    place.foreign(copy)
    code, _, told = await run("restore.sh", str(copy), place=place, deploy=deploy)
    assert (code, told) == (1, f"restore.sh: {copy} is no sound copy")
    await store.open()
    assert await store.transact(lambda tx: tx.cursor("kit")) == "here"
    await store.close()


async def test_a_database_of_another_program_is_left_alone(
    cluster: Cluster, postgres_programs: Path, deploy: Path, tmp_path: Path
) -> None:
    ours, other = cluster.database(), cluster.database()
    path = f"{postgres_programs}:/usr/bin:/bin"
    place = Place(cluster.url(ours), lambda: None, path)
    store = plugin(place.url)
    await store.open()
    await store.close()
    _, copy, _ = await run("backup.sh", f"{tmp_path}/b", place=place, deploy=deploy)
    cluster.ask(
        "CREATE TABLE foreigner (x int)", f"ALTER TABLE foreigner OWNER TO {USER}", database=other
    )
    theirs = Place(cluster.url(other), lambda: None, path)
    code, _, told = await run("restore.sh", copy, place=theirs, deploy=deploy)
    assert code == 1
    assert told == "restore.sh: the database holds another program's tables: nothing was changed"
    assert cluster.ask("SELECT count(*) FROM foreigner", database=other) == "0"
    cluster.drop(ours)
    cluster.drop(other)
    code, _, told = await run("restore.sh", copy, place=theirs, deploy=deploy)
    assert code == 1
    assert f'database "{other}" does not exist' in told
    assert told.endswith("restore.sh: no answer: nothing was changed")


async def test_what_was_there_is_kept_however_often_one_restores(
    deploy: Path, tmp_path: Path, tool: Tool
) -> None:
    tool("sqlite3")
    file = tmp_path / "house" / "it's" / "uno.db"
    place = Place(f"sqlite:///{file}", file.unlink, "/usr/bin:/bin")
    for _ in range(3):
        store = plugin(place.url)
        await store.open()
        await store.close()
        _, copy, told = await run("backup.sh", f"{file.parent}/b", place=place, deploy=deploy)
        assert told == ""
        code, _, told = await run("restore.sh", copy, place=place, deploy=deploy)
        assert (code, told) == (0, "")
    kept = sorted(path.name for path in file.parent.glob("*.before"))
    assert kept == ["uno.db.before", "uno.db.before.before", "uno.db.before.before.before"]


async def test_days_that_are_no_number_are_said_before_anything_is_copied(
    place: Place, deploy: Path, tmp_path: Path
) -> None:
    code, _, told = await run("backup.sh", f"{tmp_path}/b", "soon", place=place, deploy=deploy)
    assert (code, told) == (1, "backup.sh: the second word is a number of days, like 30")
    assert not (tmp_path / "b").exists()


async def test_copies_are_for_their_owner_alone_and_old_ones_go(
    place: Place, deploy: Path, tmp_path: Path
) -> None:
    store = plugin(place.url)
    await store.open()
    await store.close()
    folder = tmp_path / "b"
    folder.mkdir()
    old, other = folder / "uno-chat-2020-01-01T000000Z.db", folder / "mine"
    killed, under_way = folder / ".part.7", folder / ".part.8"
    under_way.touch()
    for path in (old, other, killed):
        path.touch()
        os.utime(path, (0, 0))
    _, copy, _ = await run("backup.sh", str(folder), "30", place=place, deploy=deploy)
    assert mode(Path(copy)) == 0o600
    assert set(folder.iterdir()) == {Path(copy), other, under_way}


def cut_in_two(path: Path, half: Path) -> None:
    whole = path.read_bytes()
    half.write_bytes(whole[: len(whole) // 2])


def mode(path: Path) -> int:
    return path.stat().st_mode & 0o777


@pytest.mark.parametrize("script", ["backup.sh", "restore.sh"])
async def test_what_is_missing_is_said_in_one_sentence(
    script: str, deploy: Path, tmp_path: Path
) -> None:
    for url, said in (("", "UNO_CHAT_DATABASE_URL is empty"), ("mysql://x", "set UNO_CHAT_DATA")):
        nowhere = Place(url, lambda: None, "/usr/bin:/bin")
        code, _, told = await run(script, str(tmp_path), place=nowhere, deploy=deploy)
        assert (code, told.startswith(f"{script}: {said}")) == (1, True), told
    none = Place(f"sqlite:///{tmp_path}/none.db", lambda: None, "/usr/bin:/bin")
    code, _, told = await run(script, place=none, deploy=deploy)
    assert code == 1
    assert told.startswith(f"{script}: name ")


async def of_unit(place: Place, deploy: Path, tmp_path: Path) -> list[str]:
    """What the unit of the timer starts, with its folder here."""
    text = (deploy / "uno-chat-backup.service").read_text("utf-8")
    (line,) = (one for one in text.splitlines() if one.startswith("ExecStart="))
    program, *words = line.removeprefix("ExecStart=").replace("%S", str(tmp_path)).split()
    code, copy, told = await run(Path(program).name, *words, place=place, deploy=deploy)
    assert (code, told) == (0, "")
    return [copy]


async def test_what_is_copied_every_night_can_be_put_back(
    place: Place, deploy: Path, tmp_path: Path
) -> None:
    store = plugin(place.url)
    await store.open()
    await store.transact(lambda tx: tx.save_cursor("kit", "there"))
    await store.close()
    (copy,) = await of_unit(place, deploy, tmp_path)
    place.destroy()
    code, _, told = await run("restore.sh", copy, place=place, deploy=deploy)
    assert (code, told) == (0, "")
    await store.open()
    assert await store.transact(lambda tx: tx.cursor("kit")) == "there"
    await store.close()


async def test_whoever_owns_the_folder_can_work_with_what_root_puts_back(
    deploy: Path, tmp_path: Path, tool: Tool
) -> None:
    tool("sqlite3")
    file = tmp_path / "house" / "uno.db"
    place = Place(f"sqlite:///{file}", file.unlink, "/usr/bin:/bin")
    store = plugin(place.url)
    await store.open()
    await store.close()
    _, copy, _ = await run("backup.sh", f"{tmp_path}/b", place=place, deploy=deploy)
    owner = 12345 if os.getuid() == 0 else os.getuid()
    for left in file.parent.iterdir():
        left.unlink()
    os.chown(file.parent, owner, -1)
    code, _, told = await run("restore.sh", copy, place=place, deploy=deploy)
    assert (code, told) == (0, "")
    assert {path.name: path.stat().st_uid for path in file.parent.iterdir()} == {
        "uno.db": owner,
        "uno.db.lock": owner,
    }
