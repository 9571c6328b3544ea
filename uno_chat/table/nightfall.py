"""The end of an evening: a table that is played in one sitting waits when its people sleep."""

from __future__ import annotations

from datetime import datetime
from typing import Final

from uno_chat.table.calendar import nights, resting
from uno_chat.table.idling import LIVELY
from uno_chat.table.seats import Seat
from uno_chat.table.state import Play, Table

SLEEPERS: Final = 3
"""So many asleep end the evening, or all where fewer play."""


def night_falls(table: Table, play: Play, now: datetime) -> bool:
    """Whether a turn that runs out now does so because it is late, and not for lack of interest."""
    base = table.settings.pace.base
    if base is None or table.settings.pace.slow or base < LIVELY:
        return False
    people = [seat for seat in table.present if seat.pilot is None and play.plays(seat.id)]
    asleep = [seat for seat in people if _sleeps(table, seat, now)]
    return 0 < min(SLEEPERS, len(people)) <= len(asleep)


def _sleeps(table: Table, seat: Seat, now: datetime) -> bool:
    night = nights(seat.habits.zone or table.zone, seat.habits.quiet)
    return night is not None and resting(night, now) is not None
