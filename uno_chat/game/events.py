"""What happened, as facts in order. From them the moves can be derived again and a table told.

Only `Drew` and `HandShown` hold what not everybody may see: `told` (sight.py) takes it out.
"""

from dataclasses import dataclass, field
from enum import StrEnum
from typing import ClassVar

from uno_chat.game.cards import Card, Colour


class Why(StrEnum):
    """What cards were drawn for."""

    TURN = "turn"
    OPENING = "opening"
    DRAW_TWO = "draw-two"
    DRAW_FOUR = "draw-four"
    DOWNPOUR = "downpour"
    ACCEPTED = "accepted"
    GUILTY = "guilty"
    INNOCENT = "innocent"
    UNO_MISSED = "uno-missed"
    FALSE_CATCH = "false-catch"
    FALSE_UNO = "false-uno"
    WRONG_CARD = "wrong-card"
    SMACKED_LAST = "smacked-last"
    NO_FINISH = "no-finish"
    ADVICE = "advice"


@dataclass(frozen=True, slots=True)
class Dealt:
    """Every seat holds its cards; the dealer is known."""

    kind: ClassVar[str] = "dealt"
    dealer: int


@dataclass(frozen=True, slots=True)
class Opened:
    """The first discard, whose effect follows."""

    kind: ClassVar[str] = "opened"
    card: Card


@dataclass(frozen=True, slots=True)
class OpeningReturned:
    """A card turned up at the start that may not open: it went back and the stock was shuffled."""

    kind: ClassVar[str] = "opening-returned"
    card: Card


@dataclass(frozen=True, slots=True)
class OpeningIgnored:
    """A card turned up at the start that does nothing in this edition and stays below the next."""

    kind: ClassVar[str] = "opening-ignored"
    card: Card


@dataclass(frozen=True, slots=True)
class ColourNamed:
    kind: ClassVar[str] = "colour-named"
    seat: int
    colour: Colour


@dataclass(frozen=True, slots=True)
class Played:
    """`colour` is what a wild card named, `uno` was said with the play, `left` is the hand size.

    Of several cards laid at once `more` are those after the first; `swap` is whose hand is taken
    if it was said with the play.
    """

    kind: ClassVar[str] = "played"
    seat: int
    card: Card
    colour: Colour | None
    uno: bool
    left: int
    swap: int | None = None
    more: tuple[Card, ...] = ()


@dataclass(frozen=True, slots=True)
class WrongCard:
    """Strict play: a card that does not fit was laid and taken back."""

    kind: ClassVar[str] = "wrong-card"
    seat: int
    card: Card
    colour: Colour | None
    uno: bool


@dataclass(frozen=True, slots=True)
class Drew:
    """`count` cards, perhaps fewer than were due; `cards` is for the seat's own eyes."""

    kind: ClassVar[str] = "drew"
    seat: int
    why: Why
    count: int
    cards: tuple[Card, ...] = field(repr=False)


@dataclass(frozen=True, slots=True)
class Kept:
    """The drawn card could be played and was not."""

    kind: ClassVar[str] = "kept"
    seat: int


@dataclass(frozen=True, slots=True)
class Passed:
    """There was nothing to draw."""

    kind: ClassVar[str] = "passed"
    seat: int


@dataclass(frozen=True, slots=True)
class JumpedIn:
    """The play that follows is made out of turn, with the twin of the top card."""

    kind: ClassVar[str] = "jumped-in"
    seat: int


@dataclass(frozen=True, slots=True)
class Swapped:
    """These two seats traded hands."""

    kind: ClassVar[str] = "swapped"
    seat: int
    other: int


@dataclass(frozen=True, slots=True)
class Rotated:
    """Every hand moved so many seats on, in the direction of play."""

    kind: ClassVar[str] = "rotated"
    steps: int


@dataclass(frozen=True, slots=True)
class HandsShuffled:
    """All hands were put together and dealt again from the left of this seat."""

    kind: ClassVar[str] = "hands-shuffled"
    seat: int


@dataclass(frozen=True, slots=True)
class Smacked:
    kind: ClassVar[str] = "smacked"
    seat: int


@dataclass(frozen=True, slots=True)
class SmackEnded:
    """The time to press is over for those who have not."""

    kind: ClassVar[str] = "smack-ended"
    slow: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Skipped:
    kind: ClassVar[str] = "skipped"
    seat: int


@dataclass(frozen=True, slots=True)
class Reversed:
    kind: ClassVar[str] = "reversed"
    direction: int


@dataclass(frozen=True, slots=True)
class Reshuffled:
    """The cards under the top of the discard are the stock again."""

    kind: ClassVar[str] = "reshuffled"
    count: int


@dataclass(frozen=True, slots=True)
class Accepted:
    kind: ClassVar[str] = "accepted"
    seat: int


@dataclass(frozen=True, slots=True)
class Challenged:
    """The verdict on the author's Wild Draw Four, for all; the hand is for the challenger."""

    kind: ClassVar[str] = "challenged"
    seat: int
    author: int
    guilty: bool


@dataclass(frozen=True, slots=True)
class HandShown:
    """The author's hand as it was at the play, for the eyes of `to` alone."""

    kind: ClassVar[str] = "hand-shown"
    to: int
    author: int
    cards: tuple[Card, ...] = field(repr=False)


@dataclass(frozen=True, slots=True)
class UnoCalled:
    kind: ClassVar[str] = "uno-called"
    seat: int


@dataclass(frozen=True, slots=True)
class Caught:
    """One card and no call; `by` is None where the rules noticed by themselves."""

    kind: ClassVar[str] = "caught"
    seat: int
    by: int | None


@dataclass(frozen=True, slots=True)
class FalseCatch:
    """There was nothing to catch, and the table plays that this costs cards."""

    kind: ClassVar[str] = "false-catch"
    seat: int
    by: int


@dataclass(frozen=True, slots=True)
class WindowClosed:
    """The table closed the time to catch this seat."""

    kind: ClassVar[str] = "window-closed"
    seat: int


@dataclass(frozen=True, slots=True)
class Fined:
    """The table found that this seat gave advice."""

    kind: ClassVar[str] = "fined"
    seat: int


@dataclass(frozen=True, slots=True)
class Departed:
    """A seat is empty now; its cards lie face down under the discard."""

    kind: ClassVar[str] = "departed"
    seat: int
    count: int


@dataclass(frozen=True, slots=True)
class RoundWon:
    """`points` is what each seat writes down for this round."""

    kind: ClassVar[str] = "round-won"
    winner: int
    points: tuple[int, ...]


Event = (
    Dealt
    | Opened
    | OpeningReturned
    | OpeningIgnored
    | ColourNamed
    | Played
    | WrongCard
    | Drew
    | Kept
    | Passed
    | JumpedIn
    | Swapped
    | Rotated
    | HandsShuffled
    | Smacked
    | SmackEnded
    | Skipped
    | Reversed
    | Reshuffled
    | Accepted
    | Challenged
    | HandShown
    | UnoCalled
    | Caught
    | FalseCatch
    | WindowClosed
    | Fined
    | Departed
    | RoundWon
)
