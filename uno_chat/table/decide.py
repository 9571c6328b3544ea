"""The one door of a table: a command and the time, and what comes of it."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timedelta
from typing import assert_never

from uno_chat import game
from uno_chat.table import catching, commands, lobby
from uno_chat.table.clock import held
from uno_chat.table.dealing import deal, ready
from uno_chat.table.ending import abandoned
from uno_chat.table.facts import Code, Fact, Refused, Why
from uno_chat.table.flow import move, refused
from uno_chat.table.outcome import Outcome
from uno_chat.table.ringing import ring
from uno_chat.table.seats import Seat
from uno_chat.table.state import Early, Phase, Play, Table

STAMP = timedelta(seconds=1)
"""How coarse a network's own time may be."""


def decide(
    table: Table, command: commands.AtTable, now: datetime, seed: bytes
) -> Outcome | Refused:
    """What comes of a command. ``seed`` is 32 fresh secret bytes, used only if cards are dealt."""
    if table.phase is Phase.ENDED:
        return Outcome(table) if isinstance(command, commands.Ring) else Refused(Why.TABLE_OVER)
    match command:
        case commands.Join():
            return lobby.join(table, command, now)
        case commands.Leave():
            return _leave(table, command.by, now)
        case commands.AddComputer():
            return lobby.add_computer(table, command, now)
        case commands.Kick():
            return _then_enough(lobby.kick(table, command, now), now)
        case commands.Configure():
            return lobby.configure(table, command, now)
        case commands.Deal():
            return deal(table, command.by, now, seed)
        case commands.Ready():
            return ready(table, command.by, now, seed)
        case commands.Act():
            return _act(table, command, now)
        case commands.CatchSeat():
            return _catch(table, command, now)
        case commands.End():
            return lobby.end(table, command.by, now)
        case commands.ComputerActs():
            return _computer(table, command, now)
        case commands.Ring():
            return ring(table, command, now)
        case _:
            assert_never(command)


def _in_play(table: Table, by: int) -> tuple[Play, Seat] | Refused:
    """The round and the seat of somebody who plays in it."""
    seat = table.seat_of(by)
    if seat is None:
        return Refused(Why.NOT_SEATED)
    if table.play is None:
        return Refused(Why.NO_ROUND)
    number = table.play.index(seat.id)
    if number is None or game.is_gone(table.play.round, number):
        return Refused(Why.NOT_IN_THIS_ROUND)
    return table.play, seat


def _act(table: Table, command: commands.Act, now: datetime) -> Outcome | Refused:
    found = _in_play(table, command.by)
    if isinstance(found, Refused):
        return found
    play, seat = found
    if isinstance(command.move, game.CallUno):
        return _call(table, play, seat.id, now)
    if command.decision is not None and command.decision != play.clock.number:
        return Refused(Why.STALE)
    if play.owner == seat.id and command.sent and command.sent + STAMP < play.clock.since:
        return Refused(Why.SENT_BEFORE, then=play.clock.since, sent=command.sent)
    return _move_or_wait(table, play, seat.id, command.move, now)


def _move_or_wait(
    table: Table, play: Play, seat: str, wanted: game.Move, now: datetime
) -> Outcome | Refused:
    """Play now, or note it until the hand-off if only the hold is in the way."""
    if play.owner != seat or not held(play):
        return move(table, seat, wanted, now)
    number = play.index(seat)
    assert number is not None
    refusal = game.check(play.round, number, wanted)
    if refusal is not None:
        return refused(play, refusal)
    if play.early is not None:
        return Refused(Why.ALREADY_NOTED)
    play = replace(play, early=Early(seat, wanted, play.clock.number))
    return Outcome(replace(table, play=play), reply=Fact(Code.NOTED, now, seat=seat))


def _call(table: Table, play: Play, seat: str, now: datetime) -> Outcome | Refused:
    """UNO, before the play of this turn or after it while nobody has caught."""
    late = play.window is not None and play.window.seat == seat
    out = move(table, seat, game.CallUno(), now)
    if isinstance(out, Refused) or late:
        return out
    return replace(out, reply=Fact(Code.UNO_FOR_THIS_PLAY, now, seat=seat))


def _catch(table: Table, command: commands.CatchSeat, now: datetime) -> Outcome | Refused:
    found = _in_play(table, command.by)
    if isinstance(found, Refused):
        return found
    return catching.catch(table, found[1].id, command.seat, now)


def _computer(table: Table, command: commands.ComputerActs, now: datetime) -> Outcome | Refused:
    play = table.play
    if play is None or play.clock.number != command.decision or play.owner != command.seat:
        return Outcome(table)
    play = replace(play, clock=replace(play.clock, act_at=None))
    return _move_or_wait(replace(table, play=play), play, command.seat, command.move, now)


def _leave(table: Table, by: int, now: datetime) -> Outcome | Refused:
    seat = table.seat_of(by)
    if seat is None:
        return Refused(Why.NOT_SEATED)
    out: Outcome | Refused = Outcome(table)
    if not isinstance(_in_play(table, by), Refused):
        out = move(table, seat.id, game.Leave(), now)
    if isinstance(out, Refused):
        return out
    return _then_enough(replace(out, table=lobby.stand_up(out.table, seat, now)), now)


def _then_enough(out: Outcome | Refused, now: datetime) -> Outcome | Refused:
    """A match needs two: whoever is left alone has won it."""
    if isinstance(out, Refused) or out.table.phase is not Phase.BETWEEN:
        return out
    return out if len(out.table.present) > 1 else abandoned(out, now)
