"""House rule: several cards of one number or symbol in one turn (rules.md 3.1).

The first must fit, none is wild, the last lies on top. Their effects add up; UNO is judged after
the last of them. In strict play a first card that does not fit brings all of them back.
"""

from collections import Counter

from uno_chat.game.cards import Card
from uno_chat.game.moves import Play
from uno_chat.game.refusals import Reason, Refusal
from uno_chat.game.state import Hand, Round, Turn, fits


def refuse(round_: Round, seat: int, move: Play) -> Refusal | None:
    """Why these cards may not be laid together; the first has been found to fit or not."""
    laid = (move.card, *move.more)
    on_turn = isinstance(round_.pending, Turn) and round_.pending.seat == seat
    if not round_.deal.options.multi_play or not on_turn:
        return Refusal(Reason.ONE_CARD_ONLY)
    if any(card.wild or card.symbol is not move.card.symbol for card in laid):
        return Refusal(Reason.NOT_ALIKE)
    if Counter(laid) - Counter(round_.hands[seat]):
        return Refusal(Reason.NOT_IN_HAND)
    top, strict = round_.discard[-1], round_.deal.options.strict
    if not strict and not fits(move.card, round_.colour, top.symbol):
        return Refusal(Reason.DOES_NOT_FIT, card=move.card, colour=round_.colour, top=top)
    return None


def plays(hand: Hand, first: Card) -> tuple[Play, ...]:
    """For every card that could come to lie on top: with the first alone, and with all others.

    What is laid between may also be a part of them, in any order: `refuse` decides.
    """
    if first.wild:
        return ()
    alike = [card for card in hand if card.symbol is first.symbol]
    alike.remove(first)
    offered = []
    for last in dict.fromkeys(alike):
        between = list(alike)
        between.remove(last)
        offered.append(Play(first, more=(last,)))
        if between:
            offered.append(Play(first, more=(*between, last)))
    return tuple(offered)
