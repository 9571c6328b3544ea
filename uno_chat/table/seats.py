"""Who sits where: a seat belongs to a person or to a computer player, and keeps its id."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Literal


class Level(StrEnum):
    """How well a computer plays."""

    EASY = "easy"
    NORMAL = "normal"
    HARD = "hard"


NOTICES = {Level.EASY: 0.25, Level.NORMAL: 0.5, Level.HARD: 0.8}
"""How likely a computer of each level notices a missed UNO."""


@dataclass(frozen=True, slots=True)
class Human:
    """A person, by the number of the player."""

    player: int
    kind: Literal["human"] = "human"


@dataclass(frozen=True, slots=True)
class Computer:
    """A computer player."""

    level: Level
    kind: Literal["computer"] = "computer"


@dataclass(frozen=True, slots=True)
class Seat:
    """One chair. ``ready`` says that the next deal may begin; ``gone`` that the person left in
    mid-match (the seat stays for the scores); ``seen`` counts the happenings up to its last act;
    ``unreachable`` names what its person has to do before a hand arrives, empty when one does.
    """

    id: str
    name: str
    sitter: Human | Computer
    ready: bool = True
    gone: bool = False
    seen: int = 0
    unreachable: str = ""

    @property
    def awaited(self) -> bool:
        """Whether the next deal waits for this seat."""
        return not self.ready or self.unreachable != ""

    @property
    def player(self) -> int | None:
        """The person on it, None for a computer."""
        return self.sitter.player if isinstance(self.sitter, Human) else None
