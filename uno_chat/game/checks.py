"""Whether a seat may make a move now, and if not, why. Nothing is changed here."""

from typing import assert_never

from uno_chat.game import uno
from uno_chat.game.cards import Card
from uno_chat.game.legal import may_lay, must_lay_drawn, refuse_draw
from uno_chat.game.moves import (
    Accept,
    CallUno,
    Catch,
    Challenge,
    Draw,
    Keep,
    Leave,
    Move,
    NameColour,
    Play,
)
from uno_chat.game.refusals import Reason, Refusal
from uno_chat.game.state import (
    AnswerFour,
    ChooseColour,
    Over,
    PlayOrKeep,
    Round,
    Turn,
    Unopened,
    fits,
    is_gone,
)


def check(round_: Round, seat: int, move: Move) -> Refusal | None:
    """None if the move may be made; the refusal is for the seat alone."""
    if round_.pending.seat == seat and isinstance(move, Play):  # nearly always
        return _check_play(round_, seat, move)
    return _check_place(round_, seat) or _check_other(round_, seat, move)


def _check_place(round_: Round, seat: int) -> Refusal | None:
    if isinstance(round_.pending, Over):
        return Refusal(Reason.ROUND_OVER)
    if not 0 <= seat < round_.deal.seats or is_gone(round_, seat):
        return Refusal(Reason.NOT_SEATED)
    if isinstance(round_.pending, Unopened):
        return Refusal(Reason.NOT_OPENED)
    return None


def _check_other(round_: Round, seat: int, move: Move) -> Refusal | None:
    match move:
        case CallUno():
            return uno.refuse_call(round_, seat)
        case Catch():
            return uno.refuse_catch(round_, seat, move.seat)
        case Leave():
            return None
        case Draw() | Keep() | Play() | NameColour() | Accept() | Challenge():
            if round_.pending.seat != seat:
                return Refusal(Reason.NOT_YOUR_TURN, seat=round_.pending.seat)
            return _check_decision(round_, seat, move)
    assert_never(move)


def _check_decision(
    round_: Round, seat: int, move: Draw | Keep | Play | NameColour | Accept | Challenge
) -> Refusal | None:
    """The seat owes the decision; is this an answer to it?"""
    match move, round_.pending:
        case Play(), _:
            return _check_play(round_, seat, move)
        case Draw(), Turn():
            return refuse_draw(round_, seat)
        case Keep(), PlayOrKeep() as drawn:
            return Refusal(Reason.MUST_PLAY) if must_lay_drawn(round_, drawn) else None
        case NameColour(), ChooseColour():
            return None
        case ((Accept() | Challenge()), AnswerFour()):
            return None
    return _misplaced(round_, move)


def _misplaced(round_: Round, move: Move) -> Refusal:
    """A decision was made that is not the one that is owed."""
    match round_.pending:
        case ChooseColour():
            return Refusal(Reason.COLOUR_FIRST)
        case AnswerFour():
            return Refusal(Reason.ANSWER_FIRST)
    match move:
        case Draw():
            return Refusal(Reason.ALREADY_DREW)
        case Keep():
            return Refusal(Reason.NOTHING_DRAWN)
        case NameColour():
            return Refusal(Reason.NO_COLOUR_OWED)
    return Refusal(Reason.NOTHING_TO_ANSWER)


def _check_play(round_: Round, seat: int, move: Play) -> Refusal | None:
    card, pending = move.card, round_.pending
    if isinstance(pending, Turn):
        if card not in round_.hands[seat]:
            return Refusal(Reason.NOT_IN_HAND, card=card)
    elif not isinstance(pending, PlayOrKeep):
        return _misplaced(round_, move)
    elif card is not pending.card:
        return Refusal(Reason.ONLY_THE_DRAWN_CARD, card=pending.card)
    if card.wild is (move.colour is None):
        return Refusal(Reason.NEEDS_A_COLOUR if card.wild else Reason.TAKES_NO_COLOUR, card=card)
    return _check_fit(round_, seat, card)


def _check_fit(round_: Round, seat: int, card: Card) -> Refusal | None:
    top, colour = round_.discard[-1], round_.colour
    options = round_.deal.options
    if fits(card, colour, top.symbol):
        if not card.wild or may_lay(options, card, round_.hands[seat], colour, top):
            return None
        return Refusal(Reason.HOLDS_THE_COLOUR, card=card, colour=colour)
    if options.strict:
        return None
    return Refusal(Reason.DOES_NOT_FIT, card=card, colour=colour, top=top)
