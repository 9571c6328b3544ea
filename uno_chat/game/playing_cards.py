"""Two ordinary packs with jokers as a pack of UNO: what stands for what (rules.md 4).

2 x (52 + 2 jokers) are 108 cards, and the counts fit exactly: suits are colours, 2 to 10 are the
numbers 1 to 9, Jack is Skip, Queen Reverse and King Draw Two; red aces are Wild, black ones Wild
Draw Four; each joker is marked with a suit and is its zero. The cards of the game stay what they
are and are written as ever: this says how they look.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType

from uno_chat.game.cards import CARDS, Card, Colour, Symbol


class Suit(StrEnum):
    HEARTS = "♥"
    DIAMONDS = "♦"
    CLUBS = "♣"
    SPADES = "♠"


SUITS: Mapping[Colour, Suit] = MappingProxyType(
    {
        Colour.RED: Suit.HEARTS,
        Colour.YELLOW: Suit.DIAMONDS,
        Colour.GREEN: Suit.CLUBS,
        Colour.BLUE: Suit.SPADES,
    }
)
RANKS: Mapping[Symbol, str] = MappingProxyType(
    {
        Symbol.ZERO: "Joker",
        **{Symbol(str(number)): str(number + 1) for number in range(1, 10)},
        Symbol.SKIP: "J",
        Symbol.REVERSE: "Q",
        Symbol.DRAW_TWO: "K",
        Symbol.WILD: "A",
        Symbol.WILD_DRAW_FOUR: "A",
    }
)
_ACES = {
    Symbol.WILD: (Suit.HEARTS, Suit.DIAMONDS),
    Symbol.WILD_DRAW_FOUR: (Suit.CLUBS, Suit.SPADES),
}


@dataclass(frozen=True, slots=True)
class PlayingCard:
    """`suits` are the one it has or, of an ace, the two of which either may be meant."""

    rank: str
    suits: tuple[Suit, ...]

    def __str__(self) -> str:
        return self.rank + "".join(self.suits)


def _playing_card(card: Card) -> PlayingCard:
    suits = _ACES[card.symbol] if card.colour is None else (SUITS[card.colour],)
    return PlayingCard(RANKS[card.symbol], suits)


PLAYING_CARDS: Mapping[Card, PlayingCard] = MappingProxyType(
    {card: _playing_card(card) for card in CARDS.values() if card.symbol in RANKS}
)
"""What each card of the classic pack looks like."""
