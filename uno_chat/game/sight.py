"""What one seat may know of a round: everything, no more.

This is the only way from a round to somebody's eyes; of events a table tells what all may know.
"""

from enum import StrEnum
from typing import NamedTuple, assert_never

from uno_chat.game import demands, jump_in
from uno_chat.game.cards import CARDS, Card, Colour
from uno_chat.game.engine import choices
from uno_chat.game.legal import is_bluff
from uno_chat.game.moves import Move, Play
from uno_chat.game.options import FourRule, Options
from uno_chat.game.state import (
    AnswerDraw,
    AnswerFour,
    ChooseColour,
    ChooseSwap,
    Hand,
    Over,
    Pending,
    PlayOrKeep,
    Round,
    Shown,
    SmackOpen,
    Turn,
    Unopened,
    UnoWindow,
)


class Decision(StrEnum):
    """The kinds of decision a seat can owe."""

    NONE = "none"
    PLAY = "play"
    PLAY_OR_KEEP = "play-or-keep"
    COLOUR = "colour"
    CHALLENGE = "challenge"
    STACK = "stack"
    SWAP = "swap"


class Sight(NamedTuple):
    """A round as seen from a seat, or by an onlooker (`seat` None).

    Public: all but `hand`, `choices`, `jump`, `drawn`, `bluff` and `shown`. `jump` is the play
    with which the seat could jump in. `discard` holds the cards laid since the last reshuffle, the
    top last. `window` is the seat that has one card and has not called: everybody could know it,
    so saying it aloud is a matter of manners. `author` and `total` belong to a card that awaits an
    answer. `bluff` says that a Wild Draw Four of this hand could be challenged with success now.
    `hands` are open once the round is over.
    A named tuple, because a computer player takes one for every move.
    """

    seat: int | None
    options: Options
    dealer: int
    hand: Hand
    choices: tuple[Move, ...]
    jump: Play | None
    drawn: Card | None
    bluff: bool
    shown: Shown | None
    owner: int | None
    decision: Decision
    top: Card | None
    colour: Colour | None
    direction: int
    sizes: tuple[int, ...]
    gone: tuple[int, ...]
    stock_size: int
    discard: Hand
    buried: int
    turn_no: int
    play_no: int
    called: frozenset[int]
    announced: bool
    window: UnoWindow | None
    smack: SmackOpen | None
    author: int | None
    total: int
    winner: int | None
    points: tuple[int, ...]
    hands: tuple[Hand, ...]

    def __repr__(self) -> str:
        return f"<Sight of seat {self.seat}, turn {self.turn_no}, {self.decision} by {self.owner}>"


_WILD_DRAW_FOUR = CARDS["W+4"]


def sight(round_: Round, seat: int | None) -> Sight:
    pending, options, gone = round_.pending, round_.deal.options, round_.gone
    hand = () if seat is None else round_.hands[seat]
    mine = seat is not None and pending.seat == seat
    four = pending if isinstance(pending, AnswerFour) else None
    over = pending if isinstance(pending, Over) else None
    shown = round_.shown
    return Sight(
        seat=seat,
        options=options,
        dealer=round_.deal.dealer,
        hand=hand,
        choices=choices(round_, seat) if mine and seat is not None else (),
        jump=jump_in.chance(round_, seat) if options.jump_in and seat is not None else None,
        drawn=pending.card if mine and isinstance(pending, PlayOrKeep) else None,
        bluff=_would_bluff(round_, hand),
        shown=shown if shown is not None and shown.to == seat else None,
        owner=pending.seat,
        decision=_decision(pending),
        top=round_.discard[-1] if round_.discard else None,
        colour=round_.colour,
        direction=round_.direction,
        sizes=tuple(map(len, round_.hands)),
        gone=tuple(one.seat for one in gone) if gone else (),
        stock_size=len(round_.stock),
        discard=round_.discard,
        buried=len(round_.buried),
        turn_no=round_.turn_no,
        play_no=round_.play_no,
        called=round_.called,
        announced=round_.announced,
        window=round_.window,
        smack=round_.smack,
        author=four.author if four else None,
        total=demands.owed(pending),
        winner=over.winner if over else None,
        points=over.points if over else (),
        hands=round_.hands if over else (),
    )


def _would_bluff(round_: Round, hand: Hand) -> bool:
    if _WILD_DRAW_FOUR not in hand or round_.colour is None:
        return False
    if round_.deal.options.wd4 is FourRule.ALWAYS:
        return False
    return is_bluff(_WILD_DRAW_FOUR, hand, round_.colour)


def _decision(pending: Pending) -> Decision:
    match pending:
        case Turn():
            return Decision.PLAY
        case PlayOrKeep():
            return Decision.PLAY_OR_KEEP
        case AnswerFour():
            return Decision.CHALLENGE
        case AnswerDraw():
            return Decision.STACK
        case ChooseColour():
            return Decision.COLOUR
        case ChooseSwap():
            return Decision.SWAP
        case Over() | Unopened():
            return Decision.NONE
    assert_never(pending)
