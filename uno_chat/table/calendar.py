"""Nights and weekends of one place as stretches of absolute time, in any zone, over any DST change.

A local time that a clock change skips is the first moment after the gap; one that comes twice
begins a stretch at its first and ends it at its second coming, so that no change ever shortens
what protects somebody.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from itertools import count
from zoneinfo import ZoneInfo

_DAY = timedelta(days=1)
_SECOND = timedelta(seconds=1)
_MIDNIGHT = time(0)
_MINUTES = 24 * 60
_FAR = 3 * 60
"""More minutes than a clock is ever set forward or back within a day."""

Stretch = tuple[datetime, datetime]
"""From the first moment to the first one that belongs to it no more; UTC."""


@dataclass(frozen=True, slots=True)
class Rest:
    """What does not count where somebody lives: ``quiet`` hours, ``weekend`` days or both."""

    zone: str
    quiet: tuple[time, time] | None = None
    weekend: tuple[int, ...] = ()


def nights(zone: str | None, quiet: tuple[time, time] | None) -> Rest | None:
    """The quiet hours of somebody who lives there, None where either is not known."""
    return Rest(zone, quiet) if zone and quiet else None


def instant(day: date, at: time, zone: ZoneInfo, *, ends: bool) -> datetime:
    """The moment at which clocks of a zone show this, UTC; ``ends`` what it is the end of."""
    local = datetime.combine(day, at)
    first, second = (local.replace(tzinfo=zone, fold=fold).astimezone(UTC) for fold in (0, 1))
    if second < first:
        return _after_gap(second, first, zone)
    return second if ends else first


def _after_gap(low: datetime, high: datetime, zone: ZoneInfo) -> datetime:
    """The moment of the clock change between two moments, to the second."""
    before = low.astimezone(zone).utcoffset()
    while high - low > _SECOND:
        middle = (low + (high - low) / 2).replace(microsecond=0)
        if middle <= low:
            break
        if middle.astimezone(zone).utcoffset() == before:
            low = middle
        else:
            high = middle
    return high


def stretches(rest: Rest, since: datetime) -> Iterator[Stretch]:
    """All that ends after ``since``, in order, none touching the next."""
    held: Stretch | None = None
    for begin, end in _raw(rest, since):
        if held is None:
            held = begin, end
        elif begin <= held[1]:
            held = held[0], max(held[1], end)
        else:
            if held[1] > since:
                yield held
            held = begin, end


def _raw(rest: Rest, since: datetime) -> Iterator[Stretch]:
    """Nights and weekend days by their beginnings; they may overlap. None if there are none."""
    if (rest.quiet is None or rest.quiet[0] == rest.quiet[1]) and not rest.weekend:
        return
    zone = ZoneInfo(rest.zone)
    first = since.astimezone(zone).date() - (3 if rest.weekend else 1) * _DAY
    for days in count():
        yield from sorted(_of_day(rest, first + days * _DAY, zone))


def _of_day(rest: Rest, day: date, zone: ZoneInfo) -> Iterator[Stretch]:
    if rest.quiet is not None and rest.quiet[0] != rest.quiet[1]:
        begin, end = rest.quiet
        last = day if begin < end else day + _DAY
        yield instant(day, begin, zone, ends=False), instant(last, end, zone, ends=True)
    if day.weekday() in rest.weekend:
        yield (
            instant(day, _MIDNIGHT, zone, ends=False),
            instant(day + _DAY, _MIDNIGHT, zone, ends=True),
        )


def resting(rest: Rest, at: datetime) -> Stretch | None:
    """The stretch that a moment lies in."""
    if _surely_awake(rest, at):
        return None
    found = next(stretches(rest, at), None)
    return found if found is not None and found[0] <= at else None


def _surely_awake(rest: Rest, at: datetime) -> bool:
    """Whether a look at the clock on the wall is enough: far from the night, whatever changes."""
    if rest.quiet is None or rest.weekend:
        return False
    begin, end = (time.hour * 60 + time.minute for time in rest.quiet)
    local = at.astimezone(ZoneInfo(rest.zone))
    into = (local.hour * 60 + local.minute - begin + _FAR) % _MINUTES
    return into > (end - begin) % _MINUTES + 2 * _FAR


def later(rest: Rest | None, start: datetime, time: timedelta) -> datetime:
    """When ``time`` has run from ``start``, what does not count left out."""
    if rest is None:
        return start + time
    for begin, end in stretches(rest, start):
        if start + time <= begin:
            break
        time -= max(begin - start, timedelta(0))
        start = end
    return start + time


def counted(rest: Rest | None, start: datetime, end: datetime) -> timedelta:
    """How much time runs from ``start`` to ``end``, what does not count left out."""
    if end <= start:
        return timedelta(0)
    time = end - start
    if rest is None:
        return time
    for begin, over in stretches(rest, start):
        if begin >= end:
            break
        time -= min(over, end) - max(begin, start)
    return time
