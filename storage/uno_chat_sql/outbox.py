"""What is to be said: taken from the head of a lane under a lease, settled by whoever has it."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, replace
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
from uno_chat_sql.lanes import Lanes
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

_over = select(_LANE.c.address).where(HELD, _LANE.c.ready <= bindparam("now"))
_WAKE: Final = (
    update(_LANE)
    .where(_LANE.c.address.in_(_over.with_for_update(skip_locked=True)))
    .values(ready=None, leased=False)
)
_NEXT: Final = (
    select(_OUTBOX.c.id, _OUTBOX.c.queued, _OUTBOX.c.attempts, *_OUT)
    .join_from(_LANE, _OUTBOX, _LANE.c.head == _OUTBOX.c.id)
    .where(
        FREE,
        _LANE.c.network == bindparam("network"),
        _LANE.c.address.not_in(bindparam("busy", expanding=True)),
    )
    .order_by(_LANE.c.head)
    .limit(1)
    .with_for_update(skip_locked=True, of=_LANE)
)
_COUNT: Final = update(_OUTBOX).where(*_THIS_ROW).values(attempts=bindparam("tries"))
_ROW: Final = select(_OUTBOX.c.attempts, *_OUT).where(*_THIS_ROW)
_END: Final = update(_OUTBOX).where(*_THIS_ROW).values(ended=bindparam("how"), payload="")
_DELETE: Final = delete(_OUTBOX).where(*_THIS_ROW)
_DELETE_PAGE: Final = _DELETE.where(
    _OUTBOX.c.attempts == bindparam("tries"), _OUTBOX.c.address == bindparam("there")
).returning(_OUTBOX.c.attempts, *_OUT)
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
_THESE: Final = _LANE.c.network.in_(bindparam("networks", expanding=True))
_ANY_FREE: Final = select(_LANE.c.address).where(FREE, _THESE).limit(1)
_FIRST_HELD: Final = select(func.min(_LANE.c.ready)).where(HELD, _THESE)
_RELEASE: Final = update(_LANE).where(_LANE.c.leased).values(ready=None, leased=False)
_RELEASE_ON: Final = _RELEASE.where(_LANE.c.network == bindparam("served"))


def release_leases(connection: Connection) -> None:
    """Give back what a process that died had on its way; only where no other process lives."""
    connection.execute(_RELEASE)


def release_on(connection: Connection, network: str) -> None:
    """The same on one network, for whoever takes it over."""
    connection.execute(_RELEASE_ON, {"served": network})


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

    def __init__(self, connection: Connection, lanes: Lanes, slots: Slots) -> None:
        self._connection = connection
        self._run = connection.execute
        self._lanes = lanes
        self._slots = slots
        self._woken: datetime | None = None

    def queue(self, out: Outgoing, now: datetime) -> None:
        if out.kind is OutKind.SLOT and out.table is None:
            raise ValueError(f"page {out.name!r} belongs to no table")
        row = {
            "kind": out.kind.value,
            "address": address_to_text(out.to),
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
        self._lanes.queue(row)

    def count_said(self, to: Address, begins: str) -> int:
        self._lanes.flush()
        said = {"to": address_to_text(to), "begins": begins, "size": len(begins)}
        return self._run(_SAID, said).scalar() or 0

    def next_outbox(
        self, networks: Collection[str], now: datetime, busy: Collection[Address], lease: datetime
    ) -> OutboxRow | None:
        self._lanes.flush()
        if self._woken != now:
            self._run(_WAKE, {"now": now})
            self._woken = now
        others = [address_to_text(to) for to in busy]
        free = [self._run(_NEXT, {"network": one, "busy": others}).first() for one in networks]
        found = min((row for row in free if row is not None), key=lambda r: r.id, default=None)
        if found is None:
            return None
        self._lanes.hold(found.address, lease, leased=True)
        self._run(_COUNT, {"row": found.id, "tries": found.attempts + 1})
        return _leased(found)

    def leased(self, row: OutboxRow) -> OutboxRow | None:
        self._lanes.flush()
        found = self._run(_ROW, {"row": row.id}).first()
        if found is None or found.attempts != row.attempts + 1:
            return None
        return replace(row, out=_outgoing(found))

    def settle(
        self, row: OutboxRow, how: Settled, receipt: Receipt | None, menu: tuple[str, ...] = ()
    ) -> None:
        ended = self._end_page(row) if row.out.kind is OutKind.SLOT else self._end(row, how)
        if ended is None:
            return
        head, out = ended
        if head == row.id:
            self._lanes.advance(address_to_text(out.to))
        if how is Settled.SENT and out.kind is OutKind.SLOT:
            self._slots.show(out, receipt, menu)

    def _end_page(self, row: OutboxRow) -> tuple[int | None, Outgoing] | None:
        """The row of a page goes, at once where it still stands; what ``_mine`` says of it."""
        lane = address_to_text(row.out.to)
        head = self._lanes.lock(lane)
        mine = {"row": row.id, "tries": row.attempts + 1, "there": lane}
        gone = self._run(_DELETE_PAGE, mine).first()
        if gone is not None:
            return head, _outgoing(gone)
        moved = self._mine(row)
        if moved is not None:
            self._run(_DELETE, {"row": row.id})
        return moved

    def _end(self, row: OutboxRow, how: Settled) -> tuple[int | None, Outgoing] | None:
        """What was said stays for a while; what ``_mine`` says of it."""
        found = self._mine(row)
        if found is not None:
            self._run(_END, {"row": row.id, "how": how.value})
        return found

    def postpone(self, row: OutboxRow, lane_ready: datetime, *, attempted: bool) -> None:
        if (found := self._mine(row)) is not None:
            _, out = found
            self._lanes.hold(address_to_text(out.to), lane_ready, leased=False)
            self._woken = None  # perhaps it is ready already
            if not attempted:
                self._unattempt(row, out)

    def forget_message(self, row: OutboxRow) -> None:
        if (found := self._mine(row)) is not None:
            head, out = found
            if head == row.id:
                self._lanes.advance(address_to_text(out.to))
            self._unattempt(row, out)
            self._slots.forget(out)

    def next_send(self, networks: Collection[str]) -> datetime | None:
        self._lanes.flush()
        these = {"networks": list(networks)}
        if self._run(_ANY_FREE, these).first() is not None:
            return EPOCH
        return self._run(_FIRST_HELD, these).scalar()

    def _mine(self, row: OutboxRow) -> tuple[int | None, Outgoing] | None:
        """The first row of its lane, which is locked, and the row as it is now; None if it is done
        or was leased again since, to whoever sends it now.
        """
        lane = address_to_text(row.out.to)
        head = self._lanes.lock(lane)
        found = self._run(_ROW, {"row": row.id}).first()
        if found is None or found.attempts != row.attempts + 1:
            return None
        if found.address != lane:  # it moved
            head = self._lanes.lock(found.address)
            found = self._run(_ROW, {"row": row.id}).one()
        return head, _outgoing(found)

    def _unattempt(self, row: OutboxRow, out: Outgoing) -> None:
        """Nothing was shown by the last attempt: a page that is as new takes the news since."""
        if row.attempts == 0 and out.kind is OutKind.SLOT:
            self._merge(row.id, out)
        self._run(_COUNT, {"row": row.id, "tries": row.attempts})

    def _merge(self, row: int, out: Outgoing) -> None:
        page = {"to": address_to_text(out.to), "page": out.name, "table": out.table}
        mine = News(row, out.revision, out.fresh, out.expires)
        for news in self._run(_TWIN, page).all():
            absorb(self._connection, mine, News(*news))


def _leased(row: AnyRow) -> OutboxRow:
    key = f"{row.id}.{in_ms(row.queued)}"
    return OutboxRow(row.id, _outgoing(row), row.attempts, key, row.queued)


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
