"""What a person and a room have told about themselves, and since when nobody watched."""

from datetime import UTC, datetime
from typing import Final

import sqlalchemy as sa
from alembic import op

revision: Final = "0002"
down_revision: Final = "0001"

_NOTE: Final = sa.text(
    "INSERT INTO cursor (account, cursor) VALUES ('watched', :at) ON CONFLICT DO NOTHING"
)


def upgrade() -> None:
    for table in ("player", "room"):
        op.add_column(table, sa.Column("profile", sa.Text, nullable=False, server_default=""))
    _note_who_watched()


def _note_who_watched() -> None:
    """Until when the first version watched it did not write down: at least until something came.
    Without it, nobody would be given back the time of the upgrade.
    """
    last: int | None = op.get_bind().execute(sa.text("SELECT max(at) FROM inbox")).scalar()
    if last is not None:
        at = datetime.fromtimestamp(last / 1000, UTC)
        op.get_bind().execute(_NOTE, {"at": at.isoformat()})
