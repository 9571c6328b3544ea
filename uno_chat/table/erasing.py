"""A person who plays no more: a computer plays on or the seat is left; of one who is forgotten no
name stays.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime
from typing import Final

from uno_chat.game import Cause
from uno_chat.table.absence import deserted
from uno_chat.table.commands import Erase
from uno_chat.table.ending import given_up
from uno_chat.table.facts import Code, Fact, Refused
from uno_chat.table.flow import proceed
from uno_chat.table.lobby import changed, next_host, noted
from uno_chat.table.outcome import Outcome, ToAll
from uno_chat.table.played import with_loser
from uno_chat.table.seats import STAND_IN, Computer, Seat
from uno_chat.table.settings import Absent
from uno_chat.table.state import Pause, PauseReason, Phase, Table

NOBODY: Final = "?"
"""What stands for a name that is forgotten."""
_NAMING: Final = frozenset(
    {Code.STOOD_UP, Code.DROPPED, Code.SEAT_TAKEN, Code.REPLACED, Code.PAUSED}
)
"""Happenings whose text is a name, or what somebody wrote."""


def stays(table: Table, seat: Seat) -> bool:
    """Whether a computer plays on where somebody plays no more: in a round, unless the table has
    agreed that the cards of who is away go back into the game.
    """
    play = table.play
    plays = play is not None and play.plays(seat.id)
    return plays and table.settings.absent is not Absent.REMOVE


def replaced(table: Table, seat: Seat, name: str, now: datetime, *, told: str) -> Outcome | Refused:
    """A computer called ``name`` plays to the end of the match for whom all are ``told`` that it
    does; where the table has agreed so, others may have the seat. A table without any person ends.
    """
    before, offered = table, table.settings.absent is Absent.SUBSTITUTE
    sitter = Computer(STAND_IN)
    heir = Seat(seat.id, name, sitter, seen=seat.seen, bank=seat.bank, offered=offered)
    system = Cause.SYSTEM
    who = 0 if told == NOBODY else seat.whose
    fact = Fact(Code.REPLACED, now, seat=seat.id, flag=offered, cause=system, text=told, who=who)
    table = with_loser(noted(changed(_unasked(table, seat.id), heir), fact), seat)
    if table.host == seat.player:
        table = next_host(table, now)
    if table.phase is Phase.ENDED:
        return given_up(before, Outcome(table), now)
    return proceed(Outcome(deserted(table, now), tell=(ToAll(fact),)), now)


def _unasked(table: Table, seat: str) -> Table:
    """Without what this seat has prepared or said early, and without what is asked about it."""
    play, vote = table.play, table.vote
    assert play is not None
    left = tuple(one for one in play.prepared if one.seat != seat)
    early = None if play.early is not None and play.early.seat == seat else play.early
    vote = None if vote is not None and vote.whom == seat else vote
    play = replace(play, prepared=left, early=early)
    return replace(table, play=play, vote=vote, standoff=None)


def nameless(before: Table, out: Outcome, command: Erase) -> Outcome:
    """What came of it, without anything that says who it was."""
    mine = command.seats | {seat.id for seat in before.seats if seat.player == command.by}
    table = out.table
    table = replace(
        table,
        host=0 if table.host == command.by else table.host,
        seats=tuple(_empty(one) if one.player == command.by else one for one in table.seats),
        happenings=tuple(_unsigned(fact, mine, command.by) for fact in table.happenings),
        pauses=tuple(_unwritten(one, before, command.by) for one in table.pauses),
        played=tuple(one for one in table.played if one.player != command.by),
    )
    return replace(out, table=table)


def _empty(seat: Seat) -> Seat:
    """A seat that is kept for the scores."""
    return Seat(seat.id, NOBODY, Computer(STAND_IN), ready=False, gone=True, seen=seat.seen)


def _unsigned(fact: Fact, mine: frozenset[str], by: int) -> Fact:
    """A seat may have been somebody else's before; where it is not known whose, no name stays."""
    theirs = fact.who == by if fact.who else fact.seat in mine
    if not theirs or not fact.text or fact.code not in _NAMING:
        return fact
    return replace(fact, text=NOBODY, who=0)


def _unwritten(pause: Pause, before: Table, by: int) -> Pause:
    told = pause.reason is PauseReason.HOST and before.host == by
    return replace(pause, text=NOBODY) if told else pause
