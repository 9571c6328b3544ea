"""Who has won a match with these totals (rules.md 1.12).

By points: who has the goal first, or the lowest total when somebody has it; equal lowest totals
share the match. By elimination ("Challenge UNO" of 2001): whoever has the goal is out, and the
last one left has won. Best of so many rounds: who has won more of them than anybody else can
still win; where nobody is ahead after the last, one more at a time is played until somebody is.
"""

from collections.abc import Mapping, Sequence
from typing import assert_never

from uno_chat.game.options import Options, Scoring
from uno_chat.game.state import Over
from uno_chat.game.teams import side_of

Sides = Sequence[tuple[str, ...]]
"""Who plays together, of those who are still here; most play alone."""


def written(options: Options, over: Over) -> tuple[int, ...]:
    """What each seat writes down for a round."""
    if not options.best_of:
        return over.points
    seats = range(len(over.points))
    own = side_of(options, seats, over.winner)
    return tuple(int(seat in own) for seat in seats)


def match_winners(
    options: Options, scores: Mapping[str, int], sides: Sides, won: tuple[str, ...], to_come: int
) -> tuple[str, ...]:
    """Nobody while the match goes on. `won` is the side that won the last round, `to_come` the
    number of rounds that are still to be played, where rounds are counted."""
    if options.best_of:
        return _most_rounds(scores, sides, max(to_come, 0))
    alone = [side[0] for side in sides]
    match options.scoring:
        case Scoring.WINNER:
            return won if max(scores[name] for name in won) >= options.goal else ()
        case Scoring.LOWEST:
            over = max(scores[name] for name in alone) >= options.goal
            return _lowest(scores, alone) if over else ()
        case Scoring.ELIMINATION:
            left = [name for name in alone if scores[name] < options.goal]
            return () if len(left) > 1 else tuple(left) or _lowest(scores, alone)
    assert_never(options.scoring)


def eliminated(options: Options, scores: Mapping[str, int]) -> tuple[str, ...]:
    """Who is not dealt in any more, though the match goes on."""
    if options.scoring is not Scoring.ELIMINATION:
        return ()
    return tuple(name for name, points in scores.items() if points >= options.goal)


def _most_rounds(scores: Mapping[str, int], sides: Sides, to_come: int) -> tuple[str, ...]:
    rounds = {side: max(scores[name] for name in side) for side in sides}
    first, *others = sorted(rounds, key=lambda side: rounds[side], reverse=True)
    ahead = rounds[first] - rounds[others[0]] if others else to_come + 1
    return first if ahead > to_come else ()


def _lowest(scores: Mapping[str, int], names: Sequence[str]) -> tuple[str, ...]:
    lowest = min(scores[name] for name in names)
    return tuple(name for name in names if scores[name] == lowest)
