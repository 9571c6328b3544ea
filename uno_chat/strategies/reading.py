"""What a player reads off its sight: sound moves, who comes next, which cards it cannot see."""

from collections import Counter
from collections.abc import Iterable

from uno_chat.game import Card, Challenge, Colour, Decision, Move, Play, Sight


def sound(sight: Sight) -> tuple[Move, ...]:
    """The choices but for bluffs, and for challenging, which `doubt` decides."""
    if sight.decision is Decision.CHALLENGE or sight.bluff:
        return tuple(move for move in sight.choices if not _is_risky(move, bluff=sight.bluff))
    return sight.choices


def _is_risky(move: Move, *, bluff: bool) -> bool:
    if isinstance(move, Play):
        effect = move.card.effect
        return bluff and effect is not None and effect.challenged
    return isinstance(move, Challenge)


def own_seat(sight: Sight) -> int:
    """Raises ValueError for an onlooker, who has nothing to decide."""
    if sight.seat is None:
        raise ValueError("An onlooker has nothing to decide.")
    return sight.seat


def seated(sight: Sight) -> list[int]:
    """The seats still in the round, clockwise from 0."""
    return [seat for seat in range(len(sight.sizes)) if seat not in sight.gone]


def seat_after(sight: Sight, steps: int) -> int:
    """Who comes so many turns after the own seat, before it if the number is negative."""
    circle = seated(sight)
    place = circle.index(own_seat(sight)) + steps * sight.direction
    return circle[place % len(circle)]


def held(hand: Iterable[Card], colour: Colour | None) -> int:
    """How many cards of the colour are in the hand."""
    return sum(card.colour is colour for card in hand)


def unseen(sight: Sight) -> list[Card]:
    """The cards of the pack that are neither in the own hand nor lying open, in pack order."""
    seen = Counter(sight.hand)
    seen.update(sight.discard)
    hidden = []
    for card in sight.options.pack:
        if seen[card]:
            seen[card] -= 1
        else:
            hidden.append(card)
    return hidden
