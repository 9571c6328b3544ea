"""The one door of a table: a command and the time, and what comes of it."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timedelta
from typing import assert_never

from uno_chat import game
from uno_chat.table import (
    abandoning,
    absence,
    catching,
    commands,
    halting,
    lobby,
    nudging,
    resting,
    standing,
    voting,
)
from uno_chat.table.clock import held
from uno_chat.table.dealing import all_ready, deal, ready, start
from uno_chat.table.ending import abandoned, given_up
from uno_chat.table.facts import Code, Fact, Refused, Why
from uno_chat.table.flow import move, proceed, refused, run_out
from uno_chat.table.outcome import Outcome, joined
from uno_chat.table.preparing import prepare, settled
from uno_chat.table.ringing import ring
from uno_chat.table.seats import Seat
from uno_chat.table.state import FEWEST, Early, Phase, Play, Table

STAMP = timedelta(seconds=1)
"""How coarse a network's own time may be."""

_NOBODYS = (
    commands.Reach
    | commands.Adopt
    | commands.Dwell
    | commands.Seen
    | commands.ComputerActs
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
)
_Arranging = (
    commands.Join
    | commands.AddComputer
    | commands.Configure
    | commands.Adopt
    | commands.Dwell
    | _Asked
)


def decide(
    table: Table, command: commands.AtTable, now: datetime, seed: bytes
) -> Outcome | Refused:
    """What comes of a command. ``seed`` is 32 fresh secret bytes, used only if cards are dealt."""
    out = _decided(table, command, now, seed)
    if isinstance(out, Outcome) and table.dormant and not out.table.dormant:
        out = proceed(out, now)
    return _touched(table, command, settled(table, command, out, now), now)


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
        case commands.Reach():
            return _settled(lobby.reach(table, command), now, seed)
        case commands.Act():
            return _act(table, command, now, seed)
        case commands.Prepare():
            return _prepare(table, command, now)
        case commands.CatchSeat():
            return _catch(table, command, now)
        case commands.Back():
            return _back(table, command.by, now)
        case commands.GiveTime():
            return absence.give_time(table, command.by, now)
        case commands.Nudge():
            return nudging.nudge(table, command.by, command.seat, now)
        case commands.Seen():
            return nudging.seen(table, command.by, now)
        case commands.End():
            return given_up(table, lobby.end(table, command, now), now)
        case commands.ComputerActs():
            return _computer(table, command, now)
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
        case commands.Dwell(zone):
            return Outcome(replace(table, zone=zone))
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
        case _:
            assert_never(command)


def _back(table: Table, by: int, now: datetime) -> Outcome | Refused:
    """From a vacation, or after a computer played."""
    seat = table.seat_of(by)
    if seat is None or seat.vacation is None:
        return absence.back(table, by, now)
    out = Outcome(resting.ended(absence.acted(table, seat.id, now), seat, now))
    return proceed(out, now)


def _in_play(table: Table, by: int, now: datetime) -> tuple[Play, Seat] | Refused:
    """The round and the seat of somebody who plays in it."""
    seat = table.seat_of(by)
    if seat is None:
        return Refused(Why.NOT_SEATED)
    if table.play is None:
        return _no_round(table, now)
    if not table.play.plays(seat.id):
        return Refused(Why.NOT_IN_THIS_ROUND)
    return table.play, seat


def _no_round(table: Table, now: datetime) -> Refused:
    """Whoever is late for a round is told since when."""
    won = [fact.at for fact in table.happenings if fact.code == game.RoundWon.kind]
    if not won or table.phase is Phase.LOBBY:
        return Refused(Why.NO_ROUND)
    return Refused(Why.NO_ROUND, then=won[-1], sent=now)


def _act(table: Table, command: commands.Act, now: datetime, seed: bytes) -> Outcome | Refused:
    found = _in_play(table, command.by, now)
    if isinstance(found, Refused):
        return found
    play, seat = found
    table = absence.acted(table, seat.id, now)
    assert table.play is not None
    play = table.play
    match command.move:
        case game.CallUno():
            return _call(table, seat.id, now)
        case game.Smack():
            return move(table, seat.id, command.move, now)
        case game.Catch(number) if target := play.seat_at(number):
            return _catch(table, commands.CatchSeat(command.by, target, command.sent), now)
        case game.Leave():
            return _leave(table, command.by, now, seed)
    if command.decision is None:
        early = _sent_before(play, seat.id, command.sent, now)
        out = early or _move_or_wait(table, play, seat.id, command.move, now)
        return _late(play, seat.id, out, now)
    if command.decision != play.clock.number:
        return _stale(table, play, command.decision, now)
    return _move_or_wait(table, play, seat.id, command.move, now)


