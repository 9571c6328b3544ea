"""Who has won a match with these totals (rules.md 1.12).

By points: who has the goal first, or the lowest total when somebody has it; equal lowest totals
share the match. Best of so many rounds: who has won more of them than anybody else can still
win; where nobody is ahead after the last one, one more at a time is played until somebody is.
"""

from collections.abc import Mapping, Sequence

from uno_chat.game.options import Options, Scoring
from uno_chat.game.state import Over


def written(options: Options, over: Over) -> tuple[int, ...]:
    """What each seat writes down for a round."""
    if not options.best_of:
        return over.points
    return tuple(int(seat == over.winner) for seat in range(len(over.points)))


def match_winners(
    options: Options, scores: Mapping[str, int], staying: Sequence[str], winner: str, to_come: int
) -> tuple[str, ...]:
    """Nobody while the match goes on. `winner` is that of the last round, `to_come` the number of
    rounds that are still to be played, where rounds are counted."""
    if options.best_of:
        return _most_rounds(scores, staying, max(to_come, 0))
    if options.scoring is Scoring.WINNER:
        return (winner,) if scores[winner] >= options.goal else ()
    if max(scores[name] for name in staying) < options.goal:
        return ()
    return _lowest(scores, staying)


def _most_rounds(
    scores: Mapping[str, int], staying: Sequence[str], to_come: int
) -> tuple[str, ...]:
    first, *others = sorted(staying, key=lambda name: scores[name], reverse=True)
    ahead = scores[first] - scores[others[0]] if others else to_come + 1
    return (first,) if ahead > to_come else ()


def _lowest(scores: Mapping[str, int], staying: Sequence[str]) -> tuple[str, ...]:
    lowest = min(scores[name] for name in staying)
    return tuple(name for name in staying if scores[name] == lowest)
