"""The rows of a store in memory: frozen values in dicts, so that a copy of the dicts undoes all."""

from __future__ import annotations

from dataclasses import dataclass, field, fields, replace
from datetime import UTC, datetime, timedelta
from typing import Final

from uno_chat.contract import (
    Address,
    Alarm,
    Conversation,
    InboxRow,
    Outgoing,
    OutKind,
    Player,
    Receipt,
    Room,
    Sat,
    Slot,
    Standing,
    StoredTable,
    User,
)

AT_ONCE: Final = datetime(1970, 1, 1, tzinfo=UTC)
_NO_TEXT: Final = dict.fromkeys([0, *range(0xD800, 0xE000)], "\N{REPLACEMENT CHARACTER}")


def kept_text(text: str) -> str:
    """A text as a store keeps it: what no database takes becomes U+FFFD."""
    return text.translate(_NO_TEXT)


def kept_time(at: datetime) -> datetime:
    """A time as a store keeps it: UTC, to the millisecond; raises TypeError on a naive one."""
    return AT_ONCE + timedelta(milliseconds=in_ms(at))


def kept_table(table: StoredTable) -> StoredTable:
    """A table as a store keeps it."""
    closed = None if table.closed is None else kept_time(table.closed)
    return replace(table, state=kept_text(table.state), closed=closed)


def in_ms(at: datetime) -> int:
    """Milliseconds since 1970."""
    return (at - AT_ONCE) // timedelta(milliseconds=1)


@dataclass(frozen=True, slots=True)
class Waiting:
    """An inbox row that waits, perhaps held back."""

    row: InboxRow
    held: datetime | None = None


@dataclass(frozen=True, slots=True)
class Ended:
    """How something ended that may come again and must not be done again."""

    at: datetime
    result: str
    why: str = ""
    table: int | None = None
    payload: str = ""


@dataclass(frozen=True, slots=True)
class Queued:
    """An outbox row that waits or is on its way."""

    id: int
    out: Outgoing
    at: datetime
    attempts: int = 0

    @property
    def page(self) -> tuple[int | None, str, Address]:
        """Which page at which address is stale."""
        return self.out.table, self.out.name, self.out.to


@dataclass(frozen=True, slots=True)
class Hold:
    """Until when nothing is sent to an address, and whether because a row is on its way."""

    until: datetime
    leased: bool


@dataclass(slots=True)
class Rows:
    """All that a store holds; tests may look into it."""

    numbers: dict[str, int] = field(default_factory=dict)
    inbox: dict[int, Waiting] = field(default_factory=dict)
    handled: dict[tuple[str, str], Ended] = field(default_factory=dict)
    unreadable: dict[tuple[str, str], tuple[datetime, str]] = field(default_factory=dict)
    cursors: dict[str, str] = field(default_factory=dict)
    shifts: dict[str, tuple[str, datetime]] = field(default_factory=dict)
    memories: dict[str, dict[str, str]] = field(default_factory=dict)
    players: dict[int, Player] = field(default_factory=dict)
    users: dict[User, int] = field(default_factory=dict)
    rooms: dict[Conversation, Room] = field(default_factory=dict)
    tables: dict[int, StoredTable] = field(default_factory=dict)
    records: dict[tuple[int, int], tuple[str, ...]] = field(default_factory=dict)
    seats: dict[tuple[int, int, str, int], Sat] = field(default_factory=dict)
    alarms: dict[int, tuple[Alarm, ...]] = field(default_factory=dict)
    outbox: dict[int, Queued] = field(default_factory=dict)
    said: dict[tuple[Address, str], Ended] = field(default_factory=dict)
    holds: dict[Address, Hold] = field(default_factory=dict)
    slots: dict[tuple[int | None, str, Address], Slot] = field(default_factory=dict)
    standings: dict[tuple[Conversation, int], Standing] = field(default_factory=dict)

    def copy(self) -> Rows:
        """The same rows in dicts of their own."""
        return Rows(*(dict(getattr(self, column.name)) for column in fields(self)))

    def release(self, network: str) -> None:
        """What was on its way on a network is on its way no more."""
        self.holds = {
            to: hold for to, hold in self.holds.items() if not hold.leased or to.network != network
        }

    def coalesce(self, page: tuple[int | None, str, Address]) -> None:
        """Of the rows of a page that were not attempted, leave the first, with the last's news."""
        fresh = [q for q in self.outbox.values() if q.page == page and q.attempts == 0]
        fresh = [q for q in fresh if q.out.kind is OutKind.SLOT]
        for later in fresh[1:]:
            first = self.outbox[fresh[0].id]
            out = replace(
                later.out,
                revision=max(first.out.revision, later.out.revision),
                fresh=first.out.fresh or later.out.fresh,
            )
            self.outbox[first.id] = replace(first, out=out)
            del self.outbox[later.id]

    def end(self, row: int, result: str, why: str = "", *, kept: bool = False) -> None:
        """What arrived is done; ``kept``: what was said stays, to be looked at."""
        if (waiting := self.inbox.pop(row, None)) is not None:
            came = waiting.row.arrival
            ended = Ended(came.at, result, why, payload=came.payload if kept else "")
            self.handled[came.account, came.event_id] = ended

    def noted(self) -> list[Sat]:
        """Whose seats were whose, in order."""
        return [sat for _, sat in sorted(self.seats.items(), key=lambda one: one[0])]

    def free(self, queued: Queued) -> None:
        """Let a lane go on, if it was this row that held it."""
        if queued.id == min(q.id for q in self.outbox.values() if q.out.to == queued.out.to):
            self.holds.pop(queued.out.to, None)

    def show(self, out: Outgoing, receipt: Receipt | None, menu: tuple[str, ...]) -> None:
        """A page was sent: this is what people see now."""
        before = self.slots.pop((out.table, out.name, out.to), None)
        message = receipt.message if receipt is not None else None
        if message is None and before is not None:
            message = before.message
        shown = Slot(out.table or 0, out.name, out.to, message, out.revision, menu)
        self.slots[out.table, out.name, out.to] = shown

    def prune(self, before: datetime) -> int:
        """Forget what ended before then; returns how much."""
        handled = [key for key, ended in self.handled.items() if ended.at < before]
        unreadable = [key for key, (at, _) in self.unreadable.items() if at < before]
        said = [key for key, ended in self.said.items() if self._may_forget(ended, before)]
        for key in handled:
            del self.handled[key]
        for key in unreadable:
            del self.unreadable[key]
        for notice in said:
            del self.said[notice]
        return len(handled) + len(unreadable) + len(said)

    def clear(self, closed: datetime, now: datetime) -> int:
        """Forget tables that were closed before then; returns how many."""
        old = set[int]()
        for table in [one for one in self.tables.values() if not one.open]:
            since = self.tables[table.id] = replace(table, closed=table.closed or now)
            if since.closed is not None and since.closed < closed:
                old.add(table.id)
        for number in old:
            del self.tables[number]
            self.alarms.pop(number, None)
        self.slots = {page: slot for page, slot in self.slots.items() if slot.table not in old}
        self.seats = {
            key: sat for key, sat in self.seats.items() if sat.round_no or sat.table not in old
        }
        return len(old)

    def _may_forget(self, said: Ended, before: datetime) -> bool:
        table = None if said.table is None else self.tables.get(said.table)
        return bool(said.result) and said.at < before and (table is None or not table.open)
