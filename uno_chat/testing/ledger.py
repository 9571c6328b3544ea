"""What a house has stored of what came, was decided and is to be said.

Rows that no store lists are read out of the SQLite file as they are.
"""

from __future__ import annotations

import sqlite3
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from uno_chat.contract import StoredTable, Transaction, User
from uno_chat.coordinator import from_stored
from uno_chat.table import Table
from uno_chat.testing.audit import Record, records_of
from uno_chat.testing.books import Arrived, Said


@dataclass(frozen=True, slots=True)
class Ledger:
    """What the database holds beside tables. ``late`` counts what waits to be handled or shown."""

    arrived: tuple[Arrived, ...]
    said: tuple[Said, ...]
    alarms: frozenset[tuple[int, str, int, int]]
    late: int
    timeouts: int

    @property
    def quiet(self) -> bool:
        """Nothing waits to be handled or shown."""
        return not self.late and all(row.result is not None for row in self.arrived)

    @property
    def perhaps(self) -> int:
        """How many notices and toasts were perhaps shown."""
        return sum(row.ended == "perhaps" for row in self.said)


def ledger(database: Path, account: str) -> Ledger:
    """All of it, at one moment; ``account`` is the network that is meant."""
    with closing(sqlite3.connect(f"file:{database}?mode=ro", uri=True, isolation_level=None)) as db:
        db.execute("BEGIN")
        arrived = db.execute(
            "SELECT event_id, result, attempts FROM inbox WHERE account = ?", (account,)
        ).fetchall()
        said = db.execute("SELECT id, ended FROM outbox WHERE kind <> 'slot'").fetchall()
        alarms = db.execute("SELECT table_id, kind, number, due FROM alarm").fetchall()
        (late,) = db.execute(
            "SELECT (SELECT count(*) FROM outbox WHERE ended IS NULL)"
            " + (SELECT count(*) FROM inbox WHERE result IS NULL)"
        ).fetchone()
        (timeouts,) = db.execute(
            """SELECT count(*) FROM record WHERE line LIKE '%"cause":"timeout"%'"""
        ).fetchone()
    return Ledger(
        tuple(Arrived(*row) for row in arrived),
        tuple(Said(*row) for row in said),
        frozenset(alarms),
        late,
        timeouts,
    )


@dataclass(frozen=True, slots=True)
class Stored:
    """A table as it is found afterwards."""

    row: StoredTable
    table: Table
    records: dict[int, Record]
    users: dict[int, User]


def all_tables(tx: Transaction, count: int) -> list[Stored]:
    found = []
    for number in range(1, count + 1):
        row = tx.table(number)
        assert row is not None
        people = [person for one in row.players if (person := tx.player_by_id(one))]
        users = {person.id: person.private for person in people}
        found.append(Stored(row, from_stored(row), records_of(tx, number), users))
    return found
