"""The last call before a deal: who is not ready in time is not dealt in, and the others play."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timedelta
from typing import Final

from uno_chat.game import Cause
from uno_chat.table.facts import Code, Fact
from uno_chat.table.lobby import changed, noted, stand_up
from uno_chat.table.outcome import Outcome, ToPlayer
from uno_chat.table.state import Phase, Table

LEAST: Final = timedelta(minutes=15)
MOST: Final = timedelta(hours=24)


def time_to_muster(table: Table) -> timedelta:
    """How long people have to say that they are ready."""
    base = table.settings.pace.base
    return MOST if base is None else min(MOST, max(LEAST, base / 2))


def called(table: Table, now: datetime) -> Outcome:
    """Everyone who is not ready hears until when that has to be; once only."""
    waiting = [seat for seat in table.dealt_in if not seat.ready]
    fact = Fact(Code.ASKED_READY, now, cause=Cause.SYSTEM)
    reply = replace(fact, text=", ".join(seat.name for seat in waiting))
    tell = tuple(ToPlayer(seat.player, fact) for seat in waiting if seat.player is not None)
    until = table.muster or now + time_to_muster(table)
    return Outcome(replace(table, muster=until), tell=tell, reply=reply)


def doubted(table: Table, now: datetime) -> Table:
    """The table before its first deal with those asked again who sat down too long ago: nobody is
    dealt in who may have forgotten about it.
    """
    limit = time_to_muster(table)
    for seat in table.present if table.phase is Phase.LOBBY else ():
        if seat.player is not None and seat.here is not None and now - seat.here > limit:
            table = changed(table, replace(seat, ready=False))
    return table


def dropped(table: Table, now: datetime) -> Outcome:
    """The time is over: who is not ready stands up, if enough remain; else all stay and nothing is
    dealt.
    """
    late = [seat for seat in table.dealt_in if seat.awaited]
    people = sum(seat.player is not None and not seat.awaited for seat in table.dealt_in)
    table = replace(table, muster=None)
    if len(table.dealt_in) - len(late) < table.fewest or not people:
        return Outcome(noted(table, Fact(Code.TOO_FEW_READY, now, cause=Cause.SYSTEM)))
    out = Outcome(table)
    for seat in late:
        table = stand_up(out.table, seat, now, Code.DROPPED)
        fact = Fact(Code.DROPPED, now, seat=seat.id, flag=True, text=seat.name, cause=Cause.SYSTEM)
        tell = () if seat.player is None else (ToPlayer(seat.player, fact),)
        out = replace(out, table=table, tell=(*out.tell, *tell))
    return out
