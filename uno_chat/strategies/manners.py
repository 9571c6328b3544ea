"""How a computer player behaves beside its cards: when it says UNO and when it challenges.

How likely it notices somebody else's missed call, and how long it takes, its table decides.
"""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Manners:
    """`calls`: how likely it says UNO with the play that asks for it. `challenges`: how likely it
    challenges a Wild Draw Four when that pays (`doubt` says when)."""

    calls: float = 1.0
    challenges: float = 0.0
