"""The one door of a table: a command and the time, and what comes of it."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime
from typing import assert_never

from uno_chat import game
from uno_chat.table import (
    abandoning,
    absence,
    acting,
    commands,
    erasing,
    halting,
    inviting,
    lobby,
    nudging,
    resting,
    setback,
    standing,
    voting,
)
from uno_chat.table.dealing import all_ready, deal, ready, start
from uno_chat.table.ending import abandoned, given_up
from uno_chat.table.facts import Refused, Why
from uno_chat.table.flow import move, proceed
from uno_chat.table.naming import told_apart
from uno_chat.table.outcome import Outcome, joined
from uno_chat.table.preparing import settled
from uno_chat.table.ringing import ring
from uno_chat.table.state import FEWEST, Phase, Table

_NOBODYS = (
    commands.Reach
    | commands.Adopt
    | commands.Become
    | commands.Dwell
    | commands.Seen
    | commands.ComputerActs
    | commands.SetBack
    | commands.Ring
)
"""What is not done by a person at this table."""
_Asked = (
    commands.Ask
    | commands.Answer
    | commands.HostPause
    | commands.Choose
    | commands.TakeSeat
    | commands.LeaveAfter
    | commands.Vacation
    | commands.GiveTime
    | commands.Nudge
)
_Arranging = (
    commands.Join
    | commands.AddComputer
    | commands.Configure
    | commands.Adopt
    | commands.Become
    | commands.Dwell
    | commands.SetBack
    | _Asked
)


def decide(
    table: Table, command: commands.AtTable, now: datetime, seed: bytes
) -> Outcome | Refused:
    """What comes of a command. ``seed`` is 32 fresh secret bytes, used only if cards are dealt."""
    out = _decided(table, command, now, seed)
    if isinstance(out, Outcome) and table.dormant and not out.table.dormant:
        out = proceed(out, now)
    out = settled(table, command, out, now)
    if isinstance(out, Outcome) and out.table.seats is not table.seats:
        out = replace(out, table=told_apart(out.table))
    return _touched(table, command, out, now)


def _touched(
    table: Table, command: commands.AtTable, out: Outcome | Refused, now: datetime
) -> Outcome | Refused:
    """A table remembers when a person last did anything to it."""
    if isinstance(out, Refused) or isinstance(command, _NOBODYS) or out.table == table:
        return out
    return replace(out, table=replace(out.table, touched=now, idled=0))


def _decided(
    table: Table, command: commands.AtTable, now: datetime, seed: bytes
) -> Outcome | Refused:
    if isinstance(command, commands.Erase | commands.Oust):
        return _taken_away(table, command, now, seed)
    if table.phase is Phase.ENDED:
        return Outcome(table) if isinstance(command, commands.Ring) else Refused(Why.TABLE_OVER)
    match command:
        case commands.Leave():
            return _leave(table, command.by, now, seed)
        case commands.Kick():
            return _settled(lobby.kick(table, command, now), now, seed)
        case commands.Deal():
            return deal(table, command.by, now, seed)
        case commands.Ready():
            return ready(table, command.by, now, seed)
        case commands.Invite():
            return inviting.invite(table, command, now, seed)
        case commands.Reach():
            return _settled(lobby.reach(table, command), now, seed)
        case commands.Act(by, game.Leave()):
            return _leave(table, by, now, seed)
        case commands.Act():
            return acting.act(table, command, now)
        case commands.Prepare():
            return acting.plan(table, command, now)
        case commands.CatchSeat():
            return acting.catch(table, command, now)
        case commands.Back():
            return _back(table, command.by, now)
        case commands.Seen():
            return nudging.seen(table, command.by, now)
        case commands.End():
            return given_up(table, lobby.end(table, command, now), now)
        case commands.ComputerActs():
            return acting.computer_acts(table, command, now)
        case commands.Ring():
            return ring(table, command, now, seed)
        case _:
            return _arranged(table, command, now)


def _arranged(table: Table, command: _Arranging, now: datetime) -> Outcome | Refused:
    """What neither deals nor plays."""
    match command:
        case commands.Join():
            return lobby.join(table, command, now)
        case commands.AddComputer():
            return lobby.add_computer(table, command, now)
        case commands.Configure():
            return lobby.configure(table, command, now)
        case commands.Adopt():
            return lobby.adopt(table, command)
        case commands.Become():
            return lobby.become(table, command)
        case commands.Dwell(zone):
            return Outcome(replace(table, zone=zone))
        case commands.SetBack():
            return setback.set_back(table, command, now)
        case _:
            return _among_people(table, command, now)


def _among_people(table: Table, command: _Asked, now: datetime) -> Outcome | Refused:
    """What people ask of each other."""
    match command:
        case commands.Ask():
            return halting.ask(table, command, now)
        case commands.Answer():
            return voting.answer(table, command.by, command.vote, now, agree=command.agree)
        case commands.HostPause():
            return halting.host_pause(table, command, now)
        case commands.Choose():
            return standing.choose(table, command, now)
        case commands.TakeSeat():
            return abandoning.take_seat(table, command, now)
        case commands.Vacation():
            out = resting.begin(table, command, now)
            return out if isinstance(out, Refused) else proceed(out, now)
        case commands.LeaveAfter(by):
            return lobby.leave_after(table, by, now)
        case commands.GiveTime(by):
            return absence.give_time(table, by, now)
        case commands.Nudge(by, seat):
            return nudging.nudge(table, by, seat, now)
        case _:
            assert_never(command)


def _back(table: Table, by: int, now: datetime) -> Outcome | Refused:
    """From a vacation, or after a computer played."""
    seat = table.seat_of(by)
    if seat is None or seat.vacation is None:
        return absence.back(table, by, now)
    out = Outcome(resting.ended(absence.acted(table, seat.id, now), seat, now))
    return proceed(out, now)


def _taken_away(
    table: Table, command: commands.Erase | commands.Oust, now: datetime, seed: bytes
) -> Outcome | Refused:
    """Whoever sits there plays no more: a computer plays on, or the seat is left. Whom others put
    out is told so; of a person who is forgotten no name stays.
    """
    seat = table.seat_of(command.by)
    out: Outcome | Refused = Outcome(table)
    if seat is not None and table.phase is not Phase.ENDED:
        if erasing.stays(table, seat):
            told = seat.name if isinstance(command, commands.Oust) else erasing.NOBODY
            out = erasing.replaced(table, seat, command.name, now, told=told)
        else:
            out = _leave(table, command.by, now, seed)
        if isinstance(out, Outcome) and isinstance(command, commands.Oust):
            out = replace(
                out, tell=(*out.tell, *lobby.told_away(seat, table.seat_of(command.chief), now))
            )
    if isinstance(out, Refused) or isinstance(command, commands.Oust):
        return out
    return erasing.nameless(table, out, command)


def _leave(table: Table, by: int, now: datetime, seed: bytes) -> Outcome | Refused:
    seat = table.seat_of(by)
    if seat is None:
        return Refused(Why.NOT_SEATED)
    out: Outcome | Refused = Outcome(table)
    if table.play is not None and table.play.plays(seat.id):
        # Whoever leaves now does not do so again when that ends the round.
        table = lobby.changed(table, replace(seat, leaving=False))
        out = move(table, seat.id, game.Leave(), now)
    if isinstance(out, Refused):
        return out
    out = replace(out, table=lobby.stand_up(out.table, out.table.seat(seat.id), now))
    return _settled(given_up(table, out, now), now, seed)


def _settled(out: Outcome | Refused, now: datetime, seed: bytes) -> Outcome | Refused:
    """Somebody went between two rounds, or can be dealt in again: whoever is left alone has won the
    match; if only that one was waited for, play goes on."""
    if isinstance(out, Refused) or out.table.phase in {Phase.PLAYING, Phase.ENDED}:
        return out
    if out.table.phase is Phase.LOBBY and out.table.muster is None:
        return out
    if all_ready(out.table):
        return joined(out, start(out.table, now, seed))
    alone = len(out.table.dealt_in) < FEWEST
    return abandoned(out, now) if alone and out.table.phase is Phase.BETWEEN else out
