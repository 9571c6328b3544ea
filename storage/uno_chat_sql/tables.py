"""Tables at rest, and what they are looked up by."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Final

from sqlalchemy import (
    BigInteger,
    bindparam,
    cast,
    delete,
    insert,
    null,
    select,
    union_all,
    update,
)

from uno_chat.contract import Conflict, Conversation, StoredTable
from uno_chat_sql.columns import AnyText
from uno_chat_sql.dialect import upsert
from uno_chat_sql.models import table as rows
from uno_chat_sql.statements import Statements

_TABLE: Final = rows("game_table")
_COUNTER: Final = rows("counter")
_ROOM: Final = rows("table_room")
_SEAT: Final = rows("seat")

_count = upsert(_COUNTER).values(name="table", value=1)
_NEW_ID: Final = _count.on_conflict_do_update(
    index_elements=[_COUNTER.c.name], set_={"value": _COUNTER.c.value + 1}
).returning(_COUNTER.c.value)
_LOAD: Final = (
    select(
        _TABLE.c.version,
        _TABLE.c.schema_no,
        _TABLE.c.state,
        _TABLE.c.open,
        _TABLE.c.phase,
        _TABLE.c.closed,
    )
    .where(_TABLE.c.id == bindparam("table"))
    .with_for_update()
)
_INSERT: Final = (
    upsert(_TABLE).on_conflict_do_nothing(index_elements=[_TABLE.c.id]).returning(_TABLE.c.id)
)
_SAVE: Final = (
    update(_TABLE)
    .where(_TABLE.c.id == bindparam("table"), _TABLE.c.version == bindparam("before"))
    .values(
        version=bindparam("number"),
        schema_no=bindparam("form"),
        state=bindparam("content"),
        open=bindparam("still_open"),
        phase=bindparam("stands"),
        closed=bindparam("since"),
    )
)
_rooms = select(
    _ROOM.c.place,
    _ROOM.c.conversation.label("conversation"),
    cast(null(), BigInteger).label("player"),
    _ROOM.c.open.label("open"),
).where(_ROOM.c.table_id == bindparam("table"))
_seats = select(_SEAT.c.place, cast(null(), AnyText), _SEAT.c.player_id, _SEAT.c.open).where(
    _SEAT.c.table_id == bindparam("table")
)
_AROUND: Final = union_all(_rooms, _seats)
_CLEAR_ROOMS: Final = delete(_ROOM).where(_ROOM.c.table_id == bindparam("table"))
_CLEAR_SEATS: Final = delete(_SEAT).where(_SEAT.c.table_id == bindparam("table"))
_ADD_ROOMS: Final = insert(_ROOM)
_ADD_SEATS: Final = insert(_SEAT)
_TABLES_IN: Final = (
    select(_ROOM.c.table_id)
    .where(_ROOM.c.conversation == bindparam("conversation"), _ROOM.c.open)
    .order_by(_ROOM.c.table_id)
    .distinct()
)
_TABLES_OF: Final = (
    select(_SEAT.c.table_id)
    .where(_SEAT.c.player_id == bindparam("player"), _SEAT.c.open)
    .order_by(_SEAT.c.table_id)
    .distinct()
)


@dataclass(frozen=True, slots=True)
class _Around:
    """What a table is looked up by, each with whether it is open."""

    rooms: list[tuple[str, bool]]
    seats: list[tuple[int, bool]]


class Tables:
    """The tables of a transaction. A table is read once: it is locked then, and nobody
    else can change it. ``expect`` is told who sits there.
    """

    def __init__(self, statements: Statements, expect: Callable[[Iterable[int]], None]) -> None:
        self._run, self._count = statements.run, statements.count
        self._expect = expect
        self._read: dict[int, StoredTable] = {}
        self._around: dict[int, _Around] = {}

    def new_table_id(self) -> int:
        return int(self._run(_NEW_ID).scalar_one())

    def table(self, table: int) -> StoredTable | None:
        if table not in self._read:
            found = self._run(_LOAD, {"table": table}).first()
            if found is None:
                return None
            version, schema, state, still_open, phase, closed = found
            around = self._look_around(table)
            rooms = tuple(Conversation.parse(room) for room, _ in around.rooms)
            players = tuple(player for player, _ in around.seats)
            self._expect(players)
            self._read[table] = StoredTable(
                table, version, schema, state, rooms, players, still_open, phase, closed
            )
        return self._read[table]

    def _look_around(self, table: int) -> _Around:
        if table not in self._around:
            rooms, seats = list[tuple[int, str, bool]](), list[tuple[int, int, bool]]()
            for place, room, player, still_open in self._run(_AROUND, {"table": table}):
                if room is not None:
                    rooms.append((place, room, still_open))
                else:
                    seats.append((place, player, still_open))
            self._around[table] = _Around(
                [(room, still_open) for _, room, still_open in sorted(rooms)],
                [(player, still_open) for _, player, still_open in sorted(seats)],
            )
        return self._around[table]

    def save_table(self, table: StoredTable) -> None:
        self._read.pop(table.id, None)
        if table.version == 1:
            saved = self._insert(table)
            self._around[table.id] = _Around([], [])
        else:
            saved = self._update(table)
        if not saved:
            raise Conflict(f"table {table.id} was saved by somebody else")
        self.save_rooms(table)
        self._save_seats(table)

    def _insert(self, table: StoredTable) -> bool:
        row = {
            "id": table.id,
            "version": 1,
            "schema_no": table.schema,
            "open": table.open,
            "state": table.state,
            "phase": table.phase,
            "closed": table.closed,
        }
        return self._run(_INSERT, row).first() is not None

    def _update(self, table: StoredTable) -> bool:
        row = {
            "table": table.id,
            "before": table.version - 1,
            "number": table.version,
            "form": table.schema,
            "content": table.state,
            "still_open": table.open,
            "stands": table.phase,
            "since": table.closed,
        }
        return self._count(_SAVE, row) == 1

    def save_rooms(self, table: StoredTable) -> None:
        """The conversations of a table, and whether it is open, to be looked up by."""
        self._read.pop(table.id, None)
        rooms = [(str(room), table.open) for room in table.rooms]
        around = self._look_around(table.id)
        if rooms == around.rooms:
            return
        self._run(_CLEAR_ROOMS, {"table": table.id})
        rows = [
            {"table_id": table.id, "place": place, "conversation": room, "open": still_open}
            for place, (room, still_open) in enumerate(rooms)
        ]
        if rows:
            self._run(_ADD_ROOMS, rows)
        self._around[table.id] = _Around(rooms, around.seats)

    def _save_seats(self, table: StoredTable) -> None:
        seats = [(player, table.open) for player in table.players]
        around = self._look_around(table.id)
        if seats == around.seats:
            return
        self._run(_CLEAR_SEATS, {"table": table.id})
        rows = [
            {"table_id": table.id, "place": place, "player_id": player, "open": still_open}
            for place, (player, still_open) in enumerate(seats)
        ]
        if rows:
            self._run(_ADD_SEATS, rows)
        self._around[table.id] = _Around(around.rooms, seats)

    def tables_in(self, conversation: Conversation) -> tuple[int, ...]:
        return tuple(self._run(_TABLES_IN, {"conversation": str(conversation)}).scalars())

    def tables_of(self, player: int) -> tuple[int, ...]:
        return tuple(self._run(_TABLES_OF, {"player": player}).scalars())
