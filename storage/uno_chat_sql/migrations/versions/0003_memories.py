"""What adapters keep: the keys of encryption."""

from typing import Final

import sqlalchemy as sa
from alembic import op

revision: Final = "0003"
down_revision: Final = "0002"


def upgrade() -> None:
    op.create_table(
        "memory",
        sa.Column("account", sa.Text, nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("account", "name", name=op.f("pk_memory")),
        sqlite_with_rowid=False,
    )