def _stale(table: Table, play: Play, meant: int, now: datetime) -> Refused:
    """A button of a decision that is over."""
    past, ours = table.decisions, play.clock
    turn, current = meant - past, ours.number - past
    return Refused(Why.STALE, then=ours.since, sent=now, number=turn, current=current)


def _prepare(table: Table, command: commands.Prepare, now: datetime) -> Outcome | Refused:
    found = _in_play(table, command.by, now)
    if isinstance(found, Refused):
        return found
    table, seat = absence.acted(table, found[1].id, now), found[1]
    assert table.play is not None
    return prepare(table, table.play, seat.id, command.items, now)


def _late(play: Play, seat: str, out: Outcome | Refused, now: datetime) -> Outcome | Refused:
    """Whoever is refused because the own turn is just over is told since when."""
    if not isinstance(out, Refused) or out.reason != game.Reason.NOT_YOUR_TURN:
        return out
    return replace(out, then=play.clock.since, sent=now) if play.clock.after == seat else out


def _sent_before(play: Play, seat: str, sent: datetime | None, now: datetime) -> Refused | None:
    """Typed words are meant for the turn in which they were written, a button for its own.

    A turn that seems to begin later than now began before the clock was set back.
    """
    since = play.clock.since
    if play.owner != seat or sent is None or sent + STAMP >= since or since > now:
        return None
    return Refused(Why.SENT_BEFORE, then=play.clock.since, sent=sent)


def _move_or_wait(
    table: Table, play: Play, seat: str, wanted: game.Move, now: datetime
) -> Outcome | Refused:
    """Play now, or note it until the hand-off if only the hold is in the way.

    Who jumps in ends the time to catch like the next player, and so waits like that one.
    """
    if not held(play):
        return move(table, seat, wanted, now)
    refusal = game.check(play.round, play.order.index(seat), wanted)
    if refusal is not None:
        return refused(play, refusal)
    if play.early is not None:
        mine = play.early.seat == seat
        return Refused(Why.ALREADY_NOTED if mine else Why.CATCH_RUNNING)
    play = replace(play, early=Early(seat, wanted))
    return Outcome(replace(table, play=play), reply=Fact(Code.NOTED, now, seat=seat))


def _call(table: Table, seat: str, now: datetime) -> Outcome | Refused:
    """UNO, before the play of this turn or after it while nobody has caught."""
    out = move(table, seat, game.CallUno(), now)
    if isinstance(out, Refused) or out.table.play is None or not out.table.play.round.announced:
        return out
    return replace(out, reply=Fact(Code.UNO_FOR_THIS_PLAY, now, seat=seat))


def _catch(table: Table, command: commands.CatchSeat, now: datetime) -> Outcome | Refused:
    found = _in_play(table, command.by, now)
    if isinstance(found, Refused):
        return found
    table, seat = absence.acted(table, found[1].id, now), found[1]
    play = table.play
    assert play is not None
    sent = min(now, command.sent or now)
    return catching.catch(table, play, seat.id, command.seat, sent, now)


def _computer(table: Table, command: commands.ComputerActs, now: datetime) -> Outcome:
    """A computer's choice; whatever it is, the computer is not asked again for the same."""
    play = table.play
    if play is None or play.clock.number != command.decision or play.owner != command.seat:
        return Outcome(table)
    if table.seat(command.seat).pilot is None:
        return Outcome(table)
    play = replace(play, clock=replace(play.clock, act_at=None))
    table = replace(table, play=play)
    out = _move_or_wait(table, play, command.seat, command.move, now)
    if not isinstance(out, Refused):
        return out
    return Outcome(table) if held(play) else run_out(table, now)


def _leave(table: Table, by: int, now: datetime, seed: bytes) -> Outcome | Refused:
    seat = table.seat_of(by)
    if seat is None:
        return Refused(Why.NOT_SEATED)
    out: Outcome | Refused = Outcome(table)
    if table.play is not None and table.play.plays(seat.id):
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
    alone = len(out.table.present) < FEWEST
    return abandoned(out, now) if alone and out.table.phase is Phase.BETWEEN else out
