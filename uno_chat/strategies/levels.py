"""The levels by name, and the one question they answer: what does this seat do now?"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from uno_chat.game import Challenge, Decision, Move, Play, Sight, with_uno
from uno_chat.strategies import doubt
from uno_chat.strategies.budget import Budget
from uno_chat.strategies.calling import leaves_one
from uno_chat.strategies.easy import easy
from uno_chat.strategies.hard import hard
from uno_chat.strategies.luck import Luck
from uno_chat.strategies.manners import Manners
from uno_chat.strategies.normal import normal

Think = Callable[[Sight, Luck, Budget], Move]
"""Picks one of the choices of a sight, but neither bluffs nor challenges."""

WHOLE = Budget()


@dataclass(frozen=True, slots=True)
class Level:
    """A kind of computer player: how it thinks, and how it behaves."""

    think: Think
    manners: Manners


LEVELS: Mapping[str, Level] = MappingProxyType(
    {
        "easy": Level(easy, Manners()),
        "normal": Level(normal, Manners(challenges=0.5)),
        "hard": Level(hard, Manners(challenges=1.0)),
    }
)


def choose(level: str, sight: Sight, luck: Luck, budget: Budget = WHOLE) -> Move:
    """What a computer player of this level does; the sight must be that of the seat that owes a
    decision. The move is legal and says UNO where it has to. Raises KeyError for another level."""
    player = LEVELS[level]
    if sight.decision is Decision.CHALLENGE and _challenges(sight, luck, player.manners):
        return Challenge()
    move = player.think(sight, luck, budget)
    if isinstance(move, Play) and leaves_one(sight, move) and luck.random() < player.manners.calls:
        return with_uno(move)
    return move


def _challenges(sight: Sight, luck: Luck, manners: Manners) -> bool:
    return luck.random() < manners.challenges and doubt.pays(sight)
