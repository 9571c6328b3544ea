"""What the guide says of backups makes a copy that is whole, while the host works with the file."""

from __future__ import annotations

import asyncio
import sqlite3
import stat
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from uno_chat.contract import Store
from uno_chat_sql import plugin

FILE = "/var/lib/uno-chat/uno-chat.db"


async def filled(path: Path) -> Store:
    """A store that is open and whose newest row is not in the file itself yet."""
    store = plugin(f"sqlite:///{path}")
    await store.open()
    await store.transact(lambda tx: tx.save_cursor("telegram", "42"))
    assert not_there_yet(path)
    return store


def not_there_yet(path: Path) -> bool:
    return b"telegram" not in path.read_bytes()


def copies(folder: Path) -> list[str]:
    return [path.name for path in folder.glob("uno-chat-*.db")]


def modes(folder: Path) -> list[int]:
    return [stat.S_IMODE(path.stat().st_mode) for path in folder.glob("uno-chat-*.db")]


async def done(line: str) -> None:
    shell = await asyncio.create_subprocess_exec("sh", "-euc", line)
    assert await shell.wait() == 0, line


def cursors(path: Path) -> list[tuple[str, str]]:
    with closing(sqlite3.connect(path)) as copy:
        assert copy.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        return copy.execute("SELECT account, cursor FROM cursor").fetchall()


def line_with(examples: Callable[[str], list[str]], words: str) -> str:
    (line,) = (line for line in "\n".join(examples("sh")).splitlines() if words in line)
    return line


async def test_a_copy_made_by_hand_is_whole_and_its_owners_alone(
    tmp_path: Path, examples: Callable[[str], list[str]], tool: Callable[[str], str]
) -> None:
    tool("sqlite3")
    store = await filled(tmp_path / "uno-chat.db")
    line = line_with(examples, "sqlite3 -readonly").replace("sudo ", "")
    line = line.replace(FILE, f"{tmp_path}/uno-chat.db").replace("/var/backups", str(tmp_path))
    await done(line)
    assert [cursors(tmp_path / name) for name in copies(tmp_path)] == [[("telegram", "42")]]
    assert modes(tmp_path) == [0o600]
    await store.transact(lambda tx: tx.save_cursor("telegram", "43"))
    await store.close()


@pytest.mark.skipif(sys.version_info < (3, 12), reason="this Python has no program for SQLite")
async def test_a_copy_made_in_the_container_is_whole(
    tmp_path: Path, examples: Callable[[str], list[str]]
) -> None:
    store = await filled(tmp_path / "uno-chat.db")
    line = line_with(examples, "-m sqlite3").removeprefix("docker compose exec uno-chat python")
    line = line.replace("/data/", f"{tmp_path}/")
    await done(f"{sys.executable} {line}")
    assert cursors(tmp_path / "backup.db") == [("telegram", "42")]
    await store.close()


async def test_a_copy_that_is_put_back_is_what_the_host_goes_on_with(
    tmp_path: Path, examples: Callable[[str], list[str]]
) -> None:
    path = tmp_path / "uno-chat.db"
    await (await filled(path)).close()
    (tmp_path / "uno-chat-2026-01-31.db").write_bytes(path.read_bytes())
    store = plugin(f"sqlite:///{path}")
    await store.open()
    await store.transact(lambda tx: tx.save_cursor("telegram", "too late"))
    await store.close()
    line = line_with(examples, "rm -f uno-chat.db-wal").removeprefix("sudo ")
    line = line.replace("/var/lib/uno-chat", str(tmp_path)).replace("/var/backups", str(tmp_path))
    await done(line)
    store = plugin(f"sqlite:///{path}")
    await store.open()
    assert await store.transact(lambda tx: tx.cursor("telegram")) == "42"
    await store.close()
