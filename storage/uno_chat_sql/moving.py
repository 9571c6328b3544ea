"""A conversation changes its name: every row that named the old one names the new one.

Rare, so its statements have no index of their own. What stands under both names is merged.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from sqlalchemy import bindparam, delete, exists, func, insert, select, update

from uno_chat.contract import Conversation, address_to_text
from uno_chat_sql.columns import EPOCH, AnyRow, AnyText
from uno_chat_sql.dialect import upsert
from uno_chat_sql.lanes import network_of
from uno_chat_sql.models import SAID_ONCE, UNHANDLED, UNTRIED_PAGE, WAITS
from uno_chat_sql.models import table as rows
from uno_chat_sql.outbox import PAGE_NEWS, News, Outbox, absorb
from uno_chat_sql.people import People
from uno_chat_sql.standings import Standings
from uno_chat_sql.statements import Statements
from uno_chat_sql.tables import Tables

_INBOX: Final = rows("inbox")
_ROOM: Final = rows("room")
_TABLE_ROOM: Final = rows("table_room")
_SLOT: Final = rows("slot")
_OUTBOX: Final = rows("outbox")
_LANE: Final = rows("lane")
_OTHER_SLOT: Final = _SLOT.alias("other")
_OTHER_ROW: Final = _OUTBOX.alias("other")
_OLD: Final = bindparam("old", type_=AnyText)
_NEW: Final = bindparam("new", type_=AnyText)

_MOVE_INBOX: Final = update(_INBOX).where(UNHANDLED, _INBOX.c.lane == _OLD).values(lane=_NEW)

_LEAVE_ROOM: Final = (
    delete(_ROOM)
    .where(_ROOM.c.conversation == _OLD)
    .returning(_ROOM.c.title, _ROOM.c.language, _ROOM.c.profile)
)
_put_room = upsert(_ROOM)
_MERGE_ROOM: Final = _put_room.on_conflict_do_update(
    index_elements=[_ROOM.c.conversation],
    set_={
        "title": func.coalesce(func.nullif(_ROOM.c.title, ""), _put_room.excluded.title),
        "language": func.coalesce(_ROOM.c.language, _put_room.excluded.language),
        "profile": func.coalesce(func.nullif(_ROOM.c.profile, ""), _put_room.excluded.profile),
    },
)
_TABLES_IN: Final = (
    select(_TABLE_ROOM.c.table_id).where(_TABLE_ROOM.c.conversation == _OLD).distinct()
)

_DROP_DOUBLE_SLOTS: Final = delete(_SLOT).where(
    _SLOT.c.address == _OLD,
    exists().where(
        _OTHER_SLOT.c.address == _NEW,
        _OTHER_SLOT.c.table_id == _SLOT.c.table_id,
        _OTHER_SLOT.c.name == _SLOT.c.name,
    ),
)
_LAST_OLD: Final = select(func.max(_SLOT.c.shown)).where(_SLOT.c.address == _OLD)
_FIRST_NEW: Final = select(func.min(_SLOT.c.shown)).where(_SLOT.c.address == _NEW)
_MOVE_SLOTS: Final = (
    update(_SLOT)
    .where(_SLOT.c.address == _OLD)
    .values(address=_NEW, message=None, shown=_SLOT.c.shown - bindparam("shift"))
)
_FORGET_MESSAGES: Final = (
    update(_SLOT)
    .where(func.substr(_SLOT.c.message, 1, func.length(_OLD)) == _OLD)
    .values(message=None)
)

_DROP_SAID_TWICE: Final = delete(_OUTBOX).where(
    SAID_ONCE,
    _OUTBOX.c.address == _OLD,
    _OUTBOX.c.name.in_(
        select(_OTHER_ROW.c.name).where(_OTHER_ROW.c.address == _NEW, _OTHER_ROW.c.kind != "slot")
    ),
)
_UNTRIED: Final = (
    select(_OUTBOX.c.table_id, _OUTBOX.c.name, *PAGE_NEWS)
    .where(UNTRIED_PAGE, _OUTBOX.c.address.in_([_OLD, _NEW]))
    .order_by(_OUTBOX.c.id)
)
_MOVE_OUTBOX: Final = update(_OUTBOX).where(_OUTBOX.c.address == _OLD).values(address=_NEW)
_LEAVE_LANES: Final = (
    delete(_LANE).where(_LANE.c.address.in_([_OLD, _NEW])).returning(_LANE.c.ready, _LANE.c.leased)
)
_FIRST: Final = select(func.min(_OUTBOX.c.id)).where(_OUTBOX.c.address == _NEW, WAITS)
_NEW_LANE: Final = insert(_LANE)


class Moving:
    """The move of a transaction."""

    def __init__(
        self,
        statements: Statements,
        tables: Tables,
        people: People,
        outbox: Outbox,
        standings: Standings,
    ) -> None:
        self._statements = statements
        self._run = statements.run
        self._tables = tables
        self._people = people
        self._outbox = outbox
        self._standings = standings

    def move_conversation(self, old: Conversation, new: Conversation) -> None:
        if old == new:
            return
        names = {"old": str(old), "new": str(new)}
        addresses = {"old": address_to_text(old), "new": address_to_text(new)}
        self._outbox.read_anew()
        self._run(_MOVE_INBOX, names)
        self._move_room(names)
        self._move_tables(old, new)
        self._move_slots(addresses, f"{old}#")
        self._move_outbox(addresses)
        self._standings.move_place(old, new)

    def _move_room(self, names: dict[str, str]) -> None:
        left = self._run(_LEAVE_ROOM, {"old": names["old"]}).mappings().first()
        if left is not None:
            self._run(_MERGE_ROOM, {"conversation": names["new"], **left})
        self._people.forget()

    def _move_tables(self, old: Conversation, new: Conversation) -> None:
        for number in self._run(_TABLES_IN, {"old": str(old)}).scalars().all():
            if (table := self._tables.table(number)) is not None:
                rooms = dict.fromkeys(new if room == old else room for room in table.rooms)
                self._tables.save_rooms(replace(table, rooms=tuple(rooms)))

    def _move_slots(self, addresses: dict[str, str], messages: str) -> None:
        """Pages that come along were shown before those that are there."""
        self._run(_DROP_DOUBLE_SLOTS, addresses)
        last = self._run(_LAST_OLD, {"old": addresses["old"]}).scalar()
        first = self._run(_FIRST_NEW, {"new": addresses["new"]}).scalar()
        if last is not None:
            shift = 0 if first is None else last + 1 - first
            self._run(_MOVE_SLOTS, {**addresses, "shift": shift})
        self._run(_FORGET_MESSAGES, {"old": messages})

    def _move_outbox(self, addresses: dict[str, str]) -> None:
        lanes = self._run(_LEAVE_LANES, addresses).all()
        self._run(_DROP_SAID_TWICE, addresses)
        pages: dict[tuple[int, str], News] = {}
        for table, name, *columns in self._run(_UNTRIED, addresses).all():
            news = News(*columns)
            if (first := pages.setdefault((table, name), news)) is not news:
                absorb(self._statements, first, news)
        self._run(_MOVE_OUTBOX, addresses)
        if lanes:
            self._join_lanes(addresses["new"], lanes)

    def _join_lanes(self, new: str, lanes: Sequence[AnyRow]) -> None:
        """One lane waits as long as either of two did."""
        later = max(lanes, key=lambda lane: lane.ready or EPOCH)
        head = self._run(_FIRST, {"new": new}).scalar()
        row = {"address": new, "network": network_of(new), "head": head}
        if head is not None:
            self._run(_NEW_LANE, {**row, "ready": later.ready, "leased": later.leased})
