"""How often a slower network decides a race between a late call and a catch.

    python tests/benchmarks/two_networks.py [--races 2000] [--median SECONDS] [--seed 1]

Whoever forgot UNO and whoever noticed it answer after a log-normal time; the same races are held
with both networks alike and with one of them slower. ``caught after`` are those who were caught
although they had called no later than the catch was said.
"""

from __future__ import annotations

import argparse
from datetime import timedelta
from math import log
from random import Random
from typing import Final

from uno_chat.table import PRESETS, Settings
from uno_chat.testing.races import CATCHER, OFFENDER, Word, raced

PACES: Final = ("blitz", "table", "daily")
DELAYS: Final = (0.2, 1.0, 1.9, 5.0)
_COLUMNS: Final = "{:>6} {:>6} {:>6} {:>8} {:>14} {:>14} {:>13}"


def races(number: int, median: float, seed: int) -> list[tuple[timedelta, timedelta]]:
    """When somebody calls and somebody else catches, after the play."""
    luck = Random(seed)
    found = [[luck.lognormvariate(log(median), 1) for _ in range(2)] for _ in range(number)]
    return [(timedelta(seconds=call), timedelta(seconds=catch)) for call, catch in found]


def caught(race: tuple[timedelta, timedelta], late: dict[str, float], settings: Settings) -> bool:
    """Whether the offender is caught."""
    call, catch = race
    words = [Word(OFFENDER, "uno", call), Word(CATCHER, "catch", catch)]
    return raced(words, {s: timedelta(seconds=late.get(s, 0)) for s in late}, settings)


def main() -> None:
    """Print a row for each pace and delay."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--races", type=int, default=2000)
    parser.add_argument("--median", type=float, default=5.0)
    parser.add_argument("--seed", type=int, default=1)
    wishes = parser.parse_args()
    held = races(wishes.races, wishes.median, wishes.seed)
    print(_COLUMNS.format("pace", "tie s", "late s", "caught", "if they are", "if others are", ""))
    for name in PACES:
        preset = PRESETS[name]
        settings = Settings(pace=preset.pace, hold=preset.hold, tie=preset.tie)
        alike = [caught(race, {}, settings) for race in held]
        for late in DELAYS:
            offender = [caught(race, {OFFENDER: late}, settings) for race in held]
            catcher = [caught(race, {CATCHER: late}, settings) for race in held]
            first = sum(
                one and call <= catch for one, (call, catch) in zip(offender, held, strict=True)
            )
            shares = [sum(one) / len(held) for one in (alike, offender, catcher)]
            row = (name, settings.tie.total_seconds(), late, *(f"{s:.1%}" for s in shares))
            print(_COLUMNS.format(*map(str, row), f"{first} after"))


if __name__ == "__main__":
    main()
