"""The cards of a round counted: a pack is whole, whatever was played."""

from __future__ import annotations

from collections import Counter

from uno_chat.game import Card, Round


def astray(round_: Round) -> dict[Card, int]:
    """The cards of which there are too many, or below 0 too few, by how many."""
    piles = [*round_.hands, round_.stock, round_.discard, round_.buried]
    there = Counter(card for pile in piles for card in pile)
    there.subtract(round_.deal.options.pack)
    return {card: number for card, number in there.items() if number}
