"""What every edition and house rule does to a round: how long it is, what the first seat gains, and
what the winner gets.

    python tests/benchmarks/house_rules.py [--rounds 1000] [--players 4] [--seed 1] [--jobs 2]

Easy players among themselves, each rule alone, or with what it needs; the same shuffles for all. It
prints a table, and with --folder writes it as house_rules.md beside a plot, house_rules.svg.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from html import escape
from math import sqrt
from multiprocessing import get_context
from pathlib import Path
from statistics import fmean, stdev

from uno_chat.game import Options, seed_from_int
from uno_chat.strategies import Result, play_round
from uno_chat.testing.agreements import each_alone

NOT_OF_A_ROUND = {
    *("goal", "scoring", "best_of", "custom_text"),
    *("strict", "false_catch", "false_uno", "uno_penalty"),
}
"""What computers that err in nothing never meet, and what is counted between rounds only."""
WIDE, HIGH, LEFT, ROOM = 1030, 20, 250, 220


@dataclass(frozen=True, slots=True)
class Figure:
    """A mean and its standard error."""

    mean: float
    error: float

    def __str__(self) -> str:
        return f"{self.mean:.1f} ± {self.error:.1f}"


@dataclass(frozen=True, slots=True)
class Row:
    """What was found for some rules: turns and points of a round, and how many percent more rounds
    than its share the seat wins that is the first to move."""

    rules: str
    turns: Figure
    gain: Figure
    points: Figure


def asked(rounds: int, players: int, seed: int, jobs: int) -> Iterator[Row]:
    """A row for each edition and then for each house rule."""
    tasks = [(rules, rounds, _players(rules, players), seed) for rules in every_rule()]
    with ProcessPoolExecutor(jobs, get_context("spawn")) as pool:
        yield from pool.map(measured, tasks)


def every_rule() -> list[dict[str, object]]:
    """Those that change something in a round of computers."""
    return [rules for rules in each_alone() if not NOT_OF_A_ROUND & {*list(rules)[-1:]}]


def _players(rules: dict[str, object], players: int) -> int:
    seats = Options.of(rules).seats
    return players if players in seats else seats.start


def measured(task: tuple[dict[str, object], int, int, int]) -> Row:
    """Play the rounds of one row."""
    rules, rounds, players, seed = task
    options, levels = Options.of(rules), ["easy"] * players
    played = [
        play_round(levels, seed_from_int(seed, round_no=number), options)
        for number in range(1, rounds + 1)
    ]
    told = " ".join(f"{name}={_typed(value)}" for name, value in rules.items())
    return row(told, played, players)


def _typed(value: object) -> str:
    return ("on" if value else "off") if isinstance(value, bool) else str(value)


def row(rules: str, played: Sequence[Result], players: int) -> Row:
    """What rounds come to."""
    first = [100.0 * (result.winner == 0) for result in played]
    share = figure(first)
    return Row(
        rules,
        figure([float(result.turns) for result in played]),
        Figure(share.mean - 100 / players, share.error),
        figure([float(result.points) for result in played]),
    )


def figure(values: Sequence[float]) -> Figure:
    """The mean of at least two values."""
    return Figure(fmean(values), stdev(values) / sqrt(len(values)))


def table(rows: Sequence[Row]) -> str:
    """The rows in Markdown."""
    head = ("rules", "turns of a round", "first seat, % above its share", "points of the winner")
    lines = [head, ("---",) * len(head)]
    lines += [(f"`{r.rules}`", str(r.turns), str(r.gain), str(r.points)) for r in rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def plot(rows: Sequence[Row]) -> str:
    """Three columns of points with their standard errors twice; the line is the first row's."""
    columns = [
        ("turns of a round", [r.turns for r in rows]),
        ("first seat, % above its share", [r.gain for r in rows]),
        ("points of the winner", [r.points for r in rows]),
    ]
    parts = [_text(LEFT - 10, (n + 3) * HIGH, r.rules, "end") for n, r in enumerate(rows)]
    for number, (title, figures) in enumerate(columns):
        parts += _column(LEFT + number * (ROOM + 40), title, figures)
    height = (len(rows) + 4) * HIGH
    style = 'font-family="sans-serif" font-size="12"'
    size = f'viewBox="0 0 {WIDE} {height}" width="{WIDE}" height="{height}"'
    body = "\n".join(parts)
    paper = '<rect width="100%" height="100%" fill="white"/>'
    return f'<svg xmlns="http://www.w3.org/2000/svg" {size} {style}>\n{paper}\n{body}\n</svg>\n'


def _column(left: int, title: str, figures: Sequence[Figure]) -> Iterator[str]:
    low = min(figure.mean - 2 * figure.error for figure in figures)
    high = max(figure.mean + 2 * figure.error for figure in figures)
    scale = ROOM / ((high - low) or 1)
    places = [left + (figure.mean - low) * scale for figure in figures]
    yield _text(left + ROOM // 2, HIGH, title, "middle")
    bottom = (len(figures) + 2.3) * HIGH
    yield f'<path d="M{places[0]:.1f} {1.5 * HIGH} V{bottom}" stroke="#bbb"/>'
    for number, (figure, place) in enumerate(zip(figures, places, strict=True)):
        y, reach = (number + 2.8) * HIGH, 2 * figure.error * scale
        yield f'<path d="M{place - reach:.1f} {y:.1f} h{2 * reach:.1f}" stroke="#357"/>'
        yield f'<circle cx="{place:.1f}" cy="{y:.1f}" r="4" fill="#357"/>'
        yield _text(left + ROOM + 4, int(y) + 4, f"{figure.mean:.1f}", "start")


def _text(x: int, y: int, words: str, anchor: str) -> str:
    return f'<text x="{x}" y="{y}" text-anchor="{anchor}">{escape(words)}</text>'


def page(rows: Sequence[Row], command: str) -> str:
    """The page that shows both."""
    return f"""# What editions and house rules do to a round

`{command}`

Easy players, each rule alone or with what it needs, the same shuffles for every row; ± is one
standard error, the lines of the plot are two. The first seat is the one that moves first if the
first card has no effect. A turn counts when its seat acts: what `auto_draw` draws by itself does
not. Under `elimination` the winner of a round gets no points. These players call UNO, never err
and never bluff: where a row is like the first one, the rule is for people. Who can jump in comes
before the next player every other time, and the last to press after a six is drawn by lot.

![Turns of a round, first seat and points, for every rule](house_rules.svg)

{table(rows)}
"""


def main() -> int:
    """Measure, print, and write the page if a folder is given."""
    arguments = argparse.ArgumentParser(description="what every rule does to a round")
    arguments.add_argument("--rounds", type=int, default=1000)
    arguments.add_argument("--players", type=int, default=4)
    arguments.add_argument("--seed", type=int, default=1)
    arguments.add_argument("--jobs", type=int, default=2)
    arguments.add_argument("--folder", type=Path)
    given = arguments.parse_args()
    rows = list(asked(given.rounds, given.players, given.seed, given.jobs))
    print(table(rows))
    if given.folder is not None:
        words = f"--rounds {given.rounds} --players {given.players} --seed {given.seed}"
        command = f"python tests/benchmarks/house_rules.py {words}"
        (given.folder / "house_rules.md").write_text(page(rows, command), encoding="utf-8")
        (given.folder / "house_rules.svg").write_text(plot(rows), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
