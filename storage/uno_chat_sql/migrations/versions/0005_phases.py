"""Where tables stand, so that the open ones are counted without being read.

A table from before has no phase until it is saved again.
"""

from typing import Final

import sqlalchemy as sa
from alembic import op

revision: Final = "0005"
down_revision: Final = "0004"


def upgrade() -> None:
    op.add_column("game_table", sa.Column("phase", sa.Text, nullable=False, server_default=""))
    still_open = sa.text("open")
    op.create_index(
        "ix_game_table_phase",
        "game_table",
        ["phase"],
        sqlite_where=still_open,
        postgresql_where=still_open,
    )
