"""``uno-chat simulate``: many independent rounds among computers, and what happens on average."""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Callable, Mapping
from time import monotonic

from uno_chat.cli.main import DONE, BadUse, nearest
from uno_chat.cli.rounds import Plan, Tally, play_all
from uno_chat.game import MOST_SEATS, Options, OptionsError
from uno_chat.strategies import LEVELS

MOST_ROUNDS = 1_000_000_000
SILENCE = 2.0
"""Seconds between two lines about the progress."""


def arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of ``simulate``."""
    cores = os.cpu_count() or 1
    parser.add_argument(
        "--players", type=int, default=4, metavar="N", help=f"seats, 2 to {MOST_SEATS} (4)"
    )
    parser.add_argument("--rounds", type=int, default=1000, metavar="K", help="how many (1000)")
    parser.add_argument("--seed", type=int, default=1, metavar="S", help="same seed, same rounds")
    parser.add_argument(
        "--strategy",
        default="easy",
        metavar="A,B,…",
        help=f"{', '.join(LEVELS)}: one for all, or one a seat from the dealer's left (easy)",
    )
    parser.add_argument(
        "--rules", default="", metavar="K=V,…", help="what is played, like stacking=same,goal=200"
    )
    parser.add_argument(
        "--jobs",
        type=int,
        nargs="?",
        default=cores,
        const=cores,
        metavar="J",
        help="processes at a time (one a core); the result does not depend on it",
    )
    parser.add_argument("--json", action="store_true", help="print one JSON object")


def run(args: argparse.Namespace) -> int:
    """Play and print the figures."""
    plan = _plan(args)
    if args.jobs < 1:
        raise BadUse(f"--jobs is a number from 1, not {args.jobs}.")
    try:
        tally = play_all(plan, args.jobs, progress(plan.rounds, monotonic))
    except ValueError as error:
        raise BadUse(str(error)) from None
    if tally.unfinished:
        print(f"{tally.unfinished} rounds had no end and were given up.", file=sys.stderr)
    found = figures(plan, tally)
    print(json.dumps(found) if args.json else _text(found))
    return DONE


def progress(rounds: int, clock: Callable[[], float]) -> Callable[[int], None]:
    """Hears how many rounds are done and says so on standard error, not too often."""
    begun = said = clock()

    def report(done: int) -> None:
        nonlocal said
        now = clock()
        if now - said >= SILENCE and done < rounds:
            said = now
            left = (now - begun) / done * (rounds - done)
            print(f"{done} of {rounds} rounds, about {left:.0f} s left", file=sys.stderr)

    return report


def figures(plan: Plan, tally: Tally) -> dict[str, object]:
    """What is printed. `wins` counts rounds; means are over all rounds, points are the winner's."""
    return {
        "rounds": tally.rounds,
        "turns_mean": sum(turns * n for turns, n in tally.turns.items()) / tally.rounds,
        "turns_p99": _percentile(tally.turns, 99),
        "wins": list(tally.wins),
        "points_mean": tally.points / tally.rounds,
        "moves": tally.moves,
        "moves_per_second": round(tally.moves / tally.seconds),
        "strategies": list(plan.levels),
    }


def _percentile(counts: Mapping[int, int], percent: int) -> int:
    """The least value that so many percent of all do not exceed."""
    needed = -(-sum(counts.values()) * percent // 100)
    for value in sorted(counts):
        needed -= counts[value]
        if needed <= 0:
            return value
    raise ValueError("Nothing was counted.")


def _plan(args: argparse.Namespace) -> Plan:
    if args.players < 2:
        raise BadUse(f"--players is a number from 2 to {MOST_SEATS}, not {args.players}.")
    if not 1 <= args.rounds <= MOST_ROUNDS:
        raise BadUse(f"--rounds is a number from 1 to {MOST_ROUNDS}, not {args.rounds}.")
    return Plan(_levels(args.strategy, args.players), _options(args.rules), args.seed, args.rounds)


def _levels(text: str, players: int) -> tuple[str, ...]:
    levels = tuple(name.strip() for name in text.split(","))
    for name in levels:
        if name not in LEVELS:
            raise BadUse(f"there is no strategy {name!r}; did you mean {nearest(name, LEVELS)!r}?")
    if len(levels) not in (1, players):
        raise BadUse(
            f"--strategy names {len(levels)} players: name one for all, or {players}, one a seat."
        )
    return levels if len(levels) == players else levels * players


def _options(text: str) -> Options:
    """The rules written as K=V with commas between them."""
    pairs = [pair.partition("=") for pair in text.split(",") if pair.strip()]
    for name, sign, _ in pairs:
        if not sign:
            raise BadUse(f"--rules is written like stacking=same,goal=200; {name!r} has no value.")
    try:
        return Options.of({name.strip(): value.strip() for name, _, value in pairs})
    except OptionsError as error:
        raise BadUse(f"--rules: {error}") from None


def _text(found: Mapping[str, object]) -> str:
    """The same for reading."""
    said = {key.replace("_", " "): _words(value) for key, value in found.items()}
    return "\n".join(f"{key + ':':<18}{words}" for key, words in said.items())


def _words(value: object) -> str:
    match value:
        case float():
            return f"{value:.2f}"
        case list():
            return " ".join(map(str, value))
        case _:
            return str(value)
