"""How often a slower network decides a race: a late call and a catch, a jump-in and the next
player's move, the last press after a six.

    python tests/benchmarks/two_networks.py [--races 2000] [--median SECONDS] [--seed 1]

Everybody answers after a log-normal time; the same races are held with all networks alike and with
one of them slower. For a missed UNO ``caught after`` are those who were caught although they had
called no later than the catch was said; for the other two, each also with a tie of nothing,
``unfair`` are those who lost although they had said it no later than somebody else.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta
from math import log
from random import Random
from typing import Final

from uno_chat.table import PRESETS, Settings
from uno_chat.testing.races import CATCHER, JUMPER, NEXT, OFFENDER, Word, jumped, last, raced

PACES: Final = ("blitz", "table", "daily")
DELAYS: Final = (0.2, 1.0, 1.9, 5.0)
PRESSERS: Final = ("s1", "s2", "s3", "s4")
_COLUMNS: Final = "{:>6} {:>6} {:>6} {:>8} {:>14} {:>14} {:>13}"
Race = Sequence[timedelta]


def races(number: int, people: int, median: float, seed: int) -> list[Race]:
    """When each of them says something, after the play."""
    luck = Random(seed)
    found = ([luck.lognormvariate(log(median), 1) for _ in range(people)] for _ in range(number))
    return [[timedelta(seconds=time) for time in times] for times in found]


def late(seat: str, seconds: float) -> dict[str, timedelta]:
    """One network behind all others."""
    return {seat: timedelta(seconds=seconds)}


def settings_of(name: str) -> Settings:
    """What a table of this pace waits for."""
    preset = PRESETS[name]
    return Settings(pace=preset.pace, hold=preset.hold, tie=preset.tie)


def share(found: Sequence[bool]) -> str:
    """In percent."""
    return f"{sum(found) / len(found):.1%}"


def print_row(*cells: object) -> None:
    """One row of the three tables."""
    print(_COLUMNS.format(*map(str, cells)))


def calls(held: Sequence[Race]) -> None:
    """A missed UNO: whoever calls late, and whoever catches."""
    print_row("pace", "tie s", "late s", "caught", "if they are", "if others are", "caught after")
    for name in PACES:
        settings = settings_of(name)

        def caught(race: Race, delays: dict[str, timedelta], at: Settings = settings) -> bool:
            words = [Word(OFFENDER, "uno", race[0]), Word(CATCHER, "catch", race[1])]
            return raced(words, delays, at)

        alike = [caught(race, {}) for race in held]
        for seconds in DELAYS:
            offender = [caught(race, late(OFFENDER, seconds)) for race in held]
            catcher = [caught(race, late(CATCHER, seconds)) for race in held]
            after = [lost and r[0] <= r[1] for lost, r in zip(offender, held, strict=True)]
            shares = (share(alike), share(offender), share(catcher))
            print_row(name, settings.tie.total_seconds(), seconds, *shares, sum(after))


def jumps(held: Sequence[Race]) -> None:
    """Whoever jumps in, and the next player."""
    print_row("pace", "tie s", "late s", "jumps in", "if they are", "if others are", "unfair")
    for settings, name in _with_and_without(("table", "daily")):

        def jumps_in(race: Race, delays: dict[str, timedelta], at: Settings = settings) -> bool:
            words = [Word(JUMPER, "R7", race[0]), Word(NEXT, "R1", race[1])]
            return jumped(words, delays, at)

        alike = [jumps_in(race, {}) for race in held]
        for seconds in DELAYS:
            jumper = [jumps_in(race, late(JUMPER, seconds)) for race in held]
            other = [jumps_in(race, late(NEXT, seconds)) for race in held]
            unfair = [not won and r[0] <= r[1] for won, r in zip(jumper, held, strict=True)]
            shares = (share(alike), share(jumper), share(other))
            print_row(name, settings.tie.total_seconds(), seconds, *shares, sum(unfair))


def presses(held: Sequence[Race]) -> None:
    """Four who press after a six."""
    print_row("pace", "tie s", "late s", "s4 draws", "if late", "nobody draws", "unfair")
    for settings, name in _with_and_without(("table", "daily")):
        for seconds in DELAYS:
            alike = [_drawing(race, {}, settings) for race in held]
            behind = [_drawing(race, late("s4", seconds), settings) for race in held]
            unfair = [
                seat == "s4" and race[3] <= max(race[:3])
                for seat, race in zip(behind, held, strict=True)
            ]
            shares = (
                share([seat == "s4" for seat in alike]),
                share([seat == "s4" for seat in behind]),
                share([seat is None for seat in alike]),
            )
            print_row(name, settings.tie.total_seconds(), seconds, *shares, sum(unfair))


def _drawing(race: Race, delays: dict[str, timedelta], settings: Settings) -> str | None:
    words = [Word(seat, "smack", time) for seat, time in zip(PRESSERS, race, strict=True)]
    return last(words, delays, settings)


def _with_and_without(names: Sequence[str]) -> list[tuple[Settings, str]]:
    """First as it would be if nothing waited."""
    none = replace(settings_of(names[0]), tie=timedelta(0))
    return [(none, names[0]), *((settings_of(name), name) for name in names)]


def main() -> None:
    """Print a row for each pace and delay."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--races", type=int, default=2000)
    parser.add_argument("--median", type=float, default=5.0)
    parser.add_argument("--seed", type=int, default=1)
    wishes = parser.parse_args()
    pairs = races(wishes.races, 2, wishes.median, wishes.seed)
    calls(pairs)
    print()
    jumps(pairs)
    print()
    presses(races(wishes.races, len(PRESSERS), wishes.median, wishes.seed))


if __name__ == "__main__":
    main()
