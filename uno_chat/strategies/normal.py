"""The normal player: keeps wild cards, keeps its strongest colour, attacks whoever is close."""

from uno_chat.game import Card, Colour, Draw, Keep, Move, NameColour, Play, Sight
from uno_chat.strategies.budget import Budget
from uno_chat.strategies.luck import Luck, pick
from uno_chat.strategies.reading import held, honest, next_seat, seated

CLOSE = 2
"""A next player with so many cards or fewer is attacked."""


def normal(sight: Sight, luck: Luck, _budget: Budget) -> Move:
    """One of the choices of the sight: the best by `worth`, by lot among equals."""
    moves = honest(sight)
    worths = [worth(sight, move) for move in moves]
    best = max(worths)
    return pick(luck, [move for move, worth in zip(moves, worths, strict=True) if worth == best])


def worth(sight: Sight, move: Move) -> tuple[int, ...]:
    """How much this player likes a move; moves of one sight can be compared."""
    match move:
        case Play():
            return _worth_of_play(sight, move)
        case NameColour():
            return (held(sight.hand, move.colour),)
        case Draw() | Keep():
            return (-1,)
        case _:
            return (0,)


def _worth_of_play(sight: Sight, move: Play) -> tuple[int, ...]:
    """In this order: an action that is wanted, no wild card, a colour to go on in, points."""
    card = move.card
    wanted = _hurts(card) and _wants_action(sight)
    strength = _strength(sight.hand, card, move.colour or card.colour)
    return (int(wanted), int(not card.wild), strength, card.points)


def _strength(hand: tuple[Card, ...], played: Card, colour: Colour | None) -> int:
    return held(hand, colour) - (played.colour is colour)


def _hurts(card: Card) -> bool:
    """Whether the next player loses the move."""
    return card.effect is not None and (
        card.effect.skips or card.effect.reverses or card.effect.draw > 0
    )


def _wants_action(sight: Sight) -> bool:
    """With two players an action gives another turn; with more it stops whoever is close."""
    if sight.seat is None:
        return False
    return seated(sight) == 2 or sight.sizes[next_seat(sight, sight.seat)] <= CLOSE
