"""What becomes of a table that was left alone: a reminder, a rest, its end."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

from uno_chat.game import Cause
from uno_chat.table.absence import asleep
from uno_chat.table.ending import given_up
from uno_chat.table.facts import Code, Fact, Refused
from uno_chat.table.idling import ARCHIVED, WEEKS, idle_due
from uno_chat.table.lobby import ended
from uno_chat.table.outcome import Outcome, ToAll, ToPlayer
from uno_chat.table.state import Table


def left_alone(table: Table, now: datetime) -> Outcome:
    """Nobody has done anything for as long as this table may be left alone."""
    due = idle_due(table)
    if due is None or now < due:
        return Outcome(table)
    if table.play is None:
        return closed(table, now)
    table = replace(table, idled=table.idled + 1)
    assert table.touched is not None
    if table.idled >= WEEKS:
        return Outcome(asleep(table, now, table.touched + ARCHIVED))
    return Outcome(table, tell=_waits(table, now))


def _waits(table: Table, now: datetime) -> tuple[ToPlayer, ...]:
    """Whoever is to move hears once a week that the others wait."""
    fact = Fact(Code.WAITS, now, cause=Cause.SYSTEM)
    players = (seat.player for seat in table.waits_for)
    return tuple(ToPlayer(player, fact) for player in players if player is not None)


def slept_out(table: Table, now: datetime) -> Outcome:
    """Nobody came back to a round that nobody plays."""
    why = table.dormant
    if why is None or why.until is None or now < why.until:
        return Outcome(table)
    return closed(table, now)


def closed(table: Table, now: datetime) -> Outcome:
    """The table ends by itself, and says so."""
    over = ended(table, now, why="idle")
    out = Outcome(over, tell=(ToAll(over.happenings[-1]),))
    done = given_up(table, out, now)
    assert not isinstance(done, Refused)
    return done
