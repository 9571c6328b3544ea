"""A month of slow games, lived through by the service itself in a few minutes.

    python tests/benchmarks/slow_month.py [--tables 200] [--people 600] [--days 28]
        [--pace daily,24h,24h+48h,hours] [--ghosts 0.2] [--seed 1] [--jobs 2] [--calm]
        [--start 2026-10-12]

People in 12 zones answer after minutes, hours or days and never asleep; at some tables there is one
who is never seen again after a few answers. The service is killed at a random step every hour; it,
or its network, is away for a minute, half an hour and 26 hours; clocks change in Europe and in
America. At the end the records are held against what people were shown; whatever does not hold is
printed, and the exit code is 1. ``--calm`` leaves all troubles out, to compare paces: days of a
round (median, nine of ten), turns that ran out per 1000, rounds in which one did, and days of a
round with somebody who is never seen again. A round that does not end in time counts as endless.
"""

from __future__ import annotations

import argparse
import math
import sys
import time
from collections import Counter
from collections.abc import Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from datetime import datetime, timedelta
from multiprocessing import get_context
from typing import Final

from uno_chat.testing.month import START, Plan, Report, lived
from uno_chat.testing.timekeeping import Round

AT_A_HOUSE: Final = 50
"""So many tables has one service. The same tables and people live the same, however many jobs."""
HEAD: Final = "pace           rounds  median    p90  ran out/1000  rounds with  ghost median"


def plans(wanted: argparse.Namespace, pace: str) -> list[Plan]:
    """The tables of a pace, dealt over houses."""
    houses = -(-wanted.tables // AT_A_HOUSE)
    return [
        Plan(
            seed=wanted.seed * 1000 + number,
            tables=wanted.tables // houses + (number < wanted.tables % houses),
            people=wanted.people // houses,
            days=wanted.days,
            pace=pace,
            ghosts=wanted.ghosts,
            calm=wanted.calm,
            start=wanted.start,
        )
        for number in range(houses)
    ]


def joined(reports: Iterable[Report]) -> Report:
    found = Report()
    for one in reports:
        found.counts += one.counts
        found.faults += one.faults
        found.plain += one.plain
        found.ghostly += one.ghostly
    return found


def days(rounds: list[Round], share: float) -> str:
    """The days within which this share of rounds ends."""
    lengths = sorted(one.length / timedelta(days=1) if one.length else math.inf for one in rounds)
    return f"{lengths[int(share * len(lengths))]:.1f}" if lengths else "–"


def row(pace: str, found: Report) -> str:
    """A line of the table: first rounds only, because of later ones only the short ones end."""
    plain = found.plain
    turns, out = sum(one.turns for one in plain), sum(one.timeouts for one in plain)
    hit = sum(one.timeouts > 0 for one in plain)
    per_1000, share = 1000 * out / max(turns, 1), hit / max(len(plain), 1)
    return (
        f"{pace:14} {len(plain):6} {days(plain, 0.5):>7} {days(plain, 0.9):>6} {per_1000:13.1f}"
        f" {share:12.0%} {days(found.ghostly, 0.5):>13}"
    )


def figures(counts: Counter[str], seconds: float) -> Iterator[str]:
    for name, count in sorted(counts.items()):
        yield f"{name:24}{count:9}"
    yield f"{'seconds':24}{seconds:9.0f}"


def options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--tables", type=int, default=200)
    parser.add_argument("--people", type=int, default=600)
    parser.add_argument("--days", type=float, default=28)
    parser.add_argument("--pace", default="daily", help="several with commas between them")
    parser.add_argument("--ghosts", type=float, default=0.2, help="share of tables with one")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--calm", action="store_true", help="nothing breaks")
    parser.add_argument("--start", type=_day, default=START, help="the first day")
    return parser.parse_args()


def _day(text: str) -> datetime:
    return datetime.combine(datetime.fromisoformat(text), START.timetz())


def main() -> int:
    wanted, began = options(), time.monotonic()
    paces, counts = wanted.pace.split(","), Counter[str]()
    faults: list[str] = []
    with ProcessPoolExecutor(wanted.jobs, mp_context=get_context("spawn")) as pool:
        runs = {pace: [pool.submit(lived, plan) for plan in plans(wanted, pace)] for pace in paces}
        print(HEAD)
        for pace, running in runs.items():
            found = joined(one.result() for one in running)
            print(row(pace, found), flush=True)
            counts += found.counts
            faults += found.faults
    print("\n".join(figures(counts, time.monotonic() - began)))
    for fault in faults:
        print(f"FAULT: {fault}")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
