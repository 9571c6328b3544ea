"""How long a turn takes to be told where an account may call ten times at once and then every five
seconds, by how many turns a minute all its tables make together.

    python tests/benchmarks/few_calls.py

Turns come by chance, each at one of a hundred tables: a message to whoever has to move, and an edit
of the table, which waits together with those that the table still waits for.
"""

from __future__ import annotations

import argparse
import heapq
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from random import Random
from typing import Final

from uno_chat.contract import Address, Capabilities, Conversation, Quota, User
from uno_chat.runtime.limits import Limits

ABLE: Final = Capabilities(per_account=Quota(10, 50, refills=True))
NOON: Final = datetime(2026, 3, 1, 12, tzinfo=UTC)
TABLES: Final = 100
LOADS: Final = (1, 2, 3, 4, 5, 6, 7)


@dataclass(slots=True)
class Day:
    """What waits at which time, and how long it did."""

    limits: Limits = field(default_factory=Limits)
    due: list[tuple[datetime, int, Address]] = field(default_factory=list)
    since: dict[Address, datetime] = field(default_factory=dict)
    waits: dict[bool, list[timedelta]] = field(default_factory=lambda: {True: [], False: []})
    calls: int = 0

    def comes(self, to: Address, now: datetime) -> None:
        """A call is wanted, unless one to the same address waits already."""
        if to not in self.since:
            self.since[to] = now
            self._asks(to, now)

    def until(self, now: datetime) -> None:
        """Let those who wait come at their times."""
        while self.due and self.due[0][0] <= now:
            at, _, to = heapq.heappop(self.due)
            self._asks(to, at)

    def _asks(self, to: Address, now: datetime) -> None:
        patient = isinstance(to, Conversation)
        place = self.limits.admit(to, ABLE, now, patient=patient)
        if place is None:
            self.waits[patient].append(now - self.since.pop(to))
        else:
            self.calls += 1
            heapq.heappush(self.due, (place, self.calls, to))


def day_of(turns_a_minute: float, length: timedelta, seed: int = 1) -> Day:
    """So many turns, for so long."""
    luck, day, now, number = Random(seed), Day(), NOON, 0
    while now - NOON < length:
        now += timedelta(minutes=luck.expovariate(turns_a_minute))
        number += 1
        day.until(now)
        day.comes(User("few", f"mover{number}"), now)
        day.comes(Conversation("few", f"table{luck.randrange(TABLES)}"), now)
    day.until(now + length)
    return day


def _seconds(waits: list[timedelta], part: float) -> float:
    ordered = sorted(waits)
    return ordered[min(len(ordered) - 1, int(len(ordered) * part))].total_seconds()


def table(length: timedelta) -> Iterator[str]:
    """One line for each load."""
    yield "turns a    whoever has to move     the table"
    yield "minute     half   19 in 20   all  half   19 in 20   all"
    for load in LOADS:
        day = day_of(load, length)
        cells = [_seconds(day.waits[one], part) for one in (False, True) for part in (0.5, 0.95, 1)]
        yield f"{load:4} " + "".join(f"{cell:10.1f}" for cell in cells)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--hours", type=float, default=12, help="how long each load lasts")
    print("\n".join(table(timedelta(hours=parser.parse_args().hours))))
