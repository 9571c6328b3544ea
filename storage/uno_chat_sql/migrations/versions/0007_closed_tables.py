"""When tables were closed, so that those of long ago can be forgotten.

Of those that were closed before, or by a program of the version before, nobody knows: they count
from when they are first looked at.
"""

from typing import Final

import sqlalchemy as sa
from alembic import op

revision: Final = "0007.0006"
down_revision: Final = "0006"


def upgrade() -> None:
    op.add_column("game_table", sa.Column("closed", sa.BigInteger, nullable=True))
    closed = sa.text("NOT open")
    op.create_index(
        "ix_game_table_closed",
        "game_table",
        ["closed"],
        sqlite_where=closed,
        postgresql_where=closed,
    )
