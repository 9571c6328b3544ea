"""What a row waits for that takes time: it is found out outside the transaction, then the row is
handled again with the answer. Another question needs another answer.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime

from uno_chat import game
from uno_chat.contract import Conversation, User
from uno_chat.table import Level


@dataclass(frozen=True, slots=True)
class Think:
    """A computer has to choose."""

    table: int
    seat: str
    decision: int
    level: Level
    sight: game.Sight = field(repr=False)
    seed: bytes = field(repr=False)


@dataclass(frozen=True, slots=True)
class Thought:
    """What it chose, and what it had been asked."""

    asked: Think
    move: game.Move = field(repr=False)


@dataclass(frozen=True, slots=True)
class AskRank:
    """Whether somebody manages a conversation, which only its network knows."""

    user: User
    conversation: Conversation


@dataclass(frozen=True, slots=True)
class Ranking:
    """What the network said, None if nothing, and what it had been asked."""

    asked: AskRank
    manages: bool | None


@dataclass(frozen=True, slots=True)
class Later:
    """What somebody means is not known yet: the row is to be handled then, as if it were new."""

    until: datetime


Question = Think | AskRank
Answer = Thought | Ranking
