"""What was played and won, by group and person. What was played before is not counted: records
say neither in which group that was nor whether people left.
"""

from typing import Final

import sqlalchemy as sa
from alembic import op

revision: Final = "0008.0006"
down_revision: Final = "0007.0006"

_SUMS: Final = ("matches", "won", "rounds", "rounds_won", "points")


def upgrade() -> None:
    number = sa.BigInteger().with_variant(sa.Integer, "sqlite")
    op.create_table(
        "standing",
        sa.Column("conversation", sa.Text, nullable=False),
        sa.Column("player_id", number, nullable=False),
        *(sa.Column(name, number, nullable=False) for name in _SUMS),
        sa.PrimaryKeyConstraint("conversation", "player_id", name=op.f("pk_standing")),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_standing_player_id", "standing", ["player_id"])
