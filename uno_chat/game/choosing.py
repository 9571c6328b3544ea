"""The answers a seat may give to the decision it owes: each different one once."""

from typing import assert_never

from uno_chat.game import demands, jump_in, several, trading
from uno_chat.game.cards import Colour
from uno_chat.game.legal import may_lay, must_lay_drawn, refuse_draw
from uno_chat.game.moves import (
    PLAYS,
    Accept,
    Challenge,
    Draw,
    Keep,
    Move,
    NameColour,
    Play,
    Swap,
)
from uno_chat.game.state import (
    AnswerDraw,
    AnswerFour,
    ChooseColour,
    ChooseSwap,
    PlayOrKeep,
    Round,
    Turn,
)

_DRAW = Draw()
_KEEP = Keep()
_ACCEPT = Accept()
_ANSWERS: tuple[Move, ...] = (_ACCEPT, Challenge())
_COLOURS: tuple[Move, ...] = tuple(NameColour(colour) for colour in Colour)


def choices(round_: Round, seat: int) -> tuple[Move, ...]:
    """Every answer to the decision this seat owes; nothing for the other seats.

    Calling, catching, jumping in, smacking and leaving are no decisions owed and not listed. Of
    several cards laid at once only the pairs and the whole set are.
    """
    pending = round_.pending
    if pending.seat != seat:
        return ()
    match pending:
        case Turn():
            return _turn(round_, seat)
        case PlayOrKeep():
            plays = trading.swapping_plays(round_, seat, pending.card)
            return plays if must_lay_drawn(round_, pending) else (*plays, _KEEP)
        case AnswerFour():
            return _ANSWERS + _passing_on(round_, seat)
        case AnswerDraw():
            return (_ACCEPT, *_passing_on(round_, seat))
        case ChooseColour():
            return _COLOURS
        case ChooseSwap():
            return tuple(Swap(other) for other in trading.others(round_, seat))
    assert_never(pending)


def _turn(round_: Round, seat: int) -> tuple[Move, ...]:
    hand, colour, options = round_.hands[seat], round_.colour, round_.deal.options
    top = round_.discard[-1]
    symbol = top.symbol
    moves: list[Move] = []
    for card in dict.fromkeys(hand):
        if card.wild:
            if may_lay(options, card, hand, colour, top):
                moves += trading.swapping_plays(round_, seat, card)
        elif card.colour is colour or card.symbol is symbol:
            moves += PLAYS[card]
            if options.multi_play:
                moves += several.plays(hand, card)
    free = round_.stock and not options.must_play
    if free or refuse_draw(round_, seat) is None:
        moves.append(_DRAW)
    return tuple(moves)


def _passing_on(round_: Round, seat: int) -> tuple[Play, ...]:
    """The cards that answer a demand for cards, and the twin of the one that made it."""
    answers = demands.answers(round_, seat)
    plays = tuple(play for card in answers for play in PLAYS[card])
    return plays if round_.discard[-1] in answers else plays + jump_in.twins(round_, seat)
