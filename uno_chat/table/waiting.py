"""Which seats have been played for so long that something else may become of them."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Final

from uno_chat.table.seats import Seat
from uno_chat.table.settings import Absent
from uno_chat.table.state import Table

LEAST: Final = timedelta(hours=24)
"""So long at least, or three allowances, anybody may come back to the own seat."""


def waited_long(table: Table) -> Iterator[tuple[Seat, datetime]]:
    """The seats of the round that somebody is away from, and when they may be given away."""
    base, play = table.settings.pace.base, table.play
    if play is None or table.dormant or table.settings.absent is Absent.KEEP:
        return
    limit = LEAST if base is None else max(LEAST, 3 * base)
    for seat in table.seats:
        if seat.away is not None and not seat.offered and play.plays(seat.id):
            yield seat, seat.away + limit


def number_of(seat: Seat) -> int:
    """The number in the id of a seat, by which its alarm is known."""
    return int(seat.id.removeprefix("s"))
