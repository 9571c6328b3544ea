"""A process is killed at any moment: what it said was committed is there, and nothing by half."""

import os
import subprocess
import sys
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from uno_chat.contract import Conversation, OutboxRow, Settled, Transaction
from uno_chat_sql.sqlite import SqliteFile

NOW = datetime(2026, 1, 1, tzinfo=UTC)
LATER = NOW + timedelta(days=1)
CHILD = Path(__file__).with_name("killed_child.py")


def run_and_kill(path: Path, where: str, moves: int) -> int:
    """The last move that the child said was committed before it was killed."""
    command = [sys.executable, str(CHILD), f"sqlite:///{path}", where, str(moves)]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    said = 0
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=environment
    ) as child:
        assert child.stdout is not None
        for line in child.stdout:
            if line == "middle\n" or (where == "anywhere" and said == moves):
                break
            said = int(line)
        child.kill()
    return said


def last_move(t: Transaction) -> int:
    """The last move, after seeing that all its parts are there."""
    table = t.table(1)
    assert table is not None
    assert t.record(1, 1) == tuple(str(number) for number in range(1, table.version + 1))
    assert t.next_alarm() == LATER
    assert t.next_inbox(NOW, ()) is None
    assert t.last_round(1) == 1
    return table.version


def waiting(t: Transaction) -> list[OutboxRow]:
    """What still has to be sent, and may be at once."""
    rows = []
    while (row := t.next_outbox(NOW, (), LATER)) is not None:
        rows.append(row)
        t.settle(row.id, Settled.DROPPED, None)
    return rows


def after_a_kill(path: Path, where: str, moves: int) -> tuple[int, int, list[OutboxRow]]:
    said = run_and_kill(path, where, moves)
    with closing(SqliteFile(path)) as file:
        return said, file.transact(last_move), file.transact(waiting)


def test_a_move_that_was_not_committed_leaves_nothing(tmp_path: Path) -> None:
    for moves in (3, 5):
        said, last, rows = after_a_kill(tmp_path / "uno.db", "move", moves)
        assert said == last == moves - 1
        assert rows == []


def test_what_was_on_its_way_comes_back_at_once_and_says_so(tmp_path: Path) -> None:
    for moves in (2, 4):
        said, last, rows = after_a_kill(tmp_path / "uno.db", "settle", moves)
        assert said == last == moves
        names = [(row.out.name, row.out.revision, row.attempts) for row in rows]
        assert names == [(f"turn:{last}", 0, 1), ("table", last, 0)]


@pytest.mark.parametrize("moves", [1, 17, 40])
def test_a_kill_anywhere_loses_nothing_that_was_committed(tmp_path: Path, moves: int) -> None:
    said, last, rows = after_a_kill(tmp_path / "uno.db", "anywhere", moves)
    assert last >= said == moves
    assert [row.out.to for row in rows] == [Conversation("kit", "family")] * len(rows)
    assert len(rows) <= 2
    assert sum(row.attempts for row in rows) <= 1
