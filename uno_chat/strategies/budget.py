"""How long a player may look ahead: a number of samples, fewer where time runs out."""

from collections.abc import Callable
from dataclasses import dataclass


def never() -> bool:
    return False


@dataclass(frozen=True, slots=True)
class Budget:
    """At most `samples` guesses at the hidden cards, none more once `spent` says so.

    With `samples` alone a decision depends on the sight and the luck only.
    """

    samples: int = 400
    spent: Callable[[], bool] = never


def seconds(limit: float, clock: Callable[[], float], samples: int = 100_000) -> Budget:
    """As many samples as fit into so many seconds of this clock, from now on."""
    end = clock() + limit
    return Budget(samples, lambda: clock() >= end)
