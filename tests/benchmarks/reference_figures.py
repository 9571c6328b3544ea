"""Whether `uno-chat simulate` agrees with figures from another implementation, and how closely.

    python tests/benchmarks/reference_figures.py [--rounds 20000] [--players 2 4 10] [--seed 7]

The figures are of 2,000,000 rounds a row, of three engines that agree: players who lay any card
that fits, each copy as likely, name any colour, draw only without one, play a drawn card that
fits, neither bluff nor challenge, and call UNO; that is the strategy `easy`. A mean agrees within
3.3 standard errors. Exit code 1 if something does not.
"""

import argparse
import json
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from math import sqrt

WITHIN = 3.3


@dataclass(frozen=True, slots=True)
class Reference:
    """Means with their standard deviations; shares from the dealer's left to the dealer."""

    turns: tuple[float, float]
    points: tuple[float, float]
    shares: tuple[float, ...]


REFERENCES = {
    2: Reference((46.63, 33.7), (45.30, 34.5), (0.5041, 0.4959)),
    3: Reference((46.48, 26.2), (77.40, 41.6), (0.3413, 0.3320, 0.3267)),
    4: Reference((50.11, 24.4), (117.04, 50.8), (0.2593, 0.2533, 0.2448, 0.2426)),
    10: Reference(
        (82.93, 29.1),
        (379.15, 74.8),
        (0.1112, 0.1082, 0.1042, 0.1025, 0.1007, 0.0973, 0.0959, 0.0946, 0.0923, 0.0931),
    ),
}


@dataclass(frozen=True, slots=True)
class Comparison:
    """A figure beside its reference; `error` is its standard error."""

    name: str
    found: float
    wanted: float
    error: float

    @property
    def off(self) -> float:
        """How many standard errors it is off."""
        return abs(self.found - self.wanted) / self.error

    def __str__(self) -> str:
        verdict = "ok" if self.off < WITHIN else "DIFFERS"
        return (
            f"  {self.name:<8}{self.found:9.4f}  reference {self.wanted:9.4f}"
            f"  +-{WITHIN * self.error:.4f}  ({self.off:.1f} errors off)  {verdict}"
        )


def simulate(players: int, rounds: int, seed: int) -> dict[str, object]:
    command = f"simulate --players {players} --rounds {rounds} --seed {seed} --json"
    done = subprocess.run(
        [sys.executable, "-m", "uno_chat", *command.split()], capture_output=True, check=True
    )
    found: dict[str, object] = json.loads(done.stdout)
    return found


def comparisons(players: int, rounds: int, found: dict[str, object]) -> Iterator[Comparison]:
    reference = REFERENCES[players]
    for name, (mean, deviation) in (("turns", reference.turns), ("points", reference.points)):
        yield Comparison(name, number(found[f"{name}_mean"]), mean, deviation / sqrt(rounds))
    wins = found["wins"]
    for seat, share in enumerate(reference.shares):
        won = number(wins[seat] if isinstance(wins, list) else None)
        yield Comparison(
            f"seat {seat + 1}", won / rounds, share, sqrt(share * (1 - share) / rounds)
        )


def number(value: object) -> float:
    if not isinstance(value, int | float):
        raise TypeError(f"A number was expected, not {value!r}.")
    return float(value)


def main() -> int:
    parser = argparse.ArgumentParser(description="uno-chat simulate beside reference figures")
    parser.add_argument("--rounds", type=int, default=20_000)
    parser.add_argument("--players", type=int, nargs="+", default=[2, 4, 10], choices=REFERENCES)
    parser.add_argument("--seed", type=int, default=7)
    given = parser.parse_args()
    worst = 0.0
    for players in given.players:
        found = simulate(players, given.rounds, given.seed)
        print(f"{players} players, {given.rounds} rounds, {found['moves_per_second']} moves/s")
        for comparison in comparisons(players, given.rounds, found):
            print(comparison)
            worst = max(worst, comparison.off)
    return int(worst >= WITHIN)


if __name__ == "__main__":
    sys.exit(main())
