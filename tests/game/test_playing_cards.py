"""Two ordinary packs with jokers hold exactly the cards of the game."""

from collections import Counter

import pytest

from uno_chat.game import PLAYING_CARDS, Options, Suit, card

RANKS = [*map(str, range(2, 11)), "J", "Q", "K", "A"]


def test_two_packs_of_54_are_dealt_and_nothing_else() -> None:
    there = Counter(PLAYING_CARDS[face] for face in Options.of({"edition": "standard_decks"}).pack)
    single = {str(one): count for one, count in there.items() if len(one.suits) == 1}
    expected = {rank + suit: 2 for rank in RANKS if rank != "A" for suit in Suit}
    assert single == expected | {f"Joker{suit}": 1 for suit in Suit}
    aces = {str(one): count for one, count in there.items() if len(one.suits) == 2}
    assert aces == {"A♥♦": 4, "A♣♠": 4}
    assert there.total() == 2 * 54


@pytest.mark.parametrize(
    ("code", "said"),
    [
        *(("R7", "8♥"), ("Y1", "2♦"), ("G9", "10♣"), ("B0", "Joker♠"), ("RS", "J♥")),
        *(("YR", "Q♦"), ("B+2", "K♠"), ("W", "A♥♦"), ("W+4", "A♣♠")),
    ],
)
def test_a_card_looks_like_one_of_them(code: str, said: str) -> None:
    assert str(PLAYING_CARDS[card(code)]) == said
