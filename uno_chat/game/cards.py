"""The cards: what is printed on them, what they are worth and what they do. One object a face.

Two red sevens are the same value, so hands compare by identity and a card travels as its code:
`R7`, `GS`, `RR`, `B+2`, `W`, `W+4`.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from types import MappingProxyType


class Colour(StrEnum):
    RED = "R"
    YELLOW = "Y"
    GREEN = "G"
    BLUE = "B"


class Symbol(StrEnum):
    """What two cards of different colours may have in common."""

    ZERO = "0"
    ONE = "1"
    TWO = "2"
    THREE = "3"
    FOUR = "4"
    FIVE = "5"
    SIX = "6"
    SEVEN = "7"
    EIGHT = "8"
    NINE = "9"
    SKIP = "S"
    REVERSE = "R"
    DRAW_TWO = "+2"
    WILD = "W"
    WILD_DRAW_FOUR = "W+4"
    WILD_SHUFFLE_HANDS = "WS"
    WILD_CUSTOMIZABLE = "WC"
    WILD_SWAP_HANDS = "WH"
    WILD_DOWNPOUR_ONE = "WD1"
    WILD_DOWNPOUR_TWO = "WD2"


class Trade(StrEnum):
    """How whole hands change their owners."""

    SHUFFLE = "shuffle"
    SWAP = "swap"


@dataclass(frozen=True, slots=True)
class Effect:
    """What a played card does beyond lying on top.

    `draw` cards go to the next player, who misses a turn and may doubt a `challenged` one;
    `shower` cards go to every other player, and nobody misses a turn; `hands` are all hands or
    those of two.
    """

    skips: bool = False
    reverses: bool = False
    draw: int = 0
    challenged: bool = False
    shower: int = 0
    hands: Trade | None = None


@dataclass(frozen=True, slots=True, eq=False)
class Card:
    """One face. Made here only: `card("R7")` finds it, and unpickling finds it again."""

    code: str
    colour: Colour | None
    symbol: Symbol
    points: int
    effect: Effect | None
    order: int = field(repr=False)
    wild: bool = field(repr=False)

    def __str__(self) -> str:
        return self.code

    def __reduce__(self) -> tuple[object, ...]:
        return card, (self.code,)


_COLOURED = (
    *((symbol, int(symbol.value), None) for symbol in list(Symbol)[:10]),
    (Symbol.SKIP, 20, Effect(skips=True)),
    (Symbol.REVERSE, 20, Effect(reverses=True)),
    (Symbol.DRAW_TWO, 20, Effect(draw=2)),
)
_WILD = (
    (Symbol.WILD, 50, None),
    (Symbol.WILD_DRAW_FOUR, 50, Effect(draw=4, challenged=True)),
    (Symbol.WILD_SHUFFLE_HANDS, 40, Effect(hands=Trade.SHUFFLE)),
    (Symbol.WILD_CUSTOMIZABLE, 40, None),
    (Symbol.WILD_SWAP_HANDS, 40, Effect(hands=Trade.SWAP)),
    (Symbol.WILD_DOWNPOUR_ONE, 20, Effect(shower=1)),
    (Symbol.WILD_DOWNPOUR_TWO, 20, Effect(shower=2)),
)


def _faces() -> Iterable[Card]:
    rows = [(colour, *row) for colour in Colour for row in _COLOURED]
    rows += [(None, *row) for row in _WILD]
    for order, (colour, symbol, points, effect) in enumerate(rows):
        code = (colour or "") + symbol.value
        yield Card(code, colour, symbol, points, effect, order, wild=colour is None)


CARDS: Mapping[str, Card] = MappingProxyType({face.code: face for face in _faces()})


class UnknownCard(ValueError):
    """The text names no card."""


def card(code: str) -> Card:
    """The card of this code, in capitals or not; raises UnknownCard."""
    try:
        return CARDS[code.upper()]
    except KeyError:
        raise UnknownCard(
            f"There is no card {code!r}; cards are written like R7, GS or W+4."
        ) from None


def cards(text: str) -> tuple[Card, ...]:
    """Cards written one after the other with spaces between them."""
    return tuple(map(card, text.split()))


def text_of(hand: Iterable[Card]) -> str:
    return " ".join(face.code for face in hand)


def in_order(hand: Iterable[Card]) -> tuple[Card, ...]:
    """The same cards by colour, then number, then action; wild cards last."""
    return tuple(sorted(hand, key=lambda face: face.order))
