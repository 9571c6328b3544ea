"""A table as one value: its people, the match, the round being played and its clock."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime, timedelta
from enum import StrEnum

from uno_chat.game import Match, Move, Round, is_gone, owner
from uno_chat.table.calendar import Rest
from uno_chat.table.facts import Fact
from uno_chat.table.motions import Standoff, Vote
from uno_chat.table.prepared import Prepared
from uno_chat.table.seats import Seat
from uno_chat.table.settings import Settings

FEWEST = 2
"""The fewest that can play a round."""

REMEMBERED = 40
"""How many happenings are kept for "since your last turn"."""


class Phase(StrEnum):
    """Where a table stands."""

    LOBBY = "lobby"
    PLAYING = "playing"
    BETWEEN = "between"
    MATCH_OVER = "match-over"
    ENDED = "ended"


@dataclass(frozen=True, slots=True)
class Claim:
    """A catch that waits out the tie with a late call, or a press with the last one."""

    by: str
    due: datetime


@dataclass(frozen=True, slots=True)
class Closed:
    """The last catch window that closed uncalled: whose it was, who closed it (None: the clock),
    when. Forgotten when that seat's hand changes."""

    seat: str
    by: str | None
    at: datetime


@dataclass(frozen=True, slots=True)
class Early:
    """Input that waits: for the end of the hold, or until ``due`` for somebody who jumps in. Of the
    next player, or of one who jumps in."""

    seat: str
    move: Move = field(repr=False)
    due: datetime | None = None


@dataclass(frozen=True, slots=True)
class Catcher:
    """A computer that means to catch, or to press a button, and when."""

    seat: str
    at: datetime


@dataclass(frozen=True, slots=True)
class Asked:
    """A seat asked in quiet hours that whoever is to move be reminded: when that may be."""

    by: str
    at: datetime


@dataclass(frozen=True, slots=True)
class Clock:
    """The one decision that is owed. ``number`` grows with every new decision at this table.

    ``since`` is when its turn began (to play or keep a drawn card is the same turn). ``handed``
    says that its seat may act; before that ``hold`` is when it may at the earliest. ``deadline``
    is None before the hand-off and at tables without a limit; ``act_at`` is when a computer means
    to act.

    The time of the turn runs since ``begun`` (None: it stands still); before that ``used`` of it
    ran. ``extra`` was given on top of the allowance, by the seats ``gave``. In ``rest`` it does not
    run; out of ``quiet`` a deadline moves. Both are as the seat's habits were when the turn began.
    ``after`` is whose turn it was before.

    A page of ``shown`` happenings or more tells of this turn; ``made_up`` is the number of the last
    outage that it was made up for; before ``put_off`` it does not end, whatever was announced.

    ``reminded`` are the keys of what was said about this turn, ``asked`` what is still to be said
    because somebody at the table asked for it.
    """

    number: int
    since: datetime
    handed: bool = False
    hold: datetime | None = None
    deadline: datetime | None = None
    act_at: datetime | None = None
    begun: datetime | None = None
    used: timedelta = timedelta(0)
    extra: timedelta = timedelta(0)
    gave: tuple[str, ...] = ()
    after: str | None = None
    rest: Rest | None = None
    quiet: Rest | None = None
    shown: int = 0
    put_off: datetime | None = None
    made_up: int = 0
    reminded: tuple[str, ...] = ()
    asked: Asked | None = None


@dataclass(frozen=True, slots=True)
class Window:
    """What the table adds to the game's catch window: ``closes`` where the mode has a limit."""

    play: int
    seat: str
    closes: datetime | None = None
    claim: Claim | None = None
    catchers: tuple[Catcher, ...] = ()


@dataclass(frozen=True, slots=True)
class Pressing:
    """The button that the six of this play has set ringing: until when (None: until all but one
    have pressed), and when computers press. ``claim`` is the press after which one is left, while
    it waits whether that one is as quick."""

    play: int
    closes: datetime | None = None
    pressers: tuple[Catcher, ...] = ()
    claim: Claim | None = None


@dataclass(frozen=True, slots=True)
class Play:
    """A round in play. ``order`` holds seat ids by the game's seat numbers; ``lines`` counts the
    lines of its record."""

    round: Round
    order: tuple[str, ...]
    number: int
    lines: int
    clock: Clock
    window: Window | None = None
    closed: Closed | None = None
    early: Early | None = None
    wrong_catches: tuple[str, ...] = ()
    pressing: Pressing | None = None
    prepared: tuple[Prepared, ...] = ()

    @property
    def owner(self) -> str | None:
        """The seat that owes the next decision."""
        number = owner(self.round)
        return None if number is None else self.order[number]

    def index(self, seat: str) -> int | None:
        """The game's number of a seat, None if it does not play this round."""
        return self.order.index(seat) if seat in self.order else None

    def seat_at(self, number: int | None) -> str | None:
        """The seat with this number of the game, None if there is none."""
        if number is None or not 0 <= number < len(self.order):
            return None
        return self.order[number]

    def prepared_by(self, seat: str) -> Prepared | None:
        """What this seat has prepared, if anything."""
        return next((one for one in self.prepared if one.seat == seat), None)

    def plays(self, seat: str) -> bool:
        """Whether this seat was dealt in and has not left the round."""
        number = self.index(seat)
        return number is not None and not is_gone(self.round, number)


@dataclass(frozen=True, slots=True)
class Result:
    """A finished round, all hands face up: codes of cards and points by seat, in playing order."""

    number: int
    winner: str
    order: tuple[str, ...]
    hands: tuple[tuple[str, ...], ...]
    points: tuple[int, ...]
    seed: bytes = field(repr=False)


