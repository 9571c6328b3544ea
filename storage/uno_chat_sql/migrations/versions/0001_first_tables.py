"""The first tables."""

from typing import Final

import sqlalchemy as sa
from alembic import op

revision: Final = "0001"
down_revision: Final = None

_NUMBER: Final = sa.BigInteger().with_variant(sa.Integer, "sqlite")
_TIME: Final = sa.BigInteger()  # milliseconds since 1970, UTC
_PLAIN: Final = {"sqlite_with_rowid": False}
_NEVER_AGAIN: Final = {"sqlite_autoincrement": True}


def upgrade() -> None:
    _counter()
    _inbox()
    _unreadable()
    _cursor()
    _player()
    _account()
    _room()
    _game_table()
    _table_room()
    _seat()
    _record()
    _alarm()
    _outbox()
    _lane()
    _slot()


def _index(name: str, table: str, columns: list[str], only: str, *, unique: bool = False) -> None:
    where = sa.text(only)
    op.create_index(name, table, columns, unique=unique, sqlite_where=where, postgresql_where=where)


def _counter() -> None:
    op.create_table(
        "counter",
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("value", _NUMBER, nullable=False),
        sa.PrimaryKeyConstraint("name", name="pk_counter"),
        **_PLAIN,
    )


def _inbox() -> None:
    op.create_table(
        "inbox",
        sa.Column("id", _NUMBER, nullable=False),
        sa.Column("account", sa.Text, nullable=False),
        sa.Column("event_id", sa.Text, nullable=False),
        sa.Column("lane", sa.Text, nullable=False),
        sa.Column("at", _TIME, nullable=False),
        sa.Column("payload", sa.Text, nullable=False),
        sa.Column("attempts", _NUMBER, nullable=False),
        sa.Column("held", _TIME, nullable=True),
        sa.Column("result", sa.Text, nullable=True),
        sa.Column("why", sa.Text, nullable=True),
        sa.PrimaryKeyConstraint("id", name="pk_inbox"),
        sa.UniqueConstraint("account", "event_id", name="uq_inbox_account_event_id"),
        **_NEVER_AGAIN,
    )
    _index("ix_inbox_lane", "inbox", ["lane", "id"], "result IS NULL")
    _index("ix_inbox_unhandled", "inbox", ["id"], "result IS NULL")


