"""Words of a language as the canonical words of the grammar, the longest known phrase first."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

Vocabulary = Mapping[str, str]

_LONGEST: Final = 6
"""So many words has the longest phrase."""


def phrase(words: Sequence[str], vocabulary: Vocabulary, place: int = 0) -> tuple[str, int]:
    """What the longest known phrase at a place means, else the first word; how many words it took.

    Only these few are looked at, for a line may be as long as a network allows.
    """
    front = words[place : place + _LONGEST]
    for size in range(len(front), 0, -1):
        found = vocabulary.get(" ".join(front[:size]))
        if found is not None:
            return found, size
    return front[0], 1
