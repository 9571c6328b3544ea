"""What is to be said, in lanes: one row per address knows its first row and when it may go.

A lane is locked before its rows are looked at, so that a row queued at the same moment by
another process is never left behind without a lane.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from sqlalchemy import (
    Boolean,
    Connection,
    bindparam,
    case,
    delete,
    func,
    or_,
    select,
    update,
)

from uno_chat.contract import (
    Address,
    OutboxRow,
    Outgoing,
    OutKind,
    Receipt,
    Settled,
    address_from_text,
    address_to_text,
)
from uno_chat_sql.columns import EPOCH, AnyRow, in_ms
from uno_chat_sql.dialect import upsert
from uno_chat_sql.models import FREE, HELD, SAID_ONCE, UNTRIED_PAGE, WAITS, table
from uno_chat_sql.slots import Slots

_OUTBOX: Final = table("outbox")
_LANE: Final = table("lane")
_OUT: Final = tuple(
    _OUTBOX.c[name]
    for name in ("kind", "address", "table_id", "name", "revision", "payload", "fresh", "expires")
)
PAGE_NEWS: Final = (_OUTBOX.c.id, _OUTBOX.c.revision, _OUTBOX.c.fresh, _OUTBOX.c.expires)
_THIS_ROW: Final = (_OUTBOX.c.id == bindparam("row"), WAITS)
_THIS_LANE: Final = _LANE.c.address == bindparam("lane")

_put = upsert(_OUTBOX)
_QUEUE_PAGE: Final = _put.on_conflict_do_update(
    index_elements=[_OUTBOX.c.address, _OUTBOX.c.name, _OUTBOX.c.table_id],
    index_where=UNTRIED_PAGE,
    set_={
        "revision": case(
            (_put.excluded.revision > _OUTBOX.c.revision, _put.excluded.revision),
            else_=_OUTBOX.c.revision,
        ),
        "fresh": or_(_OUTBOX.c.fresh, _put.excluded.fresh),
        "expires": _put.excluded.expires,
    },
).returning(_OUTBOX.c.id)
_QUEUE_ONCE: Final = _put.on_conflict_do_nothing(
    index_elements=[_OUTBOX.c.address, _OUTBOX.c.name], index_where=SAID_ONCE
).returning(_OUTBOX.c.id)
_put_lane = upsert(_LANE)
_JOIN_LANE: Final = _put_lane.on_conflict_do_update(
    index_elements=[_LANE.c.address], set_={"head": _LANE.c.head}
)

_over = select(_LANE.c.address).where(HELD, _LANE.c.ready <= bindparam("now"))
_WAKE: Final = (
    update(_LANE)
    .where(_LANE.c.address.in_(_over.with_for_update(skip_locked=True)))
    .values(ready=None, leased=False)
)
_NEXT: Final = (
    select(_OUTBOX.c.id, _OUTBOX.c.queued, _OUTBOX.c.attempts, *_OUT)
    .join_from(_LANE, _OUTBOX, _LANE.c.head == _OUTBOX.c.id)
    .where(FREE, _LANE.c.address.not_in(bindparam("busy", expanding=True)))
    .order_by(_LANE.c.head)
    .limit(1)
    .with_for_update(skip_locked=True, of=_LANE)
)
_HOLD: Final = (
    update(_LANE).where(_THIS_LANE).values(ready=bindparam("until"), leased=bindparam("mine"))
)
_COUNT: Final = update(_OUTBOX).where(*_THIS_ROW).values(attempts=bindparam("tries"))
_ROW: Final = select(_OUTBOX.c.attempts, *_OUT).where(*_THIS_ROW).with_for_update()
_HEAD: Final = select(_LANE.c.head).where(_THIS_LANE).with_for_update()
_FIRST: Final = select(func.min(_OUTBOX.c.id)).where(_OUTBOX.c.address == bindparam("lane"), WAITS)
_ADVANCE: Final = (
    update(_LANE).where(_THIS_LANE).values(head=bindparam("first"), ready=None, leased=False)
)
_LEAVE_LANE: Final = delete(_LANE).where(_THIS_LANE)
_END: Final = (
    update(_OUTBOX).where(*_THIS_ROW).values(ended=bindparam("how"), payload=bindparam("left"))
)
_DELETE: Final = delete(_OUTBOX).where(*_THIS_ROW)
_TWIN: Final = select(*PAGE_NEWS).where(
    _OUTBOX.c.address == bindparam("to"),
    _OUTBOX.c.name == bindparam("page"),
    _OUTBOX.c.table_id == bindparam("table"),
    UNTRIED_PAGE,
)
_ABSORB: Final = (
    update(_OUTBOX)
    .where(*_THIS_ROW)
    .values(
        revision=case(
            (bindparam("no") > _OUTBOX.c.revision, bindparam("no")), else_=_OUTBOX.c.revision
        ),
        fresh=or_(_OUTBOX.c.fresh, bindparam("anew", type_=Boolean)),
        expires=bindparam("until"),
    )
)
_SAID: Final = select(func.count()).where(
    _OUTBOX.c.address == bindparam("to"),
    func.substr(_OUTBOX.c.name, 1, bindparam("size")) == bindparam("begins"),
    SAID_ONCE,
)
_ANY_FREE: Final = select(_LANE.c.address).where(FREE).limit(1)
_FIRST_HELD: Final = select(func.min(_LANE.c.ready)).where(HELD)
_RELEASE: Final = update(_LANE).where(_LANE.c.leased).values(ready=None, leased=False)


def release_leases(connection: Connection) -> None:
    """Give back what a process that died had on its way; only where no other process lives."""
    connection.execute(_RELEASE)


@dataclass(frozen=True, slots=True)
class News:
    """What a row says of its page, in the order of ``PAGE_NEWS``."""

    id: int
    revision: int
    fresh: bool
    expires: datetime | None


def absorb(connection: Connection, one: News, other: News) -> None:
    """One row for a page instead of two: the first in its lane takes what the later one says."""
    first, later = sorted((one, other), key=lambda news: news.id)
    connection.execute(_DELETE, {"row": later.id})
    said = {"no": later.revision, "anew": later.fresh, "until": later.expires}
    connection.execute(_ABSORB, {"row": first.id, **said})


class Outbox:
    """The outbox of a transaction."""

    def __init__(self, connection: Connection, slots: Slots) -> None:
        self._connection = connection
        self._run = connection.execute
        self._slots = slots

    def queue(self, out: Outgoing, now: datetime) -> None:
        if out.kind is OutKind.SLOT and out.table is None:
            raise ValueError(f"page {out.name!r} belongs to no table")
        to = address_to_text(out.to)
        row = {
            "kind": out.kind.value,
            "address": to,
            "table_id": out.table,
            "name": out.name,
            "revision": out.revision,
            "payload": out.payload,
            "fresh": out.fresh,
            "expires": out.expires,
            "queued": now,
            "attempts": 0,
            "ended": None,
        }
        statement = _QUEUE_PAGE if out.kind is OutKind.SLOT else _QUEUE_ONCE
        id_ = self._run(statement, row).scalar()
        if id_ is not None:
            self._run(_JOIN_LANE, {"address": to, "head": id_, "ready": None, "leased": False})

    def count_said(self, to: Address, begins: str) -> int:
        said = {"to": address_to_text(to), "begins": begins, "size": len(begins)}
        return self._run(_SAID, said).scalar() or 0

    def next_outbox(
        self, now: datetime, busy: Collection[Address], lease: datetime
    ) -> OutboxRow | None:
        self._run(_WAKE, {"now": now})
        found = self._run(_NEXT, {"busy": [address_to_text(to) for to in busy]}).first()
        if found is None:
            return None
        self._run(_HOLD, {"lane": found.address, "until": lease, "mine": True})
        self._run(_COUNT, {"row": found.id, "tries": found.attempts + 1})
        key = f"{found.id}.{in_ms(found.queued)}"
        return OutboxRow(found.id, _outgoing(found), found.attempts, key)

    def settle(
        self, row: int, how: Settled, receipt: Receipt | None, menu: tuple[str, ...] = ()
    ) -> None:
        if (found := self._row(row)) is None:
            return
        out, _ = found
        head = self._lock_lane(out.to)
        if out.kind is OutKind.SLOT:
            self._run(_DELETE, {"row": row})
        else:
            left = "" if how in (Settled.SENT, Settled.DROPPED) else out.payload
            self._run(_END, {"row": row, "how": how.value, "left": left})
        if head == row:
            self._advance(out.to)
        if how is Settled.SENT and out.kind is OutKind.SLOT:
            self._slots.show(out, receipt, menu)

    def postpone(self, row: int, lane_ready: datetime, *, attempted: bool) -> None:
        if (found := self._row(row)) is not None:
            out, attempts = found
            self._lock_lane(out.to)
            hold = {"lane": address_to_text(out.to), "until": lane_ready, "mine": False}
            self._run(_HOLD, hold)
            if not attempted:
                self._unattempt(row, out, attempts)

    def forget_message(self, row: int) -> None:
        if (found := self._row(row)) is not None:
            out, attempts = found
            if self._lock_lane(out.to) == row:
                self._advance(out.to)
            self._unattempt(row, out, attempts)
            self._slots.forget(out)

    def next_send(self) -> datetime | None:
        if self._run(_ANY_FREE).first() is not None:
            return EPOCH
        return self._run(_FIRST_HELD).scalar()

    def _row(self, row: int) -> tuple[Outgoing, int] | None:
        found = self._run(_ROW, {"row": row}).first()
        if found is None:
            return None
        return _outgoing(found), found.attempts

    def _lock_lane(self, to: Address) -> int | None:
        return self._run(_HEAD, {"lane": address_to_text(to)}).scalar()

    def _advance(self, to: Address) -> None:
        """Let a lane go on with its first row at once, or leave it when nothing waits there."""
        lane = {"lane": address_to_text(to)}
        first = self._run(_FIRST, lane).scalar()
        if first is None:
            self._run(_LEAVE_LANE, lane)
        else:
            self._run(_ADVANCE, {**lane, "first": first})

    def _unattempt(self, row: int, out: Outgoing, attempts: int) -> None:
        """Nothing was shown by the last attempt: a page that is as new takes the news since."""
        if attempts == 1 and out.kind is OutKind.SLOT:
            self._merge(row, out)
        self._run(_COUNT, {"row": row, "tries": max(0, attempts - 1)})

    def _merge(self, row: int, out: Outgoing) -> None:
        page = {"to": address_to_text(out.to), "page": out.name, "table": out.table}
        mine = News(row, out.revision, out.fresh, out.expires)
        for news in self._run(_TWIN, page).all():
            absorb(self._connection, mine, News(*news))


def _outgoing(row: AnyRow) -> Outgoing:
    return Outgoing(
        kind=OutKind(row.kind),
        to=address_from_text(row.address),
        table=row.table_id,
        name=row.name,
        revision=row.revision,
        payload=row.payload,
        fresh=row.fresh,
        expires=row.expires,
    )
