"""Words of a language as the canonical words of the grammar, the longest known phrase first."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

Vocabulary = Mapping[str, str]

_LONGEST: Final = 6
"""So many words has the longest phrase."""


def phrase(words: Sequence[str], vocabulary: Vocabulary) -> tuple[str, int]:
    """What the longest known phrase in front means, else the first word; how many words it took."""
    for size in range(min(_LONGEST, len(words)), 0, -1):
        found = vocabulary.get(" ".join(words[:size]))
        if found is not None:
            return found, size
    return words[0], 1
