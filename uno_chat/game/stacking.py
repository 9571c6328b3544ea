"""House rule: a card that makes you draw may be answered with its like (rules.md 3.1, 3.2).

The total grows and passes on; whoever cannot or will not answer draws all of it. One card a turn,
only while the author is still in the round, and never on the opening card. `cross` lets any
drawing card answer any other as far as it fits.
"""

from collections.abc import Sequence

from uno_chat.game import deflect
from uno_chat.game.cards import Card, Colour
from uno_chat.game.legal import may_lay
from uno_chat.game.options import Options, Stacking
from uno_chat.game.state import Hand


def answers(
    options: Options, hand: Hand, colour: Colour | None, discard: Sequence[Card]
) -> tuple[Card, ...]:
    """The different cards of the hand that add to what is demanded."""
    if options.stacking is Stacking.OFF:
        return ()
    top, asked = discard[-1], deflect.asked_for(discard)
    drawing = (card for card in dict.fromkeys(hand) if card.effect and card.effect.draw)
    return tuple(
        card
        for card in drawing
        if (card.symbol is asked or options.stacking is Stacking.CROSS)
        and may_lay(options, card, hand, colour, top)
    )
