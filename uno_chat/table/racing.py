"""Races between those who jump in and whoever is to move, made even across networks.

Where somebody might jump in, what the next player does waits for the tie, like a catch for a late
call, and a jump-in that comes meanwhile goes first. So nobody loses one that was said no later than
the next player's move, as long as the one network is less than the tie behind the other. Whether
anybody could jump in shows in nothing: the wait depends on what all can know. Where more than one
could, a jump-in waits as well, and of several the first in the order of play goes first.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

from uno_chat import game
from uno_chat.table.clock import held
from uno_chat.table.facts import Code, Fact, Refused, Why
from uno_chat.table.flow import dropped, move, proceed, refused
from uno_chat.table.outcome import Outcome
from uno_chat.table.state import Early, Play, Table


def move_or_wait(
    table: Table, play: Play, seat: str, wanted: game.Move, now: datetime
) -> Outcome | Refused:
    """Play now, or note it if the hold is in the way, or somebody who might jump in."""
    number = play.order.index(seat)
    refusal = game.check(play.round, number, wanted)
    if refusal is not None:
        return refused(play, refusal)
    waits = _waits(table, play, number, wanted)
    if not waits and not held(play):
        return move(table, seat, wanted, now)
    return _noted(
        table, play, Early(seat, wanted, now + table.settings.tie if waits else None), now
    )


def _waits(table: Table, play: Play, number: int, wanted: game.Move) -> bool:
    """Whether somebody else could be as quick."""
    others = game.rivals(play.round) - game.jumps_in(play.round, number, wanted)
    return bool(table.settings.tie) and others > 0


def _noted(table: Table, play: Play, new: Early, now: datetime) -> Outcome | Refused:
    """What was noted before stays so unless this goes first."""
    old = play.early
    reply = Fact(Code.NOTED, now, seat=new.seat, flag=new.due is not None)
    if old is None:
        return Outcome(replace(table, play=replace(play, early=new)), reply=reply)
    if old.seat == new.seat:
        return Refused(Why.ALREADY_NOTED)
    if _rank(play, old) < _rank(play, new):
        return Refused(Why.CATCH_RUNNING)
    if game.jumps_in(play.round, play.order.index(old.seat), old.move):
        new = replace(new, due=old.due)  # it waits no longer because of one who was before it
    table = replace(table, play=replace(play, early=new))
    return Outcome(table, reply=reply, tell=dropped(table, old, now, new.seat))


def _rank(play: Play, early: Early) -> tuple[bool, int]:
    """Who jumps in goes first, then who is next in the order of play."""
    number, owner = play.order.index(early.seat), game.owner(play.round)
    assert owner is not None
    place = (number - owner) * play.round.direction % len(play.order)
    return not game.jumps_in(play.round, number, early.move), place


def looked_at(table: Table, play: Play, now: datetime) -> Outcome:
    """It is time for the hand-off, or for what was noted."""
    clock, early = play.clock, play.early
    if clock.hold is not None and now >= clock.hold:
        play = replace(play, clock=replace(clock, hold=None))
    if early is not None and early.due is not None and now >= early.due:
        play = replace(play, early=replace(early, due=None))
    if play is table.play:
        return Outcome(table)
    return proceed(Outcome(replace(table, play=play)), now)


def taken_up(table: Table, play: Play, now: datetime) -> Outcome:
    """What was noted in time is played before the time of the turn is up."""
    if play.early is None:
        return Outcome(table)
    play = replace(play, early=replace(play.early, due=None))
    return proceed(Outcome(replace(table, play=play)), now)
