"""Positions to think about: hands in text, as a seat sees them."""

from collections.abc import Callable

import pytest

from uno_chat.game import (
    CLOCKWISE,
    AnswerFour,
    ChooseColour,
    Colour,
    Deal,
    Evidence,
    Options,
    Pending,
    PlayOrKeep,
    Round,
    Sight,
    Turn,
    card,
    cards,
    sight,
)

Look = Callable[..., Sight]


class Fixed:
    """Luck that is written down."""

    def __init__(self, *numbers: float) -> None:
        self.numbers = list(numbers)

    def random(self) -> float:
        return self.numbers.pop(0) if self.numbers else 0.0


@pytest.fixture
def fixed() -> type[Fixed]:
    return Fixed


@pytest.fixture
def look() -> Look:
    """What seat 0 sees of a round with these hands; `discard` ends with its top.

    `drawn` is the card just drawn, `four` says that seat 1 laid the top while it held the cards
    that it holds now, `opening` that a Wild opened.
    """
    return _look


def _look(
    *hands: str,
    discard: str = "R5",
    colour: Colour | None = None,
    drawn: str | None = None,
    four: bool = False,
    opening: bool = False,
    direction: int = CLOCKWISE,
    **options: object,
) -> Sight:
    laid, held = cards(discard), tuple(map(cards, hands))
    rules = Options.of(options)
    rest = list(rules.pack)
    for seen in (*laid, *(face for hand in held for face in hand)):
        rest.remove(seen)
    pending: Pending = Turn(0)
    if drawn is not None:
        pending = PlayOrKeep(0, card(drawn))
    elif four:
        pending = AnswerFour(0, 1, Evidence(laid[-2].colour or Colour.RED, held[1]))
    elif opening:
        pending = ChooseColour(0)
    deal = Deal(rules, len(hands), 0, bytes(32))
    shown = colour or laid[-1].colour
    return sight(Round(deal, held, tuple(rest), laid, shown, direction, pending), 0)
