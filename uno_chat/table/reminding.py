"""When whoever is to move is reminded of it: read off the clock, the pace and the seat's habits.

All times run like the clock itself: what stops it puts off its reminders. Of a turn only what was
said is kept (``Clock.reminded``): most is said once, what tells of a deadline again when that has
moved far. Nobody is reminded for whom a computer plays or who is on vacation, nor at a table that
stands still.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from uno_chat.table.calendar import Rest, counted, later, nights, resting
from uno_chat.table.facts import Code
from uno_chat.table.pace import NONE, Pace
from uno_chat.table.seats import Seat
from uno_chat.table.state import Clock, Table

MOST: Final = 3
"""How often a person is reminded in a turn, last calls not counted."""
BEFORE_NIGHT: Final = timedelta(minutes=15)
"""How long before quiet hours something is said that cannot wait for their end."""
MORNING: Final = timedelta(hours=2)
"""What falls due so soon after quiet hours is spoken of before them."""
LEAST_LEFT: Final = timedelta(minutes=30)
"""Nothing that is put off because of quiet hours comes later than this before a deadline."""

_LEAST: Final = timedelta(minutes=1)
"""Who has less time for a turn is there, or is not; no word would help."""
_HOUR: Final = timedelta(hours=1)
_QUICK_CALL: Final = timedelta(seconds=15)


@dataclass(frozen=True, slots=True)
class Due:
    """Something to say at a time; ``key`` is what is kept of it, so that it is said once."""

    at: datetime
    code: Code
    key: str


SEEN: Final = "seen"
"""The key of a word to somebody who was seen in the group; it stands for the first reminder."""
_HALF: Final = "half"
_CALL: Final = "call"
_ALOUD: Final = "aloud"


def reminders(table: Table) -> tuple[Due, ...]:
    """What is still to be said about the decision that is owed, earliest first."""
    seat = reminded(table)
    if seat is None or table.play is None:
        return ()
    clock = table.play.clock
    found = [due for due in _all(table, seat, clock) if due.key not in clock.reminded]
    if SEEN in clock.reminded:
        found = [due for due in found if due.key != _HALF]
    found.sort(key=lambda due: due.at)
    calls = [due for due in found if is_call(due.key)]
    others = [due for due in found if not is_call(due.key)][: room(clock)]
    return tuple(sorted((*others, *calls), key=lambda due: due.at))


def reminded(table: Table) -> Seat | None:
    """The seat of the person that the table waits for and may speak to about it."""
    play = table.play
    if play is None or play.owner is None or table.pauses or not play.clock.handed:
        return None
    seat = table.seat(play.owner)
    return seat if seat.pilot is None and seat.vacation is None else None


def room(clock: Clock) -> int:
    """How often somebody may still be reminded in this turn, last calls not counted."""
    return max(MOST - sum(not is_call(key) for key in clock.reminded), 0)


def is_call(key: str) -> bool:
    """Whether this is a last call, which is always said."""
    return key.startswith((_CALL, _ALOUD))


def asleep(table: Table, seat: Seat, now: datetime) -> datetime | None:
    """When the quiet hours of a seat end, None if it may be spoken to now."""
    quiet = _quiet(table, seat)
    night = None if quiet is None else resting(quiet, now)
    return None if night is None else night[1]


def by_day(quiet: Rest | None, at: datetime, since: datetime, deadline: datetime) -> datetime:
    """When something is said that would be due ``at``: not in quiet hours, if that may be.

    It is said before them if the deadline is in them or soon after, if it was time already
    ``since``; else after them.
    """
    night = None if quiet is None else resting(quiet, at)
    if night is None:
        return at
    latest, before = deadline - LEAST_LEFT, night[0] - BEFORE_NIGHT
    if deadline <= night[1] + MORNING and before > since:
        return min(before, latest)
    return min(night[1], latest)


def _quiet(table: Table, seat: Seat) -> Rest | None:
    """When nobody writes to this seat: whoever plays a quick game is awake."""
    if not table.settings.pace.slow:
        return None
    return nights(seat.habits.zone or table.zone or "UTC", seat.habits.quiet)


def _all(table: Table, seat: Seat, clock: Clock) -> Iterator[Due]:
    if clock.asked is not None:
        yield Due(clock.asked.at, Code.NUDGED, f"nudge {clock.asked.at.isoformat()}")
    begun, deadline, pace = clock.begun, clock.deadline, table.settings.pace
    if begun is None or deadline is None or pace.base is None or pace.base < _LEAST:
        return
    quiet = _quiet(table, seat)
    for time, code, key in _times(pace, pace.base, seat, clock, begun, deadline):
        at = later(clock.rest, begun, time)
        yield Due(by_day(quiet, at, begun, deadline), code, key)


def _times(
    pace: Pace, base: timedelta, seat: Seat, clock: Clock, begun: datetime, deadline: datetime
) -> Iterator[tuple[timedelta, Code, str]]:
    """How much time has to run first; of two at the same time the later one says more."""
    whole = counted(clock.rest, begun, deadline)
    if seat.habits.leads is None:
        shares = [(_HALF, 0.5), ("late", 0.8)] if pace.slow else [("late", 0.5)]
        for key, share in shares:
            yield max(base * share - clock.used, NONE), Code.STILL_YOURS, key
    allowed = max(base + clock.extra - clock.used, NONE)
    if pace.slow and allowed < whole and seat.bank:
        yield allowed, Code.RESERVE_RUNS, "reserve"
    for lead in sorted(seat.habits.leads or (), reverse=True):
        if lead < whole and _is_news(clock, f"lead {lead}", lead, deadline):
            yield whole - lead, Code.STILL_YOURS, f"lead {lead} {deadline.isoformat()}"
    # Whoever cannot be reached is called in the group, also after a call that did not arrive.
    kind, lead = _ALOUD if seat.unreachable else _CALL, _call(pace, base + seat.bank, whole)
    if _is_news(clock, kind, lead, deadline):
        yield whole - lead, Code.LAST_CALL, f"{kind} {deadline.isoformat()}"


def _is_news(clock: Clock, kind: str, lead: timedelta, deadline: datetime) -> bool:
    """Whether a deadline is far behind those that were told: one that moves by a minute, and by
    another, is not told of every minute.
    """
    told = (key.removeprefix(f"{kind} ") for key in clock.reminded if key.startswith(f"{kind} "))
    return all(deadline - datetime.fromisoformat(one) >= lead for one in told)


def _call(pace: Pace, most: timedelta, whole: timedelta) -> timedelta:
    """How long before the deadline the last call comes, in a turn of ``most`` at most."""
    lead = max(most / 10, _HOUR) if pace.slow else max(most / 20, _QUICK_CALL)
    return min(lead, whole / 2)
