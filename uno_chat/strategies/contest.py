"""Computer players among themselves: a round from a seed, and what came of it."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from uno_chat.game import Options, Over, Pending, Turn, apply, deal, sight
from uno_chat.strategies.budget import Budget
from uno_chat.strategies.levels import WHOLE, choose
from uno_chat.strategies.luck import luck_from
from uno_chat.strategies.out_of_turn import aside

MOST_MOVES = 50_000
"""A round is given up after so many; sensible players come to an end within a tenth of it."""


@dataclass(frozen=True, slots=True)
class Result:
    """`winner` is a seat of those given, None if the round was given up; `points` are its own."""

    winner: int | None
    points: int
    turns: int
    moves: int


def play_round(
    levels: Sequence[str], seed: bytes, options: Options, budget: Budget = WHOLE
) -> Result:
    """Play one round among these players, the first of them at the dealer's left, the last the
    dealer. A turn counts when its seat acts; playing what was drawn is the same turn; answers to a
    card that demands some, and what is done out of turn, are none.

    Raises ValueError where the rules do not allow so many seats.
    """
    luck = luck_from(seed)
    round_ = deal(options, len(levels), len(levels) - 1, seed).round
    watched = options.jump_in or options.smackdown
    turns = play_no = 0
    for moves in range(MOST_MOVES):
        pending = round_.pending
        seat = pending.seat
        if seat is None:
            return _result(pending, turns, moves)
        if watched:
            other = aside(round_, luck, fresh=round_.play_no > play_no)
            play_no = round_.play_no
            if other is not None:
                round_ = apply(round_, *other).round
                continue
        turns += isinstance(pending, Turn)
        move = choose(levels[seat], sight(round_, seat), luck, budget)
        round_ = apply(round_, seat, move).round
    return Result(None, 0, turns, MOST_MOVES)


def _result(pending: Pending, turns: int, moves: int) -> Result:
    if not isinstance(pending, Over):
        raise TypeError("Nobody owes a decision, and the round is not over.")
    return Result(pending.winner, pending.points[pending.winner], turns, moves)


def contest(
    levels: Sequence[str], seeds: Iterable[bytes], options: Options, budget: Budget = WHOLE
) -> list[int]:
    """How many rounds each player wins when every shuffle is played once from every seat, so that
    neither cards nor seats favour anybody."""
    wins = [0] * len(levels)
    for seed in seeds:
        for first in range(len(levels)):
            seats = [*range(first, len(levels)), *range(first)]
            winner = play_round([levels[player] for player in seats], seed, options, budget).winner
            if winner is not None:
                wins[seats[winner]] += 1
    return wins
