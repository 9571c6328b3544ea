"""A process is killed at any moment: what it said was committed is there, and nothing by half."""

import asyncio
import os
import subprocess
import sys
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from uno_chat.contract import Conversation, OutboxRow, Settled, Transaction
from uno_chat.testing.postgres import Cluster
from uno_chat_sql import plugin

NOW = datetime(2026, 1, 1, tzinfo=UTC)
ON = ("kit",)
DAY = timedelta(days=1)
LATER = NOW + DAY
CHILD = Path(__file__).with_name("killed_child.py")


def run_and_kill(url: str, where: str, moves: int) -> int:
    """The last move that the child said was committed before it was killed."""
    command = [sys.executable, str(CHILD), url, where, str(moves)]
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


def waiting(t: Transaction, now: datetime) -> list[OutboxRow]:
    """What still has to be sent, and may be then."""
    rows = []
    while (row := t.next_outbox(ON, now, (), LATER + DAY)) is not None:
        rows.append(row)
        t.settle(row, Settled.DROPPED, None)
    return rows


@dataclass(frozen=True, slots=True)
class Killed:
    """A database, and when what was on its way comes back: at once where one process alone may use
    it, else when its lease has run out.
    """

    url: str
    back: datetime

    def after(self, where: str, moves: int) -> tuple[int, int, list[OutboxRow]]:
        said = run_and_kill(self.url, where, moves)
        last, rows = asyncio.run(self._look())
        return said, last, rows

    async def _look(self) -> tuple[int, list[OutboxRow]]:
        store = plugin(self.url)
        await store.open()
        found = await store.transact(lambda t: (last_move(t), waiting(t, self.back)))
        await store.close()
        return found


@pytest.fixture(params=["sqlite", "postgres"])
def killed(request: pytest.FixtureRequest, tmp_path: Path) -> Killed:
    if request.param == "sqlite":
        return Killed(f"sqlite:///{tmp_path}/uno.db", NOW)
    return Killed(request.getfixturevalue("postgres_url"), LATER)


def test_a_move_that_was_not_committed_leaves_nothing(killed: Killed) -> None:
    for moves in (3, 5):
        said, last, rows = killed.after("move", moves)
        assert said == last == moves - 1
        assert rows == []


def test_what_was_on_its_way_comes_back_and_says_so(killed: Killed) -> None:
    for moves in (2, 4):
        said, last, rows = killed.after("settle", moves)
        assert said == last == moves
        names = [(row.out.name, row.out.revision, row.attempts) for row in rows]
        assert names == [(f"turn:{last}", 0, 1), ("table", last, 0)]


@pytest.mark.parametrize("moves", [1, 17, 40])
def test_a_kill_anywhere_loses_nothing_that_was_committed(killed: Killed, moves: int) -> None:
    said, last, rows = killed.after("anywhere", moves)
    assert last >= said == moves
    assert [row.out.to for row in rows] == [Conversation("kit", "family")] * len(rows)
    assert len(rows) <= 2
    assert sum(row.attempts for row in rows) <= 1


@pytest.mark.parametrize("moves", [1, 17, 40])
def test_a_server_that_is_killed_anywhere_keeps_what_was_committed(
    own_cluster: Cluster, moves: int
) -> None:
    """As by ``pg_ctl stop -m immediate``; whoever played then ends, too."""
    killed = Killed(own_cluster.url(own_cluster.database()), LATER)
    command = [sys.executable, str(CHILD), killed.url, "nowhere", "0"]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment
    ) as child:
        assert child.stdout is not None
        while int(child.stdout.readline()) < moves:
            pass
        own_cluster.stop()
        told, why = child.communicate()
    own_cluster.start()
    assert "StoreError: " in why
    said = int([str(moves), *told.split()][-1])
    last, rows = asyncio.run(killed._look())
    assert said <= last <= said + 1
    assert len(rows) <= 2