def _unreadable() -> None:
    op.create_table(
        "unreadable",
        sa.Column("account", sa.Text, nullable=False),
        sa.Column("event_id", sa.Text, nullable=False),
        sa.Column("at", _TIME, nullable=False),
        sa.Column("raw", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("account", "event_id", name="pk_unreadable"),
        **_PLAIN,
    )


def _cursor() -> None:
    op.create_table(
        "cursor",
        sa.Column("account", sa.Text, nullable=False),
        sa.Column("cursor", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("account", name="pk_cursor"),
        **_PLAIN,
    )


def _player() -> None:
    op.create_table(
        "player",
        sa.Column("id", _NUMBER, nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("language", sa.Text, nullable=True),
        sa.Column("private", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_player"),
        **_NEVER_AGAIN,
    )


def _account() -> None:
    op.create_table(
        "account",
        sa.Column("who", sa.Text, nullable=False),
        sa.Column("player_id", _NUMBER, nullable=False),
        sa.PrimaryKeyConstraint("who", name="pk_account"),
        sa.ForeignKeyConstraint(["player_id"], ["player.id"], name="fk_account_player_id"),
        **_PLAIN,
    )
    op.create_index("ix_account_player_id", "account", ["player_id", "who"])


def _room() -> None:
    op.create_table(
        "room",
        sa.Column("conversation", sa.Text, nullable=False),
        sa.Column("title", sa.Text, nullable=False),
        sa.Column("language", sa.Text, nullable=True),
        sa.PrimaryKeyConstraint("conversation", name="pk_room"),
        **_PLAIN,
    )


def _game_table() -> None:
    op.create_table(
        "game_table",
        sa.Column("id", _NUMBER, nullable=False, autoincrement=False),
        sa.Column("version", _NUMBER, nullable=False),
        sa.Column("schema_no", _NUMBER, nullable=False),
        sa.Column("open", sa.Boolean, nullable=False),
        sa.Column("state", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_game_table"),
    )


def _table_room() -> None:
    op.create_table(
        "table_room",
        sa.Column("table_id", _NUMBER, nullable=False),
        sa.Column("place", _NUMBER, nullable=False),
        sa.Column("conversation", sa.Text, nullable=False),
        sa.Column("open", sa.Boolean, nullable=False),
        sa.PrimaryKeyConstraint("table_id", "place", name="pk_table_room"),
        sa.ForeignKeyConstraint(["table_id"], ["game_table.id"], name="fk_table_room_table_id"),
        **_PLAIN,
    )
    op.create_index(
        "ix_table_room_conversation", "table_room", ["conversation", "open", "table_id"]
    )


def _seat() -> None:
    op.create_table(
        "seat",
        sa.Column("table_id", _NUMBER, nullable=False),
        sa.Column("place", _NUMBER, nullable=False),
        sa.Column("player_id", _NUMBER, nullable=False),
        sa.Column("open", sa.Boolean, nullable=False),
        sa.PrimaryKeyConstraint("table_id", "place", name="pk_seat"),
        sa.ForeignKeyConstraint(["table_id"], ["game_table.id"], name="fk_seat_table_id"),
        **_PLAIN,
    )
    op.create_index("ix_seat_player_id", "seat", ["player_id", "open", "table_id"])


def _record() -> None:
    op.create_table(
        "record",
        sa.Column("table_id", _NUMBER, nullable=False),
        sa.Column("round_no", _NUMBER, nullable=False),
        sa.Column("line_no", _NUMBER, nullable=False),
        sa.Column("line", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("table_id", "round_no", "line_no", name="pk_record"),
        **_PLAIN,
    )


def _alarm() -> None:
    op.create_table(
        "alarm",
        sa.Column("table_id", _NUMBER, nullable=False),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("number", _NUMBER, nullable=False),
        sa.Column("due", _TIME, nullable=False),
        sa.PrimaryKeyConstraint("table_id", "kind", "number", name="pk_alarm"),
        **_PLAIN,
    )
    op.create_index("ix_alarm_due", "alarm", ["due"])


def _outbox() -> None:
    op.create_table(
        "outbox",
        sa.Column("id", _NUMBER, nullable=False),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("address", sa.Text, nullable=False),
        sa.Column("table_id", _NUMBER, nullable=True),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("revision", _NUMBER, nullable=False),
        sa.Column("payload", sa.Text, nullable=False),
        sa.Column("fresh", sa.Boolean, nullable=False),
        sa.Column("expires", _TIME, nullable=True),
        sa.Column("queued", _TIME, nullable=False),
        sa.Column("attempts", _NUMBER, nullable=False),
        sa.Column("ended", sa.Text, nullable=True),
        sa.PrimaryKeyConstraint("id", name="pk_outbox"),
        **_NEVER_AGAIN,
    )
    _index("ix_outbox_waits", "outbox", ["address", "id"], "ended IS NULL")
    _index(
        "ux_outbox_page",
        "outbox",
        ["address", "name", "table_id"],
        "kind = 'slot' AND attempts = 0 AND ended IS NULL",
        unique=True,
    )
    _index("ux_outbox_said", "outbox", ["address", "name"], "kind <> 'slot'", unique=True)


def _lane() -> None:
    op.create_table(
        "lane",
        sa.Column("address", sa.Text, nullable=False),
        sa.Column("head", _NUMBER, nullable=False),
        sa.Column("ready", _TIME, nullable=True),
        sa.Column("leased", sa.Boolean, nullable=False),
        sa.PrimaryKeyConstraint("address", name="pk_lane"),
        **_PLAIN,
    )
    _index("ix_lane_free", "lane", ["head"], "ready IS NULL")
    _index("ix_lane_held", "lane", ["ready"], "ready IS NOT NULL")


def _slot() -> None:
    op.create_table(
        "slot",
        sa.Column("table_id", _NUMBER, nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("address", sa.Text, nullable=False),
        sa.Column("message", sa.Text, nullable=True),
        sa.Column("revision", _NUMBER, nullable=False),
        sa.Column("menu", sa.Text, nullable=False),
        sa.Column("shown", _NUMBER, nullable=False),
        sa.PrimaryKeyConstraint("table_id", "name", "address", name="pk_slot"),
        **_PLAIN,
    )
    op.create_index("ix_slot_address", "slot", ["address", "shown"])
