"""A Wild Draw Four is challenged where that costs fewer cards than accepting."""

from collections.abc import Callable

import pytest

from uno_chat.game import Accept, Challenge, Colour, Sight
from uno_chat.strategies import Luck, choose, luck_from
from uno_chat.strategies.doubt import guilt

Look = Callable[..., Sight]
LUCK = luck_from(bytes(32))
OWN = "B1 B2 B3 G4 G5 Y6 Y7"
AUTHOR = "Y1 Y2 Y3 Y4 Y5 Y8 Y9 YS YR Y0 G1 G2"


def four(look: Look, size: int, named: Colour, discard: str = "R5 W+4") -> Sight:
    author = " ".join(AUTHOR.split()[:size])
    return look(OWN, author, discard=discard, colour=named, four=True)


@pytest.mark.parametrize(
    ("size", "named", "move"),
    [
        (7, Colour.GREEN, Accept()),
        (8, Colour.GREEN, Accept()),
        (11, Colour.GREEN, Challenge()),  # hardly anybody holds so many and no red one
        (2, Colour.RED, Accept()),
        (4, Colour.RED, Challenge()),  # who lacks red seldom asks for it
        (0, Colour.RED, Accept()),  # an empty hand is never guilty
    ],
)
def test_the_hard_player_answers(look: Look, size: int, named: Colour, move: object) -> None:
    assert choose("hard", four(look, size, named), LUCK) == move


def test_where_the_colour_before_is_not_to_be_seen_it_accepts(look: Look) -> None:
    sight = four(look, 11, Colour.RED, discard="W W+4")
    assert guilt(sight) == 0
    assert choose("hard", sight, LUCK) == Accept()


def test_how_likely_a_hand_holds_a_colour_is_counted_over_the_unseen_cards(look: Look) -> None:
    # 24 red cards are among the 99 unseen ones, and one hidden card is looked at.
    bluff = 24 / 99 * 0.05
    assert guilt(four(look, 1, Colour.GREEN)) == pytest.approx(bluff / (bluff + 75 / 99))


def test_guilt_grows_with_the_hand(look: Look) -> None:
    doubts = [guilt(four(look, size, Colour.GREEN)) for size in range(12)]
    assert doubts == sorted(doubts)


def test_the_normal_player_challenges_every_other_time(
    look: Look, fixed: Callable[..., Luck]
) -> None:
    sight = four(look, 11, Colour.GREEN)
    moves = [choose("normal", sight, fixed(number)) for number in (0.0, 0.49, 0.51, 0.99)]
    assert moves == [Challenge(), Challenge(), Accept(), Accept()]
