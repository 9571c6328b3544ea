"""When somebody sleeps and rests, and what may disturb: a person's habits, as a seat knows them."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import time, timedelta

NIGHT = (time(22, 30), time(8))
"""When nobody is disturbed who has not said otherwise."""

LONGEST_NIGHT = timedelta(hours=10)
"""A clock may stop at night, so that a night has an end."""

WEEKEND = (5, 6)
"""Saturday and Sunday, as ``date.weekday`` counts."""


@dataclass(frozen=True, slots=True)
class Habits:
    """One person. ``zone`` is an IANA name, None while unknown: then nothing stops a clock.

    ``quiet`` are local times, from and to, None for never; ``weekend`` weekdays. ``leads`` are the
    times before a deadline at which one wants to be reminded, None for the usual ones, empty for
    the last call alone. ``pokes``: to be told that a table waits when seen in the group;
    ``nudges``: others at the table may remind.
    """

    zone: str | None = None
    quiet: tuple[time, time] | None = NIGHT
    weekend: tuple[int, ...] = WEEKEND
    leads: tuple[timedelta, ...] | None = None
    pokes: bool = True
    nudges: bool = True


USUAL = Habits()
