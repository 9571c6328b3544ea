"""What a table might agree on: any options that can be played together, by chance."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from random import Random

from uno_chat.game import EDITIONS, Options, OptionsError

OTHERWISE = 0.2
"""How likely an option is not as usual."""
_NUMBERS = (0, 1, 2, 3, 4)


def some_options(luck: Random) -> Options:
    """Any options that are not refused, most of them as usual."""
    while True:
        given: dict[str, object] = {"edition": luck.choice(sorted(EDITIONS))}
        for name in Options().as_mapping():
            if name != "edition" and luck.random() < OTHERWISE:
                given[name] = _otherwise(name, luck)
        if is_playable(given):
            return Options.of(given)


def is_playable(given: Mapping[str, object]) -> bool:
    """Whether these are not refused."""
    try:
        Options.of(given)
    except OptionsError:
        return False
    return True


def some_seats(options: Options, luck: Random) -> int:
    """How many play."""
    return luck.choice(options.seats)


def _otherwise(name: str, luck: Random) -> object:
    match getattr(Options(), name):
        case bool(usual):
            return not usual
        case int():
            return luck.choice(_NUMBERS)
        case StrEnum() as word:
            return luck.choice(list(type(word)))
    return "Everybody claps."
