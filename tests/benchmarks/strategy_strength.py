"""How much better the levels are than one another, with 95 % intervals, beside their bars.

    python tests/benchmarks/strategy_strength.py [--rounds 10000] [--hard 2000] [--samples N]

Every shuffle is played once from every seat. The interval counts a shuffle as one trial, because
the rounds of one shuffle are not independent. Exit code 1 if a share lies below its bar.
"""

import argparse
import os
import sys
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial
from math import sqrt
from statistics import mean, stdev
from time import process_time

from uno_chat.game import Options, seed_from_int
from uno_chat.strategies import Budget, contest


@dataclass(frozen=True, slots=True)
class Match:
    """The first player's share of rounds won has to be the bar, or more."""

    players: tuple[str, ...]
    bar: float | None


MATCHES = (
    Match(("normal", "easy"), 0.58),
    Match(("normal", "easy", "easy", "easy"), 0.30),
    Match(("hard", "easy"), 0.65),
    Match(("hard", "normal"), 0.54),
    Match(("hard", "easy", "easy", "easy"), None),
    Match(("hard", "normal", "normal", "normal"), None),
)


def share(players: Sequence[str], samples: int, number: int) -> tuple[float, float]:
    """The first player's share of one shuffle, and the seconds of CPU time it took."""
    begun = process_time()
    wins = contest(players, [seed_from_int(number)], Options(), Budget(samples))
    return wins[0] / len(players), process_time() - begun


def main() -> int:
    parser = argparse.ArgumentParser(description="how much better the levels are")
    parser.add_argument("--rounds", type=int, default=10_000, help="of easy and normal (10000)")
    parser.add_argument("--hard", type=int, default=2000, help="rounds in which hard plays (2000)")
    parser.add_argument("--samples", type=int, default=Budget().samples, help="of hard")
    given = parser.parse_args()
    below = 0
    with ProcessPoolExecutor(os.cpu_count()) as pool:
        for match in MATCHES:
            rounds = given.hard if "hard" in match.players else given.rounds
            play = partial(share, match.players, given.samples)
            found = list(pool.map(play, range(rounds // len(match.players)), chunksize=5))
            below += report(match, found)
    return int(below > 0)


def report(match: Match, found: Sequence[tuple[float, float]]) -> bool:
    """Print a line; whether the share is below the bar."""
    shares = [won for won, _ in found]
    won, within = mean(shares), 1.96 * stdev(shares) / sqrt(len(shares))
    rounds = len(shares) * len(match.players)
    spent = sum(seconds for _, seconds in found) / rounds
    bar = "no bar" if match.bar is None else f"bar {match.bar:.0%}"
    print(
        f"{match.players[0]} v {', '.join(match.players[1:]):<24} {won:6.1%} +-{within:.1%}"
        f"  {bar:<8} {rounds} rounds, {1000 * spent:.0f} ms each",
        flush=True,
    )
    return match.bar is not None and won < match.bar


if __name__ == "__main__":
    sys.exit(main())
