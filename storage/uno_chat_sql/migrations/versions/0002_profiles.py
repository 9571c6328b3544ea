"""What a person and a room have told about themselves."""

from typing import Final

import sqlalchemy as sa
from alembic import op

revision: Final = "0002"
down_revision: Final = "0001"


def upgrade() -> None:
    for table in ("player", "room"):
        op.add_column(table, sa.Column("profile", sa.Text, nullable=False, server_default=""))
