"""The few words a terminal says of its own. Whoever makes the adapter may translate them."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

ENGLISH: Final[Mapping[str, str]] = MappingProxyType(
    {
        "group": "Everybody",
        "to": "To {name}",
        "who": "Say who speaks, for example: {name}: help",
    }
)


def completed(words: Mapping[str, str]) -> Mapping[str, str]:
    """These words, English where one is missing; raises ValueError on an unknown key."""
    unknown = words.keys() - ENGLISH.keys()
    if unknown:
        raise ValueError(f"The terminal has no word called {min(unknown)!r}.")
    return {**ENGLISH, **words}
