"""What those do who play a round: moves at their time, calls, catches, plans."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timedelta

from uno_chat import game
from uno_chat.table import absence, catching, commands, smacking
from uno_chat.table.clock import held
from uno_chat.table.facts import Code, Fact, Refused, Why
from uno_chat.table.flow import move, run_out
from uno_chat.table.outcome import Outcome
from uno_chat.table.preparing import prepare
from uno_chat.table.racing import move_or_wait
from uno_chat.table.seats import Seat
from uno_chat.table.setback import ahead
from uno_chat.table.state import Phase, Play, Table

STAMP = timedelta(seconds=1)
"""How coarse a network's own time may be."""


def act(table: Table, command: commands.Act, now: datetime) -> Outcome | Refused:
    """A move of somebody who plays, by a button or in words; leaving is none of these."""
    found = _in_play(table, command.by, now)
    if isinstance(found, Refused):
        sits = table.seat_of(command.by) is not None
        return (sits and _ahead(table, command)) or found
    play, seat = found
    table = absence.acted(table, seat.id, now)
    assert table.play is not None
    play = table.play
    match command.move:
        case game.CallUno():
            return _call(table, seat.id, now)
        case game.Smack():
            return smacking.press(table, play, seat.id, now)
        case game.Catch(number) if target := play.seat_at(number):
            return catch(table, commands.CatchSeat(command.by, target, command.sent), now)
    if command.decision is None:
        early = _sent_before(play, seat.id, command.sent, now)
        out = early or move_or_wait(table, play, seat.id, command.move, now)
        return _late(play, seat.id, out, now)
    if command.decision != play.clock.number:
        return _ahead(table, command) or _stale(table, play, command.decision, now)
    return move_or_wait(table, play, seat.id, command.move, now)


def plan(table: Table, command: commands.Prepare, now: datetime) -> Outcome | Refused:
    """What somebody means to do in the next turn."""
    found = _in_play(table, command.by, now)
    if isinstance(found, Refused):
        return found
    table, seat = absence.acted(table, found[1].id, now), found[1]
    assert table.play is not None
    return prepare(table, table.play, seat.id, command.items, now)


def catch(table: Table, command: commands.CatchSeat, now: datetime) -> Outcome | Refused:
    """Somebody says that another one missed its call."""
    found = _in_play(table, command.by, now)
    if isinstance(found, Refused):
        return found
    table, seat = absence.acted(table, found[1].id, now), found[1]
    play = table.play
    assert play is not None
    sent = min(now, command.sent or now)
    return catching.catch(table, play, seat.id, command.seat, sent, now)


def computer_acts(table: Table, command: commands.ComputerActs, now: datetime) -> Outcome:
    """A computer's choice; whatever it is, the computer is not asked again for the same."""
    play = table.play
    if play is None or play.clock.number != command.decision or play.owner != command.seat:
        return Outcome(table)
    if table.seat(command.seat).pilot is None:
        return Outcome(table)
    play = replace(play, clock=replace(play.clock, act_at=None))
    table = replace(table, play=play)
    if play.early is not None:
        return Outcome(table)  # asked again if nothing comes of what was noted
    if held(play):
        noted = move_or_wait(table, play, command.seat, command.move, now)
        return Outcome(table) if isinstance(noted, Refused) else noted
    out = move(table, command.seat, command.move, now)
    return run_out(table, now) if isinstance(out, Refused) else out


def _in_play(table: Table, by: int, now: datetime) -> tuple[Play, Seat] | Refused:
    """The round and the seat of somebody who plays in it."""
    seat = table.seat_of(by)
    if seat is None:
        return Refused(Why.NOT_SEATED)
    if table.play is None:
        return _no_round(table, now)
    if not table.play.plays(seat.id):
        out = table.match is not None and seat.id in table.match.out
        return Refused(Why.OUT_OF_MATCH if out else Why.NOT_IN_THIS_ROUND)
    return table.play, seat


def _no_round(table: Table, now: datetime) -> Refused:
    """Whoever is late for a round is told since when."""
    won = [fact.at for fact in table.happenings if fact.code == game.RoundWon.kind]
    if not won or table.phase is Phase.LOBBY:
        return Refused(Why.NO_ROUND)
    return Refused(Why.NO_ROUND, then=won[-1], sent=now)


def _ahead(table: Table, command: commands.Act) -> Refused | None:
    return None if command.decision is None else ahead(table, command.decision)


def _stale(table: Table, play: Play, meant: int, now: datetime) -> Refused:
    """A button of a decision that is over."""
    past, ours = table.decisions, play.clock
    turn, current = meant - past, ours.number - past
    return Refused(Why.STALE, then=ours.since, sent=now, number=turn, current=current)


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


def _call(table: Table, seat: str, now: datetime) -> Outcome | Refused:
    """UNO, before the play of this turn or after it while nobody has caught."""
    out = move(table, seat, game.CallUno(), now)
    if isinstance(out, Refused) or out.table.play is None or not out.table.play.round.announced:
        return out
    return replace(out, reply=Fact(Code.UNO_FOR_THIS_PLAY, now, seat=seat))
