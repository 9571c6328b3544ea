"""A store in memory: every promise of the protocol over plain dicts, nothing kept on disk.

Made to be read beside ``contract/store.py``: what it does is what every store must do.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from typing import TypeVar

from uno_chat.contract import (
    Address,
    Alarm,
    Arrival,
    Conflict,
    Conversation,
    InboxRow,
    OutboxRow,
    Outgoing,
    OutKind,
    Player,
    Receipt,
    Room,
    Settled,
    Slot,
    StoredTable,
    StoreError,
    Transaction,
    User,
    rung,
)
from uno_chat.testing.memory_books import Books
from uno_chat.testing.memory_moving import forget, move_conversation, move_user
from uno_chat.testing.memory_rows import (
    AT_ONCE,
    Ended,
    Hold,
    Queued,
    Rows,
    Waiting,
    in_ms,
    kept_table,
    kept_text,
    kept_time,
)

T = TypeVar("T")


class MemoryStore:
    """A store for tests. ``MemoryStore(old.rows)`` is what is found after ``old`` was killed."""

    def __init__(self, rows: Rows | None = None) -> None:
        self.rows = Rows() if rows is None else rows.copy()
        self._open = False

    async def open(self) -> None:
        if not self._open:
            holds = self.rows.holds
            self.rows.holds = {to: hold for to, hold in holds.items() if not hold.leased}
        self._open = True

    async def transact(self, body: Callable[[Transaction], T]) -> T:
        if not self._open:
            raise StoreError("The store is not open: call open() first.")
        before = self.rows.copy()
        try:
            return body(MemoryTransaction(self.rows))
        except BaseException:
            self.rows = before
            raise

    async def close(self) -> None:
        self._open = False


class MemoryTransaction:
    """What a body may do to the rows; ``transact`` puts them back when the body raises."""

    def __init__(self, rows: Rows) -> None:
        self._rows = rows
        books = Books(rows)
        self.append_record = books.append_record
        self.record = books.record
        self.last_round = books.last_round
        self.open_record_anew = books.open_record_anew
        self.note_seats = books.note_seats
        self.seats_of = books.seats_of
        self.seats_at = books.seats_at
        self.add_standings = books.add_standings
        self.standings_in = books.standings_in
        self.standings_of = books.standings_of
        self.move_standings = books.move_standings

    def _number(self, name: str) -> int:
        self._rows.numbers[name] = number = self._rows.numbers.get(name, 0) + 1
        return number

    # inbox

    def receive(self, arrival: Arrival) -> bool:
        event_id, payload = kept_text(arrival.event_id), kept_text(arrival.payload)
        kept = replace(arrival, event_id=event_id, at=kept_time(arrival.at), payload=payload)
        key = (kept.account, kept.event_id)
        waiting = (w.row.arrival for w in self._rows.inbox.values())
        if key in self._rows.handled or any(key == (a.account, a.event_id) for a in waiting):
            return False
        row = InboxRow(self._number("inbox"), kept, 0)
        self._rows.inbox[row.id] = Waiting(row)
        return True

    def set_aside(self, account: str, event_id: str, at: datetime, raw: str) -> None:
        kept = kept_time(at), kept_text(raw)
        self._rows.unreadable.setdefault((account, kept_text(event_id)), kept)

    def next_inbox(self, now: datetime, busy: Collection[str]) -> InboxRow | None:
        lanes = set(busy)
        for waiting in self._rows.inbox.values():
            lane = waiting.row.arrival.lane
            if lane not in lanes and (waiting.held is None or waiting.held <= now):
                return waiting.row
            lanes.add(lane)
        return None

    def keep_inbox(self, row: int, until: datetime) -> None:
        if (waiting := self._rows.inbox.get(row)) is not None:
            self._rows.inbox[row] = Waiting(waiting.row, kept_time(until))

    def take_inbox(self, row: int) -> bool:
        return row in self._rows.inbox

    def finish_inbox(self, row: int, result: str) -> None:
        self._rows.end(row, result)

    def fail_inbox(self, row: int, until: datetime | None, why: str) -> None:
        if until is None:
            self._rows.end(row, "set aside", why, kept=True)
        elif (waiting := self._rows.inbox.get(row)) is not None:
            failed = replace(waiting.row, attempts=waiting.row.attempts + 1)
            self._rows.inbox[row] = Waiting(failed, kept_time(until))

    def cursor(self, account: str) -> str | None:
        return self._rows.cursors.get(account)

    def save_cursor(self, account: str, cursor: str) -> None:
        self._rows.cursors[account] = kept_text(cursor)

    def take_shift(self, account: str, worker: str, now: datetime, until: datetime) -> bool:
        holder, end = self._rows.shifts.get(account, (worker, now))
        if holder != worker and end > now:
            return False
        if holder != worker:
            self._rows.release(account)
        self._rows.shifts[account] = (worker, kept_time(until))
        return True

    def has_shift(self, account: str, worker: str) -> bool:
        return self._rows.shifts.get(account, ("", AT_ONCE))[0] == worker

    def end_shift(self, account: str, worker: str) -> None:
        if self.has_shift(account, worker):
            del self._rows.shifts[account]
            self._rows.release(account)

    def memory(self, account: str, begins: str = "") -> dict[str, str]:
        kept = self._rows.memories.get(account, {})
        return {name: text for name, text in kept.items() if name.startswith(kept_text(begins))}

    def remember(self, account: str, changes: Mapping[str, str | None]) -> None:
        kept = self.memory(account) | {kept_text(name): text for name, text in changes.items()}
        self._rows.memories[account] = {
            name: kept_text(text) for name, text in kept.items() if text is not None
        }

    # people and rooms

    def player(self, user: User) -> Player | None:
        return self._rows.players.get(self._rows.users.get(user, 0))

    def player_by_id(self, player: int) -> Player | None:
        return self._rows.players.get(player)

    def remember_player(self, user: User, name: str, language: str | None) -> Player:
        known = self.player(user)
        if known is None:
            known = Player(self._number("player"), kept_text(name), language, (user,), user)
            self._rows.users[user] = known.id
        newer = replace(
            known, name=kept_text(name) or known.name, language=known.language or language
        )
        self._rows.players[newer.id] = newer
        return newer

    def move_user(self, user: User, player: int | None) -> Player:
        if user not in self._rows.users or player not in {None, *self._rows.players}:
            raise LookupError(f"no user {user} or no player {player}")
        return move_user(self._rows, user, self._number("player") if player is None else player)

    def set_private(self, player: int, user: User) -> None:
        if self._rows.users.get(user) == player:
            known = self._rows.players[player]
            self._rows.players[player] = replace(known, private=user)

    def set_language(self, player: int, language: str) -> None:
        if player in self._rows.players:
            known = self._rows.players[player]
            self._rows.players[player] = replace(known, language=language)

    def set_profile(self, player: int, profile: str) -> None:
        if player in self._rows.players:
            known = self._rows.players[player]
            self._rows.players[player] = replace(known, profile=kept_text(profile))

    def room(self, conversation: Conversation) -> Room | None:
        return self._rows.rooms.get(conversation)

    def remember_room(self, conversation: Conversation, title: str) -> Room:
        known = self._rows.rooms.get(conversation) or Room(conversation, "", None)
        self._rows.rooms[conversation] = newer = replace(
            known, title=kept_text(title) or known.title
        )
        return newer

    def set_room_language(self, conversation: Conversation, language: str) -> None:
        if conversation in self._rows.rooms:
            known = self._rows.rooms[conversation]
            self._rows.rooms[conversation] = replace(known, language=language)

    def set_room_profile(self, conversation: Conversation, profile: str) -> None:
        if conversation in self._rows.rooms:
            known = self._rows.rooms[conversation]
            self._rows.rooms[conversation] = replace(known, profile=kept_text(profile))

    def forget(self, users: Collection[User]) -> None:
        forget(self._rows, users)

    # tables and records

    def new_table_id(self) -> int:
        return self._number("table")

    def table(self, table: int) -> StoredTable | None:
        return self._rows.tables.get(table)

    def save_table(self, table: StoredTable) -> None:
        before = self._rows.tables.get(table.id)
        if table.version != (1 if before is None else before.version + 1):
            raise Conflict(f"table {table.id} was saved by somebody else")
        self._rows.tables[table.id] = kept_table(table)

    def tables_in(self, conversation: Conversation) -> tuple[int, ...]:
        tables = self._rows.tables.values()
        return tuple(sorted(t.id for t in tables if t.open and conversation in t.rooms))

    def tables_of(self, player: int) -> tuple[int, ...]:
        tables = self._rows.tables.values()
        return tuple(sorted(t.id for t in tables if t.open and player in t.players))

    # alarms

    def set_alarms(self, table: int, alarms: Collection[Alarm]) -> None:
        distinct = {(alarm.kind, alarm.number): alarm for alarm in alarms}
        kept = tuple(replace(alarm, due=kept_time(alarm.due)) for alarm in distinct.values())
        self._rows.alarms.pop(table, None)
        if kept:
            self._rows.alarms[table] = kept

    def ring(self, now: datetime, limit: int = 200) -> int:
        alarms = ((a.due, t, a.kind, a) for t, kept in self._rows.alarms.items() for a in kept)
        due = sorted((a for a in alarms if a[0] <= now), key=lambda a: (a[:3], a[3].number))
        for _, table, _, alarm in due[:limit]:
            left = [other for other in self._rows.alarms[table] if other != alarm]
            self.set_alarms(table, left)
            self.receive(rung(table, alarm))
        return len(due[:limit])

    def next_alarm(self) -> datetime | None:
        return min((a.due for kept in self._rows.alarms.values() for a in kept), default=None)

    # outbox

    def queue(self, out: Outgoing, now: datetime) -> None:
        if out.kind is not OutKind.SLOT:
            self._queue_once(out, now)
        elif out.table is None:
            raise ValueError(f"page {out.name!r} belongs to no table")
        else:
            self._insert(out, now)
            self._rows.coalesce((out.table, out.name, out.to))

    def _queue_once(self, out: Outgoing, now: datetime) -> None:
        if (out.to, out.name) not in self._rows.said:
            self._rows.said[out.to, out.name] = Ended(kept_time(now), "", table=out.table)
            self._insert(out, now)

    def _insert(self, out: Outgoing, now: datetime) -> None:
        expires = None if out.expires is None else kept_time(out.expires)
        kept = replace(out, payload=kept_text(out.payload), expires=expires)
        number = self._number("outbox")
        self._rows.outbox[number] = Queued(number, kept, kept_time(now))

    def count_said(self, to: Address, begins: str) -> int:
        return sum(name.startswith(begins) for who, name in self._rows.said if who == to)

    def next_outbox(
        self, networks: Collection[str], now: datetime, busy: Collection[Address], lease: datetime
    ) -> OutboxRow | None:
        lanes = set(busy)
        for queued in self._rows.outbox.values():
            to = queued.out.to
            hold = self._rows.holds.get(to)
            free = to not in lanes and (hold is None or hold.until <= now)
            if free and to.network in networks:
                self._rows.holds[to] = Hold(kept_time(lease), leased=True)
                self._rows.outbox[queued.id] = replace(queued, attempts=queued.attempts + 1)
                key = f"{queued.id}.{in_ms(queued.at)}"
                return OutboxRow(queued.id, queued.out, queued.attempts, key, queued.at)
            lanes.add(to)
        return None

    def leased(self, row: OutboxRow) -> OutboxRow | None:
        return self.leased_all([row])[0]

    def leased_all(self, rows: Sequence[OutboxRow]) -> list[OutboxRow | None]:
        return [replace(row, out=q.out) if (q := self._leased(row)) else None for row in rows]

    def under_way(self, to: Address) -> bool:
        rows = (q for q in self._rows.outbox.values() if q.out.to == to and q.attempts)
        return any(row.out.kind is OutKind.SLOT for row in rows)

    def settle(
        self, row: OutboxRow, how: Settled, receipt: Receipt | None, menu: tuple[str, ...] = ()
    ) -> None:
        if (queued := self._leased(row)) is None:
            return
        self._rows.free(queued)
        del self._rows.outbox[row.id]
        if queued.out.kind is not OutKind.SLOT:
            ended = self._rows.said[queued.out.to, queued.out.name]
            self._rows.said[queued.out.to, queued.out.name] = replace(ended, result=how)
        elif how is Settled.SENT:
            self._rows.show(queued.out, receipt, menu)

    def _leased(self, row: OutboxRow) -> Queued | None:
        """A row as it is now, unless it is done or was leased again since."""
        queued = self._rows.outbox.get(row.id)
        return queued if queued is not None and queued.attempts == row.attempts + 1 else None

    def postpone(self, row: OutboxRow, lane_ready: datetime, *, attempted: bool) -> None:
        if (queued := self._leased(row)) is not None:
            self._rows.holds[queued.out.to] = Hold(kept_time(lane_ready), leased=False)
            if not attempted:
                self._unattempt(queued)

    def forget_message(self, row: OutboxRow) -> None:
        if (queued := self._leased(row)) is not None:
            self._rows.free(queued)
            self._unattempt(queued)
            if queued.page in self._rows.slots:
                slot = self._rows.slots[queued.page]
                self._rows.slots[queued.page] = replace(slot, message=None)

    def _unattempt(self, queued: Queued) -> None:
        self._rows.outbox[queued.id] = replace(queued, attempts=queued.attempts - 1)
        self._rows.coalesce(queued.page)

    def next_send(self, networks: Collection[str]) -> datetime | None:
        tos = (queued.out.to for queued in self._rows.outbox.values())
        lanes = {to for to in tos if to.network in networks}
        holds = (self._rows.holds.get(to) for to in lanes)
        return min((AT_ONCE if hold is None else hold.until for hold in holds), default=None)

    def slot(self, table: int, name: str, to: Address) -> Slot | None:
        return self._rows.slots.get((table, name, to))

    def slots_at(self, to: Address) -> tuple[Slot, ...]:
        return tuple(slot for slot in reversed(self._rows.slots.values()) if slot.to == to)

    def move_conversation(self, old: Conversation, new: Conversation) -> None:
        if old != new:
            move_conversation(self._rows, old, new)

    def prune(self, before: datetime) -> int:
        return self._rows.prune(before)

    def clear(self, before: datetime, closed: datetime, now: datetime) -> int | None:
        return (self.prune(before) + self._rows.clear(closed, kept_time(now))) or None
