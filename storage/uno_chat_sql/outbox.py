"""What is to be said: taken from the head of a lane under a lease, settled by whoever has it."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Final

from sqlalchemy import (
    Boolean,
    bindparam,
    case,
    delete,
    exists,
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
    Slot,
    address_to_text,
)
from uno_chat_sql.claims import COUNT, THIS_ROW, Asked, Claims
from uno_chat_sql.columns import EPOCH, AnyRow, in_ms
from uno_chat_sql.dialect import among
from uno_chat_sql.endings import Ending, Endings, Mine, lease, outgoing
from uno_chat_sql.lanes import Lanes
from uno_chat_sql.models import FREE, HELD, SAID_ONCE, UNTRIED_PAGE, WAITS, table
from uno_chat_sql.slots import Slots
from uno_chat_sql.statements import Statements

_OUTBOX: Final = table("outbox")
_LANE: Final = table("lane")
PAGE_NEWS: Final = (_OUTBOX.c.id, _OUTBOX.c.revision, _OUTBOX.c.fresh, _OUTBOX.c.expires)
_DELETE: Final = delete(_OUTBOX).where(*THIS_ROW)
_TWIN: Final = select(*PAGE_NEWS).where(
    _OUTBOX.c.address == bindparam("to"),
    _OUTBOX.c.name == bindparam("page"),
    _OUTBOX.c.table_id == bindparam("table"),
    UNTRIED_PAGE,
)
_ABSORB: Final = (
    update(_OUTBOX)
    .where(*THIS_ROW)
    .values(
        revision=case(
            (bindparam("no") > _OUTBOX.c.revision, bindparam("no")), else_=_OUTBOX.c.revision
        ),
        fresh=or_(_OUTBOX.c.fresh, bindparam("anew", type_=Boolean)),
        expires=bindparam("until"),
    )
)
_UNDER_WAY: Final = (
    select(_OUTBOX.c.id)
    .where(
        _OUTBOX.c.address == bindparam("to"),
        _OUTBOX.c.kind == OutKind.SLOT.value,
        _OUTBOX.c.attempts > 0,
        WAITS,
    )
    .limit(1)
)
_SAID: Final = select(func.count()).where(
    _OUTBOX.c.address == bindparam("to"),
    func.substr(_OUTBOX.c.name, 1, bindparam("size")) == bindparam("begins"),
    SAID_ONCE,
)
_THESE: Final = among(_LANE.c.network, "networks")
_any_free = exists().where(FREE, _THESE)
_first_held = select(func.min(_LANE.c.ready)).where(HELD, _THESE)
_NEXT_SEND: Final = select(_any_free, _first_held.scalar_subquery())
_RELEASE: Final = update(_LANE).where(_LANE.c.leased).values(ready=None, leased=False)
_RELEASE_ON: Final = _RELEASE.where(_LANE.c.network == bindparam("served"))


def release_leases(statements: Statements) -> None:
    """Give back what a process that died had on its way; only where no other process lives."""
    statements.run(_RELEASE)


def release_on(statements: Statements, network: str) -> None:
    """The same on one network, for whoever takes it over."""
    statements.run(_RELEASE_ON, {"served": network})


@dataclass(frozen=True, slots=True)
class News:
    """What a row says of its page, in the order of ``PAGE_NEWS``."""

    id: int
    revision: int
    fresh: bool
    expires: datetime | None


def absorb(statements: Statements, one: News, other: News) -> None:
    """One row for a page instead of two: the first in its lane takes what the later one says."""
    first, later = sorted((one, other), key=lambda news: news.id)
    statements.run(_DELETE, {"row": later.id})
    said = {"no": later.revision, "anew": later.fresh, "until": later.expires}
    statements.run(_ABSORB, {"row": first.id, **said})


class Outbox:
    """The outbox of a transaction."""

    def __init__(self, statements: Statements, lanes: Lanes, slots: Slots) -> None:
        self._statements = statements
        self._run = statements.run
        self._lanes = lanes
        self._slots = slots
        self._claims = Claims(statements, lanes)
        self._endings = Endings(statements, lanes, slots)

    def flush(self) -> None:
        """Put down all that was told to be done."""
        self._claims.flush()
        self._endings.flush()
        self._lanes.flush()

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
        self.flush()
        said = {"to": address_to_text(to), "begins": begins, "size": len(begins)}
        return self._run(_SAID, said).scalar() or 0

    def next_outbox(
        self, networks: Collection[str], now: datetime, busy: Collection[Address], lease: datetime
    ) -> OutboxRow | None:
        self._endings.flush()
        self._lanes.flush()
        others = [address_to_text(to) for to in busy]
        found = self._claims.take(Asked(networks, now, others, lease))
        return None if found is None else _leased(found)

    def leased(self, row: OutboxRow) -> OutboxRow | None:
        return self.leased_all([row])[0]

    def leased_all(self, rows: Sequence[OutboxRow]) -> list[OutboxRow | None]:
        self.flush()
        found = self._endings.found(rows)
        mine = ((row, found.get(lease(row))) for row in rows)
        return [None if now is None else replace(row, out=outgoing(now)) for row, now in mine]

    def under_way(self, to: Address) -> bool:
        self.flush()
        return self._run(_UNDER_WAY, {"to": address_to_text(to)}).first() is not None

    def settle(
        self, row: OutboxRow, how: Settled, receipt: Receipt | None, menu: tuple[str, ...] = ()
    ) -> None:
        self._claims.flush()
        self._endings.tell(Ending(row, how, receipt, menu))

    def postpone(self, row: OutboxRow, lane_ready: datetime, *, attempted: bool) -> None:
        if (mine := self._mine(row)) is not None:
            self._lanes.hold([address_to_text(mine.out.to)], lane_ready, leased=False)
            self._claims.woken = None  # perhaps it is ready already
            if not attempted:
                self._unattempt(row, mine.out)

    def forget_message(self, row: OutboxRow) -> None:
        if (mine := self._mine(row)) is not None:
            if mine.head == row.id:
                self._lanes.advance([address_to_text(mine.out.to)])
            self._unattempt(row, mine.out)
            self._slots.forget(mine.out)

    def slot(self, table: int, name: str, to: Address) -> Slot | None:
        self._endings.flush()  # no more: lanes are locked last
        return self._slots.slot(table, name, to)

    def read_anew(self) -> None:
        """Somebody else writes here now, and all that was told to be done is put down before."""
        self.flush()
        self._slots.read_anew()

    def slots_at(self, to: Address) -> tuple[Slot, ...]:
        self._endings.flush()  # no more: lanes are locked last
        return self._slots.slots_at(to)

    def next_send(self, networks: Collection[str]) -> datetime | None:
        self.flush()
        free, held = self._run(_NEXT_SEND, {"networks": list(networks)}).one()
        return EPOCH if free else held

    def _mine(self, row: OutboxRow) -> Mine | None:
        self.flush()
        return self._endings.mine([row]).get(lease(row))

    def _unattempt(self, row: OutboxRow, out: Outgoing) -> None:
        """Nothing was shown by the last attempt: a page that is as new takes the news since."""
        if row.attempts == 0 and out.kind is OutKind.SLOT:
            self._merge(row.id, out)
        self._run(COUNT, {"row": row.id, "tries": row.attempts})

    def _merge(self, row: int, out: Outgoing) -> None:
        page = {"to": address_to_text(out.to), "page": out.name, "table": out.table}
        mine = News(row, out.revision, out.fresh, out.expires)
        for news in self._run(_TWIN, page).all():
            absorb(self._statements, mine, News(*news))


def _leased(row: AnyRow) -> OutboxRow:
    key = f"{row.id}.{in_ms(row.queued)}"
    return OutboxRow(row.id, outgoing(row), row.attempts, key, row.queued)
