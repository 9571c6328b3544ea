"""What comes of a command: the table after it, lines for the record, what to tell whom."""

from __future__ import annotations

from dataclasses import dataclass

from uno_chat.table.facts import Fact, Refused
from uno_chat.table.state import Table


@dataclass(frozen=True, slots=True)
class ToAll:
    """Said once, in every conversation of the table."""

    fact: Fact


@dataclass(frozen=True, slots=True)
class ToPlayer:
    """Said once, in private."""

    player: int
    fact: Fact | Refused


@dataclass(frozen=True, slots=True)
class Lines:
    """Lines to add to the record of a round."""

    round_no: int
    lines: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Outcome:
    """``reply`` answers whoever asked, if there is more to say than the pages show."""

    table: Table
    record: tuple[Lines, ...] = ()
    tell: tuple[ToAll | ToPlayer, ...] = ()
    reply: Fact | None = None
