"""When a table has been left alone for too long: how long it may be, and when it may be closed by
anybody of its group.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final

from uno_chat.table.state import Phase, Table

A_DAY: Final = timedelta(hours=24)
A_WEEK: Final = timedelta(days=7)
LIVELY: Final = timedelta(minutes=5)
"""Below this allowance a table is played in one sitting, and a lobby that nobody fills is over."""
SITTING: Final = timedelta(minutes=30)
WEEKS: Final = 4
"""After so many weeks a round without a clock waits no longer for anybody in particular."""
ARCHIVED: Final = timedelta(days=90)


def idle_due(table: Table) -> datetime | None:
    """When something is due because nobody did anything, None if nothing ever is."""
    limit = _limit(table)
    if limit is None or table.touched is None:
        return None
    return table.touched + limit * (table.idled + 1)


def _limit(table: Table) -> timedelta | None:
    """A round whose clock runs goes on by itself; any other is looked at every week."""
    base = table.settings.pace.base
    match table.phase:
        case Phase.LOBBY:
            return SITTING if base is not None and base < LIVELY else A_DAY
        case Phase.PLAYING:
            return A_WEEK if base is None or _stands(table) else None
        case Phase.BETWEEN:
            return WEEKS * A_WEEK if base is None else max(A_DAY, 7 * base)
        case Phase.MATCH_OVER:
            return A_DAY if base is None else max(A_DAY, base)
        case Phase.ENDED:
            return None


def dead(table: Table, now: datetime) -> bool:
    """Whether nobody has done anything for a day that would bring this table on."""
    if table.dormant is not None:
        return now >= table.dormant.since + A_DAY
    idle = table.touched is not None and now >= table.touched + A_DAY
    return idle and (table.phase is not Phase.PLAYING or _stands(table))


def _stands(table: Table) -> bool:
    """Whether a pause ends only when somebody acts: after a night, or after an outage."""
    return any(pause.until is None for pause in table.pauses)
