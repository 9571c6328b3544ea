"""Many independent rounds on many cores; the result does not depend on how many there are."""

from __future__ import annotations

import signal
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import dataclass
from multiprocessing import get_context
from time import process_time

from uno_chat.game import Options, seed_from_int
from uno_chat.strategies import play_round

PORTION = 25
"""Rounds played in one go, between two signs of life."""


@dataclass(frozen=True, slots=True)
class Plan:
    """Who plays, from the dealer's left to the dealer; what; and how often, with which luck."""

    levels: tuple[str, ...]
    options: Options
    seed: int
    rounds: int


@dataclass(frozen=True, slots=True)
class Tally:
    """What was counted. `turns` says how many rounds had so many turns; `unfinished` rounds were
    given up, their turns count; `seconds` are of CPU time."""

    wins: tuple[int, ...]
    points: int
    turns: Counter[int]
    moves: int
    unfinished: int
    seconds: float

    @property
    def rounds(self) -> int:
        return self.turns.total()


def play_all(plan: Plan, jobs: int, report: Callable[[int], None]) -> Tally:
    """Play the plan in so many processes; `report` hears how many rounds are done, now and then.

    Raises ValueError where the rules do not allow so many seats.
    """
    total = Tally((0,) * len(plan.levels), 0, Counter(), 0, 0, 0.0)
    for tally in _portions(plan, jobs):
        total = _joined(total, tally)
        report(total.rounds)
    return total


def _portions(plan: Plan, jobs: int) -> Iterator[Tally]:
    firsts = range(1, plan.rounds + 1, PORTION)
    if jobs == 1 or len(firsts) == 1:
        yield from (_play(plan, first) for first in firsts)
        return
    # A fresh interpreter each: the same on every system, whatever threads run here.
    pool = ProcessPoolExecutor(jobs, get_context("spawn"), _leave_interrupts_to_the_parent)
    try:
        for done in as_completed([pool.submit(_play, plan, first) for first in firsts]):
            yield done.result()
    finally:
        pool.shutdown(cancel_futures=True)


def _leave_interrupts_to_the_parent() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _play(plan: Plan, first: int) -> Tally:
    """The rounds of the plan from this number on, as many as make a portion."""
    begun = process_time()
    last = min(first + PORTION, plan.rounds + 1)
    results = [
        play_round(plan.levels, seed_from_int(plan.seed, round_no=number), plan.options)
        for number in range(first, last)
    ]
    winners = Counter(result.winner for result in results)
    return Tally(
        wins=tuple(winners[seat] for seat in range(len(plan.levels))),
        points=sum(result.points for result in results),
        turns=Counter(result.turns for result in results),
        moves=sum(result.moves for result in results),
        unfinished=winners[None],
        seconds=process_time() - begun,
    )


def _joined(one: Tally, other: Tally) -> Tally:
    return Tally(
        wins=tuple(a + b for a, b in zip(one.wins, other.wins, strict=True)),
        points=one.points + other.points,
        turns=one.turns + other.turns,
        moves=one.moves + other.moves,
        unfinished=one.unfinished + other.unfinished,
        seconds=one.seconds + other.seconds,
    )
