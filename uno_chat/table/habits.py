"""When somebody sleeps and rests, and what may disturb: a person's habits, as a seat knows them."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, time, timedelta

NIGHT = (time(22, 30), time(8))
"""When nobody is disturbed who has not said otherwise."""

LONGEST_NIGHT = timedelta(hours=10)
"""A clock may stop at night, so that a night has an end."""

MOST_DAYS = 3
"""A clock may stop on days off, so that a week has others."""

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

SELDOM = timedelta(days=7)
"""How long a clock goes by what somebody told before it goes by something else."""
TOGETHER = timedelta(hours=1)
"""What is told within this time is one change: nobody tells everything in one message."""


@dataclass(frozen=True, slots=True)
class Kept:
    """Earlier habits, by which a clock still goes until then."""

    habits: Habits
    until: datetime


@dataclass(frozen=True, slots=True)
class Told:
    """What a person has told. ``since`` is when the hours were changed that a clock goes by."""

    habits: Habits = USUAL
    kept: Kept | None = None
    since: datetime | None = None


def told(before: Told, habits: Habits, now: datetime) -> Told:
    """Other habits. They count for messages at once, but for a clock not more often than every
    ``SELDOM``, or it would always be night for whoever is to move; the first zone always does.
    """
    kept, since = before.kept, before.since
    if kept is not None and now >= kept.until:
        since, kept = kept.until, None
    goes_by = kept.habits if kept else before.habits
    if _hours(habits) == _hours(goes_by):
        return Told(habits, None, since)
    if since is None or now >= since + SELDOM or goes_by.zone is None:
        return Told(habits, None, now)
    if now < since + TOGETHER:
        return Told(habits, None, since)
    return Told(habits, Kept(goes_by, since + SELDOM), since)


def by_clock(habits: Habits, kept: Kept | None, now: datetime) -> Habits:
    """The habits that a clock goes by which begins to run now."""
    return kept.habits if kept is not None and now < kept.until else habits


def _hours(habits: Habits) -> object:
    return habits.zone, habits.quiet, habits.weekend
