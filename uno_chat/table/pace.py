"""How much time a turn has: an allowance for each, and a reserve of each seat for bad days.

The time of a turn is up when allowance and reserve are both used up. Whoever ends a turn inside
the allowance gets a little of the reserve back. A median round of four takes days because of
people, not of clocks; the reserve only decides how seldom an honest one is hit.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import timedelta
from enum import StrEnum
from types import MappingProxyType

NONE = timedelta(0)
SHORT = timedelta(hours=4)
"""From this allowance on a pace is slow: who is away for an hour does not miss anything."""


class Night(StrEnum):
    """What the quiet hours of whoever is to move do to the clock."""

    COUNTS = "counts"
    STOPS = "stops"
    ROLLS = "rolls"


@dataclass(frozen=True, slots=True)
class Pace:
    """``base`` is the allowance of a turn, None for no limit; ``bank`` the reserve of a seat, at
    the start and at most; ``refill`` what a turn within its allowance gives back. After the
    deadline the table waits ``grace`` longer, which nobody is told. ``night``: the clock stops in
    quiet hours, or a deadline in them moves behind them; ``weekend``: days off do not count.
    """

    base: timedelta | None
    bank: timedelta = NONE
    refill: timedelta = NONE
    grace: timedelta = NONE
    night: Night = Night.COUNTS
    weekend: bool = False

    @property
    def slow(self) -> bool:
        """Whether people come and go between two turns."""
        return self.base is None or self.base >= SHORT

    @property
    def floor(self) -> timedelta:
        """What is left of a turn at least when a table goes on after a pause."""
        return NONE if self.base is None else min(self.base, SHORT)


@dataclass(frozen=True, slots=True)
class Preset:
    """A pace with what belongs to it: hold and tie of the UNO window, how long computers think."""

    pace: Pace
    hold: timedelta
    tie: timedelta
    pause: tuple[timedelta, timedelta]


def _of(
    pace: Pace, hold: float = 60, tie: float = 10, pause: tuple[float, float] = (20, 90)
) -> Preset:
    low, high = (timedelta(seconds=seconds) for seconds in pause)
    return Preset(pace, timedelta(seconds=hold), timedelta(seconds=tie), (low, high))


_MINUTE, _HOUR = timedelta(minutes=1), timedelta(hours=1)
_SECOND, _DAY = timedelta(seconds=1), 24 * _HOUR
_DAILY = Pace(_DAY, 2 * _DAY, 2 * _HOUR, 15 * _MINUTE, Night.ROLLS)

PRESETS: Mapping[str, Preset] = MappingProxyType(
    {
        "blitz": _of(
            Pace(90 * _SECOND, 3 * _MINUTE, 10 * _SECOND, 5 * _SECOND),
            hold=4,
            tie=2,
            pause=(2, 5),
        ),
        "table": _of(
            Pace(10 * _MINUTE, 30 * _MINUTE, _MINUTE, 30 * _SECOND),
            hold=10,
            tie=2,
            pause=(3, 10),
        ),
        "hours": _of(Pace(8 * _HOUR, _DAY, _HOUR, 5 * _MINUTE, Night.STOPS), hold=30),
        "daily": _of(_DAILY),
        "weekend": _of(
            Pace(_DAY, 2 * _DAY, 2 * _HOUR, 15 * _MINUTE, Night.ROLLS, weekend=True),
        ),
        "relaxed": _of(Pace(3 * _DAY, 3 * _DAY, 6 * _HOUR, 30 * _MINUTE)),
        "untimed": _of(Pace(None)),
    }
)
"""Paces by name."""

EDITION_PACES: Mapping[str, str] = MappingProxyType({"speed": "blitz"})
"""The pace that comes with an edition, unless another one is named."""

DAILY = PRESETS["daily"].pace


def own(base: timedelta, bank: timedelta = NONE, refill: timedelta | None = None) -> Preset:
    """A pace of a table's own, with what belongs to the preset that is as quick."""
    near = next(p for p in _QUICKEST_FIRST if p.pace.base is None or base <= p.pace.base)
    given = base / 12 if refill is None else refill
    grace = min(base / 96, _LONGEST_GRACE)
    return Preset(Pace(base, bank, min(given, bank), grace), near.hold, near.tie, near.pause)


_QUICKEST_FIRST = tuple(PRESETS[name] for name in ("blitz", "table", "hours", "untimed"))
_LONGEST_GRACE = 30 * _MINUTE
