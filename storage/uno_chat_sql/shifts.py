"""Which worker serves an account, and until when: a row that one of them has."""

from __future__ import annotations

from datetime import datetime
from typing import Final

from sqlalchemy import bindparam, delete, select, update

from uno_chat_sql.dialect import upsert
from uno_chat_sql.models import table
from uno_chat_sql.outbox import release_on
from uno_chat_sql.statements import Statements

_SHIFT: Final = table("shift")
_OF: Final = _SHIFT.c.account == bindparam("served")
_MINE: Final = (_OF, _SHIFT.c.worker == bindparam("me"))

_WHOSE: Final = select(_SHIFT.c.worker, _SHIFT.c.until).where(_OF).with_for_update()
_FIRST: Final = upsert(_SHIFT).on_conflict_do_nothing()
_TAKE: Final = update(_SHIFT).where(_OF).values(worker=bindparam("me"), until=bindparam("end"))
_HAS: Final = select(_SHIFT.c.account).where(*_MINE).with_for_update(read=True)
_END: Final = delete(_SHIFT).where(*_MINE)


class Shifts:
    """The shifts of a transaction."""

    def __init__(self, statements: Statements) -> None:
        self._statements = statements
        self._run, self._count = statements.run, statements.count
        self.has_news = False

    def take_shift(self, account: str, worker: str, now: datetime, until: datetime) -> bool:
        found = self._run(_WHOSE, {"served": account}).first()
        if found is None:
            row = {"account": account, "worker": worker, "until": until}
            return self._count(_FIRST, row) == 1
        if found.worker != worker:
            if found.until > now:
                return False
            release_on(self._statements, account)
        self._run(_TAKE, {"served": account, "me": worker, "end": until})
        return True

    def has_shift(self, account: str, worker: str) -> bool:
        return self._run(_HAS, {"served": account, "me": worker}).first() is not None

    def end_shift(self, account: str, worker: str) -> None:
        if self._count(_END, {"served": account, "me": worker}):
            release_on(self._statements, account)
            self.has_news = True
