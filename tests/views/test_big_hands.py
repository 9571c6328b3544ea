"""Hands of any size: what can be pressed comes in leaves, what the answer to a press tells is
whole or says how much is missing.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from datetime import datetime

import pytest

from uno_chat import game
from uno_chat.contract import Choice, Choices, Document
from uno_chat.table import Table
from uno_chat.testing.fake_network import LIKE_TELEGRAM
from uno_chat.views import Reader, decode, hand_page, lower, short

SIXTY = " ".join(
    (
        *("W W W W", "W+4 W+4 W+4 W+4", "WH WC WC WC"),
        *(f"R{sign} R{sign}" for sign in (*range(1, 10), "S", "R", "+2")),
        *(f"{colour}7 {colour}7" for colour in "YGB"),
        *("R0 Y0 G0 B0", "Y1 Y1 G1 G1 B1 B1", "Y2 Y2 G2 G2", "Y3 Y3 G3 G3"),
    )
)
HOUSE = {"edition": "pack112_2015", "seven_o": True, "multi_play": True}

Arrange = Callable[..., Table]


def options_of(page: Document) -> tuple[Choice, ...]:
    return tuple(o for block in page.blocks if isinstance(block, Choices) for o in block.options)


def words(page: Document) -> list[str]:
    tokens = [decode(option.token) for option in options_of(page)]
    return [token.words for token in tokens if token is not None]


@pytest.fixture
def big(arrange: Arrange) -> Table:
    assert len(game.cards(SIXTY)) == 60
    return arrange(HOUSE, (SIXTY, "B8 B9", "B4 B5", "B6 G6"), top="R7")


def leaves_of(table: Table, reader: Reader, now: datetime) -> list[Document]:
    """All pages of the hand, found by their buttons alone."""
    pages = [hand_page(table, "s1", reader, now)]
    while f"page {len(pages) + 1}" in words(pages[-1]):
        pages.append(hand_page(table, "s1", reader, now, leaf=len(pages) + 1))
    return pages


@pytest.mark.reported("B18")
def test_every_play_of_sixty_cards_has_a_button_on_exactly_one_leaf(
    big: Table, reader: Reader, now: datetime
) -> None:
    pages = leaves_of(big, reader, now)
    assert len(pages) > 1
    always = {"draw", "uno", "catch"} | {f"page {n}" for n in range(1, len(pages) + 1)}
    found = Counter(word for page in pages for word in words(page) if word not in always)
    assert set(found.values()) == {1}
    for card in set(game.cards(SIXTY)):
        fits = card.wild or card.colour is game.Colour.RED or card.symbol is game.Symbol.SEVEN
        assert any(word.split()[0] == card.code.lower() for word in found) == fits, card
    for page in pages:
        assert {"draw", "uno", "catch"} <= set(words(page))


def test_no_leaf_is_more_than_a_keyboard_and_a_message_hold(
    big: Table, reader: Reader, now: datetime
) -> None:
    for page in leaves_of(big, reader, now):
        lowered = lower(page, LIKE_TELEGRAM)
        assert lowered.menu == ()  # nothing was left to be numbered
        options = options_of(lowered.document)
        assert len(options) <= 100
        assert max(Counter(option.group for option in options).values()) <= 8
        assert all(len(option.token.encode()) <= 64 for option in options)


def test_all_colours_of_a_wild_card_are_on_one_leaf(
    big: Table, reader: Reader, now: datetime
) -> None:
    for wild in ("w", "w+4"):
        counts = [
            sum(word.split()[0] == wild for word in words(page))
            for page in leaves_of(big, reader, now)
        ]
        assert sorted(counts)[-2:] == [0, 4]


def test_a_leaf_that_is_no_more_there_is_the_last_one(
    big: Table, reader: Reader, now: datetime
) -> None:
    pages = leaves_of(big, reader, now)
    assert hand_page(big, "s1", reader, now, leaf=99) == pages[-1]
    assert hand_page(big, "s1", reader, now, leaf=0) == pages[0]
    assert f"page {len(pages) - 1}" in words(pages[-1])


def test_a_usual_hand_has_no_leaves(arrange: Arrange, reader: Reader, now: datetime) -> None:
    hand = "R1 R2 R3 R4 R5 R6 R8 R9 RS RR R+2 Y7 G7 B7 W W+4"
    page = hand_page(arrange({}, (hand, "B1 B2"), top="R7"), "s1", reader, now)
    assert not [word for word in words(page) if word.startswith("page")]


def test_the_answer_to_a_press_shows_a_usual_hand_whole(
    arrange: Arrange, reader: Reader, now: datetime
) -> None:
    hand = "R1 R1 R2 Y3 Y4 G5 G6 GS B+2 BR W W W+4"
    text = short(hand_page(arrange({}, (hand, "B1 B2"), top="R7"), "s1", reader, now), 200)
    top, own, *_ = text.splitlines()
    assert top == "On top: R7"
    assert own == "Your hand (13): R1×2 R2 Y3 Y4 G5 G6 GS BRev B+2 W×2 W+4"


def test_of_a_big_hand_the_answer_to_a_press_says_how_many_more_there_are(
    big: Table, reader: Reader, now: datetime
) -> None:
    text = short(hand_page(big, "s1", reader, now), 120)
    assert len(text) <= 120
    own = text.splitlines()[1]
    shown, _, more = own.partition(" … +")
    cards = [part.partition("×") for part in shown.partition(": ")[2].split()]
    assert sum(int(times or 1) for _, _, times in cards) + int(more) == 60
    assert len(shown) > 90
