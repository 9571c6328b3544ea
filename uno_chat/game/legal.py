"""Which cards may be laid, and whether a seat may draw (rules.md 1.5, 1.6, 1.8).

The same answers serve checking a move, listing the choices and carrying a move out.
"""

from uno_chat.game.cards import Card, Colour
from uno_chat.game.options import FourRule, Options
from uno_chat.game.refusals import Reason, Refusal
from uno_chat.game.state import Hand, PlayOrKeep, Round, can_draw, fits


def may_lay(options: Options, card: Card, hand: Hand, colour: Colour | None, top: Card) -> bool:
    """Whether this card of the hand will be taken, be it a bluff or not."""
    if options.wd4 is FourRule.NO_BLUFF and is_bluff(card, hand, colour):
        return False
    return fits(card, colour, top.symbol)


def is_honest(options: Options, card: Card, hand: Hand, colour: Colour | None, top: Card) -> bool:
    """Whether this card of the hand fits and could not be challenged with success."""
    if options.wd4 is not FourRule.ALWAYS and is_bluff(card, hand, colour):
        return False
    return fits(card, colour, top.symbol)


def is_bluff(card: Card, hand: Hand, colour: Colour | None) -> bool:
    """Whether this is a Wild Draw Four in a hand that holds the current colour."""
    if card.effect is None or not card.effect.challenged:
        return False
    return any(other.colour is colour for other in hand)


def refuse_draw(round_: Round, seat: int) -> Refusal | None:
    """Drawing is free, unless the options ask for a play or there is nothing to draw.

    Nobody has to lay a Wild Draw Four while there is something to draw, and with `save_wilds` no
    wild card: else none could be kept for later.
    """
    options, hand = round_.deal.options, round_.hands[seat]
    if can_draw(round_):
        if not options.must_play:
            return None
        hand = tuple(card for card in hand if not _is_spared(options, card))
    colour, top = round_.colour, round_.discard[-1]
    if any(is_honest(options, card, round_.hands[seat], colour, top) for card in hand):
        return Refusal(Reason.MUST_PLAY)
    return None


def must_lay_drawn(round_: Round, pending: PlayOrKeep) -> bool:
    """Whether the options forbid to keep it; nobody is forced to bluff."""
    options, hand, card = round_.deal.options, round_.hands[pending.seat], pending.card
    if not options.force_play or (options.save_wilds and card.wild):
        return False
    return is_honest(options, card, hand, round_.colour, round_.discard[-1])


def _is_spared(options: Options, card: Card) -> bool:
    if options.save_wilds:
        return card.wild
    return card.effect is not None and card.effect.challenged
