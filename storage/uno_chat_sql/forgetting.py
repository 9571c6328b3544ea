"""Forgetting users. Rare; walks over whole tables, for what people wrote has no index by writer."""

from __future__ import annotations

import json
from collections.abc import Collection
from typing import Any, Final

from sqlalchemy import ColumnElement, bindparam, delete, func, select, update

from uno_chat.contract import User, address_to_text
from uno_chat_sql.columns import AnyText, as_kept
from uno_chat_sql.models import table as rows
from uno_chat_sql.outbox import Outbox
from uno_chat_sql.people import People
from uno_chat_sql.statements import Statements

_ACCOUNT: Final = rows("account")
_INBOX: Final = rows("inbox")
_UNREADABLE: Final = rows("unreadable")
_OUTBOX: Final = rows("outbox")
_LANE: Final = rows("lane")
_SLOT: Final = rows("slot")


def _holds(column: ColumnElement[str], name: str) -> ColumnElement[bool]:
    """Whether a text has another in it, letter by letter: LIKE takes "a" for "A" in SQLite."""
    return func.replace(column, bindparam(name, type_=AnyText), "") != column


_WHOSE: Final = (
    select(_ACCOUNT.c.player_id).where(_ACCOUNT.c.who == bindparam("who")).with_for_update()
)
_NO_ACCOUNT: Final = delete(_ACCOUNT).where(_ACCOUNT.c.who == bindparam("who"))
_TO: Final = tuple(delete(t).where(t.c.address == bindparam("to")) for t in (_LANE, _OUTBOX, _SLOT))
_SET_ASIDE: Final = (
    update(_INBOX)
    .where(_INBOX.c.result.is_not(None), _holds(_INBOX.c.payload, "sent"))
    .values(payload="")
)
_UNREAD: Final = delete(_UNREADABLE).where(
    _UNREADABLE.c.account == bindparam("network"), _holds(_UNREADABLE.c.raw, "id")
)


class Forgetting:
    """The forgetting of a transaction."""

    def __init__(self, statements: Statements, people: People, outbox: Outbox) -> None:
        self._run = statements.run
        self._people = people
        self._outbox = outbox

    def forget(self, users: Collection[User]) -> None:
        self._outbox.read_anew()
        for user in sorted(users, key=address_to_text):  # lanes are locked in this order
            self._forget_messages(user)
            self._forget_account({"who": str(user)})

    def _forget_messages(self, user: User) -> None:
        for statement in _TO:
            self._run(statement, {"to": address_to_text(user)})
        sender = f'"sender":{json.dumps(str(user), ensure_ascii=False)}'
        self._run(_SET_ASIDE, {"sent": as_kept(sender)})
        self._run(_UNREAD, {"network": user.network, "id": as_kept(user.id)})

    def _forget_account(self, this: dict[str, Any]) -> None:
        number = self._run(_WHOSE, this).scalar()
        known = None if number is None else self._people.player_by_id(number)
        self._run(_NO_ACCOUNT, this)
        self._people.forget()
        if known is not None:
            self._people.settle(known)
