"""Forgetting what ended long ago, a few rows at a time, so that nobody waits for it.

Arrivals and what was said are looked at in the order in which they came, so many in one
transaction, and the next one goes on behind them, up to where all are young: those that stay, at
tables that are open for long, are read once in a round. Tables follow, with what is theirs; the
records of their rounds stay, and whose seats those were.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Final, NamedTuple

from sqlalchemy import (
    BigInteger,
    ColumnElement,
    Delete,
    Select,
    bindparam,
    delete,
    func,
    select,
    update,
)

from uno_chat_sql.columns import AnyRow, Moment
from uno_chat_sql.models import CLOSED
from uno_chat_sql.models import table as rows
from uno_chat_sql.statements import Statements

AT_ONCE: Final = 1000
"""Rows that are looked at before it is seen whether any was old."""
LOOKS: Final = 20
"""How often that is done in one transaction while nothing goes, and so often no row is old where
the walk ends: a clock that was wrong for a while does not end it."""
TABLES: Final = 100
"""Tables that go in one transaction; one of four people has ten rows."""

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

    ends: Select[Any, int, Any]
    old: Delete


def _walk(name: str, at: str, *old: ColumnElement[bool]) -> _Walk:
    table = rows(name)
    some = (
        select(table.c.id, table.c[at].label("came"))
        .where(table.c.id > bindparam("after"))
        .order_by(table.c.id)
        .limit(_MOST)
        .subquery()
    )
    ends = select(func.max(some.c.id), func.count(), func.min(some.c.came) < _BEFORE)
    these = (table.c.id > bindparam("after"), table.c.id <= bindparam("last"))
    return _Walk(ends, delete(table).where(*these, table.c[at] < _BEFORE, *old))


_WALKS: Final = {
    "inbox": _walk("inbox", "at", _INBOX.c.result.is_not(None)),
    "outbox": _walk("outbox", "queued", _OUTBOX.c.ended.is_not(None), ~_at_an_open_table),
}

_closed = select(_TABLE.c.id).where(CLOSED).with_for_update(skip_locked=True)
_OLD: Final = (
    _closed.where(_TABLE.c.closed < bindparam("closed", type_=Moment))
    .order_by(_TABLE.c.closed)
    .limit(_MOST)
)
_UNDATED: Final = _closed.where(_TABLE.c.closed.is_(None)).limit(_MOST)
_DATE: Final = (
    update(_TABLE)
    .where(_TABLE.c.id == bindparam("number"))
    .values(closed=bindparam("since", type_=Moment))
)
_SAT: Final = rows("sat")
_THEIRS: Final = (
    *(
        delete(table).where(table.c.table_id == bindparam("number"))
        for table in map(rows, ("table_room", "seat", "alarm", "slot"))
    ),
    delete(_SAT).where(_SAT.c.table_id == bindparam("number"), _SAT.c.round_no == 0),
    delete(_TABLE).where(_TABLE.c.id == bindparam("number")),
)


@dataclass(slots=True)
class Progress:
    """How far a round of pruning has come; it may be lost. Of each table that is walked through
    the last row that was looked at, and how often in a row none was old; which is done.
    """

    after: dict[str, int] = field(default_factory=dict)
    young: dict[str, int] = field(default_factory=dict)
    through: set[str] = field(default_factory=set)

    def begin_anew(self) -> None:
        self.after.clear()
        self.young.clear()
        self.through.clear()


class Pruning:
    """The pruning of a transaction, which goes on behind what transactions before it looked at."""

    def __init__(self, statements: Statements, progress: Progress) -> None:
        self._statements = statements
        self._run, self._count = statements.run, statements.count
        self._progress = progress

    def prune(self, before: datetime) -> int:
        whole = Pruning(self._statements, Progress())
        while (gone := whole._rows(before)) == 0:
            pass
        return gone or 0

    def clear(self, before: datetime, closed: datetime, now: datetime) -> int | None:
        gone = self._rows(before)
        if gone is None:
            gone = self._tables(closed, now)
        if gone is None:
            self._progress.begin_anew()
        return gone

    def _rows(self, before: datetime) -> int | None:
        """None when all of them were looked at."""
        left = [name for name in _WALKS if name not in self._progress.through]
        gone = self._strange(before) + sum(self._walk(name, before) for name in left)
        return gone if gone or left else None

    def _strange(self, before: datetime) -> int:
        found = self._run(_THESE, {"before": before, "most": AT_ONCE}).all()
        if found:
            self._run(_STRANGE, [{"sender": who, "event": event} for who, event in found])
        return len(found)

    def _walk(self, name: str, before: datetime) -> int:
        for _ in range(LOOKS):
            gone = self._look(name, before)
            if gone or name in self._progress.through:
                return gone
        return 0

    def _look(self, name: str, before: datetime) -> int:
        walk, progress = _WALKS[name], self._progress
        bounds = {"after": progress.after.get(name, 0), "before": before}
        ends: AnyRow = self._run(walk.ends, {**bounds, "most": AT_ONCE}).one()
        last, count, old = ends
        progress.young[name] = 0 if old else progress.young.get(name, 0) + 1
        if count < AT_ONCE or progress.young[name] >= LOOKS:
            progress.through.add(name)
        if not old:
            progress.after[name] = last or 0
            return 0
        progress.after[name] = last
        return self._count(walk.old, {**bounds, "last": last})

    def _tables(self, closed: datetime, now: datetime) -> int | None:
        undated = self._run(_UNDATED, {"most": AT_ONCE}).scalars().all()
        if undated:
            self._run(_DATE, [{"number": number, "since": now} for number in undated])
            return 0
        old = self._run(_OLD, {"closed": closed, "most": TABLES}).scalars().all()
        for statement in _THEIRS if old else ():
            self._run(statement, [{"number": number} for number in old])
        return len(old) or None
