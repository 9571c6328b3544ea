"""What a table might agree on: any options that can be played together, by chance."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import StrEnum
from random import Random

from uno_chat.game import EDITIONS, OptionFault, Options, OptionsError

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


def each_alone() -> list[dict[str, object]]:
    """Each edition, and each option otherwise than usual, after what it needs besides."""
    editions: list[dict[str, object]] = [{"edition": name} for name in EDITIONS]
    names = (name for name in Options().as_mapping() if name != "edition")
    return editions + [_with_needs({name: value}) for name in names for value in _others(name)]


def _others(name: str) -> Sequence[object]:
    """The other words, off for on and on for off, the fewest and the next lower or higher."""
    usual = getattr(Options(), name)
    match usual:
        case bool():
            return (not usual,)
        case StrEnum():
            return [str(word) for word in type(usual) if word is not usual]
        case int():
            return sorted({0, max(usual - 1, 1)} - {usual})
    return ("Everybody claps.",)


def _with_needs(rules: dict[str, object]) -> dict[str, object]:
    """The rules, and before them whatever is missing for them to be agreed on."""
    while True:
        try:
            Options.of(rules)
        except OptionsError as error:
            if error.fault is not OptionFault.NEEDS:
                raise
            name, _, value = error.parts["other"].partition("=")
            rules = {name: value} | rules
        else:
            return rules


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
