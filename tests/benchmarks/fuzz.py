"""Feed everything that takes bytes or text from outside with inputs that nobody wrote by mistake.

    python tests/benchmarks/fuzz.py --inputs 1000000 --seed 1

The targets are those of tests/fuzz, the inputs others with each seed; each target gets the same
time. Prints for each how many inputs it had and what came of them, then what failed, for the
smallest input that was found to make it so; exits with 1 if anything did. ``--only telegram`` is
for targets whose name has that in it.
"""

from __future__ import annotations

import argparse
import runpy
import sys
import traceback
from collections.abc import Iterator, Sequence
from pathlib import Path
from time import process_time
from typing import Any, Final

from uno_chat.testing.fuzzing import Tally, Target, search

TARGETS: Final = Path(__file__).parents[1] / "fuzz"
ROUND: Final = 500
"""Inputs of a target that are searched in one go."""


def targets(named: str) -> list[Target[Any]]:
    """All targets with this in their name."""
    found: list[Target[Any]] = []
    for path in sorted(TARGETS.glob("test_*.py")):
        found += runpy.run_path(str(path)).get("TARGETS", ())
    return [target for target in found if named in target.name]


def fed(every: Sequence[Target[Any]], inputs: int, begin: int) -> Iterator[tuple[str, str]]:
    """Feed whichever target had the least time, then print what came of it. Yields a target that
    failed, and how: it gets no more.
    """
    tallies = {target.name: Tally() for target in every}
    spent = dict.fromkeys(every, 0.0)
    number, left = begin, inputs
    while spent and left > 0:
        target = min(spent, key=lambda one: spent[one])
        tally, began, number = tallies[target.name], process_time(), number + 1
        left += tally.inputs
        try:
            search(target, min(ROUND, left - tally.inputs), number, tally)
        except Exception:  # noqa: BLE001 - one target that fails must not stop the others
            del spent[target]
            yield target.name, traceback.format_exc()
        else:
            spent[target] += process_time() - began
        left -= tally.inputs
    for name, tally in tallies.items():
        print(row(name, tally))
    print(f"{'in all':<44}{sum(tally.inputs for tally in tallies.values()):>10}", flush=True)


def row(name: str, tally: Tally) -> str:
    """A target, its inputs, and what came of them."""
    words = ", ".join(f"{word} {count}" for word, count in tally.words.most_common())
    return f"{name:<44}{tally.inputs:>10}  {words}"


def main() -> int:
    """Print the table, then the failures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--inputs", type=int, default=1_000_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", default="")
    args = parser.parse_args()
    failures = list(fed(targets(args.only), args.inputs, args.seed * 1_000_000))
    for name, how in failures:
        print(f"\n{name} failed:\n{how}", file=sys.stderr)
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
