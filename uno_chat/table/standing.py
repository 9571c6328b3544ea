"""A round of two in which one does not come: the other claims it, goes on against a computer, or
waits; who does not choose either has claimed it after a while.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime
from typing import assert_never

from uno_chat.game import Cause
from uno_chat.table import absence
from uno_chat.table.commands import Choice, Choose
from uno_chat.table.facts import Code, Fact, Refused, Why
from uno_chat.table.flow import proceed, taken_out
from uno_chat.table.lobby import changed, noted
from uno_chat.table.motions import Standoff
from uno_chat.table.outcome import Outcome
from uno_chat.table.state import Table


def choose(table: Table, command: Choose, now: datetime) -> Outcome | Refused:
    """The one who is there says what becomes of the round."""
    seat, off = table.seat_of(command.by), table.standoff
    if seat is None:
        return Refused(Why.NOT_SEATED)
    if off is None or off.absent == seat.id or seat.id not in table.voters:
        return Refused(Why.NO_STANDOFF)
    table = absence.acted(table, seat.id, now)
    match command.choice:
        case Choice.CLAIM:
            return _claimed(table, off, seat.id, now)
        case Choice.GO_ON:
            table = replace(table, standoff=None)
            return proceed(Outcome(absence.gone_away(table, table.seat(off.absent), now)), now)
        case Choice.WAIT:
            again = replace(table.seat(off.absent), strikes=absence.STRIKES - 1, missed=0)
            return Outcome(changed(replace(table, standoff=None), again))
        case _:
            assert_never(command.choice)


def waited_enough(table: Table, now: datetime) -> Outcome:
    """Nothing was chosen: the round belongs to whoever is there."""
    off = table.standoff
    if off is None or now < off.until:
        return Outcome(table)
    who = next((seat for seat in table.voters if seat != off.absent), None)
    if who is None:
        return Outcome(replace(table, standoff=None))
    return _claimed(table, off, who, now)


def _claimed(table: Table, off: Standoff, by: str, now: datetime) -> Outcome:
    """The absent seat leaves this round, and no more than this round."""
    fact = Fact(Code.CLAIMED, now, seat=by, other=off.absent, cause=Cause.SYSTEM)
    return taken_out(noted(replace(table, standoff=None), fact), off.absent, now)