@dataclass(frozen=True, slots=True)
class Tally:
    """What one seat did in a match, to smile about at its end: its longest turn (of those it
    ended itself), how often it caught others, the most points it won in a round."""

    seat: str
    longest: timedelta = timedelta(0)
    catches: int = 0
    best: int = 0


@dataclass(frozen=True, slots=True)
class Played:
    """What a person did in a match: the rounds, those won, and the points these brought."""

    player: int
    rounds: int = 0
    won: int = 0
    points: int = 0


class PauseReason(StrEnum):
    """Why a table may stand still."""

    VOTE = "vote"
    HOST = "host"
    VACATION = "vacation"
    OUTAGE = "outage"
    ABSENT = "absent"
    NIGHT = "night"


@dataclass(frozen=True, slots=True)
class Pause:
    """One reason why no time runs. ``of`` is the seat that is on vacation; ``until`` when it ends
    by itself (or, where nobody is there, the table); ``text`` what the host said; ``told`` that all
    have heard of its end.
    """

    reason: PauseReason
    since: datetime
    of: str = ""
    until: datetime | None = None
    text: str = ""
    told: bool = False


@dataclass(frozen=True, slots=True)
class Invitation:
    """A code for another conversation, until when it is good, and how many wrong ones were said."""

    code: str = field(repr=False)
    until: datetime
    tries: int = 0


@dataclass(frozen=True, slots=True)
class Table:
    """A table. ``happened`` counts all happenings ever, ``happenings`` holds the newest last;
    ``decisions`` is the number of the last decision of the rounds before, ``tallies`` are those
    of this match, ``played`` is what people did in it; ``zone`` is where the group lives, an IANA
    name.

    ``vote`` is the question that is open, ``votes`` counts all ever, ``failed`` those of this round
    that came to nothing, the last one at ``failed_at``; ``host_paused`` is the last round in which
    the host made it stand still; ``agreed`` are other settings from the next turn on; ``standoff``
    is the choice of who waits for the only other one; ``muster`` until when all have to be ready.
    ``touched`` is when a person last did anything, ``idled`` how often that was noticed since.

    ``set_back`` is the number of the last outage in which it was lost what was played before.
    ``called`` is when somebody was called by name in the group, ``nudged`` when somebody asked for
    whoever was awaited; ``invitation`` is a code that is out; ``door`` stands in the link by which
    one sits down from outside the group, empty at tables that are older than it.
    """

    id: int
    title: str
    host: int
    settings: Settings
    seats: tuple[Seat, ...] = ()
    phase: Phase = Phase.LOBBY
    match: Match | None = None
    play: Play | None = None
    result: Result | None = None
    happenings: tuple[Fact, ...] = ()
    happened: int = 0
    rounds: int = 0
    next_seat: int = 1
    decisions: int = 0
    tallies: tuple[Tally, ...] = ()
    pauses: tuple[Pause, ...] = ()
    zone: str | None = None
    vote: Vote | None = None
    votes: int = 0
    failed: int = 0
    failed_at: datetime | None = None
    host_paused: int = 0
    agreed: Settings | None = None
    standoff: Standoff | None = None
    muster: datetime | None = None
    touched: datetime | None = None
    idled: int = 0
    called: datetime | None = None
    nudged: datetime | None = None
    invitation: Invitation | None = None
    door: str = field(default="", repr=False)
    set_back: int = 0
    played: tuple[Played, ...] = ()

    def seat(self, seat: str) -> Seat:
        """The seat with this id; raises KeyError."""
        for one in self.seats:
            if one.id == seat:
                return one
        raise KeyError(seat)

    def seat_of(self, player: int) -> Seat | None:
        """Where a person sits, if anywhere."""
        return next((s for s in self.seats if s.player == player and not s.gone), None)

    def since(self, happened: int) -> tuple[Fact, ...]:
        """What is new after the first ``happened`` of all happenings, as far as it is kept."""
        new = self.happened - happened
        return self.happenings[-new:] if new > 0 else ()

    @property
    def dormant(self) -> Pause | None:
        """Why nothing happens at all: nobody is there who would play."""
        return next((one for one in self.pauses if one.reason is PauseReason.ABSENT), None)

    @property
    def voters(self) -> tuple[str, ...]:
        """The seats that may vote: people of the round (else of the table) who play themselves."""
        play = self.play
        return tuple(
            seat.id
            for seat in self.present
            if seat.player is not None
            and seat.pilot is None
            and (play is None or play.plays(seat.id))
        )

    @property
    def present(self) -> tuple[Seat, ...]:
        """The seats whose people are still here, in clockwise order."""
        return tuple(s for s in self.seats if not s.gone)

    @property
    def fewest(self) -> int:
        """How many it takes to play what is agreed on."""
        return self.settings.options.seats[0]

    @property
    def most(self) -> int:
        """How many can play what is agreed on."""
        return self.settings.options.seats[-1]

    @property
    def dealt_in(self) -> tuple[Seat, ...]:
        """The seats that get cards next: who is here and not out of the match."""
        match = self.match
        out = () if match is None or match.over else match.out
        return tuple(seat for seat in self.present if seat.id not in out)

    @property
    def waits_for(self) -> tuple[Seat, ...]:
        """The seats whose step is next: who owes a decision, else who is not ready yet. After a
        match nobody is waited for before somebody wants a rematch.
        """
        if self.play is not None:
            return tuple(s for s in self.present if s.id == self.play.owner)
        slow = tuple(s for s in self.dealt_in if not s.ready)
        match self.phase:
            case Phase.BETWEEN:
                return slow
            case Phase.MATCH_OVER if any(s.ready and s.player is not None for s in self.present):
                return slow
        return ()
