"""How much is said by one person and in one conversation, and when answers are spared.

What is asked at a table is done all the same, so nobody loses a move; but whoever presses and
writes without end is not answered each time, and neither is a conversation that does so together.
Each worker counts for itself, and forgets it when it stops.
"""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from enum import Enum, auto
from typing import Final, Protocol

from uno_chat.contract import Envelope

WITHIN: Final = timedelta(minutes=1)
OF_ONE: Final = 60
"""Inputs of one person within that time which are answered; a quick game takes fewer."""
OF_ALL: Final = 600
"""Those in one conversation."""
_REMEMBERED: Final = 10_000
"""So many people and conversations are counted before those that are quiet are forgotten."""


class Load(Enum):
    """Whether an input is answered."""

    FINE = auto()
    TOLD = auto()
    """The first one that is not: this is said."""
    SPARED = auto()


class Crowd(Protocol):
    """What is known of how much is said."""

    def heard(self, envelope: Envelope, now: datetime) -> Load:
        """Count an input, once however often it is handled."""
        ...


class Quiet:
    """Where nobody says too much."""

    def heard(self, envelope: Envelope, now: datetime) -> Load:  # noqa: ARG002 - a Crowd of nobody
        """Everything is answered."""
        return Load.FINE


@dataclass(slots=True)
class CountedCrowd:
    """A crowd that is counted, by the names of people and conversations."""

    of_one: int = OF_ONE
    of_all: int = OF_ALL
    lately: dict[str, dict[str, datetime]] = field(default_factory=dict)

    def heard(self, envelope: Envelope, now: datetime) -> Load:
        mine = self._count(f"user {envelope.sender}", envelope.id, now)
        ours = 0
        if not envelope.private:
            ours = self._count(f"room {envelope.conversation}", envelope.id, now)
        if mine > self.of_one or ours > self.of_all:
            return Load.TOLD if mine == self.of_one + 1 else Load.SPARED
        return Load.FINE

    def _count(self, who: str, event: str, now: datetime) -> int:
        """Which input of the last minute this is; one that is handled again is the same."""
        self._sweep(now)
        said = self.lately.pop(who, {})
        times = list(said.values())
        for old in list(said)[: bisect_right(times, now - WITHIN)]:
            del said[old]
        said.setdefault(event, now)
        self.lately[who] = said
        return list(said).index(event) + 1

    def _sweep(self, now: datetime) -> None:
        """Whoever was heard least lately stands first."""
        if len(self.lately) > _REMEMBERED:
            quiet = [
                who
                for who, said in self.lately.items()
                if next(reversed(said.values())) <= now - WITHIN
            ]
            for who in quiet:
                del self.lately[who]
