"""What a row waits for that takes time: it is found out outside the transaction, then the row is
handled again with the answer. Another question needs another answer.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from uno_chat import game
from uno_chat.contract import Address, Conversation, User
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
class AwaitPage:
    """What the numbers mean that somebody has before them: a page is on its way to this address."""

    to: Address


@dataclass(frozen=True, slots=True)
class Waited:
    """It may have arrived by now."""

    asked: AwaitPage


Asked = AskRank | AwaitPage
"""What is to be found out for a person."""
Question = Think | Asked
Answer = Thought | Ranking | Waited
