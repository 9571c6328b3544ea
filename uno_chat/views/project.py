"""What one person may see of a table, by an allow-list: the only reader of hidden cards.

Pages are made from these views and from nothing else. A new field of a table, a round or a sight
is seen by nobody until it is put here on purpose.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import datetime

from uno_chat import game
from uno_chat.table.facts import Fact, Void
from uno_chat.table.motions import Vote
from uno_chat.table.prepared import Item, Prepared
from uno_chat.table.preparing import why_not
from uno_chat.table.seats import Level
from uno_chat.table.settings import Settings
from uno_chat.table.state import Pause, Phase, Play, Table, Tally
from uno_chat.views.names import safe_name, shown


@dataclass(frozen=True, slots=True)
class SeatView:
    """A seat as everybody sees it; ``cards`` is None for a seat that is not in the round;
    ``unreachable`` is what has to be done before its person can be written to; ``away``: a computer
    plays for its person, ``offered`` that somebody else may, ``leaving`` that they leave after the
    round; ``vacation`` is until when they are on one.
    """

    id: str
    name: str
    level: Level | None
    host: bool
    ready: bool
    gone: bool
    score: int
    cards: int | None
    called: bool
    active: bool
    unreachable: str
    away: bool
    offered: bool
    leaving: bool
    vacation: datetime | None
    out: bool = False
    """Out of the match that goes on."""


@dataclass(frozen=True, slots=True)
class RoundView:
    """A round as everybody sees it. ``after`` are the seats still in it, in the direction of
    play, from the one after ``owner``; ``order`` are all that began it, by the game's numbers;
    ``number`` counts the rounds of the match, ``turn`` the turns of this one; ``clock`` is the
    number of the decision. While a smack is open, ``smack`` are the seats that still have to, and
    ``smack_closes`` is when the time is over. ``doubted`` is the colour that counted before a Wild
    Draw Four that may be challenged.
    """

    number: int
    decision: game.Decision
    owner: str
    author: str | None
    doubted: game.Colour | None
    total: int
    top: game.Card
    colour: game.Colour | None
    direction: int
    after: tuple[str, ...]
    order: tuple[str, ...]
    smack: tuple[str, ...]
    smack_closes: datetime | None
    turn: int
    clock: int
    handed: bool
    hold: datetime | None
    deadline: datetime | None
    commitment: str


@dataclass(frozen=True, slots=True)
class TableView:
    """A table as everybody sees it. ``seats`` holds also those who left but have points;
    ``waited_for`` is the one of two who does not come; ``muster`` when the next deal is,
    ``agreed`` what is played from the next turn on, if something else.
    """

    id: int
    title: str
    phase: Phase
    settings: Settings
    seats: tuple[SeatView, ...]
    round: RoundView | None
    happenings: tuple[Fact, ...]
    round_no: int
    winners: tuple[str, ...]
    next_dealer: str | None
    tallies: tuple[Tally, ...]
    waits_for: tuple[str, ...]
    pauses: tuple[Pause, ...] = ()
    vote: Vote | None = None
    waited_for: str | None = None
    muster: datetime | None = None
    agreed: Settings | None = None
    door: str = field(default="", repr=False)

    def seat(self, seat: str | None) -> SeatView | None:
        """The seat with this id, if there is one."""
        return next((one for one in self.seats if one.id == seat), None)

    def name(self, seat: str | None) -> str:
        """How a seat is called in a sentence."""
        found = self.seat(seat)
        return shown(found.name) if found else "?"


@dataclass(frozen=True, slots=True)
class Failed:
    """Something prepared for this turn, and why it could not be done."""

    item: Item = field(repr=False)
    why: game.Refusal | Void = field(repr=False)


@dataclass(frozen=True, slots=True)
class HandView:
    """What one seat sees besides the table: its hand, what it may do, what it was shown.

    ``choices`` answer the decision that the seat owes (also while the hand-off is held); ``jump``
    is the play with which it could jump in; ``bluff`` says that a Wild Draw Four could be
    challenged with success now. ``planned`` is its list for its next turn, which comes ``soon``;
    ``failed`` what nothing came of.
    """

    table: TableView
    seat: SeatView
    hand: tuple[game.Card, ...] = field(default=(), repr=False)
    choices: tuple[game.Move, ...] = field(default=(), repr=False)
    jump: game.Play | None = field(default=None, repr=False)
    drawn: game.Card | None = field(default=None, repr=False)
    bluff: bool = field(default=False, repr=False)
    shown: game.Shown | None = field(default=None, repr=False)
    shown_author: str | None = None
    announced: bool = False
    noted: bool = False
    votes: bool = False
    planned: tuple[Item, ...] = field(default=(), repr=False)
    failed: tuple[Failed, ...] = field(default=(), repr=False)
    soon: bool = field(default=False, repr=False)
    since: tuple[Fact, ...] = ()

    @property
    def plays(self) -> bool:
        """Whether the seat is in the round that is played."""
        return self.seat.cards is not None

    @property
    def mine(self) -> bool:
        """Whether the seat owes the decision."""
        return self.seat.active


@dataclass(frozen=True, slots=True)
class TableEntry:
    """A table in the list of one person's tables; ``yours`` when it waits for that person."""

    id: int
    title: str
    phase: Phase
    yours: bool = False
    to_move: str | None = None
    deadline: datetime | None = None
    door: str = field(default="", repr=False)


