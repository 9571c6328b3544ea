"""The tables, declared with SQLModel; statements use them as Core tables, by ``table(name)``.

What waits is found by partial indexes, because rows that are done stay for a while and must
cost nothing. Where an envelope, a table or a person may come before what it belongs to, there
is no foreign key: the order of calls in a body is free.
"""

from __future__ import annotations

from datetime import datetime
from functools import partial
from typing import Final

from sqlalchemy import Index, MetaData, Table, TextClause, UniqueConstraint, text
from sqlmodel import Field, SQLModel

from uno_chat_sql.columns import AnyText, Moment, number

metadata: Final = MetaData(
    naming_convention={
        "pk": "pk_%(table_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "fk": "fk_%(table_name)s_%(column_0_N_name)s",
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
    }
)

# An index with a condition is only used by a statement that says the same, without parameters.
UNHANDLED: Final = text("result IS NULL")
WAITS: Final = text("ended IS NULL")
UNTRIED_PAGE: Final = text("kind = 'slot' AND attempts = 0 AND ended IS NULL")
SAID_ONCE: Final = text("kind <> 'slot'")
FREE: Final = text("ready IS NULL")
HELD: Final = text("ready IS NOT NULL")
OPEN: Final = text("open")
CLOSED: Final = text("NOT open")

_PLAIN: Final = {"sqlite_with_rowid": False}  # rows in the order of the key: one tree, not two
_NEVER_AGAIN: Final = {"sqlite_autoincrement": True}  # else the last number is given twice


class _Rows(SQLModel):
    metadata = metadata


def table(name: str) -> Table:
    """A table by its name."""
    return metadata.tables[name]


_number = partial(Field, sa_type=number())
_text = partial(Field, sa_type=AnyText)
_time = partial(Field, sa_type=Moment)
_later = partial(Field, sa_type=AnyText, sa_column_kwargs={"server_default": ""})
_id = partial(_number, primary_key=True)
_key = partial(_text, primary_key=True)


def _index(name: str, *columns: str, only: TextClause, unique: bool = False) -> Index:
    return Index(name, *columns, unique=unique, sqlite_where=only, postgresql_where=only)


class Counter(_Rows, table=True):
    """The last number that a table got."""

    __tablename__ = "counter"
    __table_args__ = (_PLAIN,)

    name: str = _key()
    value: int = _number()


class Inbox(_Rows, table=True):
    """What arrived; ``result`` is empty while it waits."""

    __tablename__ = "inbox"
    __table_args__ = (
        UniqueConstraint("account", "event_id"),
        _index("ix_inbox_unhandled", "id", only=UNHANDLED),
        _index("ix_inbox_lane", "lane", "id", only=UNHANDLED),
        _NEVER_AGAIN,
    )

    id: int | None = _id(default=None)
    account: str = _text()
    event_id: str = _text()
    lane: str = _text()
    at: datetime = _time()
    payload: str = _text()
    attempts: int = _number()
    held: datetime | None = _time()
    result: str | None = _text()
    why: str | None = _text()


class Unreadable(_Rows, table=True):
    """What arrived and could not be decoded."""

    __tablename__ = "unreadable"
    __table_args__ = (_PLAIN,)

    account: str = _key()
    event_id: str = _key()
    at: datetime = _time()
    raw: str = _text()


class Cursor(_Rows, table=True):
    """Where pulling goes on."""

    __tablename__ = "cursor"
    __table_args__ = (_PLAIN,)

    account: str = _key()
    cursor: str = _text()


class Shift(_Rows, table=True):
    """Which worker serves an account, and until when."""

    __tablename__ = "shift"
    __table_args__ = (_PLAIN,)

    account: str = _key()
    worker: str = _text()
    until: datetime = _time()


class Memory(_Rows, table=True):
    """What adapters keep."""

    __tablename__ = "memory"
    __table_args__ = (_PLAIN,)

    account: str = _key()
    name: str = _key()
    text: str = _text()


class Player(_Rows, table=True):
    """A person."""

    __tablename__ = "player"
    __table_args__ = (_NEVER_AGAIN,)

    id: int | None = _id(default=None)
    name: str = _text()
    language: str | None = _text()
    private: str = _text()
    profile: str = _later()


class Account(_Rows, table=True):
    """Who stands behind a user of a network."""

    __tablename__ = "account"
    __table_args__ = (Index("ix_account_player_id", "player_id", "who"), _PLAIN)

    who: str = _key()
    player_id: int = _number(foreign_key="player.id")


class Room(_Rows, table=True):
    """A conversation we know."""

    __tablename__ = "room"
    __table_args__ = (_PLAIN,)

    conversation: str = _key()
    title: str = _text()
    language: str | None = _text()
    profile: str = _later()


