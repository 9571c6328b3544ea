"""A table that is as it was when a backup was made, while people read what was played since."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime
from typing import Final

from uno_chat.game import Cause
from uno_chat.table.commands import SetBack
from uno_chat.table.facts import Code, Fact, Refused, Why
from uno_chat.table.lobby import noted
from uno_chat.table.outcome import Outcome
from uno_chat.table.state import Table

STRIDE: Final = 1000
"""More decisions than a table comes to between two backups: so far apart are the numbers of those
that were lost from those to come, so that no button of one answers another. Whoever tells of more
made it up.
"""


def ahead(table: Table, meant: int) -> Refused | None:
    """A button of a decision that this table has not come to: made up, or lost."""
    now = table.decisions if table.play is None else table.play.clock.number
    return Refused(Why.AHEAD, number=meant) if meant > now else None


def set_back(table: Table, command: SetBack, now: datetime) -> Outcome | Refused:
    """Once for each outage in which somebody may have gone back to a backup."""
    made_up = ahead(table, command.lost - STRIDE) or ahead(table, command.lost) is None
    if made_up or command.outage <= table.set_back:
        return Refused(Why.AHEAD, number=command.lost)
    fact = Fact(Code.SET_BACK, now, cause=Cause.SYSTEM)
    play, decisions = table.play, table.decisions + 2 * STRIDE
    table = noted(replace(table, set_back=command.outage, decisions=decisions), fact)
    if play is not None:
        clock = replace(play.clock, number=play.clock.number + 2 * STRIDE, shown=table.happened)
        table = replace(table, play=replace(play, clock=clock))
    return Outcome(table, reply=fact)
