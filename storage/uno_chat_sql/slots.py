"""Pages as they are shown."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Final

from sqlalchemy import bindparam, func, select, update

from uno_chat.contract import (
    Address,
    Message,
    Outgoing,
    Receipt,
    Slot,
    address_from_text,
    address_to_text,
)
from uno_chat_sql.columns import AnyRow
from uno_chat_sql.dialect import upsert
from uno_chat_sql.models import table as rows
from uno_chat_sql.statements import Statements

_SLOT: Final = rows("slot")
_COLUMNS: Final = tuple(
    _SLOT.c[name] for name in ("table_id", "name", "address", "message", "revision", "menu")
)
_KEY: Final = (_SLOT.c.table_id, _SLOT.c.name, _SLOT.c.address)
_OF_TABLE: Final = select(*_COLUMNS).where(_SLOT.c.table_id == bindparam("table"))
_THIS: Final = (
    _SLOT.c.table_id == bindparam("table"),
    _SLOT.c.name == bindparam("page"),
    _SLOT.c.address == bindparam("to"),
)

_AT: Final = (
    select(*_COLUMNS).where(_SLOT.c.address == bindparam("to")).order_by(_SLOT.c.shown.desc())
)
_LAST: Final = select(func.coalesce(func.max(_SLOT.c.shown), 0)).where(
    _SLOT.c.address == bindparam("there")
)
_put = upsert(_SLOT).values(
    **{column.name: bindparam(column.name) for column in _COLUMNS},
    shown=_LAST.scalar_subquery() + 1,
)
_SHOW: Final = _put.on_conflict_do_update(
    index_elements=_KEY,
    set_={
        "message": func.coalesce(_put.excluded.message, _SLOT.c.message),
        "revision": _put.excluded.revision,
        "menu": _put.excluded.menu,
        "shown": _put.excluded.shown,
    },
)
_FORGET: Final = update(_SLOT).where(*_THIS).values(message=None)


class Slots:
    """The pages of a transaction. Those of a table are read together: whoever asks for one of them
    asks for the others, too.
    """

    def __init__(self, statements: Statements) -> None:
        self._run = statements.run
        self._read: dict[int, dict[tuple[str, str], AnyRow]] = {}

    def slot(self, table: int, name: str, to: Address) -> Slot | None:
        if table not in self._read:
            found = self._run(_OF_TABLE, {"table": table})
            self._read[table] = {(row.name, row.address): row for row in found}
        row = self._read[table].get((name, address_to_text(to)))
        return None if row is None else _slot(row)

    def read_anew(self) -> None:
        """Something else has written there."""
        self._read.clear()

    def slots_at(self, to: Address) -> tuple[Slot, ...]:
        found = self._run(_AT, {"to": address_to_text(to)})
        return tuple(_slot(row) for row in found)

    def show(self, pages: Iterable[tuple[Outgoing, Receipt | None, tuple[str, ...]]]) -> None:
        """Pages were sent: this is what people see now."""
        if shown := [_shown(*page) for page in pages]:
            self.read_anew()
            self._run(_SHOW, shown)

    def forget(self, out: Outgoing) -> None:
        """The message of a page is gone."""
        self.read_anew()
        self._run(_FORGET, {"table": out.table, "page": out.name, "to": address_to_text(out.to)})


def _shown(out: Outgoing, receipt: Receipt | None, menu: tuple[str, ...]) -> dict[str, object]:
    to = address_to_text(out.to)
    message = receipt.message if receipt is not None else None
    return {
        "table_id": out.table,
        "name": out.name,
        "address": to,
        "there": to,
        "message": None if message is None else str(message),
        "revision": out.revision,
        "menu": json.dumps(menu),
    }


def _slot(row: AnyRow) -> Slot:
    return Slot(
        table=row.table_id,
        name=row.name,
        to=address_from_text(row.address),
        message=None if row.message is None else Message.parse(row.message),
        revision=row.revision,
        menu=tuple(json.loads(row.menu)),
    )
