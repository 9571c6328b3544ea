"""Another pace that all have agreed on: from the next turn on, so that no running turn is shorter
for it.
"""

from __future__ import annotations

from dataclasses import replace

from uno_chat.table.pace import NONE
from uno_chat.table.state import Table


def repaced(table: Table) -> Table:
    """The table with the settings that were agreed on; what was used of a reserve stays used."""
    if table.agreed is None:
        return table
    more = table.agreed.pace.bank - table.settings.pace.bank
    seats = tuple(replace(seat, bank=max(seat.bank + more, NONE)) for seat in table.seats)
    return replace(table, settings=table.agreed, agreed=None, seats=seats)