class GameTable(_Rows, table=True):
    """A table at rest. Its rooms and seats stand beside it, to be looked up by; the open ones are
    counted by their phase, the others found by when they were ``closed``, which an older program
    does not tell.
    """

    __tablename__ = "game_table"
    __table_args__ = (
        _index("ix_game_table_phase", "phase", only=OPEN),
        _index("ix_game_table_closed", "closed", only=CLOSED),
    )

    id: int = _id(sa_column_kwargs={"autoincrement": False})
    version: int = _number()
    schema_no: int = _number()
    open: bool
    state: str = _text()
    phase: str = _later()
    closed: datetime | None = _time()


class TableRoom(_Rows, table=True):
    """A conversation of a table; ``open`` is the table's, so that one index answers."""

    __tablename__ = "table_room"
    __table_args__ = (
        Index("ix_table_room_conversation", "conversation", "open", "table_id"),
        _PLAIN,
    )

    table_id: int = _id(foreign_key="game_table.id")
    place: int = _id()
    conversation: str = _text()
    open: bool


class Seat(_Rows, table=True):
    """A player of a table; ``open`` as above."""

    __tablename__ = "seat"
    __table_args__ = (Index("ix_seat_player_id", "player_id", "open", "table_id"), _PLAIN)

    table_id: int = _id(foreign_key="game_table.id")
    place: int = _id()
    player_id: int = _number()
    open: bool


class Sat(_Rows, table=True):
    """Whose a seat was, since which line of a record; round 0 is the table itself."""

    __tablename__ = "sat"
    __table_args__ = (Index("ix_sat_player_id", "player_id"), _PLAIN)

    table_id: int = _id()
    round_no: int = _id()
    seat: str = _key()
    line_no: int = _id()
    player_id: int = _number()


class Standing(_Rows, table=True):
    """What somebody, or (0) all together, have played in a conversation, and won of it."""

    __tablename__ = "standing"
    __table_args__ = (Index("ix_standing_player_id", "player_id"), _PLAIN)

    conversation: str = _key()
    player_id: int = _id(sa_column_kwargs={"autoincrement": False})
    matches: int = _number()
    won: int = _number()
    rounds: int = _number()
    rounds_won: int = _number()
    points: int = _number()


class Record(_Rows, table=True):
    """A line of a round's record."""

    __tablename__ = "record"
    __table_args__ = (_PLAIN,)

    table_id: int = _id()
    round_no: int = _id()
    line_no: int = _id()
    line: str = _text()


class Alarm(_Rows, table=True):
    """A deadline of a table."""

    __tablename__ = "alarm"
    __table_args__ = (_PLAIN,)

    table_id: int = _id()
    kind: str = _key()
    number: int = _id()
    due: datetime = _time(index=True)


class Outbox(_Rows, table=True):
    """What is to be said; ``ended`` is empty while it waits. Rows of pages go when they end."""

    __tablename__ = "outbox"
    __table_args__ = (
        _index("ux_outbox_page", "address", "name", "table_id", only=UNTRIED_PAGE, unique=True),
        _index("ux_outbox_said", "address", "name", only=SAID_ONCE, unique=True),
        _index("ix_outbox_waits", "address", "id", only=WAITS),
        _NEVER_AGAIN,
    )

    id: int | None = _id(default=None)
    kind: str = _text()
    address: str = _text()
    table_id: int | None = _number()
    name: str = _text()
    revision: int = _number()
    payload: str = _text()
    fresh: bool
    expires: datetime | None = _time()
    queued: datetime = _time()
    attempts: int = _number()
    ended: str | None = _text()


class Lane(_Rows, table=True):
    """An address for which something waits: the first row, when it may go (empty: now), and on
    which network.

    Leases and hold-backs stand here and not at the rows: looking for the next row must not walk
    over the thousands that a slow network makes wait.
    """

    __tablename__ = "lane"
    __table_args__ = (
        _index("ix_lane_free", "network", "head", only=FREE),
        _index("ix_lane_held", "ready", only=HELD),
        _PLAIN,
    )

    address: str = _key()
    head: int = _number()
    ready: datetime | None = _time()
    leased: bool
    network: str = _later()


class Slot(_Rows, table=True):
    """A page as it is shown; of an address, the one with the highest ``shown`` last."""

    __tablename__ = "slot"
    __table_args__ = (Index("ix_slot_address", "address", "shown"), _PLAIN)

    table_id: int = _id(sa_column_kwargs={"autoincrement": False})
    name: str = _key()
    address: str = _key()
    message: str | None = _text()
    revision: int = _number()
    menu: str = _text()
    shown: int = _number()
