"""Inputs that nobody wrote by mistake: a target takes one and says in a word what came of it, or
raises what it must not; ``search`` feeds it, ``mangled`` and ``evil`` make them.
"""

from __future__ import annotations

import json
import logging
from collections import Counter
from collections.abc import Callable, Coroutine, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, Generic, TypeVar

from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis import strategies as st

T = TypeVar("T")
Path = tuple[str | int, ...]

TAKEN: Final = "taken"
"""The word for an input that was understood; any other says how it was refused."""
DEEP: Final = "<deep>"
"""What ``written`` makes a list of, inside so many others that a reader may have to give up."""
DEPTHS: Final = (60, 900, 990, 20_000)
HALF: Final = "\ud800"
"""Half a character: no text that could be stored or sent."""

TEXTS: Final = (
    *("", " ", "\0", "a\0b", HALF, "\udfff\ud800", "\u200b", "\u202egnp.exe", "\ufeff", "\x85"),
    *("²", "٣", "１２", "१", "-1", "0", "00", "+7", "1e9", "1_000", "9" * 19, "9" * 5000),  # noqa: RUF001 - digits that int() takes, and some that it does not
    *("İ", "ß", "ﬁ", "e\u0301", "👩\u200d👩\u200d👧", "𝟕", "Ⅷ"),  # noqa: RUF001 - letters that change when they are folded
    *("None", "null", "true", "NaN", "a" * 300, "x" * 5000, "é" * 2000, " \n" * 500),
    *("<b>&amp;", "_*[`", "](http://x)", "%00%s{0}", "../../etc/passwd", "'; DROP TABLE inbox;--"),
    *(DEEP, "@room", "!uno", "/", "//", "#", "#7", "#999999999", ":", "a:b:c", "/a/b"),
)
VALUES: Final[tuple[object, ...]] = (
    *(None, True, False, 0, -1, 1, 2**31, 2**53 + 1, -(2**63), 2**63, 10**30, 10**4000),
    *(0.0, -0.5, 1e308, float("nan"), float("inf"), [], {}, [[]], [None], {"": None}),
    *([DEEP], {"type": DEEP}, ["x"] * 300),
)

texts: Final = st.sampled_from(TEXTS) | st.text(max_size=40)
"""What might stand where a text is expected."""
evil: Final = st.sampled_from(VALUES) | texts | st.integers() | st.floats()
"""What might stand anywhere in JSON."""


@dataclass(frozen=True, slots=True)
class Target(Generic[T]):
    """What takes ``inputs``: ``take`` returns a word, and raises only for a fault of ours."""

    name: str
    inputs: st.SearchStrategy[T]
    take: Callable[[T], str]

    def __str__(self) -> str:
        return self.name


@dataclass(slots=True)
class Tally:
    """How many inputs came to which word."""

    words: Counter[str] = field(default_factory=Counter)

    @property
    def inputs(self) -> int:
        return self.words.total()

    @property
    def taken(self) -> int:
        return self.words[TAKEN]


def search(target: Target[Any], examples: int, begin: int, tally: Tally) -> None:
    """Feed a target so many inputs, the same ones for the same ``begin``; raises what it raised,
    for the smallest input that was found to make it so.
    """

    @seed(begin)
    @settings(
        max_examples=examples,
        database=None,
        deadline=None,
        report_multiple_bugs=False,
        phases=(Phase.generate, Phase.shrink),
        suppress_health_check=tuple(HealthCheck),
    )
    @given(target.inputs)
    def taken(one: Any) -> None:  # noqa: ANN401 - whatever this target takes
        tally.words[target.take(one)] += 1

    before = logging.root.manager.disable
    logging.disable()  # a line for each would hide what was found
    try:
        taken()
    finally:
        logging.disable(before)


def at_once(waiting: Coroutine[Any, Any, T]) -> T:
    """The result of what never has to wait."""
    try:
        waiting.send(None)
    except StopIteration as done:
        result: T = done.value
        return result
    waiting.close()
    raise AssertionError("it waits for something")


def written(data: object, depth: int = DEPTHS[0]) -> bytes:
    """JSON as it comes over a wire, with lists so deep where ``DEEP`` stands."""
    nested = "[" * depth + "]" * depth
    return json.dumps(data).replace(f'"{DEEP}"', nested).encode()


@st.composite
def mangled(draw: st.DrawFn, samples: Sequence[object]) -> object:
    """One of the samples, with a few of its parts changed, gone or in another place."""
    data = draw(st.sampled_from(samples))
    for _ in range(draw(st.integers(0, 3))):
        places = list(paths(data))
        place = draw(st.sampled_from(places))
        kind = draw(st.integers(0, 5))
        if kind == 0 and place:
            data = _changed(data, place, None, gone=True)
        elif kind == 1:
            data = _changed(data, place, at(data, draw(st.sampled_from(places))))
        else:
            data = _changed(data, place, draw(evil))
    return data


def paths(data: object, before: Path = ()) -> Iterable[Path]:
    """The place of every part of some JSON, the whole first."""
    yield before
    if isinstance(data, dict):
        for key, part in data.items():
            yield from paths(part, (*before, key))
    elif isinstance(data, list):
        for number, part in enumerate(data[:20]):
            yield from paths(part, (*before, number))


def at(data: Any, place: Path) -> object:  # noqa: ANN401 - any JSON at all
    """What stands there."""
    for key in place:
        data = data[key]
    part: object = data
    return part


def _changed(data: Any, place: Path, part: object, *, gone: bool = False) -> object:  # noqa: ANN401 - any JSON at all
    """A copy with another part there, or without it."""
    if not place:
        return part
    key, *rest = place
    copy = data.copy()
    if gone and not rest:
        del copy[key]
    else:
        copy[key] = _changed(data[key], tuple(rest), part, gone=gone)
    return copy
