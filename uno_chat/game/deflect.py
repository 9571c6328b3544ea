"""House rule: a Skip or a Reverse turns a demand for cards away (rules.md 3.1, 3.2).

What answers has to fit the card on top: a Skip of the Draw Two's colour, then any Skip on a Skip.
A Skip moves the whole demand on to the next player, a Reverse turns play round and sends it back
to the one before. A Wild Draw Four is not turned away, nor is an opening Draw Two. With stacking a
Draw Two that fits may be laid on a card that turned cards away.
"""

from collections.abc import Sequence

from uno_chat.game.cards import Card, Colour, Effect, Symbol
from uno_chat.game.draft import Draft
from uno_chat.game.events import Reversed
from uno_chat.game.options import Options
from uno_chat.game.state import Hand, fits

_TURNED_AWAY = (Symbol.SKIP, Symbol.REVERSE)


def answers(options: Options, hand: Hand, colour: Colour | None, top: Card) -> tuple[Card, ...]:
    """The different cards of the hand that turn away what the top, or one below it, demands."""
    if not options.deflect or top.wild:
        return ()
    alike = (card for card in dict.fromkeys(hand) if card.symbol in _TURNED_AWAY)
    return tuple(card for card in alike if fits(card, colour, top.symbol))


def asked_for(discard: Sequence[Card]) -> Symbol:
    """What the demand was made with: what turns it away may lie on it."""
    top = discard[-1].symbol
    return Symbol.DRAW_TWO if top in _TURNED_AWAY else top


def turn_away(draft: Draft, effect: Effect) -> None:
    """Whom the demand is for follows from which way play runs."""
    if effect.reverses:
        draft.direction = -draft.direction
        draft.say(Reversed(draft.direction))
