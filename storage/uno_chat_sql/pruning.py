"""Forgetting what ended long ago, a few rows at a time, so that nobody waits for it.

Rows are looked at in the order in which they came, so many in one transaction, and the next one
goes on behind them: those that stay, at tables that are open for long, are not read every time.
"""

from __future__ import annotations

from datetime import datetime
from typing import Any, Final, NamedTuple

from sqlalchemy import (
    BigInteger,
    ColumnElement,
    Connection,
    Delete,
    Select,
    bindparam,
    delete,
    func,
    select,
)

from uno_chat_sql.columns import AnyRow, Moment
from uno_chat_sql.models import table as rows

AT_ONCE: Final = 1000
"""Rows that are looked at before it is seen whether any was old."""
LOOKS: Final = 100
"""How often that is done in one transaction while none was."""

_INBOX: Final = rows("inbox")
_UNREADABLE: Final = rows("unreadable")
_OUTBOX: Final = rows("outbox")
_TABLE: Final = rows("game_table")
_BEFORE: Final = bindparam("before", type_=Moment)
_MOST: Final = bindparam("most", type_=BigInteger)

_THESE: Final = (
    select(_UNREADABLE.c.account, _UNREADABLE.c.event_id)
    .where(_UNREADABLE.c.at < _BEFORE)
    .limit(_MOST)
)
_STRANGE: Final = delete(_UNREADABLE).where(
    _UNREADABLE.c.account == bindparam("sender"), _UNREADABLE.c.event_id == bindparam("event")
)
_at_an_open_table = (
    select(_TABLE.c.id).where(_TABLE.c.id == _OUTBOX.c.table_id, _TABLE.c.open).exists()
)


class _Walk(NamedTuple):
    """How a table is walked through: up to where the next rows reach, and which of them go."""

    ends: Select[Any, int]
    old: Delete


def _walk(name: str, *old: ColumnElement[bool]) -> _Walk:
    id_ = rows(name).c.id
    some = select(id_).where(id_ > bindparam("after")).order_by(id_).limit(_MOST).subquery()
    these = (id_ > bindparam("after"), id_ <= bindparam("last"))
    return _Walk(select(func.max(some.c.id), func.count()), delete(rows(name)).where(*these, *old))


_WALKS: Final = {
    "inbox": _walk("inbox", _INBOX.c.result.is_not(None), _INBOX.c.at < _BEFORE),
    "outbox": _walk(
        "outbox", _OUTBOX.c.ended.is_not(None), _OUTBOX.c.queued < _BEFORE, ~_at_an_open_table
    ),
}

Progress = dict[str, int]
"""The last row of each table that was looked at; it may be lost."""


class Pruning:
    """The pruning of a transaction, which goes on behind what transactions before it looked at."""

    def __init__(self, connection: Connection, progress: Progress) -> None:
        self._run = connection.execute
        self._progress = progress

    def prune(self, before: datetime) -> int:
        return self._strange(before) + sum(self._walk(name, before) for name in _WALKS)

    def _strange(self, before: datetime) -> int:
        found = self._run(_THESE, {"before": before, "most": AT_ONCE}).all()
        if found:
            self._run(_STRANGE, [{"sender": who, "event": event} for who, event in found])
        return len(found)

    def _walk(self, name: str, before: datetime) -> int:
        walk = _WALKS[name]
        for _ in range(LOOKS):
            after = self._progress.pop(name, 0)
            ends: AnyRow = self._run(walk.ends, {"after": after, "most": AT_ONCE}).one()
            last, count = ends
            if last is None:
                return 0
            bounds = {"after": after, "last": last, "before": before}
            gone = self._run(walk.old, bounds).rowcount
            if count == AT_ONCE:
                self._progress[name] = last
            if gone or count < AT_ONCE:
                return gone
        return 0
