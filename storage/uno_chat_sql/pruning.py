"""Forgetting what ended long ago. Rare; walks over whole tables."""

from __future__ import annotations

from datetime import datetime
from typing import Final

from sqlalchemy import Connection, bindparam, delete, select

from uno_chat_sql.columns import Moment
from uno_chat_sql.models import table as rows

_INBOX: Final = rows("inbox")
_UNREADABLE: Final = rows("unreadable")
_OUTBOX: Final = rows("outbox")
_TABLE: Final = rows("game_table")
_BEFORE: Final = bindparam("before", type_=Moment)

_OLD: Final = (
    delete(_INBOX).where(_INBOX.c.result.is_not(None), _INBOX.c.at < _BEFORE),
    delete(_UNREADABLE).where(_UNREADABLE.c.at < _BEFORE),
    delete(_OUTBOX).where(
        _OUTBOX.c.ended.is_not(None),
        _OUTBOX.c.queued < _BEFORE,
        ~select(_TABLE.c.id).where(_TABLE.c.id == _OUTBOX.c.table_id, _TABLE.c.open).exists(),
    ),
)


class Pruning:
    """The pruning of a transaction."""

    def __init__(self, connection: Connection) -> None:
        self._run = connection.execute

    def prune(self, before: datetime) -> int:
        return sum(self._run(statement, {"before": before}).rowcount for statement in _OLD)
