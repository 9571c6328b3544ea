"""House rule: a card that makes you draw may be answered with its like (rules.md 3.1, 3.2).

The total grows and passes on; whoever cannot or will not answer draws all of it. One card a turn,
only while the author is still in the round, and never on the opening card. `cross` lets any
drawing card answer any other as far as it fits. A seat with nothing to answer with is not asked.
"""

from collections.abc import Sequence

from uno_chat.game.cards import Card, Colour
from uno_chat.game.draft import Draft
from uno_chat.game.legal import may_lay
from uno_chat.game.options import Options, Stacking
from uno_chat.game.state import AnswerDraw, AnswerFour, Hand, Pending, Round


def owed(pending: Pending) -> int:
    """What was demanded before the card that is being laid."""
    return pending.total if isinstance(pending, AnswerDraw | AnswerFour) else 0


def answers(round_: Round, seat: int) -> tuple[Card, ...]:
    """The different cards of this seat that pass a demand on."""
    pending = round_.pending
    if isinstance(pending, AnswerFour) and not round_.hands[pending.author]:
        return ()
    hand = round_.hands[seat]
    return _answers(round_.deal.options, hand, round_.colour, round_.discard)


def has_answer(draft: Draft, seat: int) -> bool:
    return bool(_answers(draft.options, draft.hands[seat], draft.colour, draft.discard))


def _answers(
    options: Options, hand: Hand, colour: Colour | None, discard: Sequence[Card]
) -> tuple[Card, ...]:
    if options.stacking is Stacking.OFF:
        return ()
    top = discard[-1]
    drawing = (card for card in dict.fromkeys(hand) if card.effect and card.effect.draw)
    return tuple(
        card
        for card in drawing
        if (card.symbol is top.symbol or options.stacking is Stacking.CROSS)
        and may_lay(options, card, hand, colour, top)
    )
