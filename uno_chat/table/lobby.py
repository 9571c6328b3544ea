"""Sitting down, standing up, computers, settings, the host: all that happens between rounds."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

from uno_chat.table.commands import AddComputer, Configure, Join, Kick, Open
from uno_chat.table.facts import Code, Fact, Refused, Why
from uno_chat.table.outcome import Outcome, ToAll
from uno_chat.table.seats import Computer, Human, Seat
from uno_chat.table.state import REMEMBERED, SEATS, Phase, Table

OPEN_PHASES = (Phase.LOBBY, Phase.BETWEEN, Phase.MATCH_OVER)
"""Phases in which no round is in play."""


def noted(table: Table, *facts: Fact) -> Table:
    """The table with these happenings remembered."""
    return replace(
        table,
        happenings=(table.happenings + facts)[-REMEMBERED:],
        happened=table.happened + len(facts),
    )


def changed(table: Table, seat: Seat) -> Table:
    """The table with this seat instead of the one of the same id."""
    return replace(table, seats=tuple(seat if s.id == seat.id else s for s in table.seats))


def open_table(command: Open, now: datetime) -> Outcome:
    """A new table in its lobby, with its host on the first seat."""
    table = Table(command.table, command.title, command.by, command.settings)
    return _sit(table, command.name, Human(command.by), now)


def join(table: Table, command: Join, now: datetime) -> Outcome | Refused:
    """A free seat for a person; who stood up in this match gets the old one back, for later."""
    if table.seat_of(command.by) is not None:
        return Refused(Why.ALREADY_SEATED)
    if len(table.present) >= SEATS:
        return Refused(Why.TABLE_FULL)
    old = next((s for s in table.seats if s.player == command.by), None)
    if old is None:
        return _sit(table, command.name, Human(command.by), now)
    back = replace(old, gone=False, ready=True, name=_free_name(table, command.name, but=old.id))
    fact = Fact(Code.SAT_DOWN, now, seat=old.id)
    return Outcome(noted(changed(table, back), fact))


def add_computer(table: Table, command: AddComputer, now: datetime) -> Outcome | Refused:
    """A computer on a free seat, before the first deal (none joins to decide a match)."""
    if table.host != command.by:
        return Refused(Why.NOT_HOST)
    if table.phase not in {Phase.LOBBY, Phase.MATCH_OVER}:
        return Refused(Why.NOT_IN_LOBBY)
    if len(table.present) >= SEATS:
        return Refused(Why.TABLE_FULL)
    return _sit(table, command.name, Computer(command.level), now)


def _sit(table: Table, name: str, sitter: Human | Computer, now: datetime) -> Outcome:
    seat = Seat(f"s{table.next_seat}", _free_name(table, name), sitter)
    table = replace(table, seats=(*table.seats, seat), next_seat=table.next_seat + 1)
    return Outcome(noted(table, Fact(Code.SAT_DOWN, now, seat=seat.id)))


def _free_name(table: Table, name: str, *, but: str | None = None) -> str:
    """Two people may be called alike; at one table they must be told apart."""
    taken = {s.name.casefold() for s in table.seats if s.id != but}
    if name.casefold() not in taken:
        return name
    return next(
        n for n in (f"{name} {i}" for i in range(2, SEATS + 200)) if n.casefold() not in taken
    )


def stand_up(table: Table, seat: Seat, now: datetime) -> Table:
    """Take a seat out of the order. In a match the seat stays for the scores."""
    if table.match is None:
        table = replace(table, seats=tuple(s for s in table.seats if s.id != seat.id))
    else:
        table = changed(table, replace(seat, gone=True, ready=False))
    table = noted(table, Fact(Code.STOOD_UP, now, seat=seat.id, text=seat.name))
    return _next_host(table, now) if seat.player == table.host else table


def _next_host(table: Table, now: datetime) -> Table:
    """The host left: the next person to the left takes over; nobody left ends the table."""
    people = [s for s in table.present if s.player is not None]
    if not people or people[0].player is None:
        return ended(table, now)
    heir = people[0]
    return noted(replace(table, host=people[0].player), Fact(Code.NEW_HOST, now, seat=heir.id))


def kick(table: Table, command: Kick, now: datetime) -> Outcome | Refused:
    """The host takes a seat away, never in a round (a round is not decided by one person)."""
    if table.host != command.by:
        return Refused(Why.NOT_HOST)
    if table.phase not in OPEN_PHASES:
        return Refused(Why.NOT_BETWEEN_ROUNDS)
    seat = next((s for s in table.present if s.id == command.seat), None)
    if seat is None:
        return Refused(Why.NO_SUCH_SEAT)
    return Outcome(stand_up(table, seat, now))


def configure(table: Table, command: Configure, now: datetime) -> Outcome | Refused:
    """Other settings, by the host, before anything is dealt."""
    if table.host != command.by:
        return Refused(Why.NOT_HOST)
    if table.phase is not Phase.LOBBY:
        return Refused(Why.NOT_IN_LOBBY)
    table = replace(table, settings=command.settings)
    return Outcome(noted(table, Fact(Code.SETTINGS_CHANGED, now)))


def ended(table: Table, now: datetime) -> Table:
    """The table is closed; a round in play is given up and scores for nobody."""
    return noted(
        replace(table, phase=Phase.ENDED, play=None), Fact(Code.TABLE_ENDED, now, cause="system")
    )


def end(table: Table, by: int, now: datetime) -> Outcome | Refused:
    """The host closes the table."""
    if table.host != by:
        return Refused(Why.NOT_HOST)
    table = ended(table, now)
    return Outcome(table, tell=(ToAll(table.happenings[-1]),))
