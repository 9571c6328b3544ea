"""Whether every combination of options that is not refused comes to its end, and how soon.

    python tests/benchmarks/every_rule.py [--rounds 10000] [--seed 1] [--most 5000]

Each round is played by easy players under options drawn at random among all that are accepted
(`uno_chat.testing.agreements`), by as many as may play. Exit code 1 if one takes more turns.
"""

import argparse
import random
import sys
from collections import Counter

from uno_chat.game import Options, seed_from_int
from uno_chat.strategies import play_round
from uno_chat.testing.agreements import some_options, some_seats

USUAL = Options().as_mapping()


def agreed(options: Options) -> str:
    """What is not as usual, in words that could be typed."""
    values = options.as_mapping().items()
    return " ".join(f"{name}={value}" for name, value in values if value != USUAL[name])


def played(number: int) -> tuple[int, str]:
    """The turns of a round under random options, and these."""
    luck = random.Random(number)
    options = some_options(luck)
    seats = some_seats(options, luck)
    result = play_round(["easy"] * seats, seed_from_int(number), options)
    ended = "" if result.winner is not None else "no end, "
    return result.turns, f"{ended}{seats} players, {agreed(options)}"


def main() -> int:
    arguments = argparse.ArgumentParser(description="every combination comes to its end")
    arguments.add_argument("--rounds", type=int, default=10_000)
    arguments.add_argument("--seed", type=int, default=1)
    arguments.add_argument("--most", type=int, default=5000)
    given = arguments.parse_args()
    rounds = [played(given.seed * 1_000_000 + number) for number in range(given.rounds)]
    different = Counter(told for _, told in rounds)
    too_long = [(turns, told) for turns, told in rounds if turns > given.most or "no end" in told]
    print(f"{len(rounds)} rounds under {len(different)} different agreements")
    turns = sorted(turns for turns, _ in rounds)
    print(f"turns: median {turns[len(turns) // 2]}, 99 % within {turns[len(turns) * 99 // 100]}")
    for count, told in sorted(rounds, reverse=True)[:5]:
        print(f"  {count} turns: {told}")
    print(f"longer than {given.most} turns: {len(too_long)}")
    return 1 if too_long else 0


if __name__ == "__main__":
    sys.exit(main())
