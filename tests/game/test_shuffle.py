"""Chance comes from the seed alone and is fair."""

from collections import Counter
from itertools import islice

import pytest

from uno_chat.game import EDITIONS, commitment, seed_from_int, text_of
from uno_chat.game.shuffle import below, shuffled, words

SEED = bytes(range(32))
CLASSIC = EDITIONS["classic108"].pack
GOLDEN_WORDS = [3671716708, 3097552426, 3508035244]
GOLDEN_ORDER = "R6 R7 G+2 G6 R+2 Y4 G4 W+4 G2 B7 Y9 G5"
GOLDEN_COMMITMENT = "39fe83b474f4970f3868e224ad98374d683302fb9c5b715ec441482d7ec9b327"
GOLDEN_SEED = "6a79eb7e40cd67752baceeeb0c83383854eca5a500e7425373d226c3511f7cce"


def test_the_words_of_a_seed_never_change() -> None:
    assert list(islice(words(SEED, "deal"), 3)) == GOLDEN_WORDS


def test_the_order_of_a_shuffled_pack_never_changes() -> None:
    assert text_of(shuffled(CLASSIC, SEED, "deal")[:12]) == GOLDEN_ORDER


def test_the_commitment_to_a_seed_never_changes() -> None:
    assert commitment(SEED) == GOLDEN_COMMITMENT


def test_the_seed_made_of_a_number_never_changes() -> None:
    assert seed_from_int(7).hex() == GOLDEN_SEED
    assert seed_from_int(7, round_no=2) != seed_from_int(7)


def test_another_label_or_another_seed_gives_another_order() -> None:
    orders = [shuffled(CLASSIC, SEED, "deal"), shuffled(CLASSIC, SEED, "reshuffle:1")]
    orders.append(shuffled(CLASSIC, SEED[::-1], "deal"))
    assert len(set(orders)) == 3


def test_shuffling_keeps_every_card() -> None:
    assert Counter(shuffled(CLASSIC, SEED, "deal")) == Counter(CLASSIC)


def test_words_past_the_last_full_turn_are_dropped() -> None:
    assert below(3, iter([2**32 - 1, 5])) == 2


def test_every_place_is_equally_likely_for_the_first_card() -> None:
    places = Counter(
        shuffled(range(6), seed_from_int(number), "deal").index(0) for number in range(6000)
    )
    assert all(abs(count - 1000) < 4 * 29 for count in places.values())


def test_a_seed_of_another_size_is_refused() -> None:
    with pytest.raises(ValueError, match="32 bytes"):
        shuffled(CLASSIC, b"short", "deal")
