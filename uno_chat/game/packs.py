"""What is in the box: every card of a pack, in the order of a new one."""

from collections.abc import Mapping

from uno_chat.game.cards import CARDS, Card, Symbol

CLASSIC: Mapping[str, int] = {"W": 4, "W+4": 4}
WITH_SHUFFLE_HANDS = {**CLASSIC, "WS": 1, "WC": 3}
WITH_SWAP_HANDS = {**CLASSIC, "WH": 1, "WC": 3}
# The sources do not say how many Downpours there are; two of each is our choice (rules.md 4).
WITH_DOWNPOUR = {**CLASSIC, "WD1": 2, "WD2": 2}


def pack_of(wilds: Mapping[str, int]) -> tuple[Card, ...]:
    """One zero and two of every other coloured card, and so many of each wild card."""
    coloured = [face for face in CARDS.values() if not face.wild]
    copies = [(face, 1 if face.symbol is Symbol.ZERO else 2) for face in coloured]
    copies += [(CARDS[code], count) for code, count in wilds.items()]
    return tuple(face for face, count in copies for _ in range(count))
