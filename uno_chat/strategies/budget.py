"""How far a player may look ahead: so many samples, and a decision depends on nothing else."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Budget:
    """At most `samples` guesses at the hidden cards."""

    samples: int = 400
