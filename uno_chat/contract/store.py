"""What a store is: the one transaction in which everything about one envelope happens.

Bodies are plain functions of a ``Transaction``: they run in one piece or not at all. A store
that several processes use runs a body again that others were quicker than, so it does nothing
else. Any text is kept as it is, except that NUL and
halves of surrogate pairs, which no database takes, become U+FFFD. A store raises StoreError when
its database cannot be used.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from datetime import datetime
from typing import Protocol, TypeVar, runtime_checkable

from uno_chat.contract.outbound import Receipt
from uno_chat.contract.refs import Address, Conversation, User
from uno_chat.contract.rows import (
    Alarm,
    Arrival,
    Census,
    InboxRow,
    OutboxRow,
    Outgoing,
    Player,
    Room,
    Sat,
    Settled,
    Slot,
    StoredTable,
)
from uno_chat.contract.standings import Standings

T = TypeVar("T")


class Transaction(Standings, Protocol):
    """All that a body may do. Every method raises what the database raises; nothing is partial."""

    # inbox
    def receive(self, arrival: Arrival) -> bool:
        """Put a row into the inbox; False when it was there already."""
        ...

    def set_aside(self, account: str, event_id: str, at: datetime, raw: str) -> None:
        """Keep what could not be read; doing it twice changes nothing."""
        ...

    def next_inbox(self, now: datetime, busy: Collection[str]) -> InboxRow | None:
        """The oldest waiting row that is the head of its lane, not held back and not in a busy
        lane; locked against other workers until the transaction ends.
        """
        ...

    def keep_inbox(self, row: int, until: datetime) -> None:
        """Nobody else takes a row before then: somebody finds something out for it, outside of a
        transaction, and takes it again.
        """
        ...

    def take_inbox(self, row: int) -> bool:
        """Lock a waiting row again; False when somebody has finished it."""
        ...

    def finish_inbox(self, row: int, result: str) -> None:
        """The row is handled; ``result`` is a word for the operator."""
        ...

    def fail_inbox(self, row: int, until: datetime | None, why: str) -> None:
        """Handling raised: hold the row back until then, or set it aside for good (None)."""
        ...

    def cursor(self, account: str) -> str | None:
        """Where pulling goes on."""
        ...

    def save_cursor(self, account: str, cursor: str) -> None:
        """Remember where pulling goes on."""
        ...

    def memory(self, account: str, begins: str = "") -> dict[str, str]:
        """What an adapter keeps, or the house itself (account ""), of names that begin so."""
        ...

    def remember(self, account: str, changes: Mapping[str, str | None]) -> None:
        """Keep these texts of an account, forget those that are None."""
        ...

    # who serves what, where several processes use a store

    def take_shift(self, account: str, worker: str, now: datetime, until: datetime) -> bool:
        """Have an account served by this worker alone until then; False if another does so now.
        Where that one's time is over, what it had on its way is given back.
        """
        ...

    def has_shift(self, account: str, worker: str) -> bool:
        """Whether nobody has taken an account over, and nobody will before the transaction ends."""
        ...

    def end_shift(self, account: str, worker: str) -> None:
        """Let anybody serve an account that this worker served; what it had on its way is given
        back.
        """
        ...

    # people and rooms
    def player(self, user: User) -> Player | None:
        """Who stands behind a user."""
        ...

    def player_by_id(self, player: int) -> Player | None:
        """A player by number."""
        ...

    def remember_player(self, user: User, name: str, language: str | None) -> Player:
        """The player behind a user, made if new; a newer name or first language is kept.
        An empty name tells nothing new.
        """
        ...

    def move_user(self, user: User, player: int | None) -> Player:
        """A user we know is this player's from now on, with None a new one's, of the same name and
        language; returns whose it is. Hands whose place has gone arrive at the first user left;
        a player without any is no more. Raises LookupError for who is not known.
        """
        ...

    def set_private(self, player: int, user: User) -> None:
        """Where a player's hands arrive from now on; somebody else's user changes nothing."""
        ...

    def set_language(self, player: int, language: str) -> None:
        """The language a player reads from now on."""
        ...

    def set_profile(self, player: int, profile: str) -> None:
        """What is known of a player from now on."""
        ...

    def room(self, conversation: Conversation) -> Room | None:
        """A conversation we know."""
        ...

    def remember_room(self, conversation: Conversation, title: str) -> Room:
        """The room of a conversation, made if new; a newer title is kept. An empty one
        tells nothing new.
        """
        ...

    def set_room_language(self, conversation: Conversation, language: str) -> None:
        """The language of a room's texts from now on."""
        ...

    def set_room_profile(self, conversation: Conversation, profile: str) -> None:
        """What is known of a room from now on."""
        ...

    def forget(self, users: Collection[User]) -> None:
        """Nothing that is kept names these users any more: they are no player's, and one who has
        no others is no more. What waits for them or came from them is gone, what was shown to them
        as well. Users who are not known are forgotten like others.
        """
        ...

    # tables
    def new_table_id(self) -> int:
        """A number that no table has or had; small enough for a button."""
        ...

    def table(self, table: int) -> StoredTable | None:
        """A table as it was saved last, locked until the transaction ends."""
        ...

    def save_table(self, table: StoredTable) -> None:
        """Save version ``table.version`` over the one before it (1 is new); raises Conflict."""
        ...

    def tables_in(self, conversation: Conversation) -> tuple[int, ...]:
        """Open tables of a conversation, oldest first."""
        ...

    def tables_of(self, player: int) -> tuple[int, ...]:
        """Open tables where a player sits, oldest first."""
        ...

    # records
    def append_record(self, table: int, round_no: int, lines: Sequence[str]) -> None:
        """Add lines to the record of a round."""
        ...

    def record(self, table: int, round_no: int) -> tuple[str, ...]:
        """The lines of a round's record, in order."""
        ...

    def last_round(self, table: int) -> int | None:
        """The highest round of a table that has a record."""
        ...

    def open_record_anew(self, table: int, round_no: int, line: str) -> None:
        """Put another first line in place of the one that a record has; without a record nothing
        happens.
        """
        ...

    def note_seats(self, seats: Collection[Sat]) -> None:
        """Remember since when these seats are these players'; the last one counts where table,
        round, seat and line are the same.
        """
        ...

    def seats_of(self, player: int) -> tuple[Sat, ...]:
        """All that is noted of a player, of tables open and closed, in the order of the fields."""
        ...

    def seats_at(self, table: int) -> tuple[Sat, ...]:
        """All that is noted of a table, in the order of the fields."""
        ...

    # alarms
    def set_alarms(self, table: int, alarms: Collection[Alarm]) -> None:
        """These and no others are the alarms of a table."""
        ...

    def ring(self, now: datetime, limit: int = 200) -> int:
        """Turn alarms that are due into inbox rows, earliest first; returns how many.

        The row is what ``rung`` makes of the alarm: its account, its lane, its name.
        """
        ...

    def next_alarm(self) -> datetime | None:
        """When the next alarm is due."""
        ...

    # outbox
    def queue(self, out: Outgoing, now: datetime) -> None:
        """Put a row into the outbox; a notice that is there already (key, address) is not
        doubled, however it ended.
        """
        ...

    def count_said(self, to: Address, begins: str) -> int:
        """How many notices and toasts for an address have a name that begins so."""
        ...

    def next_outbox(
        self, networks: Collection[str], now: datetime, busy: Collection[Address], lease: datetime
    ) -> OutboxRow | None:
        """Lease the oldest due row on these networks that is the head of its lane (an address)
        until ``lease``, and count an attempt. Not in a busy lane, nor in one that is held back.
        """
        ...

    def leased(self, row: OutboxRow) -> OutboxRow | None:
        """A row as it is now, wherever it was moved; None if it is done or was leased again."""
        ...

    def leased_all(self, rows: Sequence[OutboxRow]) -> list[OutboxRow | None]:
        """The same of several, in their order."""
        ...

    def under_way(self, to: Address) -> bool:
        """Whether a page for an address was leased and is not done: perhaps it is seen already."""
        ...

    # Whoever has leased a row says what came of it, once. What somebody says of a row that is done,
    # or was leased again since, changes nothing.

    def settle(
        self, row: OutboxRow, how: Settled, receipt: Receipt | None, menu: tuple[str, ...] = ()
    ) -> None:
        """The row is done. A sent slot row updates its Slot (message if the receipt has one,
        revision of the row, menu); if the page became stale again meanwhile, the newer row
        stays due.
        """
        ...

    def postpone(self, row: OutboxRow, lane_ready: datetime, *, attempted: bool) -> None:
        """Give the row back and hold its lane until then; ``attempted`` False forgets the
        attempt, because the network said that it had no effect.
        """
        ...

    def forget_message(self, row: OutboxRow) -> None:
        """The slot's message is gone: give the row back, to be sent anew."""
        ...

    def next_send(self, networks: Collection[str]) -> datetime | None:
        """When the next outbox row that waits is due on one of these networks (now or in the past
        if at once).
        """
        ...

    def slot(self, table: int, name: str, to: Address) -> Slot | None:
        """What is shown of a page at an address."""
        ...

    def slots_at(self, to: Address) -> tuple[Slot, ...]:
        """All pages shown at an address, the one shown last first."""
        ...

    def move_conversation(self, old: Conversation, new: Conversation) -> None:
        """Everything that named the old conversation names the new one; its messages are
        forgotten. A thread is a conversation of its own.
        """
        ...

    def prune(self, before: datetime) -> int:
        """Forget what ended before then and cannot come again: handled and unreadable arrivals,
        and what was said outside open tables; returns how many rows. It may be only some of them,
        so that nobody waits for long: after 0 nothing is left for now.
        """
        ...


