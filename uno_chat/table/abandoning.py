"""A seat whose person does not come back: the computer keeps it, somebody else takes it, or its
cards go back into the game.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

from uno_chat.game import Cause
from uno_chat.table import absence, lobby
from uno_chat.table.commands import TakeSeat
from uno_chat.table.ending import abandoned, given_up
from uno_chat.table.facts import Code, Fact, Refused, Why
from uno_chat.table.flow import proceed, taken_out
from uno_chat.table.lobby import changed, noted
from uno_chat.table.outcome import Outcome, ToAll, ToPlayer
from uno_chat.table.played import with_loser
from uno_chat.table.seats import Human, Seat
from uno_chat.table.settings import Absent
from uno_chat.table.state import FEWEST, Phase, Table
from uno_chat.table.waiting import number_of, waited_long


def given_away(table: Table, number: int, now: datetime) -> Outcome:
    """A seat was played for by a computer for as long as its person could come back to it."""
    for seat, due in waited_long(table):
        if number_of(seat) == number and now >= due:
            if table.settings.absent is Absent.SUBSTITUTE:
                return _offered(table, seat, now)
            return _removed(table, seat, now)
    return Outcome(table)


def _offered(table: Table, seat: Seat, now: datetime) -> Outcome:
    """Whoever is in the group may have it; until then the computer plays on."""
    fact = Fact(Code.SEAT_OFFERED, now, seat=seat.id, cause=Cause.SYSTEM)
    table = noted(changed(table, replace(seat, offered=True)), fact)
    return Outcome(table, tell=(ToAll(fact),))


def _removed(table: Table, seat: Seat, now: datetime) -> Outcome:
    """The cards go under the discard; who has two left plays on, who is alone has won."""
    before, table = table, changed(table, replace(seat, leaving=False))
    fact = Fact(Code.DROPPED, now, seat=seat.id, text=seat.name, cause=Cause.SYSTEM)
    out = taken_out(table, seat.id, now)
    table = lobby.stand_up(out.table, out.table.seat(seat.id), now, Code.DROPPED)
    private = replace(fact, flag=True)
    tell = () if seat.player is None else (ToPlayer(seat.player, private),)
    out = replace(out, table=table, tell=(*out.tell, *tell))
    if table.phase is Phase.BETWEEN and len(table.dealt_in) < FEWEST:
        return abandoned(out, now)
    done = given_up(before, out, now)
    assert not isinstance(done, Refused)
    return done


def take_seat(table: Table, command: TakeSeat, now: datetime) -> Outcome | Refused:
    """Somebody plays on with exactly the hand that lies there: all of a turn, half a reserve."""
    mine = table.seat_of(command.by)
    if mine is not None:
        return Refused(Why.SEAT_IS_YOURS if mine.id == command.seat else Why.ALREADY_SEATED)
    free = [seat for seat in table.seats if seat.offered and command.seat in {"", seat.id}]
    if not free:
        return Refused(Why.SEAT_NOT_OFFERED, seat=command.seat or None)
    seat = free[0]
    left, old, whose = seat.name, seat.player, seat.whose
    table = with_loser(table, seat)
    seat = replace(
        lobby.new_on(table, seat, command.name, command.network),
        sitter=Human(command.by),
        bank=table.settings.pace.bank / 2,
        seen=table.happened,
        acted=table.rounds,
    )
    fact = Fact(Code.SEAT_TAKEN, now, seat=seat.id, text=left, who=whose)
    table = noted(changed(table, seat), fact)
    if old == table.host:
        table = replace(table, host=command.by)
    tell = () if old is None else (ToPlayer(old, replace(fact, flag=True)),)
    table = absence.refreshed(absence.awake(table, now), seat, now)
    return proceed(Outcome(table, tell=tell), now)
