"""Why a move is not possible: a reason with a stable name and what a sentence needs, no words."""

from dataclasses import dataclass
from enum import StrEnum

from uno_chat.game.cards import Card, Colour


class Reason(StrEnum):
    NOT_OPENED = "not-opened"
    ALREADY_OPENED = "already-opened"
    NOTHING_OPENS = "nothing-opens"
    ROUND_OVER = "round-over"
    NOT_SEATED = "not-seated"
    NOT_YOUR_TURN = "not-your-turn"
    COLOUR_FIRST = "colour-first"
    ANSWER_FIRST = "answer-first"
    NOT_IN_HAND = "not-in-hand"
    DOES_NOT_FIT = "does-not-fit"
    NEEDS_A_COLOUR = "needs-a-colour"
    TAKES_NO_COLOUR = "takes-no-colour"
    NOT_A_COLOUR = "not-a-colour"
    ONLY_THE_DRAWN_CARD = "only-the-drawn-card"
    HOLDS_THE_COLOUR = "holds-the-colour"
    MUST_PLAY = "must-play"
    ALREADY_DREW = "already-drew"
    NOTHING_DRAWN = "nothing-drawn"
    NOTHING_TO_ANSWER = "nothing-to-answer"
    NO_COLOUR_OWED = "no-colour-owed"
    NO_CALLS = "no-calls"
    ALREADY_CALLED = "already-called"
    NOTHING_TO_CALL = "nothing-to-call"
    NOTHING_TO_CATCH = "nothing-to-catch"
    NOT_YOURSELF = "not-yourself"
    SWAP_FIRST = "swap-first"
    NO_SWAP = "no-swap"
    NOT_ALIKE = "not-alike"
    ONE_CARD_ONLY = "one-card-only"
    NOTHING_TO_SMACK = "nothing-to-smack"
    ALREADY_SMACKED = "already-smacked"
    NO_FINES = "no-fines"


@dataclass(frozen=True, slots=True)
class Refusal:
    """`seat` is whom the reason is about (whose turn it is, who called); `colour` and `top` what
    a card has to fit. The card is the asker's own: a refusal is for the asker alone."""

    reason: Reason
    card: Card | None = None
    colour: Colour | None = None
    top: Card | None = None
    seat: int | None = None


class IllegalMove(Exception):
    """The move was refused and nothing has changed. Its text names the reason, never a card."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(refusal.reason.value)
        self.refusal = refusal
