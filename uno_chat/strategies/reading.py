"""What a player reads off its sight: honest plays, who comes next, which cards it cannot see."""

from collections import Counter

from uno_chat.game import Card, Colour, Move, Play, Sight


def honest(sight: Sight) -> tuple[Move, ...]:
    """The choices without a Wild Draw Four that could be challenged with success."""
    if not sight.bluff:
        return sight.choices
    return tuple(move for move in sight.choices if not _is_four(move))


def own_seat(sight: Sight) -> int:
    """Raises ValueError for an onlooker, who has nothing to decide."""
    if sight.seat is None:
        raise ValueError("An onlooker has nothing to decide.")
    return sight.seat


def next_seat(sight: Sight, seat: int) -> int:
    """Whoever comes after this seat in the direction of play."""
    seats = len(sight.sizes)
    following = (seat + sight.direction) % seats
    while following in sight.gone:
        following = (following + sight.direction) % seats
    return following


def seated(sight: Sight) -> int:
    return len(sight.sizes) - len(sight.gone)


def held(hand: tuple[Card, ...], colour: Colour | None) -> int:
    """How many cards of the colour are in the hand."""
    return sum(card.colour is colour for card in hand)


def unseen(sight: Sight) -> list[Card]:
    """The cards of the pack that are neither in the own hand nor lying open, in pack order."""
    seen = Counter(sight.hand)
    seen.update(sight.discard)
    hidden = []
    for card in sight.options.printed.pack:
        if seen[card]:
            seen[card] -= 1
        else:
            hidden.append(card)
    return hidden


def _is_four(move: Move) -> bool:
    return isinstance(move, Play) and move.card.effect is not None and move.card.effect.challenged
