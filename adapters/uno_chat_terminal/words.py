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
        "cover": "Press Enter to show what only {name} may see",
        "say": "type to speak; what begins with / is said to everybody",
        "keys": "1-9 press · ←→ choose · Tab other chat · Ctrl+Q leave",
        "next": "F2 next person",
    }
)


def completed(words: Mapping[str, str]) -> Mapping[str, str]:
    """These words, English where one is missing; raises ValueError on an unknown key."""
    unknown = words.keys() - ENGLISH.keys()
    if unknown:
        raise ValueError(f"The terminal has no word called {min(unknown)!r}.")
    return {**ENGLISH, **words}
