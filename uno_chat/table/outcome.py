"""What comes of a command: the table after it, lines for the record, what to tell whom."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from uno_chat.table.facts import Fact, Refused
from uno_chat.table.state import Played, Table


@dataclass(frozen=True, slots=True)
class ToAll:
    """Said once, in every conversation of the table; of a ``decision``, while it is owed."""

    fact: Fact
    decision: int | None = None


@dataclass(frozen=True, slots=True)
class ToPlayer:
    """Said once, in private; of a ``decision``, while it is owed."""

    player: int
    fact: Fact | Refused
    decision: int | None = None


@dataclass(frozen=True, slots=True)
class Lines:
    """Lines to add to the record of a round: secret until it is over, they name every card."""

    round_no: int
    lines: tuple[str, ...] = field(repr=False)


@dataclass(frozen=True, slots=True)
class Score:
    """A match that counts for the statistics of its group: its rounds, who did what, who won."""

    rounds: int
    played: tuple[Played, ...]
    winners: frozenset[int]


@dataclass(frozen=True, slots=True)
class Outcome:
    """``reply`` answers whoever asked, if there is more to say than the pages show; ``score`` is
    that of a match that has just been played to its end.
    """

    table: Table
    record: tuple[Lines, ...] = ()
    tell: tuple[ToAll | ToPlayer, ...] = ()
    reply: Fact | None = None
    score: Score | None = None


def joined(first: Outcome, then: Outcome) -> Outcome:
    """Both in this order; ``then`` began at the table of ``first``."""
    return replace(
        then,
        record=first.record + then.record,
        tell=first.tell + then.tell,
        score=then.score or first.score,
    )
