"""What people at a table can agree on by a vote, as one small value."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum

from uno_chat.table.settings import Settings


class Motion(StrEnum):
    """What is asked. To stand still needs two thirds, and who says nothing agrees; to go on or to
    go on without somebody needs two thirds who say so; another pace needs all.
    """

    PAUSE = "pause"
    RESUME = "resume"
    PACE = "pace"
    SKIP = "skip"


@dataclass(frozen=True, slots=True)
class Vote:
    """One question to all. ``by`` asks; ``yes`` and ``no`` are the seats that have answered;
    ``length`` is that of a pause, ``settings`` are those with another pace, ``whom`` the seat that
    a computer shall play.
    """

    number: int
    motion: Motion
    by: str
    until: datetime
    yes: tuple[str, ...] = ()
    no: tuple[str, ...] = ()
    length: timedelta = timedelta(0)
    settings: Settings | None = None
    whom: str = ""


@dataclass(frozen=True, slots=True)
class Standoff:
    """Of two one does not come: until when the other may choose what becomes of the round."""

    absent: str
    until: datetime
