"""How much there is: counted over the small indexes of what waits, not over what is done."""

from __future__ import annotations

from datetime import datetime
from typing import Final

from sqlalchemy import Connection, bindparam, func, select

from uno_chat.contract import Census, Waiting
from uno_chat_sql.models import OPEN, UNHANDLED, table

_INBOX: Final = table("inbox")
_OUTBOX: Final = table("outbox")
_LANE: Final = table("lane")
_ALARM: Final = table("alarm")
_TABLE: Final = table("game_table")
_SHIFT: Final = table("shift")

_ARRIVED: Final = select(func.count(), func.min(_INBOX.c.at)).where(UNHANDLED)
# What waits behind the first row of a lane is younger, and shown with it or soon after.
_TO_SAY: Final = (
    select(_LANE.c.network, func.count(), func.min(_OUTBOX.c.queued))
    .join_from(_LANE, _OUTBOX, _LANE.c.head == _OUTBOX.c.id)
    .group_by(_LANE.c.network)
)
_DUE: Final = select(func.count(), func.min(_ALARM.c.due)).where(_ALARM.c.due <= bindparam("now"))
_STAND: Final = select(_TABLE.c.phase, func.count()).where(OPEN).group_by(_TABLE.c.phase)
_SERVED: Final = select(_SHIFT.c.account, _SHIFT.c.until)


def census(connection: Connection, now: datetime, overtaken: int = 0) -> Census:
    """What is there now."""
    run = connection.execute
    return Census(
        inbox=Waiting(*run(_ARRIVED).one()),
        outbox={account: Waiting(count, since) for account, count, since in run(_TO_SAY)},
        alarms=Waiting(*run(_DUE, {"now": now}).one()),
        tables=dict(run(_STAND).all()),
        shifts=dict(run(_SERVED).all()),
        overtaken=overtaken,
    )
