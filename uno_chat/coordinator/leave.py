"""Vacations of a person: booked, brought to every table, ended early, and what of it is left."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

from uno_chat.contract import Transaction
from uno_chat.coordinator.asking import Asker, say
from uno_chat.coordinator.durations import duration
from uno_chat.coordinator.finding import readable
from uno_chat.coordinator.intents import GoAway
from uno_chat.coordinator.keeping import NO_SEED, keep
from uno_chat.coordinator.messages import remarked
from uno_chat.coordinator.outages import caught_up
from uno_chat.coordinator.profiles import keep_person, person
from uno_chat.table import (
    SHORTEST_VACATION,
    Booking,
    Outcome,
    Refused,
    Vacation,
    Why,
    allowance,
    decide,
    running,
)
from uno_chat.views import Remark


def on_vacation(who: Asker, now: datetime) -> bool:
    """Whether a person is on vacation."""
    return running(person(who.player).vacations, now) is not None


def go_away(tx: Transaction, who: Asker, wanted: GoAway, now: datetime) -> str:
    """A vacation begins, at every table that has any."""
    known = person(who.player)
    left = allowance(known.vacations, now)
    try:
        length = None if on_vacation(who, now) else duration(wanted.length)
    except ValueError:
        length = None
    if length is None:
        on = "on" if on_vacation(who, now) else ""
        return say(
            tx, who, remarked(Remark.VACATION_LEFT, left=_text(left.total_seconds()), on=on), now
        )
    if not SHORTEST_VACATION <= length <= left:
        least = _text(SHORTEST_VACATION.total_seconds())
        rest = _text(left.total_seconds())
        return say(tx, who, remarked(Remark.VACATION_LENGTH, shortest=least, left=rest), now)
    booked = (*known.vacations, Booking(now, now + length))
    keep_person(tx, who.player.id, replace(known, vacations=booked))
    none = "|".join(everywhere(tx, who.player.id, now + length, now))
    parts = {"length": _text(length.total_seconds()), "none": none}
    rest = _text((left - length).total_seconds())
    return say(tx, who, remarked(Remark.VACATION, left=rest, **parts), now)


def come_back(tx: Transaction, who: Asker, now: datetime) -> str:
    """The vacation is over at once, and what is left of it kept for another time."""
    known = person(who.player)
    this = running(known.vacations, now)
    short = tuple(replace(one, until=now) if one == this else one for one in known.vacations)
    keep_person(tx, who.player.id, replace(known, vacations=short))
    everywhere(tx, who.player.id, None, now)
    left = allowance(short, now).total_seconds()
    return say(tx, who, remarked(Remark.VACATION_OVER, left=_text(left)), now)


def everywhere(tx: Transaction, player: int, until: datetime | None, now: datetime) -> list[str]:
    """Bring it to all tables that do not have it; the names of those where there is no vacation."""
    refusing = []
    for stored, table in readable(tx, tx.tables_of(player)):
        seat = table.seat_of(player)
        if until is not None and seat is not None and seat.vacation == until:
            continue
        today = caught_up(tx, table, now)
        out = decide(today, Vacation(player, until), now, NO_SEED)
        if isinstance(out, Outcome):
            keep(tx, (stored, table), out, now)
        elif out == Refused(Why.NO_VACATION):
            refusing.append(f"{table.title} #{table.id}".strip())
    return refusing


def _text(seconds: float) -> str:
    return f"{max(seconds, 0):.0f}"