@runtime_checkable
class Clearing(Protocol):
    """A transaction that can also forget whole tables, and that says when it is through."""

    def clear(self, before: datetime, closed: datetime, now: datetime) -> int | None:
        """What ``prune`` does, and forget the tables that were closed before ``closed``: all that
        is kept of them but the records of their rounds, and whose seats those were. One of which
        is not known when it was closed counts from ``now``. Returns how many; it may be only some
        of them or none, so that nobody waits for long: after None nothing is left for now.
        """
        ...


class Store(Protocol):
    """A database. One transaction is the only door."""

    async def open(self) -> None:
        """Connect and bring the schema up to date where that is safe; idempotent. A store that
        only one process may use gives back the leases of a process that died.
        """
        ...

    async def transact(self, body: Callable[[Transaction], T]) -> T:
        """Run a body in one transaction: commit its return, roll back whatever it raises."""
        ...

    async def close(self) -> None:
        """Finish what runs, then let go; idempotent."""
        ...


@runtime_checkable
class Shared(Protocol):
    """A store that several processes may use at the same time; they are its workers."""

    async def time(self) -> datetime:
        """What time it is where all of them look."""
        ...

    async def listen(self, ring: Callable[[], None]) -> None:
        """Ring when another worker has put something in or has ended a shift, as far as that is
        told, until cancelled. Nothing may depend on it.
        """
        ...


@runtime_checkable
class Upgradable(Protocol):
    """A store that opens older tables for nobody: others may be at work with them."""

    async def upgrade(self) -> None:
        """Connect, bring the schema up to date and let go; an operator has asked for it."""
        ...


@runtime_checkable
class Copying(Protocol):
    """A store that can take over everything that another database of ours holds."""

    async def copy_from(self, url: str) -> Mapping[str, int]:
        """Connect, copy, see that all is there, and let go; how many rows by kind. It can be done
        again as long as nobody has worked with the copy. Raises ValueError on a URL that is no
        source, StoreError where it cannot be done; then nothing is changed.
        """
        ...


@runtime_checkable
class Counted(Protocol):
    """A store that can say how much is in it while it is open, at little cost."""

    async def census(self, now: datetime) -> Census:
        """How much there is; it changes nothing. Raises StoreError."""
        ...


class StorePlugin(Protocol):
    """What an entry point of the group ``uno_chat.stores`` names."""

    def __call__(self, url: str) -> Store:
        """Make a store for a database URL; raises ValueError with a sentence on a bad one."""
        ...
