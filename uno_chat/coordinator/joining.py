"""Two players become one: seats, what was told, vacations; the one who stays keeps its number."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime

from uno_chat.contract import Conflict, Player, Transaction
from uno_chat.coordinator.accounts import take_leave
from uno_chat.coordinator.finding import readable
from uno_chat.coordinator.keeping import NO_SEED, at_each, keep
from uno_chat.coordinator.leave import everywhere
from uno_chat.coordinator.profiles import NOTHING_TOLD, Person, keep_person, person
from uno_chat.coordinator.shelf import from_stored
from uno_chat.table import Adopt, Become, Booking, Outcome, decide, running


def join(tx: Transaction, stays: Player, goes: Player, now: datetime) -> None:
    """All of the one is the other's. Raises UnreadableTable before anything is written."""
    for stored in filter(None, map(tx.table, tx.tables_of(goes.id))):
        from_stored(stored)
    for user in goes.users:  # from here on nobody can sit down as the one who goes
        tx.move_user(user, stays.id)
    both = merged(person(stays), person(goes))
    both = replace(both, reached=False, was=(*person(stays).was, goes.id, *person(goes).was))
    keep_person(tx, stays.id, both)
    if stays.language is None and goes.language is not None:
        tx.set_language(stays.id, goes.language)
    _move_seats(tx, stays, goes, now)
    tx.move_standings(goes.id, stays.id)
    at_each(tx, tx.tables_of(stays.id), Adopt(stays.id, both.told.habits, both.told.kept), now)
    away = running(both.vacations, now)
    if away is not None:
        everywhere(tx, stays.id, away.until, now)


def merged(stays: Person, goes: Person) -> Person:
    """What is known of one person who was two: what the one who stays has told counts, and the
    vacations of both.
    """
    vacations = _together((*stays.vacations, *goes.vacations))
    if stays.told == NOTHING_TOLD:
        stays = replace(stays, told=goes.told, asked=stays.asked or goes.asked)
    return replace(stays, vacations=vacations, closed=(*stays.closed, *goes.closed))


def _together(booked: Sequence[Booking]) -> tuple[Booking, ...]:
    """Vacations in their order; two at a time are one."""
    done: list[Booking] = []
    for one in sorted(booked, key=lambda booking: booking.begun):
        if done and one.begun <= done[-1].until:
            done[-1] = replace(done[-1], until=max(done[-1].until, one.until))
        else:
            done.append(one)
    return tuple(done)


def _move_seats(tx: Transaction, stays: Player, goes: Player, now: datetime) -> None:
    numbers = tx.tables_of(goes.id)
    for found in readable(tx, numbers):
        out = decide(found[1], Become(goes.id, stays.id), now, NO_SEED)
        if not isinstance(out, Outcome):
            raise Conflict(f"both players have sat down at table {found[1].id} meanwhile")
        keep(tx, found, out, now)
    take_leave(tx, numbers, goes.private, now)
