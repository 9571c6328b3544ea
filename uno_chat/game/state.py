"""A round as one immutable value: where every card lies and who owes which decision.

Seats are numbers from 0, clockwise; the dealer's left is `dealer + 1`. The first card of the
stock is drawn next, the last of the discard is its top. A round, like everything in it, is
secret: its repr tells no card, and what a seat may see of it is made in sight.py alone.
"""

from dataclasses import dataclass, field
from typing import ClassVar, NamedTuple

from uno_chat.game.cards import Card, Colour, Symbol
from uno_chat.game.options import MOST_SEATS, Options

CLOCKWISE = 1
COUNTERCLOCKWISE = -1
Hand = tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class Deal:
    """What does not change during a round. The seed is 32 secret bytes until the round is over."""

    options: Options
    seats: int
    dealer: int
    seed: bytes = field(repr=False)


@dataclass(frozen=True, slots=True)
class Evidence:
    """The colour before a Wild Draw Four and the rest of its author's hand at the play."""

    colour: Colour
    rest: Hand = field(repr=False)

    @property
    def guilty(self) -> bool:
        return any(card.colour is self.colour for card in self.rest)


@dataclass(frozen=True, slots=True)
class Unopened:
    """The cards are dealt and none is turned up yet."""

    seat: ClassVar[None] = None


@dataclass(frozen=True, slots=True)
class Turn:
    seat: int


@dataclass(frozen=True, slots=True)
class PlayOrKeep:
    """The card just drawn can be played."""

    seat: int
    card: Card = field(repr=False)


@dataclass(frozen=True, slots=True)
class ChooseColour:
    """A Wild opened the round."""

    seat: int


@dataclass(frozen=True, slots=True)
class AnswerFour:
    """A Wild Draw Four lies before the seat: accept `total` cards or challenge its author."""

    seat: int
    author: int
    evidence: Evidence = field(repr=False)
    total: int = 4


@dataclass(frozen=True, slots=True)
class AnswerDraw:
    """Cards are demanded of the seat: accept `total` of them, or lay a card that passes them on."""

    seat: int
    total: int


@dataclass(frozen=True, slots=True)
class ChooseSwap:
    """The seat laid a seven and has to say whose hand it takes."""

    seat: int


@dataclass(frozen=True, slots=True)
class Over:
    """`points` is what each seat writes down for this round."""

    seat: ClassVar[None] = None
    winner: int
    points: tuple[int, ...]


Pending = Unopened | Turn | PlayOrKeep | ChooseColour | AnswerFour | AnswerDraw | ChooseSwap | Over

TURNS = tuple(Turn(seat) for seat in range(MOST_SEATS))


@dataclass(frozen=True, slots=True)
class UnoWindow:
    """A seat was left with one card by this play, uncalled, and can be caught."""

    seat: int
    play_no: int


@dataclass(frozen=True, slots=True)
class SmackOpen:
    """A six was laid by this play: who has pressed so far."""

    play_no: int
    pressed: frozenset[int]


@dataclass(frozen=True, slots=True)
class Gone:
    """A seat that left, and what its hand was worth then."""

    seat: int
    points: int


@dataclass(frozen=True, slots=True)
class Shown:
    """The hand that the last challenger was shown."""

    to: int
    author: int
    cards: Hand = field(repr=False)


class Round(NamedTuple):
    """A named tuple, because a fresh one is made for every move.

    `turn_no` counts decisions handed to a seat, `play_no` cards played; `called` are the seats
    whose UNO stands, `announced` says that the seat to move has said it before its play;
    `buried` are the cards of those who left, face down under the discard; `laid_turn` is the
    turn that a card opened when jump-in is played, to tell a card just laid from an older one.
    """

    deal: Deal
    hands: tuple[Hand, ...]
    stock: Hand
    discard: Hand
    colour: Colour | None
    direction: int
    pending: Pending
    turn_no: int = 0
    play_no: int = 0
    window: UnoWindow | None = None
    called: frozenset[int] = frozenset()
    announced: bool = False
    buried: Hand = ()
    gone: tuple[Gone, ...] = ()
    reshuffles: int = 0
    shown: Shown | None = None
    smack: SmackOpen | None = None
    laid_turn: int = 0

    def __repr__(self) -> str:
        return f"<Round of {self.deal.seats} seats, turn {self.turn_no}, {self.pending!r}>"


def owner(round_: Round) -> int | None:
    """The seat that owes the next decision; None when the round is over."""
    return round_.pending.seat


def is_gone(round_: Round, seat: int) -> bool:
    return any(gone.seat == seat for gone in round_.gone)


def fits(card: Card, colour: Colour | None, symbol: Symbol) -> bool:
    """Whether a card may lie on a top of this symbol while this colour counts."""
    return card.colour is colour or card.symbol is symbol or card.wild


def can_draw(round_: Round) -> bool:
    """Whether the stock holds a card or can be made to."""
    return bool(round_.stock or len(round_.discard) > 1 or round_.buried)


def hand_points(hand: Hand) -> int:
    return sum(card.points for card in hand)
