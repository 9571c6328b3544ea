"""The records of rounds, and whose seats these were."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import Final

from sqlalchemy import bindparam, func, insert, select, update

from uno_chat.contract import Sat
from uno_chat_sql.columns import AnyRow
from uno_chat_sql.dialect import upsert
from uno_chat_sql.models import table as rows
from uno_chat_sql.statements import Statements

_RECORD: Final = rows("record")
_SAT: Final = rows("sat")
_THIS: Final = (
    _RECORD.c.table_id == bindparam("table"),
    _RECORD.c.round_no == bindparam("number"),
)

_last_line = select(func.coalesce(func.max(_RECORD.c.line_no), 0)).where(*_THIS)
_ADD_LINES: Final = insert(_RECORD).values(
    table_id=bindparam("table"),
    round_no=bindparam("number"),
    line_no=_last_line.scalar_subquery() + 1,
    line=bindparam("text"),
)
_LINES: Final = select(_RECORD.c.line).where(*_THIS).order_by(_RECORD.c.line_no)
_LAST_ROUND: Final = select(func.max(_RECORD.c.round_no)).where(
    _RECORD.c.table_id == bindparam("table")
)
_FIRST: Final = update(_RECORD).where(*_THIS, _RECORD.c.line_no == 1).values(line=bindparam("put"))

_KEY: Final = (_SAT.c.table_id, _SAT.c.round_no, _SAT.c.seat, _SAT.c.line_no)
_put = upsert(_SAT)
_NOTE: Final = _put.on_conflict_do_update(
    index_elements=_KEY, set_={"player_id": _put.excluded.player_id}
)
_NOTED: Final = select(*_KEY, _SAT.c.player_id)
_OF: Final = _NOTED.where(_SAT.c.player_id == bindparam("player"))
_AT: Final = _NOTED.where(_SAT.c.table_id == bindparam("table"))


class Records:
    """The records of a transaction."""

    def __init__(self, statements: Statements) -> None:
        self._run = statements.run

    def append_record(self, table: int, round_no: int, lines: Sequence[str]) -> None:
        if not lines:
            return
        record = {"table": table, "number": round_no}
        self._run(_ADD_LINES, [{**record, "text": line} for line in lines])

    def record(self, table: int, round_no: int) -> tuple[str, ...]:
        return tuple(self._run(_LINES, {"table": table, "number": round_no}).scalars())

    def last_round(self, table: int) -> int | None:
        return self._run(_LAST_ROUND, {"table": table}).scalar()

    def open_record_anew(self, table: int, round_no: int, line: str) -> None:
        self._run(_FIRST, {"table": table, "number": round_no, "put": line})

    def note_seats(self, seats: Collection[Sat]) -> None:
        for one in seats:
            row = {"table_id": one.table, "round_no": one.round_no, "seat": one.seat}
            self._run(_NOTE, {**row, "line_no": one.line, "player_id": one.player})

    def seats_of(self, player: int) -> tuple[Sat, ...]:
        return _in_order(self._run(_OF, {"player": player}))

    def seats_at(self, table: int) -> tuple[Sat, ...]:
        return _in_order(self._run(_AT, {"table": table}))


def _in_order(found: Iterable[AnyRow]) -> tuple[Sat, ...]:
    """Databases order texts as their country does, so we do it."""
    seats = (Sat(*row) for row in found)
    return tuple(sorted(seats, key=lambda s: (s.table, s.round_no, s.seat, s.line)))
