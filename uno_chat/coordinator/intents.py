"""What somebody wants, before it is known of which table and whether it may be."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum

from uno_chat.game import CARDS, Colour, Move, Play
from uno_chat.table import DrawAndPlay, Level, Wait


@dataclass(frozen=True, slots=True)
class Do:
    """A move of the game. ``swap`` is with whom a card laid trades hands: a name, or a seat id
    from a button; ``move`` itself names no seat.
    """

    move: Move
    swap: str = ""


@dataclass(frozen=True, slots=True)
class Planned:
    """One item of a list for one's next turn; with ``colour`` only while that one counts."""

    doing: Do | DrawAndPlay | Wait = field(repr=False)
    colour: Colour | None = field(default=None, repr=False)


@dataclass(frozen=True, slots=True)
class Plan:
    """What to do at one's next turn; nothing takes back what was prepared."""

    items: tuple[Planned, ...] = ()


@dataclass(frozen=True, slots=True)
class SwapWith:
    """Say whose hand a seven takes: a name, or a seat id from a button."""

    whom: str


@dataclass(frozen=True, slots=True)
class Pick:
    """The number of a line shown, with what was said to it: the ``colour`` of a wild card, ``uno``,
    with whom it trades hands. Where the colour is ``written_out`` a card may be meant just as well;
    ``named`` is what the same words say where cards are called so.
    """

    number: int
    colour: Colour | None = None
    uno: bool = False
    swap: str = ""
    named: Do | None = None
    written_out: bool = False

    @property
    def card(self) -> Do | None:
        """The card that these words name, or may name."""
        if self.named is not None:
            return self.named
        card = CARDS.get(f"{self.colour}{self.number}")
        return None if card is None else Do(Play(card, uno=self.uno), self.swap)


@dataclass(frozen=True, slots=True)
class CatchOne:
    """Catch somebody: a name, a seat id from a button, or empty for whoever it is."""

    whom: str = ""


@dataclass(frozen=True, slots=True)
class NewTable:
    """Open a table here; ``settings`` are words like "goal=200"."""

    settings: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class SetUp:
    """Change what the table plays; no words ask what it plays now."""

    settings: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class AddOne:
    """A computer player."""

    level: Level = Level.NORMAL


@dataclass(frozen=True, slots=True)
class KickOne:
    """Take a seat away from somebody named."""

    whom: str


@dataclass(frozen=True, slots=True)
class BanOne:
    """Have somebody named sit at no table of the group any more; without a name ask who may not."""

    whom: str = ""


@dataclass(frozen=True, slots=True)
class UnbanOne:
    """Take that back."""

    whom: str = ""


@dataclass(frozen=True, slots=True)
class Rest:
    """Ask for a pause; ``length`` as typed, or empty for the usual one."""

    length: str = ""


@dataclass(frozen=True, slots=True)
class Halt:
    """The host stops the table: a length if one was typed, and why."""

    words: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Repace:
    """Another pace, as typed."""

    pace: str


@dataclass(frozen=True, slots=True)
class PassOver:
    """Let a computer play for somebody named; or lay the ``card`` that the same words name, unless
    somebody is called like its colour.
    """

    whom: str
    card: Do | None = None


@dataclass(frozen=True, slots=True)
class GoAway:
    """A vacation at all tables; ``length`` as typed, empty to ask how much there is."""

    length: str = ""


@dataclass(frozen=True, slots=True)
class TakeOver:
    """Play on for somebody named who stays away."""

    whom: str


@dataclass(frozen=True, slots=True)
class Say:
    """Yes or no to a question, to the one that is open where no number is given."""

    agree: bool
    vote: int | None = None


@dataclass(frozen=True, slots=True)
class NudgeOne:
    """Have somebody reminded: a name, a seat id from a button, or empty for whoever is awaited."""

    whom: str = ""


@dataclass(frozen=True, slots=True)
class Connect:
    """Show a table here, too, by the code of its host; without one, make such a code."""

    code: str = ""


@dataclass(frozen=True, slots=True)
class Disconnect:
    """Show a table no longer in a conversation: by its number in the list, or the one here."""

    which: str = ""


