"""Whether a seat may make a move now, and if not, why. Nothing is changed here."""

from typing import assert_never

from uno_chat.game import demands, jump_in, several, smackdown, trading, uno
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
    Smack,
    Swap,
)
from uno_chat.game.refusals import Reason, Refusal
from uno_chat.game.state import (
    AnswerDraw,
    AnswerFour,
    ChooseColour,
    ChooseSwap,
    Over,
    PlayOrKeep,
    Round,
    Turn,
    Unopened,
    is_gone,
)


def check(round_: Round, seat: int, move: Move) -> Refusal | None:
    """None if the move may be made; the refusal is for the seat alone."""
    if round_.pending.seat == seat:  # nearly always
        if isinstance(move, Play):
            return _check_play(round_, seat, move)
        if isinstance(move, Draw) and isinstance(round_.pending, Turn):
            return refuse_draw(round_, seat)
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
        case Smack():
            return smackdown.refuse(round_, seat)
        case Leave():
            return None
        case Play():  # of a seat that is not to move
            refusal = jump_in.refuse(round_, seat, move.card)
            return refusal or _check_laid(round_, seat, move)
        case Draw() | Keep() | NameColour() | Accept() | Challenge() | Swap():
            if round_.pending.seat != seat:
                return Refusal(Reason.NOT_YOUR_TURN, seat=round_.pending.seat)
            return _check_decision(round_, seat, move)
    assert_never(move)


def _check_decision(
    round_: Round, seat: int, move: Draw | Keep | NameColour | Accept | Challenge | Swap
) -> Refusal | None:
    """The seat owes the decision; is this an answer to it?"""
    match move, round_.pending:
        case Keep(), PlayOrKeep() as drawn:
            return Refusal(Reason.MUST_PLAY) if must_lay_drawn(round_, drawn) else None
        case NameColour(), ChooseColour():
            return None
        case Accept(), (AnswerFour() | AnswerDraw()):
            return None
        case Challenge(), AnswerFour():
            return None
        case Swap(other), ChooseSwap():
            return trading.refuse_other(round_, seat, other)
    return _misplaced(round_, move)


def _misplaced(round_: Round, move: Move) -> Refusal:
    """A decision was made that is not the one that is owed."""
    match round_.pending:
        case ChooseColour():
            return Refusal(Reason.COLOUR_FIRST)
        case ChooseSwap():
            return Refusal(Reason.SWAP_FIRST)
        case AnswerFour() | AnswerDraw():
            return Refusal(Reason.ANSWER_FIRST)
    match move:
        case Draw():
            return Refusal(Reason.ALREADY_DREW)
        case Keep():
            return Refusal(Reason.NOTHING_DRAWN)
        case NameColour():
            return Refusal(Reason.NO_COLOUR_OWED)
        case Swap():
            return Refusal(Reason.NO_SWAP)
    return Refusal(Reason.NOTHING_TO_ANSWER)


def _check_play(round_: Round, seat: int, move: Play) -> Refusal | None:
    card, pending = move.card, round_.pending
    if isinstance(pending, Turn):
        if card not in round_.hands[seat]:
            return Refusal(Reason.NOT_IN_HAND, card=card)
    elif not isinstance(pending, PlayOrKeep):
        return _check_answer(round_, seat, move)
    elif card is not pending.card:
        return Refusal(Reason.ONLY_THE_DRAWN_CARD, card=pending.card)
    if card.wild:
        return _check_wild(round_, seat, move)
    if move.colour is not None or move.swap is not None or move.more:
        return _check_extras(round_, seat, move) or _check_fit(round_, card)
    return _check_fit(round_, card)


def _check_wild(round_: Round, seat: int, move: Play) -> Refusal | None:
    card, hand = move.card, round_.hands[seat]
    if move.colour is None:
        return Refusal(Reason.NEEDS_A_COLOUR, card=card)
    if not may_lay(round_.deal.options, card, hand, round_.colour, round_.discard[-1]):
        return Refusal(Reason.HOLDS_THE_COLOUR, card=card, colour=round_.colour)
    return _check_extras(round_, seat, move)


def _check_answer(round_: Round, seat: int, move: Play) -> Refusal | None:
    """A card is laid against a demand for cards."""
    card = move.card
    if not isinstance(round_.pending, AnswerFour | AnswerDraw):
        return _misplaced(round_, move)
    if card not in round_.hands[seat]:
        return Refusal(Reason.NOT_IN_HAND, card=card)
    if card not in demands.answers(round_, seat) and not jump_in.is_jump(round_, seat, card):
        return Refusal(Reason.ANSWER_FIRST)
    return _check_laid(round_, seat, move)


def _check_laid(round_: Round, seat: int, move: Play) -> Refusal | None:
    """The card fits; is all that is said with it possible?"""
    if move.card.wild:
        return _check_wild(round_, seat, move)
    return _check_extras(round_, seat, move)


def _check_extras(round_: Round, seat: int, move: Play) -> Refusal | None:
    """A colour, more cards or a trade of hands said with the play."""
    if move.colour is not None and not move.card.wild:
        return Refusal(Reason.TAKES_NO_COLOUR, card=move.card)
    if move.more:
        refusal = several.refuse(round_, seat, move)
        if refusal is not None:
            return refusal
    if move.swap is not None:
        return trading.refuse_partner(round_, seat, move.card, move.swap)
    return None


def _check_fit(round_: Round, card: Card) -> Refusal | None:
    top, colour = round_.discard[-1], round_.colour
    if card.colour is colour or card.symbol is top.symbol or round_.deal.options.strict:
        return None
    return Refusal(Reason.DOES_NOT_FIT, card=card, colour=colour, top=top)
