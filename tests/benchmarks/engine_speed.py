"""How many moves the engine makes in a second on one core, with full rules, events and checks.

    python tests/benchmarks/engine_speed.py [--rounds 2000] [--repeat 5] [--beside FOLDER]

A move is one turn of a seat that acts, as in the figures of other engines. The policy costs next
to nothing: a uniform pick among the offered plays, drawing only without one, never challenging.
Time is CPU time of this process; of several runs the best counts. Beside another version of the
project, which lies in FOLDER, both take turns in processes of their own, and the ratio of their
medians is told: what a busy machine does to one it does to the other.
"""

import argparse
import os
import random
import subprocess
import sys
import time
from pathlib import Path
from statistics import median

from uno_chat.game import (
    Options,
    Over,
    Round,
    Turn,
    apply,
    choices,
    deal,
    seed_from_int,
)


def play_round(round_: Round, luck: random.Random) -> int:
    """The number of turns until the round is over."""
    turns = 0
    pending = round_.pending
    while not isinstance(pending, Over):
        seat = pending.seat
        if seat is None:
            break
        offered = choices(round_, seat)
        plays = len(offered) - 1  # drawing, keeping and challenging stand last
        move = offered[int(luck.random() * plays)] if plays else offered[0]
        turns += isinstance(pending, Turn)
        round_ = apply(round_, seat, move).round
        pending = round_.pending
    return turns


def moves_per_second(seats: int, rounds: int) -> float:
    luck, options, turns = random.Random(seats), Options(), 0
    start = time.process_time()
    for number in range(rounds):
        turns += play_round(deal(options, seats, 0, seed_from_int(number)).round, luck)
    return turns / (time.process_time() - start)


def beside(folder: Path, seats: int, rounds: int, repeat: int) -> str:
    """How many moves this and another version make, one after the other."""
    found: dict[Path, list[float]] = {Path(__file__).parents[2]: [], folder: []}
    for number in range(2 * repeat):
        # Who goes first changes, so that a machine that slows down does so to both.
        for place in sorted(found, reverse=bool(number % 2)):
            command = [sys.executable, __file__, "--rounds", str(rounds), "--seats", str(seats)]
            paths = {"PYTHONPATH": str(place)}
            ran = subprocess.run(command, env=os.environ | paths, capture_output=True, check=True)
            found[place].append(float(ran.stdout))
    ours, theirs = map(median, found.values())
    return f"{ours:9,.0f} and {theirs:9,.0f} moves/s, {ours / theirs:.3f} times as many"


def main() -> None:
    arguments = argparse.ArgumentParser(description="moves per second of the engine on one core")
    arguments.add_argument("--rounds", type=int, default=2000)
    arguments.add_argument("--repeat", type=int, default=5)
    arguments.add_argument("--beside", type=Path)
    arguments.add_argument("--seats", type=int, help="one plain figure for so many players")
    given = arguments.parse_args()
    if given.seats is not None:
        print(moves_per_second(given.seats, given.rounds))
        return
    for seats in (2, 4, 10):
        if given.beside is not None:
            told = beside(given.beside.resolve(), seats, given.rounds, given.repeat)
            print(f"{seats:2} players: {told}")
            continue
        best = max(moves_per_second(seats, given.rounds) for _ in range(given.repeat))
        print(f"{seats:2} players: {best:9,.0f} moves/s")


if __name__ == "__main__":
    main()
