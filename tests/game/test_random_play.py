"""Whole rounds of random legal moves: cards are conserved, somebody always owes the decision."""

import random

import pytest

from uno_chat.game import Options, Over, apply, choices, deal, owner, seed_from_int
from uno_chat.testing.census import astray

LONGEST = 20_000


@pytest.mark.parametrize("seats", range(2, 11))
def test_a_round_of_random_moves_ends_with_all_cards_there(seats: int) -> None:
    options, luck = Options(), random.Random(seats)
    round_ = deal(options, seats, seats - 1, seed_from_int(seats)).round
    for _ in range(LONGEST):
        seat = owner(round_)
        if seat is None:
            break
        round_ = apply(round_, seat, luck.choice(choices(round_, seat))).round
        assert astray(round_) == {}
    assert isinstance(round_.pending, Over)
    assert round_.hands[round_.pending.winner] == ()
