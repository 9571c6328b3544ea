"""A match: rounds one after the other until somebody has enough points (rules.md 1.3, 1.12).

Seats have stable names here, clockwise; who sits may change between two rounds. The deal goes to
the left after every round, whoever won it and whichever way play ran.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace

from uno_chat.game.draft import Step
from uno_chat.game.engine import deal
from uno_chat.game.options import Options
from uno_chat.game.state import Over, Round
from uno_chat.game.teams import side_of
from uno_chat.game.winning import eliminated, match_winners, written


@dataclass(frozen=True, slots=True)
class Match:
    """`seats` are those of the round `round_no`, `scores` the points of everybody who ever sat, or
    the rounds they won where rounds are counted, `winners` are named once the match is over."""

    options: Options
    seats: tuple[str, ...]
    dealer: str
    scores: Mapping[str, int]
    round_no: int = 1
    winners: tuple[str, ...] = ()

    @property
    def over(self) -> bool:
        return bool(self.winners)

    @property
    def out(self) -> tuple[str, ...]:
        """Who has been eliminated: their points stay, and no cards are dealt to them."""
        return eliminated(self.options, self.scores)


def begin_match(options: Options, seats: Sequence[str], dealer: str) -> Match:
    """Before the first deal, with no points; raises ValueError unless the dealer is a seat and no
    two are called alike."""
    if dealer not in seats or len(set(seats)) != len(seats):
        raise ValueError("Seats have different names and the dealer is one of them.")
    return Match(options, tuple(seats), dealer, dict.fromkeys(seats, 0))


def deal_round(match: Match, seed: bytes) -> Step:
    return deal(match.options, len(match.seats), match.seats.index(match.dealer), seed)


def finish_round(match: Match, round_: Round) -> Match:
    """Write down the points of the finished round and see whether the match is over; raises
    ValueError while it is in play."""
    over = _outcome(round_)
    scores = dict(match.scores)
    for name, points in zip(match.seats, written(match.options, over), strict=True):
        scores[name] = scores.get(name, 0) + points
    gone = {match.seats[one.seat] for one in round_.gone}
    won = side_of(match.options, match.seats, over.winner)
    to_come = match.options.best_of - match.round_no
    winners = match_winners(match.options, scores, _sides(match, gone), won, to_come)
    return replace(match, scores=scores, winners=winners)


def next_round(match: Match, seats: Sequence[str]) -> Match:
    """Ready for another deal to these seats, but for those that are out: newcomers start with
    nothing, the deal moves left."""
    seats = tuple(name for name in seats if name not in match.out)
    scores = {name: match.scores.get(name, 0) for name in (*match.scores, *seats)}
    return replace(
        match,
        seats=seats,
        dealer=next_dealer(match, seats),
        round_no=match.round_no + 1,
        scores=scores,
    )


def next_dealer(match: Match, seats: Sequence[str]) -> str:
    """The seat to the dealer's left; where the dealer has left or is out, the first one that
    remains."""
    if match.dealer in seats:
        return seats[(seats.index(match.dealer) + 1) % len(seats)]
    place = match.seats.index(match.dealer)
    to_the_left = match.seats[place + 1 :] + match.seats[:place]
    return next((name for name in to_the_left if name in seats), seats[0])


def _sides(match: Match, gone: Collection[str]) -> list[tuple[str, ...]]:
    """Who plays together, of those who have not left."""
    seats = match.seats
    sides = dict.fromkeys(side_of(match.options, seats, place) for place in range(len(seats)))
    staying = (tuple(name for name in side if name not in gone) for side in sides)
    return [side for side in staying if side]


def _outcome(round_: Round) -> Over:
    match round_.pending:
        case Over() as over:
            return over
        case _:
            raise ValueError("The round is not over.")
