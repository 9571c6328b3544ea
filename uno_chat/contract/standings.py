"""What is kept of matches that are over, for the statistics of a group: sums, by group and person.

They stand beside the records of rounds and never shrink when those are forgotten.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import Final, Protocol

from uno_chat.contract.refs import Conversation

OF_ALL: Final = 0
"""The number of nobody: what was played in a conversation, whoever did."""


@dataclass(frozen=True, slots=True)
class Standing:
    """What a ``player``, or all of them, have played in a conversation, and won of it."""

    conversation: Conversation
    player: int
    matches: int = 0
    won: int = 0
    rounds: int = 0
    rounds_won: int = 0
    points: int = 0


class Standings(Protocol):
    """What a transaction may do with them."""

    def add_standings(self, standings: Collection[Standing]) -> None:
        """Add these to what is kept of the same conversations and players."""
        ...

    def standings_in(self, conversation: Conversation) -> tuple[Standing, ...]:
        """All that is kept of a conversation, by the number of the player."""
        ...

    def standings_of(self, player: int) -> tuple[Standing, ...]:
        """All that is kept of a player, in the order of the conversations' texts."""
        ...

    def move_standings(self, player: int, to: int | None) -> None:
        """What was a player's is another's from now on, or (None) nobody's at all."""
        ...
