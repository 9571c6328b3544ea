"""The lanes of the outbox, and what is put into them at the end of a transaction.

A lane, an address for which something waits, is a row that knows its first row and when that may
go. Whoever looks at its rows or adds one locks it first, so that a row that is queued at the same
moment elsewhere is never left behind without a lane; and where several are locked, in the order of
their names, so that no two transactions wait for each other. Therefore what is queued is put down
by ``flush``, all at once and last.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import datetime
from itertools import groupby
from typing import Any, Final

from sqlalchemy import (
    bindparam,
    case,
    delete,
    exists,
    func,
    or_,
    select,
    update,
)

from uno_chat.contract import OutKind, address_from_text
from uno_chat_sql.dialect import ByLetters, among, upsert
from uno_chat_sql.models import SAID_ONCE, UNTRIED_PAGE, WAITS, table
from uno_chat_sql.statements import Statement, Statements

_OUTBOX: Final = table("outbox")
_LANE: Final = table("lane")
_THIS_LANE: Final = _LANE.c.address == bindparam("lane")
_EMPTY: Final = 0
"""The head of a lane in which nothing has been put yet; nobody ever sees it."""

_put = upsert(_OUTBOX)
_PUT_PAGES: Final = _put.on_conflict_do_update(
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
).returning(_OUTBOX.c.id, _OUTBOX.c.address)
_PUT_ONCE: Final = _put.on_conflict_do_nothing(
    index_elements=[_OUTBOX.c.address, _OUTBOX.c.name], index_where=SAID_ONCE
).returning(_OUTBOX.c.id, _OUTBOX.c.address)
_JOIN: Final = (
    upsert(_LANE)
    .on_conflict_do_update(index_elements=[_LANE.c.address], set_={"head": _LANE.c.head})
    .returning(_LANE.c.address, _LANE.c.head)
)
_THESE_LANES: Final = among(_LANE.c.address, "lanes")
_HEADS: Final = (
    select(_LANE.c.address, _LANE.c.head)
    .where(_THESE_LANES)
    .order_by(ByLetters(_LANE.c.address))
    .with_for_update()
)
_BEGIN: Final = update(_LANE).where(_THIS_LANE).values(head=bindparam("first"))
_first = select(func.min(_OUTBOX.c.id)).where(_OUTBOX.c.address == bindparam("lane"), WAITS)
_ADVANCE: Final = (
    update(_LANE).where(_THIS_LANE).values(head=_first.scalar_subquery(), ready=None, leased=False)
)
_LEAVE: Final = delete(_LANE).where(_THIS_LANE)
_waits = exists().where(_OUTBOX.c.address == _LANE.c.address, WAITS)
_LEAVE_EMPTY: Final = delete(_LANE).where(_THESE_LANES, ~_waits).returning(_LANE.c.address)
_HOLD: Final = (
    update(_LANE).where(_THIS_LANE).values(ready=bindparam("until"), leased=bindparam("mine"))
)

Row = dict[str, Any]
"""The columns of a row, or what else a statement is told."""


class Lanes:
    """The lanes of a transaction."""

    def __init__(self, statements: Statements) -> None:
        self._run = statements.run
        self._queued: list[Row] = []
        self.has_news = False

    def queue(self, row: Row) -> None:
        """To be put down with all others."""
        self._queued.append(row)

    def flush(self) -> None:
        """Put down what was queued."""
        if self._queued:
            self._put_down(self._join(sorted({row["address"] for row in self._queued})))

    def lock(self, *lanes: str) -> dict[str, int]:
        """Lock lanes, with those of what was queued, which is put down; returns the first rows of
        those at which something waits.
        """
        if not self._queued:
            return self._pairs(_HEADS, {"lanes": sorted(lanes)})
        heads = self._join(sorted({*lanes, *(row["address"] for row in self._queued)}))
        self._put_down(heads)
        return {name: head for name, head in heads.items() if head != _EMPTY}

    def _join(self, names: Sequence[str]) -> dict[str, int]:
        """Lock these lanes, or make them; returns their first rows."""
        if not names:
            return {}
        new = {"head": _EMPTY, "ready": None, "leased": False}
        rows = [{"address": name, "network": network_of(name), **new} for name in names]
        return self._pairs(_JOIN, rows)

    def _pairs(self, statement: Statement, values: Row | Sequence[Row]) -> dict[str, int]:
        return {row.address: row.head for row in self._run(statement, values)}

    def _put_down(self, heads: Mapping[str, int]) -> None:
        """Rows in the order of their queueing, behind what is there already."""
        self.has_news = True
        firsts: dict[str, int] = {}
        for is_page, rows in groupby(_coalesced(self._queued), lambda row: row["kind"] == _PAGE):
            for id_, address in self._run(_PUT_PAGES if is_page else _PUT_ONCE, list(rows)):
                firsts[address] = min(id_, firsts.get(address, id_))
        self._queued.clear()
        new = [name for name, head in heads.items() if head == _EMPTY]
        begun = [{"lane": name, "first": firsts[name]} for name in new if name in firsts]
        if begun:
            self._run(_BEGIN, begun)
        if left := [{"lane": name} for name in new if name not in firsts]:
            self._run(_LEAVE, left)

    def advance(self, lanes: Collection[str]) -> None:
        """Let lanes go on with their first rows at once, or leave those where nothing waits."""
        if lanes:
            left = self._run(_LEAVE_EMPTY, {"lanes": list(lanes)}).scalars()
            if still := [{"lane": lane} for lane in set(lanes).difference(left)]:
                self._run(_ADVANCE, still)

    def hold(self, lanes: Collection[str], until: datetime, *, leased: bool) -> None:
        """Nothing goes there before then, because a row is on its way or has to wait."""
        if lanes:
            self._run(_HOLD, [{"lane": one, "until": until, "mine": leased} for one in lanes])


def network_of(address: str) -> str:
    """The network of an address that was written as a text."""
    return address_from_text(address).network


_PAGE: Final = OutKind.SLOT.value


def _coalesced(rows: Iterable[Row]) -> list[Row]:
    """Of the rows of a page, the first with what later ones say: no statement may meet it twice."""
    kept: list[Row] = []
    pages: dict[tuple[str, str, int], Row] = {}
    for row in rows:
        page = (row["address"], row["name"], row["table_id"])
        first = pages.get(page) if row["kind"] == _PAGE else None
        if first is None:
            kept.append(row)
            if row["kind"] == _PAGE:
                pages[page] = row
        else:
            first["revision"] = max(first["revision"], row["revision"])
            first["fresh"] = first["fresh"] or row["fresh"]
            first["expires"] = row["expires"]
    return kept
