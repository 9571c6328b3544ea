"""House rule: two against two, partners opposite each other (rules.md 1.12, 3.1).

The round is over when either partner is out; both then write down what the two opponents hold, a
leaver among them as ever, and nothing for each other. Partners play in turn like anybody: they
may be swapped with, skipped, caught and challenged. Where only one pair is left it has won.
"""

from collections.abc import Iterable, Sequence
from typing import TypeVar

from uno_chat.game.options import Options

_T = TypeVar("_T")


def side_of(options: Options, seats: Sequence[_T], place: int) -> tuple[_T, ...]:
    """Who plays together with the seat at this place, itself among them, clockwise."""
    return tuple(seats[place % 2 :: 2]) if options.teams else (seats[place],)


def one_side(options: Options, seats: Iterable[int]) -> bool:
    """Whether all of these seats play together, or only one is there."""
    return len({seat % 2 if options.teams else seat for seat in seats}) == 1