@dataclass(frozen=True, slots=True)
class Speak:
    """Read another language from now on; empty asks which there are."""

    language: str = ""


@dataclass(frozen=True, slots=True)
class Leaf:
    """Turn to another page of a big hand."""

    number: int


@dataclass(frozen=True, slots=True)
class Default:
    """What the next tables of a group begin with; "off" for nothing special, no words ask."""

    settings: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Starting:
    """Say who may open tables in a group."""

    who: str = ""


@dataclass(frozen=True, slots=True)
class Link:
    """Play from another network, too: ask for a code, or write one, or the number got for it."""

    word: str = field(default="", repr=False)


@dataclass(frozen=True, slots=True)
class Unlink:
    """Part with an account: on which network, "here" or empty for the one that is written from."""

    place: str = ""


@dataclass(frozen=True, slots=True)
class HandsAt:
    """Choose where hands arrive: on which network, or "here"; empty asks where they do."""

    place: str = ""


class Matter(StrEnum):
    """What somebody can tell about the own habits."""

    ZONE = "zone"
    QUIET = "quiet"
    WEEKEND = "weekend"
    REMINDERS = "reminders"
    POKES = "pokes"
    NUDGES = "nudges"


@dataclass(frozen=True, slots=True)
class Prefer:
    """Tell something about a matter, in canonical words; none asks how it is."""

    matter: Matter
    words: tuple[str, ...] = ()


class Wish(StrEnum):
    """Wishes that need no more words."""

    JOIN = "join"
    LEAVE = "leave"
    DEAL = "deal"
    READY = "ready"
    LEAVE_NOW = "leavenow"
    END = "end"
    END_NOW = "endnow"
    BACK = "back"
    MORE_TIME = "time"
    RESUME = "resume"
    CLAIM = "claim"
    GO_ON = "onward"
    LEAVE_AFTER = "after"
    KEEP_WAITING = "patience"


class Look(StrEnum):
    """Pages that somebody wants to see."""

    HAND = "hand"
    TABLE = "table"
    TABLES = "tables"
    RULES = "rules"
    HELP = "help"
    STATS = "stats"
    START = "start"


class Personal(StrEnum):
    """What somebody asks about the own data."""

    PRIVACY = "privacy"
    EXPORT = "export"
    FORGET = "forget"
    FORGET_NOW = "forgetnow"


@dataclass(frozen=True, slots=True)
class NoCard:
    """It looks like a card, and there is none like it."""

    text: str


@dataclass(frozen=True, slots=True)
class NoPlan:
    """Something that cannot be prepared."""

    text: str


@dataclass(frozen=True, slots=True)
class NoColour:
    """The sign of a card and no colour: ``sign`` is its canonical word."""

    sign: str


@dataclass(frozen=True, slots=True)
class Drawn:
    """Lay the card that was drawn just now; ``text`` is what was typed."""

    colour: Colour | None
    uno: bool
    text: str


@dataclass(frozen=True, slots=True)
class NoLevel:
    """A computer player was asked for that plays as none does."""

    text: str


@dataclass(frozen=True, slots=True)
class Unclear:
    """Nothing that we know."""

    text: str


Brief = Say | NoColour | Drawn | PassOver
"""What may be a move, or another, as the round stands."""

Intent = (
    Do
    | Plan
    | SwapWith
    | Pick
    | CatchOne
    | NewTable
    | SetUp
    | AddOne
    | KickOne
    | BanOne
    | UnbanOne
    | Rest
    | Halt
    | Repace
    | PassOver
    | TakeOver
    | GoAway
    | Say
    | NudgeOne
    | Connect
    | Disconnect
    | Speak
    | Prefer
    | Default
    | Starting
    | Leaf
    | Link
    | Unlink
    | HandsAt
    | Wish
    | Look
    | Personal
    | NoCard
    | NoPlan
    | NoColour
    | Drawn
    | NoLevel
    | Unclear
)


def is_unclear(intent: Intent) -> bool:
    """Whether these words may well have been meant for somebody else."""
    return isinstance(intent, NoCard | NoPlan | NoColour | Drawn | NoLevel | Unclear)
