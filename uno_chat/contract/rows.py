"""What a store keeps: rows as values.

All times are aware UTC datetimes, kept to the millisecond.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum

from uno_chat.contract.refs import Address, Conversation, Message, User


@dataclass(frozen=True, slots=True)
class Arrival:
    """An inbox row to be: unique by (account, event_id); rows of one lane are taken in order."""

    account: str
    event_id: str
    lane: str
    at: datetime
    payload: str


@dataclass(frozen=True, slots=True)
class InboxRow:
    """An inbox row that waits; ``attempts`` counts how often handling it raised."""

    id: int
    arrival: Arrival
    attempts: int


@dataclass(frozen=True, slots=True)
class Player:
    """A person, to whom one or more users point, in the order of their texts. ``private`` is the
    one at which hands arrive; ``profile`` is a text that only its writer reads.
    """

    id: int
    name: str
    language: str | None
    users: tuple[User, ...]
    private: User
    profile: str = ""


@dataclass(frozen=True, slots=True)
class Room:
    """A conversation that we know: how it is called, the language of its texts, and a
    ``profile`` that only its writer reads.
    """

    conversation: Conversation
    title: str
    language: str | None
    profile: str = ""


@dataclass(frozen=True, slots=True)
class StoredTable:
    """A table at rest. ``version`` grows by one with every save; ``schema`` names the form of
    ``state``; ``rooms``, ``players`` and ``open`` are what tables are looked up by, ``phase`` is
    what they are counted by; ``closed`` is when it was closed, where that is known.
    """

    id: int
    version: int
    schema: int
    state: str
    rooms: tuple[Conversation, ...]
    players: tuple[int, ...]
    open: bool
    phase: str = ""
    closed: datetime | None = None


@dataclass(frozen=True, slots=True)
class Sat:
    """From when a seat was a player's: since this ``line`` of the record of a round, from 0; where
    ``round_no`` is 0, of the table itself, with whatever counts what happens there.
    """

    table: int
    round_no: int
    seat: str
    line: int
    player: int


@dataclass(frozen=True, slots=True)
class Alarm:
    """A deadline at rest: ``kind`` and ``number`` say which, ``due`` when it rings."""

    kind: str
    number: int
    due: datetime


class OutKind(StrEnum):
    """The three kinds of outbox rows."""

    SLOT = "slot"
    NOTICE = "notice"
    TOAST = "toast"


@dataclass(frozen=True, slots=True)
class Outgoing:
    """An outbox row to be.

    A slot row says that page ``name`` of ``table`` is stale at ``revision``: it holds no
    content, a second one for the same page and address only raises the revision (and ``fresh``,
    and brings its ``expires``) of a row that was not attempted yet. A notice or toast holds what
    is said once; ``name`` is then its key, unique per address. ``fresh`` asks for a new message
    that notifies instead of an edit. After ``expires`` it is not worth sending.
    """

    kind: OutKind
    to: Address
    table: int | None
    name: str
    revision: int = 0
    payload: str = ""
    fresh: bool = False
    expires: datetime | None = None


@dataclass(frozen=True, slots=True)
class OutboxRow:
    """An outbox row that is due: the head of its lane, under a lease.

    ``attempts`` counts earlier attempts whose outcome was not stored: 0 means nothing was sent.
    ``key`` is the same for every attempt at this row, and no other row has it; ``queued`` is when
    it was put in.
    """

    id: int
    out: Outgoing
    attempts: int
    key: str
    queued: datetime | None = None


@dataclass(frozen=True, slots=True)
class Slot:
    """A living page as it is shown: where, at which revision, and what its numbers meant."""

    table: int
    name: str
    to: Address
    message: Message | None
    revision: int
    menu: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Waiting:
    """How much waits somewhere, and since when the first of it does."""

    count: int = 0
    since: datetime | None = None


@dataclass(frozen=True, slots=True)
class Census:
    """How much a store holds, for the operator: numbers by what we or the operator have named.

    ``outbox`` and ``shifts`` are by account, the latter with when they end; ``tables``, the open
    ones, by phase; ``alarms`` are those that are due. ``overtaken`` is how often this process had
    to begin a transaction again.
    """

    inbox: Waiting = Waiting()
    outbox: Mapping[str, Waiting] = field(default_factory=dict)
    alarms: Waiting = Waiting()
    tables: Mapping[str, int] = field(default_factory=dict)
    shifts: Mapping[str, datetime] = field(default_factory=dict)
    overtaken: int = 0


class Settled(StrEnum):
    """How an outbox row ended."""

    SENT = "sent"
    PERHAPS = "perhaps"
    DROPPED = "dropped"
    DEAD = "dead"
