"""An alarm rang: what it means now. Whatever it no longer fits changes nothing."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime
from typing import assert_never

from uno_chat import game
from uno_chat.table import catching
from uno_chat.table.alarms import Kind
from uno_chat.table.commands import Ring
from uno_chat.table.facts import Code, Fact, Refused
from uno_chat.table.flow import Mover, follow, proceed
from uno_chat.table.lobby import noted
from uno_chat.table.outcome import Outcome, ToPlayer
from uno_chat.table.state import Play, Table


def ring(table: Table, command: Ring, now: datetime) -> Outcome:
    """What an alarm does. Ringing twice, late, or after all is decided does no harm."""
    play = table.play
    if play is None:
        return Outcome(table)
    match Kind(command.kind):
        case Kind.HOLD:
            return _hold_over(table, play, command.number, now)
        case Kind.DEADLINE:
            return _time_is_up(table, play, command.number, now)
        case Kind.TIE:
            return _tie_over(table, play, command.number, now)
        case Kind.WINDOW:
            return _window_over(table, play, command.number, now)
        case Kind.CATCHER:
            return _computer_catches(table, play, command.number, now)
        case Kind.COMPUTER:
            # Somebody who knows strategies answers with ComputerActs.
            return Outcome(table)
        case kind:
            assert_never(kind)


def _hold_over(table: Table, play: Play, number: int, now: datetime) -> Outcome:
    hold = play.clock.hold
    if number != play.clock.number or hold is None or now < hold:
        return Outcome(table)
    play = replace(play, clock=replace(play.clock, hold=None))
    return proceed(Outcome(replace(table, play=play)), now)


def _time_is_up(table: Table, play: Play, number: int, now: datetime) -> Outcome:
    """The smallest legal action for whoever did not decide; a catch made in time comes first."""
    due = play.clock.deadline
    if number != play.clock.number or due is None or now < due or not play.clock.handed:
        return Outcome(table)
    if play.window and play.window.claim:
        return _after_the_claim(table, number, now)
    seat = play.owner
    assert seat is not None
    fact = Fact(Code.TIMED_OUT, now, seat=seat, cause="timeout")
    out = follow(noted(table, fact), game.expire(play.round), Mover(seat, "timeout"), now)
    player = table.seat(seat).player
    return out if player is None else replace(out, tell=(*out.tell, ToPlayer(player, fact)))


def _after_the_claim(table: Table, number: int, now: datetime) -> Outcome:
    first = catching.resolve(table, now)
    if first.table.play is None:
        return first
    then = _time_is_up(first.table, first.table.play, number, now)
    return replace(then, record=first.record + then.record, tell=first.tell + then.tell)


def _tie_over(table: Table, play: Play, number: int, now: datetime) -> Outcome:
    window = play.window
    if window is None or window.play != number or window.claim is None or now < window.claim.due:
        return Outcome(table)
    return catching.resolve(table, now)


def _window_over(table: Table, play: Play, number: int, now: datetime) -> Outcome:
    window = play.window
    if window is None or window.play != number or window.closes is None or now < window.closes:
        return Outcome(table)
    if window.claim is not None:
        return catching.resolve(table, now)
    return follow(table, game.close_window(play.round, number), Mover(None, "system"), now)


def _computer_catches(table: Table, play: Play, number: int, now: datetime) -> Outcome:
    window = play.window
    if window is None or window.play != number:
        return Outcome(table)
    due = [c for c in window.catchers if c.at <= now]
    if not due:
        return Outcome(table)
    left = tuple(c for c in window.catchers if c is not due[0])
    play = replace(play, window=replace(window, catchers=left))
    table = replace(table, play=play)
    out = catching.catch(table, due[0].seat, window.seat, now)
    return Outcome(table) if isinstance(out, Refused) else out
