"""What can be asked of a table. ``by`` is the player who asks."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime, timedelta
from enum import StrEnum

from uno_chat.game import Move
from uno_chat.table.habits import Habits, Kept
from uno_chat.table.motions import Motion
from uno_chat.table.prepared import Item
from uno_chat.table.seats import Level
from uno_chat.table.settings import Settings


@dataclass(frozen=True, slots=True)
class Open:
    """Open a table; the opener sits down as its host. ``network`` is what theirs is called."""

    table: int
    by: int
    name: str
    title: str
    settings: Settings
    zone: str | None = None
    network: str = ""


@dataclass(frozen=True, slots=True)
class Join:
    """Sit down; in mid-match from the next round on. ``network`` is as in ``Open``."""

    by: int
    name: str
    network: str = ""


@dataclass(frozen=True, slots=True)
class Leave:
    """Stand up; in a round the hand goes back into the game (rules.md 1.15)."""

    by: int


@dataclass(frozen=True, slots=True)
class AddComputer:
    """Put a computer player on a free seat."""

    by: int
    name: str
    level: Level


@dataclass(frozen=True, slots=True)
class Kick:
    """Take a seat away, never in a round; ``seat`` is an id. ``chief``: of the group, who may do
    here what the host may."""

    by: int
    seat: str
    chief: bool = field(default=False, kw_only=True)


@dataclass(frozen=True, slots=True)
class Configure:
    """Agree on other settings, before the first deal."""

    by: int
    settings: Settings
    chief: bool = field(default=False, kw_only=True)


@dataclass(frozen=True, slots=True)
class Invite:
    """Make a code that shows the table in another conversation, too."""

    by: int
    chief: bool = field(default=False, kw_only=True)


@dataclass(frozen=True, slots=True)
class Deal:
    """Start the next round (or match) if everybody is ready."""

    by: int


@dataclass(frozen=True, slots=True)
class Ready:
    """Be ready for the next round; the last one starts it."""

    by: int


@dataclass(frozen=True, slots=True)
class Act:
    """A move of the game. ``decision`` is what a button was made for, None for typed words;
    ``sent`` the network's own time of the words, where it can be trusted."""

    by: int
    move: Move = field(repr=False)
    decision: int | None = None
    sent: datetime | None = None


@dataclass(frozen=True, slots=True)
class Prepare:
    """Set the list for one's next turn; an empty one takes it back."""

    by: int
    items: tuple[Item, ...] = field(default=(), repr=False)


@dataclass(frozen=True, slots=True)
class CatchSeat:
    """Catch a missed UNO; ``seat`` is an id, None for "whoever it is"."""

    by: int
    seat: str | None = None
    sent: datetime | None = None


@dataclass(frozen=True, slots=True)
class Reach:
    """A hand reaches this person, or does not before ``remedy`` is done: "start", "unblock"."""

    by: int
    remedy: str = ""


@dataclass(frozen=True, slots=True)
class Back:
    """Play again oneself, after a computer did."""

    by: int


@dataclass(frozen=True, slots=True)
class GiveTime:
    """Give whoever is to move another allowance of time."""

    by: int


@dataclass(frozen=True, slots=True)
class Ask:
    """Put a question to all: ``length`` of a pause, ``settings`` with another pace, the ``seat``
    that a computer shall play.
    """

    by: int
    motion: Motion
    length: timedelta = timedelta(0)
    settings: Settings | None = None
    seat: str = ""


@dataclass(frozen=True, slots=True)
class Answer:
    """Say yes or no to vote number ``vote``, None for the open one."""

    by: int
    agree: bool
    vote: int | None = None


@dataclass(frozen=True, slots=True)
class HostPause:
    """The host makes the table stand still; ``text`` says why."""

    by: int
    length: timedelta
    text: str


class Choice(StrEnum):
    """What becomes of a round of two when one does not come."""

    CLAIM = "claim"
    GO_ON = "go on"
    WAIT = "wait"


@dataclass(frozen=True, slots=True)
class Vacation:
    """Be on vacation until then; None: be back."""

    by: int
    until: datetime | None


@dataclass(frozen=True, slots=True)
class TakeSeat:
    """Play on where somebody stays away; ``seat`` is an id, empty for any that is free;
    ``network`` is as in ``Open``.
    """

    by: int
    seat: str
    name: str
    network: str = ""


@dataclass(frozen=True, slots=True)
class LeaveAfter:
    """Stand up when this round is over."""

    by: int


@dataclass(frozen=True, slots=True)
class Choose:
    """Whoever waits for the only other one says what becomes of the round."""

    by: int
    choice: Choice


@dataclass(frozen=True, slots=True)
class Nudge:
    """Have whoever is awaited reminded; ``seat`` is an id, None for "whoever it is"."""

    by: int
    seat: str | None = None


@dataclass(frozen=True, slots=True)
class Seen:
    """A person did something where all can see it."""

    by: int


@dataclass(frozen=True, slots=True)
class End:
    """Close the table for good."""

    by: int
    chief: bool = field(default=False, kw_only=True)


@dataclass(frozen=True, slots=True)
class Adopt:
    """Somebody has other habits from now on; those ``kept`` still count for clocks."""

    by: int
    habits: Habits
    kept: Kept | None = None


@dataclass(frozen=True, slots=True)
class Dwell:
    """The group of the table lives in this zone; None if it has not told."""

    zone: str | None


@dataclass(frozen=True, slots=True)
class ComputerActs:
    """What a computer player decided for decision ``decision``; this answers its alarm."""

    seat: str
    decision: int
    move: Move = field(repr=False)


@dataclass(frozen=True, slots=True)
class Become:
    """Whoever is ``by`` is ``player`` from now on: one person in two accounts."""

    by: int
    player: int


@dataclass(frozen=True, slots=True)
class Erase:
    """Forget a person: a computer called ``name`` plays on, or the seat is left; ``seats`` are ids
    of all that were theirs, also such as are there no more.
    """

    by: int
    name: str
    seats: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Oust:
    """Have somebody play here no more: a computer called ``name`` plays on, or the seat is left.
    ``chief`` is the player who wants it so.
    """

    by: int
    name: str
    chief: int = 0


@dataclass(frozen=True, slots=True)
class Ring:
    """An alarm rang; the table decides whether it still means anything. ``lenient``: whoever is out
    of time now gets no strike, because it may be our fault.
    """

    kind: str
    number: int
    lenient: bool = False


@dataclass(frozen=True, slots=True)
class SetBack:
    """Somebody knows a decision that this table has not come to, ``lost`` since a backup was made
    to which the host went back; perhaps in the last ``outage``.
    """

    lost: int
    outage: int


AtTable = (
    Join
    | Leave
    | AddComputer
    | Kick
    | Configure
    | Invite
    | Deal
    | Ready
    | Reach
    | Act
    | Prepare
    | CatchSeat
    | Back
    | GiveTime
    | Ask
    | Answer
    | HostPause
    | Choose
    | TakeSeat
    | Vacation
    | LeaveAfter
    | Nudge
    | Seen
    | End
    | Adopt
    | Become
    | Erase
    | Oust
    | Dwell
    | ComputerActs
    | SetBack
    | Ring
)

Command = Open | AtTable
"""Opening a table is the only command that needs none."""
