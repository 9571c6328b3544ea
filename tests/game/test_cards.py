"""The pack and how cards are written."""

import pickle
from collections import Counter
from copy import deepcopy

import pytest

from uno_chat.game import CARDS, EDITIONS, UnknownCard, card, cards, in_order, text_of

CLASSIC = EDITIONS["classic108"].pack


def test_the_classic_pack_has_76_numbers_24_actions_and_8_wild_cards() -> None:
    kinds = Counter("wild" if c.wild else "action" if c.effect else "number" for c in CLASSIC)
    assert kinds == {"number": 76, "action": 24, "wild": 8}


def test_the_classic_pack_is_worth_1240_points() -> None:
    assert sum(c.points for c in CLASSIC) == 1240


def test_a_colour_has_one_zero_and_two_of_everything_else() -> None:
    red = Counter(c.code for c in CLASSIC if c.colour == "R")
    assert red.pop("R0") == 1
    assert sorted(red) == sorted([*(f"R{n}" for n in range(1, 10)), "RS", "RR", "R+2"])
    assert set(red.values()) == {2}


@pytest.mark.parametrize("code", CARDS)
def test_a_card_is_found_by_its_code_and_stays_the_same_object(code: str) -> None:
    assert card(code.lower()) is card(code)
    assert pickle.loads(pickle.dumps(card(code))) is card(code)
    assert deepcopy(card(code)) is card(code)
    assert str(card(code)) == code


def test_an_unknown_card_is_named() -> None:
    with pytest.raises(UnknownCard, match="'X9'"):
        card("X9")


def test_a_hand_is_sorted_by_colour_and_the_wild_cards_come_last() -> None:
    assert text_of(in_order(cards("W G+2 R7 W+4 B0 R1"))) == "R1 R7 G+2 B0 W W+4"
