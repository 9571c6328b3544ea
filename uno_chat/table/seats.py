"""Who sits where: a seat belongs to a person or to a computer player, and keeps its id."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Literal

from uno_chat.table.habits import USUAL, Habits, Kept


class Level(StrEnum):
    """How well a computer plays."""

    EASY = "easy"
    NORMAL = "normal"
    HARD = "hard"


NOTICES = {Level.EASY: 0.25, Level.NORMAL: 0.5, Level.HARD: 0.8}
"""How likely a computer of each level notices a missed UNO."""


STAND_IN = Level.NORMAL
"""How well a computer plays for somebody who is away."""


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

    ``habits`` are its person's; a clock that begins goes by those ``kept`` as long as these last.
    ``bank`` is what is left of its reserve of time. ``strikes`` are its last turns in a row that
    the clock ended, ``missed`` all of this round; ``away`` is since when a computer plays for it;
    ``acted`` is the last round in which its person did anything; ``offered``: somebody else may
    take it; ``leaving``: its person stands up after this round; ``here`` is when they sat down or
    last said that they are ready. ``vacation`` is until when they are on one, ``covered`` that a
    computer plays therefore, ``rested`` for how long it has stopped the clock in this round.

    ``network`` is what people call the network from which its person plays; while that stands in
    ``name``, ``own`` is the name without it.
    """

    id: str
    name: str
    sitter: Human | Computer
    ready: bool = True
    gone: bool = False
    seen: int = 0
    unreachable: str = ""
    habits: Habits = USUAL
    kept: Kept | None = None
    bank: timedelta = timedelta(0)
    strikes: int = 0
    missed: int = 0
    away: datetime | None = None
    acted: int = 0
    offered: bool = False
    leaving: bool = False
    here: datetime | None = None
    vacation: datetime | None = None
    covered: bool = False
    rested: timedelta = timedelta(0)
    network: str = ""
    own: str = ""

    @property
    def awaited(self) -> bool:
        """Whether the next deal waits for this seat."""
        return not self.ready or self.unreachable != ""

    @property
    def player(self) -> int | None:
        """The person on it, None for a computer."""
        return self.sitter.player if isinstance(self.sitter, Human) else None

    @property
    def whose(self) -> int:
        """The person on it as it is told in what happened, -1 for a computer."""
        return self.sitter.player if isinstance(self.sitter, Human) else -1

    @property
    def pilot(self) -> Level | None:
        """The computer that decides for this seat now, None if its person does."""
        if isinstance(self.sitter, Computer):
            return self.sitter.level
        return STAND_IN if self.away is not None or self.covered else None
