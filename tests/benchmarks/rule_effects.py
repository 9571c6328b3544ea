"""What each edition and each house rule does to a round, as a table and a plot.

    python tests/benchmarks/rule_effects.py [--rounds 4000] [--players 4] [--level easy] [--out DIR]

Every row is `uno-chat simulate --rules …` with the same shuffles: turns of a round (mean and 99th
percentile), the first seat's share of wins above a fair one in points of a percent, and the
winner's points. Writes `rule_effects.md` and `rule_effects.svg` into the folder and prints the
first. One standard error of the share stands in its heading.
"""

import argparse
import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from html import escape
from math import sqrt
from pathlib import Path

from uno_chat.cli.rounds import Plan, play_all
from uno_chat.cli.simulate import figures
from uno_chat.game import EDITIONS, Options

NEEDED = {
    "save_wilds": {"must_play": "on"},
    "jump_in_fours": {"jump_in": "on"},
    "last_card_trades": {"seven_o": "on"},
}
"""What a rule needs to make a difference."""
UNTOUCHED = {"scoring", "custom_text"}
"""What is about the match or about people, not about a round."""


@dataclass(frozen=True, slots=True)
class Row:
    """What was found under some rules."""

    rules: str
    turns: float
    longest: int
    first: float
    points: float


def agreements() -> Iterator[Mapping[str, str]]:
    """Every edition; then every switch and word of an option that is not usual."""
    for edition in EDITIONS:
        yield {"edition": edition}
    for name in Options().as_mapping():
        if name in UNTOUCHED:
            continue
        usual = getattr(Options(), name)
        if isinstance(usual, bool):
            yield {**NEEDED.get(name, {}), name: "on"}
        elif isinstance(usual, StrEnum):
            yield from ({name: word} for word in type(usual) if word is not usual)


def row(rules: Mapping[str, str], level: str, players: int, rounds: int) -> Row:
    options = Options.of(rules)
    players = players if players in options.seats else options.seats[-1]
    plan = Plan((level,) * players, options, 1, rounds)
    tally = play_all(plan, os.cpu_count() or 1, lambda _: None)
    found = figures(plan, tally)
    told = ",".join(f"{name}={value}" for name, value in rules.items())
    first = 100 * (tally.wins[0] / rounds - 1 / players)
    turns, points = (float(str(found[name])) for name in ("turns_mean", "points_mean"))
    return Row(told, turns, int(str(found["turns_p99"])), first, points)


def table(rows: list[Row], rounds: int, players: int) -> str:
    error = 100 * sqrt((players - 1) / players**2 / rounds)
    lines = [
        f"| rules | turns, mean | 99 % within | first seat, % (± {error:.1f}) | points, mean |",
        "|---|---|---|---|---|",
    ]
    lines += [
        f"| `{one.rules}` | {one.turns:.1f} | {one.longest} | {one.first:+.1f} | {one.points:.0f} |"
        for one in rows
    ]
    return "\n".join(lines)


WIDE, HIGH, LEFT = 300, 18, 250


def plot(rows: list[Row]) -> str:
    """Three columns of bars, each beside those of the classic game."""
    columns = (
        ("turns of a round", [one.turns for one in rows]),
        ("first seat, % above fair", [one.first for one in rows]),
        ("points of the winner", [one.points for one in rows]),
    )
    height, width = HIGH * (len(rows) + 3), LEFT + len(columns) * (WIDE + 40)
    size = f'width="{width}" height="{height}" font-family="sans-serif" font-size="12"'
    parts = [f'<svg xmlns="http://www.w3.org/2000/svg" {size}>']
    parts.append('<rect width="100%" height="100%" fill="white"/>')
    for place, one in enumerate(rows):
        at = HIGH * (place + 2) + 12
        parts.append(f'<text x="{LEFT - 8}" y="{at}" text-anchor="end">{escape(one.rules)}</text>')
    for number, (title, values) in enumerate(columns):
        parts += _column(title, values, LEFT + number * (WIDE + 40))
    return "\n".join([*parts, "</svg>\n"])


def _column(title: str, values: list[float], left: float) -> Iterator[str]:
    low, high = min(0.0, *values), max(values)
    scale = WIDE / (high - low)
    zero = left - low * scale
    classic = left + (values[0] - low) * scale
    bottom = HIGH * (len(values) + 2)
    yield f'<text x="{left}" y="{HIGH}" font-weight="bold">{escape(title)}</text>'
    for place, value in enumerate(values):
        start, length = min(zero, zero + value * scale), abs(value) * scale
        top = HIGH * (place + 2)
        yield f'<rect x="{start:.1f}" y="{top}" width="{length:.1f}" height="13" fill="#4a90d9"/>'
        yield f'<text x="{start + length + 3:.1f}" y="{top + 11}" font-size="9">{value:.1f}</text>'
    yield (
        f'<line x1="{classic:.1f}" y1="{HIGH * 1.5}" x2="{classic:.1f}" y2="{bottom}"'
        ' stroke="#333" stroke-dasharray="3"/>'
    )


def main() -> None:
    arguments = argparse.ArgumentParser(description="what each rule does to a round")
    arguments.add_argument("--rounds", type=int, default=4000)
    arguments.add_argument("--players", type=int, default=4)
    arguments.add_argument("--level", default="easy")
    arguments.add_argument("--out", type=Path, default=Path("build"))
    given = arguments.parse_args()
    rows = [row(rules, given.level, given.players, given.rounds) for rules in agreements()]
    text = table(rows, given.rounds, given.players)
    given.out.mkdir(parents=True, exist_ok=True)
    (given.out / "rule_effects.md").write_text(f"{text}\n", encoding="utf-8")
    (given.out / "rule_effects.svg").write_text(plot(rows), encoding="utf-8")
    print(text)
    print(f"The plot: {given.out / 'rule_effects.svg'}")


if __name__ == "__main__":
    main()
