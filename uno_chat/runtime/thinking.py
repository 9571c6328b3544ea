"""A computer player's choice, from what its seat may see."""

from __future__ import annotations

from uno_chat import game
from uno_chat.coordinator import Think
from uno_chat.strategies import choose, luck_from
from uno_chat.table import Level


def is_quick(asked: Think) -> bool:
    """Whether the answer takes no longer than a transaction, so that nothing needs to go on
    beside it."""
    return asked.level is not Level.HARD


def think(asked: Think) -> game.Move:
    """The same decision again after a restart: its luck comes from the round's seed."""
    luck = luck_from(asked.seed, f"computer {asked.decision}")
    return choose(asked.level, asked.sight, luck)
