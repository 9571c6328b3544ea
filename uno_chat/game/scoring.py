"""What a finished round is worth to each seat (rules.md 1.12)."""

from collections.abc import Sequence

from uno_chat.game.options import Options, Scoring
from uno_chat.game.state import Gone, Hand, hand_points
from uno_chat.game.teams import side_of


def round_points(
    options: Options, winner: int, hands: Sequence[Hand], gone: Sequence[Gone]
) -> tuple[int, ...]:
    """What each seat writes down; a seat that left counts what it held when it did, and a winner
    who is the last to stay nothing.
    """
    left_over = [hand_points(hand) for hand in hands]
    for seat, points in ((one.seat, one.points) for one in gone):
        left_over[seat] = points
    own = side_of(options, range(len(hands)), winner)
    for seat in own:
        left_over[seat] = 0
    if options.scoring is not Scoring.WINNER:
        return tuple(left_over)
    return tuple(sum(left_over) if seat in own else 0 for seat in range(len(hands)))
