"""NAME=VALUE as people write it: ``goal = 200``, ``goal: 200``, ``pace daily``, ``jump in``."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator
from typing import Final

_BETWEEN: Final = re.compile(r"[,;]+(?=\s|$)|(?<=\w)[,;](?=[\w-]+\s*[=:])")
_EQUALS: Final = re.compile(r"\s*[=:]+\s*")
_SUMS: Final = re.compile(r"(?<=\w)\s*([+/])\s*(?=\d)")
_LONGEST: Final = 3
"""So many words has the longest name."""


def plain_name(text: str) -> str:
    """A name as it is looked up: ``jump_in`` for ``Jump-in``."""
    return text.casefold().replace("-", "_")


def assigned(
    words: Iterable[str], names: Collection[str], on: Collection[str], free: str
) -> tuple[str, ...]:
    """The same words with a sign in each that says what something is set to. ``on`` are names that
    alone mean "on"; what follows the name ``free`` is left as it is.
    """
    text = " ".join(words)
    end = next((m.start() for m in re.finditer(r"\S+", text) if _is(m[0], free)), len(text))
    front = _SUMS.sub(r"\1", _EQUALS.sub("=", _BETWEEN.sub(" ", text[:end])))
    return (*_pairs(front.split(), names, on), *text[end:].split())


def _is(word: str, name: str) -> bool:
    return plain_name(re.split("[=:]", word)[0]) == name


def _pairs(words: list[str], names: Collection[str], on: Collection[str]) -> Iterator[str]:
    place = 0
    while place < len(words):
        word, size = _whole(words, place, names)
        place += size
        name, sign, _ = word.partition("=")
        if sign or name not in names:
            yield word
        elif place < len(words) and not _begins(words, place, names):
            yield f"{name}={words[place]}"
            place += 1
        else:
            yield f"{name}=on" if name in on else name


def _whole(words: list[str], place: int, names: Collection[str]) -> tuple[str, int]:
    """What begins there and how many words it takes: ``jump in=on`` is a name of two."""
    for size in range(min(_LONGEST, len(words) - place), 0, -1):
        *front, last = words[place : place + size]
        name, sign, value = last.partition("=")
        name = plain_name("_".join((*front, name)))
        if name in names and not any("=" in word for word in front):
            return name + sign + value, size
    return words[place], 1


def _begins(words: list[str], place: int, names: Collection[str]) -> bool:
    """Whether another setting begins there, and no value stands there."""
    word, _ = _whole(words, place, names)
    name, sign, _ = word.partition("=")
    return bool(sign) or name in names
