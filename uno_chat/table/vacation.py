"""How much vacation a person has: fourteen days a year, a little to begin with, never saved up
beyond a year. It belongs to the person, not to a table.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

CREDIT: Final = timedelta(days=4)
"""What everybody begins with."""
MOST: Final = timedelta(days=14)
"""The most that one can have at a time."""
EARNED_IN: Final = 26
"""So many days earn one of vacation."""
SHORTEST: Final = timedelta(hours=12)
"""A vacation is no way out of a turn that one is late with."""


@dataclass(frozen=True, slots=True)
class Booking:
    """One vacation; one that was ended early is as long as it was."""

    begun: datetime
    until: datetime


def allowance(booked: Sequence[Booking], now: datetime) -> timedelta:
    """What is left at this moment, after these vacations in their order. Earning begins with the
    first one: before it one has the credit.
    """
    left, since = CREDIT, booked[0].begun if booked else now
    for one in booked:
        left = min(MOST, left + (one.begun - since) / EARNED_IN) - (one.until - one.begun)
        since = one.begun
    return min(MOST, left + (now - since) / EARNED_IN)


def running(booked: Sequence[Booking], now: datetime) -> Booking | None:
    """The vacation that one is on, if any."""
    return next((one for one in booked if one.begun <= now < one.until), None)
