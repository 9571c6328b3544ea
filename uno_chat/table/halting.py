"""Pauses that people make: by a vote, by the host in an emergency, and their end.

A pause is of a round: it ends with it.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timedelta
from typing import Final

from uno_chat.game import Cause
from uno_chat.table import absence, resting
from uno_chat.table.clock import used
from uno_chat.table.commands import Ask, HostPause
from uno_chat.table.facts import Code, Fact, Refused, Why
from uno_chat.table.flow import proceed
from uno_chat.table.motions import Motion, Vote
from uno_chat.table.outcome import Outcome, joined
from uno_chat.table.pausing import BY_PEOPLE, paused, resumed, step_of, that_end
from uno_chat.table.state import Pause, PauseReason, Phase, Play, Table
from uno_chat.table.voting import asked, gone_on, told

SHORTEST: Final = timedelta(hours=1)
LONGEST: Final = timedelta(days=7)
EMERGENCY: Final = timedelta(hours=24)
"""The longest pause of the host alone."""
FEWEST_TO_SKIP: Final = 2
"""So many others have to be there: nobody alone hands another's seat to a computer."""


def ask(table: Table, command: Ask, now: datetime) -> Outcome | Refused:
    """Somebody wants the table to stand still, to go on, another pace, or not to wait for one."""
    seat = table.seat_of(command.by)
    if seat is None:
        return Refused(Why.NOT_SEATED)
    why = _why_not(table, command, seat.id, now)
    if why is not None:
        return why
    back = proceed(Outcome(absence.acted(table, seat.id, now)), now)
    if command.motion is Motion.RESUME and _sole_right(table, command.by):
        fact = Fact(Code.RESUMED, now, seat=seat.id)
        return joined(back, proceed(told(gone_on(back.table, now), fact), now))
    vote = Vote(
        0,
        command.motion,
        seat.id,
        now,
        (seat.id,),
        length=command.length,
        settings=command.settings,
        whom=command.seat,
    )
    out = asked(back.table, vote, now)
    return out if isinstance(out, Refused) else joined(back, out)


def _why_not(table: Table, command: Ask, seat: str, now: datetime) -> Refused | None:
    play = table.play
    if command.motion is Motion.PACE:
        return Refused(Why.NO_ROUND) if table.phase is Phase.LOBBY else None
    if play is None:
        return Refused(Why.NO_ROUND)
    if not play.plays(seat):
        return Refused(Why.NOT_IN_THIS_ROUND)
    match command.motion:
        case Motion.PAUSE:
            return _no_pause(table, command.length)
        case Motion.RESUME:
            return _no_end(table, command.by, now)
        case Motion.SKIP:
            return _no_skip(table, play, seat, command.seat, now)


def _no_pause(table: Table, length: timedelta) -> Refused | None:
    if any(one.reason in BY_PEOPLE for one in table.pauses):
        return Refused(Why.PAUSED_ALREADY)
    return None if SHORTEST <= length <= LONGEST else Refused(Why.PAUSE_LENGTH)


def _no_end(table: Table, by: int, now: datetime) -> Refused | None:
    """By two thirds only after half of a pause: a vote is not undone by the next one."""
    halves = [one for one in table.pauses if one.reason in BY_PEOPLE]
    if not halves:
        return Refused(Why.NOT_PAUSED)
    half = max(one.since + ((one.until or one.since) - one.since) / 2 for one in halves)
    if now < half and not _sole_right(table, by):
        return Refused(Why.RESUME_TOO_SOON, then=half, sent=now)
    return None


def _sole_right(table: Table, by: int) -> bool:
    """Whether the host made this pause, and nobody else."""
    made = {one.reason for one in table.pauses if one.reason in BY_PEOPLE}
    return table.host == by and made == {PauseReason.HOST}


def _no_skip(table: Table, play: Play, by: str, whom: str, now: datetime) -> Refused | None:
    """Only for a person who is to move and has used up the allowance of this turn."""
    seat, base = table.seat(whom), table.settings.pace.base
    if whom == by:
        return Refused(Why.SKIP_YOURSELF)
    if play.owner != whom or seat.player is None or seat.pilot is not None:
        return Refused(Why.SKIP_NOT_AWAITED, seat=whom)
    if sum(one != whom for one in table.voters) < FEWEST_TO_SKIP:
        return Refused(Why.SKIP_TOO_FEW)
    if base is None or used(play.clock, now) < base + play.clock.extra:
        return Refused(Why.SKIP_TOO_SOON, seat=whom)
    return None


def host_pause(table: Table, command: HostPause, now: datetime) -> Outcome | Refused:
    """The host makes the table stand still, once in a round, and says why."""
    if table.host != command.by:
        return Refused(Why.NOT_HOST)
    if table.play is None:
        return Refused(Why.NO_ROUND)
    if table.host_paused == table.rounds:
        return Refused(Why.HOST_PAUSED_BEFORE)
    if not command.text:
        return Refused(Why.PAUSE_REASON)
    if not SHORTEST <= command.length <= EMERGENCY:
        return Refused(Why.PAUSE_LENGTH)
    seat = table.seat_of(command.by)
    if seat is not None and table.play.plays(seat.id):
        table = absence.acted(table, seat.id, now)
    why = Pause(PauseReason.HOST, now, until=now + command.length, text=command.text)
    table = replace(paused(table, why, now), host_paused=table.rounds)
    seconds = int(command.length.total_seconds())
    fact = Fact(
        Code.PAUSED,
        now,
        seat=None if seat is None else seat.id,
        number=seconds,
        text=command.text,
        who=command.by,
        why=PauseReason.HOST.value,
    )
    return proceed(told(table, fact), now)


def pause_rang(table: Table, now: datetime) -> Outcome:
    """What is due about pauses is done: announced, or over."""
    out = Outcome(table)
    for one in that_end(table):
        assert one.until is not None
        if now < step_of(one):
            continue
        then = _ended(out.table, one, now) if now >= one.until else _announced(out.table, one, now)
        out = joined(out, then)
    return out


def _announced(table: Table, one: Pause, now: datetime) -> Outcome:
    pauses = tuple(replace(p, told=True) if p == one else p for p in table.pauses)
    assert one.until is not None
    if any(other.until is None or other.until > one.until for other in table.pauses):
        return Outcome(replace(table, pauses=pauses))
    left = int((one.until - now).total_seconds())
    fact = Fact(Code.RESUMES_SOON, now, number=left, cause=Cause.SYSTEM)
    return told(replace(table, pauses=pauses), fact)


def _ended(table: Table, one: Pause, now: datetime) -> Outcome:
    if one.reason is PauseReason.VACATION:
        return proceed(Outcome(resting.pause_over(table, one, now)), now)
    table = resumed(table, one, now)
    if one.reason not in BY_PEOPLE or table.pauses:
        return proceed(Outcome(table), now)
    return proceed(told(table, Fact(Code.RESUMED, now, cause=Cause.SYSTEM)), now)
