"""Whose seats were whose: so that a person can be told what is kept, and be forgotten.

What is known of older tables is noted: who sits there now, and in records whoever is called there
as at the table.
"""

import json
from collections.abc import Iterator
from typing import Any, Final

import sqlalchemy as sa
from alembic import op

revision: Final = "0006"
down_revision: Final = "0005"

_SAT: Final = sa.table(
    "sat",
    *(sa.column(name) for name in ("table_id", "round_no", "seat", "line_no", "player_id")),
)
_TABLE: Final = sa.table("game_table", sa.column("id"), sa.column("state", sa.Text))
_RECORD: Final = sa.table(
    "record", *(sa.column(name) for name in ("table_id", "round_no", "line_no", "line"))
)
_INBOX: Final = sa.table("inbox", sa.column("result"), sa.column("payload"), sa.column("lane"))
_OUTBOX: Final = sa.table("outbox", sa.column("ended"), sa.column("payload"))


def upgrade() -> None:
    op.create_table(
        "sat",
        sa.Column("table_id", sa.BigInteger().with_variant(sa.Integer, "sqlite"), nullable=False),
        sa.Column("round_no", sa.BigInteger().with_variant(sa.Integer, "sqlite"), nullable=False),
        sa.Column("seat", sa.Text, nullable=False),
        sa.Column("line_no", sa.BigInteger().with_variant(sa.Integer, "sqlite"), nullable=False),
        sa.Column("player_id", sa.BigInteger().with_variant(sa.Integer, "sqlite"), nullable=False),
        sa.PrimaryKeyConstraint("table_id", "round_no", "seat", "line_no", name=op.f("pk_sat")),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_sat_player_id", "sat", ["player_id"])
    _note()
    run = op.get_bind().execute
    handled = _INBOX.c.result.is_not(None) & (_INBOX.c.result != "set aside")
    run(sa.update(_INBOX).where(handled).values(payload="", lane=""))
    run(sa.update(_OUTBOX).where(_OUTBOX.c.ended.is_not(None)).values(payload=""))


def _note() -> None:
    run = op.get_bind().execute
    tables = run(sa.select(_TABLE.c.id)).scalars().all()
    for table in tables:  # one by one: there may be many, and each is long
        state = json.loads(run(sa.select(_TABLE.c.state).where(_TABLE.c.id == table)).scalar_one())
        firsts = sa.select(_RECORD.c.round_no, _RECORD.c.line).where(
            _RECORD.c.table_id == table, _RECORD.c.line_no == 1
        )
        rounds = [(number, json.loads(line)) for number, line in run(firsts)]
        if rows := list(_seats(table, state, rounds)):
            run(sa.insert(_SAT), rows)


def _seats(
    table: int, state: dict[str, Any], rounds: list[tuple[int, dict[str, Any]]]
) -> Iterator[dict[str, object]]:
    for seat in state.get("seats", ()):
        player = seat["sitter"].get("player")
        if player is None:
            continue
        row = {"table_id": table, "seat": seat["id"], "line_no": 0, "player_id": player}
        yield {**row, "round_no": 0}
        for number, first in rounds:
            if first.get("names", {}).get(seat["id"]) == seat["name"]:
                yield {**row, "round_no": number}
