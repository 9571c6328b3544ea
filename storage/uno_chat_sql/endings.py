"""What came of rows of the outbox: told one by one, put down together at the end of a transaction.

Whoever has leased a row says what came of it. Rows of pages go; what was said stays for a while.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from sqlalchemy import bindparam, delete, select, update

from uno_chat.contract import (
    OutboxRow,
    Outgoing,
    OutKind,
    Receipt,
    Settled,
    address_from_text,
    address_to_text,
)
from uno_chat_sql.claims import OUT
from uno_chat_sql.columns import AnyRow
from uno_chat_sql.dialect import among
from uno_chat_sql.lanes import Lanes
from uno_chat_sql.models import WAITS, table
from uno_chat_sql.slots import Slots
from uno_chat_sql.statements import Statements

_OUTBOX: Final = table("outbox")
_THESE: Final = (among(_OUTBOX.c.id, "rows"), WAITS)
_MINE: Final = (*_THESE, _OUTBOX.c.attempts == bindparam("tries"))
_FOUND: Final = (_OUTBOX.c.id, _OUTBOX.c.attempts, *OUT)
_ROWS: Final = select(*_FOUND).where(*_THESE)
_DELETE: Final = delete(_OUTBOX).where(*_MINE).returning(*_FOUND)
_END: Final = (
    update(_OUTBOX).where(*_MINE).values(ended=bindparam("how"), payload="").returning(*_FOUND)
)


@dataclass(frozen=True, slots=True)
class Ending:
    """What came of a row."""

    row: OutboxRow
    how: Settled
    receipt: Receipt | None
    menu: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Mine:
    """A row as it is now, wherever it was moved, and the first row of its lane, which is locked."""

    head: int | None
    out: Outgoing


class Lease(NamedTuple):
    """A row, and the attempt of whoever has it."""

    row: int
    attempt: int


def lease(row: OutboxRow) -> Lease:
    """What whoever has been given this row has of it."""
    return Lease(row.id, row.attempts + 1)


@dataclass(slots=True)
class Endings:
    """The endings of a transaction."""

    statements: Statements
    lanes: Lanes
    slots: Slots
    _told: dict[Lease, Ending] = field(default_factory=dict)

    def tell(self, ending: Ending) -> None:
        """To be put down with all others; what is told first of a row counts."""
        self._told.setdefault(lease(ending.row), ending)

    def flush(self) -> None:
        """Put down what was told of rows that still are of whoever told it."""
        if not self._told:
            return
        told, self._told = self._told, {}
        lanes = {address_to_text(one.row.out.to) for one in told.values()}
        heads = self.lanes.lock(*lanes)
        mine = self._ended(told)
        if moved := {row.address for row in mine.values()} - lanes:
            heads |= self.lanes.lock(*moved)
        self.lanes.advance(
            {r.address for one, r in mine.items() if heads.get(r.address) == one.row}
        )
        sent = [one for one in mine if told[one].how is Settled.SENT and _is_page(told[one])]
        self.slots.show([(outgoing(mine[o]), told[o].receipt, told[o].menu) for o in sent])

    def _ended(self, told: Mapping[Lease, Ending]) -> dict[Lease, AnyRow]:
        """Those that are still of whoever told it, as they were; pages go, the others stay."""
        alike: dict[tuple[int, str], list[int]] = {}
        for one, ending in told.items():
            how = "" if _is_page(ending) else ending.how.value
            alike.setdefault((one.attempt, how), []).append(one.row)
        mine, run = dict[Lease, AnyRow](), self.statements.run
        for (attempt, how), rows in sorted(alike.items()):
            these = {"rows": rows, "tries": attempt}
            done = run(_END, {**these, "how": how}) if how else run(_DELETE, these)
            mine |= {Lease(row.id, row.attempts): row for row in done}
        return mine

    def mine(self, rows: Sequence[OutboxRow]) -> dict[Lease, Mine]:
        """Of these rows those that are not done and were not leased again since, to somebody who
        sends them now.
        """
        lanes = {address_to_text(row.out.to) for row in rows}
        while True:
            heads = self.lanes.lock(*lanes)
            found = self.found(rows)
            moved = {row.address for row in found.values()} - lanes
            if not moved:
                return {o: Mine(heads.get(r.address), outgoing(r)) for o, r in found.items()}
            lanes |= moved

    def found(self, rows: Iterable[OutboxRow]) -> dict[Lease, AnyRow]:
        """Their columns as they are now."""
        leases = set(map(lease, rows))
        found = self.statements.run(_ROWS, {"rows": [one.row for one in leases]})
        now = {Lease(row.id, row.attempts): row for row in found}
        return {one: now[one] for one in leases if one in now}


def outgoing(row: AnyRow) -> Outgoing:
    """What is to be said, from its columns."""
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


def _is_page(ending: Ending) -> bool:
    return ending.row.out.kind is OutKind.SLOT
