"""What a seat may ask for. A move says what is wanted; whether it may be, the rules decide."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from uno_chat.game.cards import CARDS, Card, Colour


@dataclass(frozen=True, slots=True)
class Play:
    """Lay a card; a wild card names its colour, and `uno` says the word with it.

    Where a card trades hands, `swap` is with whom; where several are laid at once, `more` are
    those after the first, the last of them on top.
    """

    card: Card
    colour: Colour | None = None
    uno: bool = False
    swap: int | None = None
    more: tuple[Card, ...] = ()

    @property
    def top(self) -> Card:
        return self.more[-1] if self.more else self.card


@dataclass(frozen=True, slots=True)
class Draw:
    """Take a card from the stock instead of playing."""


@dataclass(frozen=True, slots=True)
class Keep:
    """End the turn with the drawn card in the hand."""


@dataclass(frozen=True, slots=True)
class Accept:
    """Draw what the last card demands and miss the turn."""


@dataclass(frozen=True, slots=True)
class Challenge:
    """Say that the author of a Wild Draw Four held the current colour."""


@dataclass(frozen=True, slots=True)
class NameColour:
    """Name the colour of a Wild that opened the round."""

    colour: Colour


@dataclass(frozen=True, slots=True)
class Swap:
    """Trade hands with this seat, as a seven demands."""

    seat: int


@dataclass(frozen=True, slots=True)
class Smack:
    """Press the button that a six has set ringing."""


@dataclass(frozen=True, slots=True)
class CallUno:
    """Say UNO: before the play of this turn, or after it while nobody has noticed."""


@dataclass(frozen=True, slots=True)
class Catch:
    """Say that a seat has one card and has not called."""

    seat: int


@dataclass(frozen=True, slots=True)
class Leave:
    """Get up for good: the hand goes back into the game."""


Move = Play | Draw | Keep | Accept | Challenge | NameColour | Swap | Smack | CallUno | Catch | Leave


def plays_of(card: Card) -> tuple[Play, ...]:
    """Every way to lay a card: one, or one for each colour of a wild card."""
    if card.wild:
        return tuple(Play(card, colour) for colour in Colour)
    return (Play(card),)


PLAYS: Mapping[Card, tuple[Play, ...]] = {card: plays_of(card) for card in CARDS.values()}


def with_uno(play: Play) -> Play:
    return replace(play, uno=True)
