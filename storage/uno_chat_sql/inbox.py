"""What arrived, in lanes: the first unhandled row of a lane is its head and holds the others up."""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime
from typing import Final

from sqlalchemy import bindparam, exists, or_, select, update

from uno_chat.contract import Arrival, InboxRow
from uno_chat_sql.dialect import among, upsert
from uno_chat_sql.models import UNHANDLED, table
from uno_chat_sql.overtaken import Overtaken
from uno_chat_sql.statements import Statements

_INBOX: Final = table("inbox")
_UNREADABLE: Final = table("unreadable")
_CURSOR: Final = table("cursor")
_BEFORE: Final = _INBOX.alias("before")
_THIS_ROW: Final = (_INBOX.c.id == bindparam("row"), UNHANDLED)

_RECEIVE: Final = (
    upsert(_INBOX)
    .on_conflict_do_nothing(index_elements=[_INBOX.c.account, _INBOX.c.event_id])
    .returning(_INBOX.c.id)
)
_SET_ASIDE: Final = upsert(_UNREADABLE).on_conflict_do_nothing()
_NEXT: Final = (
    select(
        _INBOX.c.id,
        _INBOX.c.account,
        _INBOX.c.event_id,
        _INBOX.c.lane,
        _INBOX.c.at,
        _INBOX.c.payload,
        _INBOX.c.attempts,
    )
    .where(
        _INBOX.c.result.is_(None),
        or_(_INBOX.c.held.is_(None), _INBOX.c.held <= bindparam("now")),
        ~among(_INBOX.c.lane, "busy"),
        ~exists().where(
            _BEFORE.c.result.is_(None),
            _BEFORE.c.lane == _INBOX.c.lane,
            _BEFORE.c.id < _INBOX.c.id,
        ),
    )
    .order_by(_INBOX.c.id)
    .limit(1)
    .with_for_update(skip_locked=True, of=_INBOX)
)
_KEEP: Final = update(_INBOX).where(*_THIS_ROW).values(held=bindparam("until"))
_TAKE: Final = select(_INBOX.c.id).where(*_THIS_ROW).with_for_update()
# What was said is nobody's business any more once it is done: a row tells that it came, no more.
_FINISH: Final = (
    update(_INBOX).where(*_THIS_ROW).values(result=bindparam("how"), why=None, payload="", lane="")
)
_FAIL: Final = (
    update(_INBOX)
    .where(*_THIS_ROW)
    .values(
        attempts=_INBOX.c.attempts + 1,
        held=bindparam("until"),
        result=bindparam("how"),
        why=bindparam("because"),
    )
)
_CURSOR_OF: Final = select(_CURSOR.c.cursor).where(_CURSOR.c.account == bindparam("account"))
_CURSOR_LOCKED: Final = _CURSOR_OF.with_for_update()
_put_cursor = upsert(_CURSOR)
_SAVE_CURSOR: Final = _put_cursor.on_conflict_do_update(
    index_elements=[_CURSOR.c.account], set_={"cursor": _put_cursor.excluded.cursor}
)
_FIRST_CURSOR: Final = _put_cursor.on_conflict_do_nothing()
_NEXT_CURSOR: Final = (
    update(_CURSOR)
    .where(_CURSOR.c.account == bindparam("whose"), _CURSOR.c.cursor == bindparam("before"))
    .values(cursor=bindparam("after"))
)


class Inbox:
    """The inbox part of a transaction."""

    def __init__(self, statements: Statements, *, careful: bool = False) -> None:
        self._run, self._count = statements.run, statements.count
        self._cursor_of = _CURSOR_LOCKED if careful else _CURSOR_OF
        self._read: dict[str, str | None] = {}
        self.has_news = False

    def receive(self, arrival: Arrival) -> bool:
        row = {
            "account": arrival.account,
            "event_id": arrival.event_id,
            "lane": arrival.lane,
            "at": arrival.at,
            "payload": arrival.payload,
            "attempts": 0,
        }
        new = self._run(_RECEIVE, row).first() is not None
        self.has_news |= new
        return new

    def set_aside(self, account: str, event_id: str, at: datetime, raw: str) -> None:
        row = {"account": account, "event_id": event_id, "at": at, "raw": raw}
        self._run(_SET_ASIDE, row)

    def next_inbox(self, now: datetime, busy: Collection[str]) -> InboxRow | None:
        found = self._run(_NEXT, {"now": now, "busy": list(busy)}).first()
        if found is None:
            return None
        id_, account, event_id, lane, at, payload, attempts = found
        return InboxRow(id_, Arrival(account, event_id, lane, at, payload), attempts)

    def keep_inbox(self, row: int, until: datetime) -> None:
        self._run(_KEEP, {"row": row, "until": until})

    def take_inbox(self, row: int) -> bool:
        return self._run(_TAKE, {"row": row}).first() is not None

    def finish_inbox(self, row: int, result: str) -> None:
        self._run(_FINISH, {"row": row, "how": result})

    def fail_inbox(self, row: int, until: datetime | None, why: str) -> None:
        how = "set aside" if until is None else None
        self._run(_FAIL, {"row": row, "until": until, "how": how, "because": why})

    def cursor(self, account: str) -> str | None:
        if account not in self._read:
            self._read[account] = self._run(self._cursor_of, {"account": account}).scalar()
        return self._read[account]

    def save_cursor(self, account: str, cursor: str) -> None:
        """What was read before is still there, or somebody else was quicker."""
        row = {"account": account, "cursor": cursor}
        if account not in self._read:
            self._run(_SAVE_CURSOR, row)
            return
        before = self._read.pop(account)
        if before is None:
            saved = self._count(_FIRST_CURSOR, row)
        else:
            change = {"whose": account, "before": before, "after": cursor}
            saved = self._count(_NEXT_CURSOR, change)
        if not saved:
            raise Overtaken(account)
