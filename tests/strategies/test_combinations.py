"""Every combination of options that is not refused comes to its end among easy players.

In short; `tests/benchmarks/every_rule.py` plays ten thousand rounds.
"""

import random

import pytest

from uno_chat.game import EDITIONS, Options, OptionsError, seed_from_int
from uno_chat.strategies import play_round
from uno_chat.testing.agreements import some_options, some_seats

MOST = 5000
SWITCHES = [name for name, value in Options().as_mapping().items() if isinstance(value, bool)]


def assert_ends(options: Options, seats: int, number: int) -> None:
    result = play_round(["easy"] * seats, seed_from_int(number), options)
    assert result.winner is not None
    assert result.turns <= MOST


@pytest.mark.parametrize("part", range(8))
def test_a_round_under_any_agreement_ends(part: int) -> None:
    for number in range(50):
        luck = random.Random(1000 * part + number)
        options = some_options(luck)
        assert_ends(options, some_seats(options, luck), number)


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_round_of_every_edition_ends_with_every_number_of_seats(edition: str) -> None:
    options = Options.of({"edition": edition})
    for seats in options.seats:
        assert_ends(options, seats, seats)


def test_a_round_under_any_two_rules_ends_or_they_are_refused() -> None:
    refused = set()
    for one in SWITCHES:
        for other in SWITCHES:
            try:
                options = Options.of({one: True, other: True})
            except OptionsError:
                refused.add(frozenset({one, other}))
                continue
            assert_ends(options, 4, len(refused))
    alone = {"save_wilds", "jump_in_fours", "last_card_trades"}
    assert all(pair & alone for pair in refused)
