"""Chance for a computer player: given by the caller, the same for the same seed everywhere.

Only `random()` is used, whose sequence Python promises not to change; its other methods have
changed before.
"""

import hashlib
from collections.abc import Sequence
from random import Random
from typing import Protocol, TypeVar

_T = TypeVar("_T")


class Luck(Protocol):
    """Numbers from 0 up to, not including, 1."""

    def random(self) -> float: ...


def luck_from(seed: bytes, label: str = "") -> Luck:
    """A source of its own for every seed and label; it tells nothing about the seed."""
    digest = hashlib.sha256(b"uno-chat luck\0" + seed + b"\0" + label.encode()).digest()
    return Random(int.from_bytes(digest, "big"))


def pick(luck: Luck, things: Sequence[_T]) -> _T:
    """One of them, all equally likely."""
    return things[int(luck.random() * len(things))]


def mix(luck: Luck, things: list[_T]) -> None:
    """Put them into an order of which all are equally likely."""
    things.sort(key=lambda _: luck.random())
