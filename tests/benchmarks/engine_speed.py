"""How many moves the engine makes in a second on one core, with full rules, events and checks.

    python tests/benchmarks/engine_speed.py [--rounds 2000] [--repeat 5]

A move is one turn of a seat that acts, as in the figures of other engines. The policy costs next
to nothing: a uniform pick among the offered plays, drawing only without one, never challenging.
Time is CPU time of this process; of several runs the best counts.
"""

import argparse
import random
import time

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


def main() -> None:
    arguments = argparse.ArgumentParser(description="moves per second of the engine on one core")
    arguments.add_argument("--rounds", type=int, default=2000)
    arguments.add_argument("--repeat", type=int, default=5)
    given = arguments.parse_args()
    for seats in (2, 4, 10):
        best = max(moves_per_second(seats, given.rounds) for _ in range(given.repeat))
        print(f"{seats:2} players: {best:9,.0f} moves/s")


if __name__ == "__main__":
    main()
