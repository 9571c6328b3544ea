"""Deadlines at rest; one that is due becomes an inbox row in the same transaction."""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime
from typing import Final

from sqlalchemy import bindparam, cast, delete, func, select

from uno_chat.contract import Alarm, rung
from uno_chat_sql.columns import AnyText
from uno_chat_sql.dialect import among, upsert
from uno_chat_sql.inbox import Inbox
from uno_chat_sql.models import table as rows
from uno_chat_sql.statements import Statements

_ALARM: Final = rows("alarm")
_KEY: Final = (_ALARM.c.table_id, _ALARM.c.kind, _ALARM.c.number)

_put = upsert(_ALARM)
_SET: Final = _put.on_conflict_do_update(
    index_elements=_KEY,
    set_={"due": _put.excluded.due},
    where=_ALARM.c.due != _put.excluded.due,
)
_name = _ALARM.c.kind.concat(" ").concat(cast(_ALARM.c.number, AnyText))
_CLEAR_OTHERS: Final = delete(_ALARM).where(
    _ALARM.c.table_id == bindparam("table"), ~among(_name, "names")
)
_CLEAR: Final = delete(_ALARM).where(
    _ALARM.c.table_id == bindparam("table"),
    _ALARM.c.kind == bindparam("which"),
    _ALARM.c.number == bindparam("no"),
)
_DUE: Final = (
    select(*_KEY, _ALARM.c.due)
    .where(_ALARM.c.due <= bindparam("now"))
    .order_by(_ALARM.c.due, *_KEY)
    .limit(bindparam("most"))
    .with_for_update(skip_locked=True)
)
_NEXT: Final = select(func.min(_ALARM.c.due))


class Alarms:
    """The alarms of a transaction."""

    def __init__(self, statements: Statements, inbox: Inbox) -> None:
        self._run = statements.run
        self._inbox = inbox

    def set_alarms(self, table: int, alarms: Collection[Alarm]) -> None:
        due = {(alarm.kind, alarm.number): alarm.due for alarm in alarms}
        self._run(_CLEAR_OTHERS, {"table": table, "names": [f"{kind} {no}" for kind, no in due]})
        rows = [
            {"table_id": table, "kind": kind, "number": no, "due": at}
            for (kind, no), at in sorted(due.items())
        ]
        if rows:
            self._run(_SET, rows)

    def _clear(self, keys: list[tuple[int, str, int]]) -> None:
        if keys:
            self._run(_CLEAR, [{"table": t, "which": kind, "no": no} for t, kind, no in keys])

    def ring(self, now: datetime, limit: int = 200) -> int:
        due = self._run(_DUE, {"now": now, "most": limit}).all()
        for table, kind, number, at in due:
            self._inbox.receive(rung(table, Alarm(kind, number, at)))
        self._clear([(table, kind, number) for table, kind, number, _ in due])
        return len(due)

    def next_alarm(self) -> datetime | None:
        return self._run(_NEXT).scalar()
