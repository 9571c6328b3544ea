"""Many tables of four in the middle of a round, all alike: for measuring what they cost."""

from __future__ import annotations

import resource
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from datetime import datetime
from multiprocessing import get_context
from pathlib import Path
from typing import Final, ParamSpec, TypeVar

from uno_chat import game
from uno_chat.contract import Alarm, Conversation, StoredTable, Transaction, User
from uno_chat.coordinator.shelf import SCHEMA, to_text
from uno_chat.table import (
    Deal,
    Join,
    Lines,
    Open,
    Outcome,
    Refused,
    Settings,
    Table,
    alarms,
    decide,
    open_table,
)

P = ParamSpec("P")
T = TypeVar("T")
PEOPLE: Final = 4
CROWD: Final = 4000
"""So many people sit at the tables, each at several."""
AT_ONCE: Final = 5000
"""Tables that are stored in one transaction."""
MARK: Final = 777_777_770
"""Stands for the number of a table in the sample, and the numbers behind it for its people."""


def person(table: int, seat: int) -> int:
    """Who sits there: the number of a player."""
    return 1 + (table * PEOPLE + seat) % CROWD


@dataclass(frozen=True, slots=True)
class Sample:
    """A table that has just been dealt; all others are like it but for its number and people."""

    table: Table
    record: tuple[Lines, ...]

    @property
    def mover(self) -> int:
        """Which of the seats owes a decision."""
        assert self.table.play is not None
        return [seat.id for seat in self.table.seats].index(self.table.play.owner or "")

    @property
    def alarms(self) -> list[Alarm]:
        """What each of them waits for."""
        return [Alarm(wake.kind, wake.number, wake.due) for wake in alarms(self.table)]


def sample(now: datetime) -> Sample:
    """Table MARK; MARK + 1 and so on sit at it."""
    out = open_table(Open(MARK, MARK + 1, "P0", "a group", Settings()), now)
    for number in range(1, PEOPLE):
        out = _done(decide(out.table, Join(MARK + 1 + number, f"P{number}"), now, b""))
    dealt = _done(decide(out.table, Deal(MARK + 1), now, game.seed_from_int(1)))
    return Sample(dealt.table, dealt.record)


def _done(out: Outcome | Refused) -> Outcome:
    assert isinstance(out, Outcome)
    return out


def people(tx: Transaction) -> None:
    """All who sit at any of them."""
    for number in range(1, CROWD + 1):
        known = tx.remember_player(User("fake", f"p{number}"), f"P{number}", None)
        assert known.id == number


def fill(tx: Transaction, like: Sample, numbers: range) -> None:
    """Tables with all that the store keeps of each."""
    text, wakes = to_text(like.table), like.alarms
    for number in numbers:
        assert tx.new_table_id() == number
        room = Conversation("fake", f"g{number}")
        people = tuple(person(number, seat) for seat in range(PEOPLE))
        state = text.replace(f"{MARK}", f"{number}")
        for seat, one in enumerate(people, 1):
            state = state.replace(f"{MARK + seat}", f"{one}")
        tx.save_table(StoredTable(number, 1, SCHEMA, state, (room,), people, open=True))
        for part in like.record:
            tx.append_record(number, part.round_no, part.lines)
        tx.set_alarms(number, wakes)


def in_new_process(body: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """What comes of something that a process does that has done nothing else."""
    with ProcessPoolExecutor(1, get_context("spawn")) as pool:
        return pool.submit(body, *args, **kwargs).result()


def megabytes() -> float:
    """What this process holds in memory now."""
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * resource.getpagesize() / 2**20
