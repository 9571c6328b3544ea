"""The next rows of the outbox: the heads of free lanes, each leased to whoever sends it.

Who asks for one gets one; who asks again in the same transaction will go on asking, and has the
next ones looked up at once. All are marked together.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Collection
from dataclasses import dataclass, field
from datetime import datetime
from typing import Final

from sqlalchemy import bindparam, select, update

from uno_chat_sql.columns import AnyRow
from uno_chat_sql.dialect import among
from uno_chat_sql.lanes import Lanes
from uno_chat_sql.models import FREE, HELD, WAITS, table
from uno_chat_sql.statements import Statements

_OUTBOX: Final = table("outbox")
_LANE: Final = table("lane")
_AHEAD: Final = 16
"""Rows that are looked up at once."""
OUT: Final = tuple(
    _OUTBOX.c[name]
    for name in ("kind", "address", "table_id", "name", "revision", "payload", "fresh", "expires")
)

_over = select(_LANE.c.address).where(HELD, _LANE.c.ready <= bindparam("now"))
_WAKE: Final = (
    update(_LANE)
    .where(_LANE.c.address.in_(_over.with_for_update(skip_locked=True)))
    .values(ready=None, leased=False)
)
_NEXT: Final = (
    select(_OUTBOX.c.id, _OUTBOX.c.queued, _OUTBOX.c.attempts, *OUT)
    .join_from(_LANE, _OUTBOX, _LANE.c.head == _OUTBOX.c.id)
    .where(
        FREE,
        _LANE.c.network == bindparam("network"),
        ~among(_LANE.c.address, "busy"),
    )
    .order_by(_LANE.c.head)
    .limit(bindparam("most"))
    .with_for_update(skip_locked=True, of=_LANE)
)
THIS_ROW: Final = (_OUTBOX.c.id == bindparam("row"), WAITS)
COUNT: Final = update(_OUTBOX).where(*THIS_ROW).values(attempts=bindparam("tries"))


@dataclass(frozen=True, slots=True)
class Asked:
    """For what rows somebody asks: of these networks, due now, but of no busy lane; and until when
    nobody else may take them.
    """

    networks: Collection[str]
    now: datetime
    busy: list[str]
    lease: datetime


@dataclass(slots=True)
class Claims:
    """The rows that a transaction takes. ``woken`` says up to when lanes whose wait is over were
    looked for.
    """

    statements: Statements
    lanes: Lanes
    woken: datetime | None = None
    _asked: Asked | None = None
    _ahead: deque[AnyRow] = field(default_factory=deque)
    _is_all: bool = False
    _taken: dict[str, AnyRow] = field(default_factory=dict)

    def take(self, asked: Asked) -> AnyRow | None:
        """The next of these rows."""
        if asked != self._asked:
            self.flush()
            self._asked = asked
        if self.woken != asked.now:
            self.statements.run(_WAKE, {"now": asked.now})
            self.woken = asked.now
        if not self._ahead and not self._is_all:
            self._look_ahead(asked)
        if not self._ahead:
            return None
        found = self._ahead.popleft()
        self._taken[found.address] = found
        return found

    def _look_ahead(self, asked: Asked) -> None:
        most = _AHEAD if self._taken else 1
        these = {"busy": [*asked.busy, *self._taken], "most": most}
        found: list[AnyRow] = []
        for network in asked.networks:
            found += self.statements.run(_NEXT, {"network": network, **these})
        self._ahead.extend(sorted(found, key=lambda row: row.id)[:most])
        self._is_all = len(self._ahead) < most

    def flush(self) -> None:
        """Mark what was taken."""
        if self._asked is not None and self._taken:
            self.lanes.hold(self._taken, self._asked.lease, leased=True)
            tries = [{"row": r.id, "tries": r.attempts + 1} for r in self._taken.values()]
            self.statements.run(COUNT, tries)
        self._asked, self._is_all = None, False
        self._ahead.clear()
        self._taken.clear()
