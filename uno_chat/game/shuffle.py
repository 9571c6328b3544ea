"""Chance from a seed: the same seed gives the same cards on every machine, for ever.

Word number k of a label is taken from SHA-256(seed ‖ label ‖ block), four bytes at a time, most
significant first; a block is an eight-byte counter. Cards are mixed by Fisher and Yates from the
last place down. The seed is 32 bytes, so no two (seed, label) pairs run together.
"""

from collections.abc import Iterator, Sequence
from hashlib import sha256
from itertools import count
from struct import Struct
from typing import TypeVar

SEED_SIZE = 32
_WORDS = 1 << 32
_BLOCK = Struct(">8I")
_T = TypeVar("_T")


def words(seed: bytes, label: str) -> Iterator[int]:
    """Endless evenly distributed 32-bit words."""
    if len(seed) != SEED_SIZE:
        raise ValueError(f"A seed is {SEED_SIZE} bytes, this one has {len(seed)}.")
    start = seed + label.encode()
    for block in count():
        yield from _BLOCK.unpack(sha256(start + block.to_bytes(8, "big")).digest())


def below(limit: int, source: Iterator[int]) -> int:
    """A number from 0 to limit - 1, all equally likely: words of a short last turn are dropped."""
    fair = _WORDS - _WORDS % limit
    word = next(source)
    while word >= fair:
        word = next(source)
    return word % limit


def shuffled(cards: Sequence[_T], seed: bytes, label: str) -> tuple[_T, ...]:
    mixed = list(cards)
    source = words(seed, label)
    for last in range(len(mixed) - 1, 0, -1):
        other = below(last + 1, source)
        mixed[last], mixed[other] = mixed[other], mixed[last]
    return tuple(mixed)


def pick(choices: Sequence[_T], seed: bytes, label: str) -> _T:
    return choices[below(len(choices), words(seed, label))]


def commitment(seed: bytes) -> str:
    """What is shown at the deal: it binds the seed and tells nothing about it (hex SHA-256)."""
    return sha256(b"uno-chat seed commitment 1\0" + seed).hexdigest()


def seed_from_int(number: int, *, round_no: int = 1) -> bytes:
    """The seed of a round of a game that is to be repeatable, not secret."""
    return sha256(f"uno-chat seed {number} round {round_no}".encode()).digest()
