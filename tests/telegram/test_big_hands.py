"""A hand of sixty cards over Telegram's own limits: every leaf of it is taken."""

from __future__ import annotations

from datetime import UTC

import pytest

from uno_chat import game
from uno_chat.contract import Delivery, User
from uno_chat.table import Settings
from uno_chat.testing.sitting import dealt, lay
from uno_chat.testing.telegram import Person
from uno_chat.views import Reader, hand_page, lower
from uno_chat_telegram import CAPABILITIES, TelegramAdapter
from uno_chat_telegram.keyboard import HEAVIEST

HOUSE = {"edition": "pack112_2015", "seven_o": True, "multi_play": True}
HAND = " ".join(
    (
        *("W W W W", "W+4 W+4 W+4 W+4", "WH WC WC WC"),
        *(f"R{sign} R{sign}" for sign in (*range(1, 7), 8, 9, "S", "R", "+2")),
        *("R7 Y7 Y7 G7 G7 B7 B7", "R0 Y0 G0 B0", "Y1 Y1 G1 G1 B1 B1", "Y2 Y2 G2 G2", "Y3 Y3 G3 G3"),
        "B3",
    )
)


@pytest.mark.reported("B18")
@pytest.mark.parametrize("language", ["en", "fr"])
async def test_every_leaf_of_sixty_cards_is_taken(
    adapter: TelegramAdapter, ann: Person, language: str
) -> None:
    assert len(game.cards(HAND)) == 60
    at = dealt(4, settings=Settings(options=game.Options.of(HOUSE)))
    lay(at, "s1", "R7", {"s1": HAND})
    reader = Reader(language, UTC, "/")
    leaf = 0
    while leaf == 0 or any(f"page {leaf + 1}" in button.what for button in ann.pages()[-1].buttons):
        leaf += 1
        page = lower(hand_page(at.table, "s1", reader, at.now, leaf=leaf), CAPABILITIES)
        to = User("telegram", str(ann.id))
        await adapter.deliver(Delivery(f"hand {leaf}", to, page.document))
        rows = ann.pages()[-1].rows
        assert max(map(len, rows)) <= 8
        assert sum(map(len, rows)) <= 100
        assert sum(len(b.label.encode()) + len(b.what) + 60 for row in rows for b in row) < HEAVIEST
    assert leaf > 1