def table_view(table: Table) -> TableView:
    """What everybody may see."""
    play, match = table.play, table.match
    seen = None if play is None else game.sight(play.round, None)
    ids = tuple(seat.id for seat in table.dealt_in)
    dealer = match is not None and table.phase is Phase.BETWEEN and ids
    return TableView(
        table.id,
        safe_name(table.title) if table.title.strip() else "",
        table.phase,
        table.settings,
        tuple(_seat_view(table, number, seen) for number in range(len(table.seats))),
        None if play is None or seen is None else _round_view(table, play, seen),
        table.happenings,
        0 if match is None else match.round_no,
        () if match is None else match.winners,
        game.next_dealer(match, ids) if match is not None and dealer else None,
        table.tallies,
        tuple(seat.id for seat in table.waits_for),
        table.pauses,
        table.vote,
        None if table.standoff is None else table.standoff.absent,
        table.muster,
        table.agreed,
        table.door,
    )


def hand_view(table: Table, seat_id: str) -> HandView:
    """What the person on this seat may see; raises KeyError if there is no such seat."""
    view, seat = table_view(table), table.seat(seat_id)
    mine = view.seat(seat_id)
    assert mine is not None
    play = table.play
    number = None if play is None else play.index(seat_id)
    votes = seat_id in table.voters and (view.vote is None or view.vote.whom != seat_id)
    if play is None or number is None or mine.cards is None:
        return HandView(view, mine, votes=votes, since=table.since(seat.seen))
    own, plan = game.sight(play.round, number), play.prepared_by(seat_id)
    return HandView(
        view,
        mine,
        hand=own.hand,
        choices=own.choices,
        jump=own.jump,
        drawn=own.drawn,
        bluff=own.bluff,
        shown=own.shown,
        shown_author=None if own.shown is None else play.order[own.shown.author],
        announced=own.announced and mine.active,
        noted=play.early is not None and play.early.seat == seat_id,
        votes=votes,
        planned=() if plan is None or plan.spent else plan.items,
        failed=tuple(_failed(play.round, number, plan)) if plan and plan.spent else (),
        soon=plan is not None and plan.due is not None,
        since=table.since(seat.seen),
    )


def _failed(round_: game.Round, number: int, plan: Prepared) -> Iterator[Failed]:
    """Every item down to one that asks to wait."""
    for item in plan.items:
        why = why_not(round_, number, item)
        if why is None:
            return
        yield Failed(item, why)


def table_entry(table: Table, player: int) -> TableEntry:
    """A table in the list of this player's tables."""
    view, seat = table_view(table), table.seat_of(player)
    round_ = view.round
    owner = view.seat(round_.owner) if round_ else None
    return TableEntry(
        view.id,
        view.title,
        view.phase,
        yours=seat in table.waits_for,
        to_move=owner.name if owner else None,
        deadline=round_.deadline if round_ else None,
        door=table.door,
    )


def _seat_view(table: Table, place: int, seen: game.Sight | None) -> SeatView:
    seat, play = table.seats[place], table.play
    number = None if play is None else play.index(seat.id)
    level = None if seat.player is not None else _level(table, place)
    playing = seen is not None and number is not None and number not in seen.gone
    return SeatView(
        seat.id,
        safe_name(seat.name),
        level,
        host=seat.player is not None and seat.player == table.host,
        ready=seat.ready,
        gone=seat.gone,
        score=0 if table.match is None else table.match.scores.get(seat.id, 0),
        cards=seen.sizes[number] if playing and seen and number is not None else None,
        called=playing and seen is not None and number in seen.called,
        active=playing and seen is not None and number == seen.owner,
        unreachable="" if seat.gone else seat.unreachable,
        away=playing and seat.player is not None and seat.pilot is not None,
        offered=playing and seat.offered,
        leaving=playing and seat.leaving,
        vacation=seat.vacation,
        out=not seat.gone and seat not in table.dealt_in,
    )


def _level(table: Table, place: int) -> Level | None:
    sitter = table.seats[place].sitter
    return sitter.level if sitter.kind == "computer" else None


def _round_view(table: Table, play: Play, seen: game.Sight) -> RoundView | None:
    if seen.owner is None or seen.top is None or table.match is None:
        return None
    return RoundView(
        table.match.round_no,
        seen.decision,
        play.order[seen.owner],
        None if seen.author is None else play.order[seen.author],
        _doubted(play),
        seen.total,
        seen.top,
        seen.colour,
        seen.direction,
        _after(play, seen),
        play.order,
        _slow(play, seen),
        None if play.pressing is None else play.pressing.closes,
        seen.turn_no,
        play.clock.number,
        handed=play.clock.handed,
        hold=play.clock.hold,
        deadline=None if table.pauses else play.clock.deadline,
        commitment=game.commitment(play.round.deal.seed),
    )


def _after(play: Play, seen: game.Sight) -> tuple[str, ...]:
    assert seen.owner is not None
    count = len(play.order)
    places = ((seen.owner + seen.direction * step) % count for step in range(1, count))
    return tuple(play.order[place] for place in places if place not in seen.gone)


def _doubted(play: Play) -> game.Colour | None:
    """All could see it; the rest of what is judged is secret."""
    pending = play.round.pending
    return pending.evidence.colour if isinstance(pending, game.AnswerFour) else None


def _slow(play: Play, seen: game.Sight) -> tuple[str, ...]:
    if seen.smack is None:
        return ()
    done = {*seen.smack.pressed, *seen.gone}
    return tuple(seat for number, seat in enumerate(play.order) if number not in done)
