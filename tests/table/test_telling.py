"""What the game says becomes a happening of whom it says it, not of whoever is to move."""

from __future__ import annotations

import pytest

from uno_chat import game
from uno_chat.table.telling import told
from uno_chat.testing.sitting import NOON

ORDER = ("s4", "s2", "s7")


@pytest.mark.reported("14")
@pytest.mark.parametrize(
    ("event", "seat", "other"),
    [
        (game.Played(1, game.card("R7"), None, uno=False, left=3), "s2", None),
        (game.Drew(2, game.Why.DRAW_TWO, 2, game.cards("B1 B2")), "s7", None),
        (game.Drew(0, game.Why.TURN, 1, game.cards("B1")), "s4", None),
        (game.Skipped(2), "s7", None),
        (game.Kept(1), "s2", None),
        (game.UnoCalled(2), "s7", None),
        (game.ColourNamed(1, game.Colour.RED), "s2", None),
        (game.Challenged(2, 1, guilty=True), "s7", "s2"),
        (game.Caught(0, 2), "s4", "s7"),
        (game.Caught(0, None), "s4", None),
        (game.FalseCatch(1, 0), "s4", "s2"),
        (game.Fined(1), "s2", None),
        (game.Departed(2, 5), "s7", None),
        (game.RoundWon(1, (0, 30, 0)), "s2", None),
    ],
)
def test_a_happening_names_whom_its_event_names(
    event: game.Event, seat: str, other: str | None
) -> None:
    (fact,) = told((event,), ORDER, NOON, game.Cause.PLAYER)
    assert (fact.code, fact.seat, fact.other) == (event.kind, seat, other)
