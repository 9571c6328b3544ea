"""A pack as bits, so that a hand is one number and "which cards fit" is one `&`.

Every card of the pack has a place; equal cards have neighbouring ones. Places rise in the order
in which a sensible player likes to lay cards of one colour: wild cards last, numbers from the
lowest up, then actions. So the best of several is the highest bit.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache

from uno_chat.game import Card, Colour, Effect, Symbol

COLOURS = tuple(Colour)
SYMBOLS = tuple(Symbol)
WILD = len(COLOURS)
"""The colour number of a wild card."""


@dataclass(frozen=True, slots=True)
class Faces:
    """What is printed on the card at each place, and masks of places.

    `fits[colour][symbol]` are the coloured cards that may be laid. `acting` are the cards that
    change who is next, `attacks` the coloured ones of them.
    """

    cards: tuple[Card, ...]
    colours: tuple[int, ...]
    symbols: tuple[int, ...]
    draws: tuple[int, ...]
    of_colour: tuple[int, ...]
    fits: tuple[tuple[int, ...], ...]
    wild: int
    reverses: int
    acting: int
    attacks: int


@cache
def faces_of(cards: tuple[Card, ...]) -> Faces:
    """These cards, a whole pack."""
    pack = tuple(sorted(cards, key=_liking))
    effects = [card.effect or Effect() for card in pack]
    of_colour = tuple(_mask(card.colour is colour for card in pack) for colour in COLOURS)
    of_symbol = [_mask(card.symbol is symbol for card in pack) for symbol in SYMBOLS]
    wild = _mask(card.wild for card in pack)
    acting = _mask(effect.skips or effect.reverses or effect.draw > 0 for effect in effects)
    return Faces(
        cards=pack,
        colours=tuple(WILD if card.colour is None else COLOURS.index(card.colour) for card in pack),
        symbols=tuple(SYMBOLS.index(card.symbol) for card in pack),
        draws=tuple(effect.draw for effect in effects),
        of_colour=of_colour,
        fits=tuple(tuple((mask | same) & ~wild for same in of_symbol) for mask in of_colour),
        wild=wild,
        reverses=_mask(effect.reverses for effect in effects),
        acting=acting,
        attacks=acting & ~wild,
    )


def _liking(card: Card) -> tuple[bool, bool, int, int]:
    return (not card.wild, card.effect is not None, card.points, card.order)


def _mask(marks: Iterable[bool]) -> int:
    return sum(1 << place for place, mark in enumerate(marks) if mark)
