"""Rounds among computers: counted as the figures want it, repeatable, and the better one wins.

The bars here are wide, so that few rounds are enough; tests/benchmarks/strategy_strength.py
measures what is really reached.
"""

import pytest

from uno_chat.game import Options, seed_from_int
from uno_chat.strategies import Budget, Result, contest, play_round


def test_the_same_seed_gives_the_same_round_on_every_machine_and_python() -> None:
    players = ("hard", "normal", "easy")
    results = [play_round(players, seed_from_int(n), Options(), Budget(5)) for n in range(3)]
    assert results == [
        Result(winner=1, points=25, turns=52, moves=57),
        Result(winner=2, points=159, turns=23, moves=27),
        Result(winner=2, points=55, turns=51, moves=57),
    ]


@pytest.mark.parametrize("seats", [1, 11])
def test_a_number_of_seats_that_the_rules_forbid_is_refused(seats: int) -> None:
    with pytest.raises(ValueError, match="seats"):
        play_round(["easy"] * seats, bytes(32), Options())


def test_equal_players_win_equally_often_whatever_the_shuffles() -> None:
    wins = contest(["easy"] * 3, map(seed_from_int, range(20)), Options())
    assert sum(wins) == 60


@pytest.mark.parametrize(
    ("players", "samples", "shuffles", "least"),
    [
        (("normal", "easy"), 0, 500, 0.55),
        (("normal", "easy", "easy", "easy"), 0, 250, 0.27),
        (("hard", "easy"), 60, 60, 0.5),
    ],
)
def test_the_better_player_wins_more(
    players: tuple[str, ...], samples: int, shuffles: int, least: float
) -> None:
    seeds = [seed_from_int(number) for number in range(shuffles)]
    wins = contest(players, seeds, Options(), Budget(samples))
    assert wins[0] / sum(wins) > least
