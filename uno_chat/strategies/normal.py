"""The normal player: keeps wild cards, keeps its strongest colour, attacks whoever is close."""

from uno_chat.game import Effect, Move, NameColour, Play, Sight, Swap, Symbol
from uno_chat.strategies.budget import Budget
from uno_chat.strategies.calling import left_after
from uno_chat.strategies.luck import Luck, pick
from uno_chat.strategies.reading import held, seat_after, seated, sound

CLOSE = 2
"""A next player with so many cards or fewer is attacked."""
LOST = -1000
"""What it gains to end the round for somebody else."""
PASSING = (-1,)
"""What drawing, keeping and accepting are worth: less than a play that gives nothing away."""


def normal(sight: Sight, luck: Luck, _budget: Budget) -> Move:
    """One of the choices of the sight: the best by `worth`, by lot among equals."""
    moves = sound(sight)
    worths = [worth(sight, move) for move in moves]
    best = max(worths)
    return pick(luck, [move for move, good in zip(moves, worths, strict=True) if good == best])


def worth(sight: Sight, move: Move) -> tuple[int, ...]:
    """How much this player likes a move; moves of one sight can be compared."""
    match move:
        case Play():
            return _worth_of_play(sight, move)
        case NameColour():
            return (held(sight.hand, move.colour),)
        case Swap():
            return (-sight.sizes[move.seat],)
        case _:
            return PASSING


def _worth_of_play(sight: Sight, move: Play) -> tuple[int, ...]:
    """In this order: a good trade of hands, an action that is wanted, no wild card, many cards at
    once, a colour to go on in, points."""
    laid = (move.card, *move.more)
    colour = move.colour or move.top.colour
    return (
        _gain(sight, move),
        int(_attacks(move.card.effect) and _wants_action(sight)),
        int(not move.card.wild),
        len(laid),
        held(sight.hand, colour) - held(laid, colour),
        move.card.points,
    )


def _gain(sight: Sight, move: Play) -> int:
    """How many cards fewer the seat will hold for trading hands."""
    left = left_after(sight, move)
    if not left:
        return LOST if sight.options.last_card_trades and _gives_away(sight, move) else 0
    if move.swap is not None:
        return left - sight.sizes[move.swap]
    if sight.options.seven_o and move.card.symbol is Symbol.SEVEN:
        return left - min(sight.sizes[seat] for seat in seated(sight) if seat != sight.seat)
    return 0


def _gives_away(sight: Sight, move: Play) -> bool:
    """Whether somebody else is out by a trade of the last card."""
    by_rule = sight.options.seven_o and move.card.symbol in (Symbol.SEVEN, Symbol.ZERO)
    return by_rule or move.swap is not None


def _attacks(effect: Effect | None) -> bool:
    """Whether the next player loses the move."""
    return effect is not None and (effect.skips or effect.reverses or effect.draw > 0)


def _wants_action(sight: Sight) -> bool:
    """With two players an action gives another turn; with more it stops whoever is close."""
    return len(seated(sight)) == 2 or sight.sizes[seat_after(sight, 1)] <= CLOSE
