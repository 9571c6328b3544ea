"""An alarm rang: what it means now. Whatever it no longer fits changes nothing."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

from uno_chat import game
from uno_chat.table import (
    abandoning,
    catching,
    forgotten,
    halting,
    mustering,
    preparing,
    racing,
    resting,
    smacking,
    standing,
    voting,
)
from uno_chat.table.alarms import Kind
from uno_chat.table.clock import final
from uno_chat.table.commands import Ring
from uno_chat.table.dealing import all_ready, start
from uno_chat.table.facts import Refused
from uno_chat.table.flow import Mover, follow, proceed, run_out
from uno_chat.table.nightfall import night_falls
from uno_chat.table.nudging import remind
from uno_chat.table.outcome import Outcome, joined
from uno_chat.table.pausing import paused
from uno_chat.table.state import Pause, PauseReason, Play, Table
from uno_chat.table.waiting import number_of

_OF_A_ROUND = frozenset({Kind.PAUSE, Kind.DORMANT, Kind.STANDOFF, Kind.MUSTER, Kind.IDLE})
"""Alarms that are numbered by the rounds of the table."""


def ring(table: Table, command: Ring, now: datetime, seed: bytes) -> Outcome:
    """What an alarm does. Ringing twice, late, or after all is decided does no harm.

    An alarm that was due is gone afterwards, or set to another time: it never rings again.
    """
    number = command.number
    if command.kind in _OF_A_ROUND and number != table.rounds:
        return Outcome(table)
    if command.kind == Kind.VACATION:
        return _vacation_over(table, number, now)
    match command.kind:
        case Kind.DORMANT:
            return forgotten.slept_out(table, now)
        case Kind.VOTE:
            return proceed(voting.over(table, number, now), now)
        case Kind.PAUSE:
            return halting.pause_rang(table, now)
        case Kind.STANDOFF:
            return standing.waited_enough(table, now)
        case Kind.IDLE:
            return forgotten.left_alone(table, now)
        case Kind.MUSTER:
            return _mustered(table, now, seed)
        case Kind.ABANDONED:
            return abandoning.given_away(table, number, now)
    return Outcome(table) if table.play is None else _in_round(table, table.play, command, now)


def _vacation_over(table: Table, number: int, now: datetime) -> Outcome:
    for seat in table.seats:
        if number_of(seat) == number:
            return proceed(Outcome(resting.over(table, seat, now)), now)
    return Outcome(table)


def _mustered(table: Table, now: datetime, seed: bytes) -> Outcome:
    """Those who are ready play, without the others."""
    if table.muster is None or now < table.muster or table.play is not None:
        return Outcome(table)
    out = mustering.dropped(table, now)
    return joined(out, start(out.table, now, seed)) if all_ready(out.table) else out


def _in_round(table: Table, play: Play, command: Ring, now: datetime) -> Outcome:
    number = command.number
    match command.kind:
        case Kind.HOLD:
            return _hold_over(table, play, number, now)
        case Kind.DEADLINE:
            return _time_is_up(table, play, command, now)
        case Kind.PREPARED:
            mine = number == play.clock.number
            return preparing.run(table, play, now) if mine else Outcome(table)
        case Kind.TIE:
            return _tie_over(table, play, number, now)
        case Kind.WINDOW:
            return _window_over(table, play, number, now)
        case Kind.CATCHER:
            return _computer_catches(table, play, number, now)
        case Kind.SMACK:
            return _smack_over(table, play, number, now)
        case Kind.PRESSER:
            return _computer_presses(table, play, number, now)
        case Kind.REMIND:
            return remind(table, play, number, now)
        case _:
            # A computer's alarm is answered with ComputerActs, by somebody who knows strategies.
            return Outcome(table)


def _hold_over(table: Table, play: Play, number: int, now: datetime) -> Outcome:
    return racing.looked_at(table, play, now) if number == play.clock.number else Outcome(table)


def _time_is_up(table: Table, play: Play, command: Ring, now: datetime) -> Outcome:
    """The smallest legal action for whoever did not decide; a catch made in time comes first."""
    due = final(table.settings.pace, play.clock)
    if command.number != play.clock.number or due is None or now < due:
        return Outcome(table)
    if play.window and play.window.claim:
        return _after_the_catch(table, play, command, now)
    if play.early is not None:
        return _then(racing.taken_up(table, play, now), command, now)
    first = preparing.run(table, play, now)
    if first.table == table and night_falls(table, play, now):
        return Outcome(paused(table, Pause(PauseReason.NIGHT, now), now))
    if first.table == table:
        return run_out(table, now, lenient=command.lenient)
    return _then(first, command, now)


def _tie_over(table: Table, play: Play, number: int, now: datetime) -> Outcome:
    window = play.window
    if window is None or window.play != number or window.claim is None or now < window.claim.due:
        return Outcome(table)
    return catching.resolve(table, play, now)


def _window_over(table: Table, play: Play, number: int, now: datetime) -> Outcome:
    """Nobody can be caught any more; a catch made in time comes first."""
    window = play.window
    if window is None or window.play != number or window.closes is None or now < window.closes:
        return Outcome(table)
    if window.claim:
        return _after_the_catch(table, play, Ring(Kind.WINDOW, number), now)
    return follow(table, game.close_window(play.round, number), Mover(None, game.Cause.SYSTEM), now)


def _after_the_catch(table: Table, play: Play, command: Ring, now: datetime) -> Outcome:
    first = catching.resolve(table, play, now)
    return _then(first, command, now)


def _then(first: Outcome, command: Ring, now: datetime) -> Outcome:
    """The same alarm after something that had to come first."""
    play = first.table.play
    return first if play is None else joined(first, _in_round(first.table, play, command, now))


def _computer_catches(table: Table, play: Play, number: int, now: datetime) -> Outcome:
    """Of the computers that are due the first one catches; each tries once."""
    window = play.window
    if window is None or window.play != number:
        return Outcome(table)
    due = [catcher for catcher in window.catchers if catcher.at <= now]
    if not due:
        return Outcome(table)
    later = tuple(catcher for catcher in window.catchers if catcher.at > now)
    play = replace(play, window=replace(window, catchers=later))
    table = replace(table, play=play)
    out = catching.catch(table, play, due[0].seat, window.seat, now, now)
    return Outcome(table) if isinstance(out, Refused) else out


def _smack_over(table: Table, play: Play, number: int, now: datetime) -> Outcome:
    """Whoever has not pressed by now draws."""
    pressing = play.pressing
    if pressing is None or pressing.play != number:
        return Outcome(table)
    over = pressing.closes is not None and now >= pressing.closes
    if pressing.claim is not None and (over or now >= pressing.claim.due):
        return smacking.settled(table, pressing.claim, now)
    if not over:
        return Outcome(table)
    return follow(table, game.end_smack(play.round, number), Mover(None, game.Cause.SYSTEM), now)


def _computer_presses(table: Table, play: Play, number: int, now: datetime) -> Outcome:
    """All computers that are due press, one after the other."""
    pressing = play.pressing
    if pressing is None or pressing.play != number:
        return Outcome(table)
    later = tuple(one for one in pressing.pressers if one.at > now)
    play = replace(play, pressing=replace(pressing, pressers=later))
    out = Outcome(replace(table, play=play))
    for one in pressing.pressers:
        ours = out.table.play
        if ours is None or one.at > now:
            continue
        done = smacking.press(out.table, ours, one.seat, now)
        if isinstance(done, Outcome):
            out = joined(out, done)
    return out
