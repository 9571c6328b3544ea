"""Whether to challenge a Wild Draw Four (rules.md 5.3).

Accepting costs 4 cards, a challenge 6 unless the author is guilty: it pays from one third on.
How likely that is follows from how likely a hand of this size holds the colour, counted over the
cards that cannot be seen, and from how many players would rather bluff than play that colour.
"""

from math import comb

from uno_chat.game import Colour, Sight
from uno_chat.strategies.reading import held, unseen

PAYS_FROM = 1 / 3
BLUFFERS = 0.05
"""How many players lay the card although they hold the colour, as a share: a hand of about
ten is challenged for it."""
BLUFFERS_NAMING_IT = 0.3
"""The same where the author names the colour that it has to lack: from about four cards on."""


def pays(sight: Sight) -> bool:
    """Whether a challenge costs fewer cards than accepting, on average."""
    return guilt(sight) >= PAYS_FROM


def guilt(sight: Sight) -> float:
    """How likely the author of the Wild Draw Four that awaits an answer held the colour."""
    before = _colour_before(sight)
    if before is None or sight.author is None:
        return 0.0
    holds = _holds(sight, before, sight.sizes[sight.author])
    bluffers = BLUFFERS_NAMING_IT if sight.colour is before else BLUFFERS
    return holds * bluffers / (holds * bluffers + 1 - holds)


def _colour_before(sight: Sight) -> Colour | None:
    """The colour on which the card was laid; None where that was a wild card's."""
    return sight.discard[-2].colour if len(sight.discard) > 1 else None


def _holds(sight: Sight, colour: Colour, size: int) -> float:
    """How likely a hand of this size holds a card of the colour."""
    hidden = unseen(sight)
    others = len(hidden) - held(hidden, colour)
    return 1 - comb(others, size) / comb(len(hidden), size)
