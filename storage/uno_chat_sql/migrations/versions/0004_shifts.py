"""Which worker serves an account; lanes of the outbox are looked for by their network."""

from typing import Final

import sqlalchemy as sa
from alembic import op

revision: Final = "0004"
down_revision: Final = "0003"

_LANE: Final = sa.table("lane", sa.column("address", sa.Text), sa.column("network", sa.Text))


def upgrade() -> None:
    op.create_table(
        "shift",
        sa.Column("account", sa.Text, nullable=False),
        sa.Column("worker", sa.Text, nullable=False),
        sa.Column("until", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("account", name=op.f("pk_shift")),
        sqlite_with_rowid=False,
    )
    op.add_column("lane", sa.Column("network", sa.Text, nullable=False, server_default=""))
    _name_networks()
    op.drop_index("ix_lane_free", "lane")
    free = sa.text("ready IS NULL")
    op.create_index(
        "ix_lane_free", "lane", ["network", "head"], sqlite_where=free, postgresql_where=free
    )


def _name_networks() -> None:
    """An address is "room NETWORK:…" or "user NETWORK:…"."""
    for address in op.get_bind().execute(sa.select(_LANE.c.address)).scalars().all():
        network = address.partition(" ")[2].partition(":")[0]
        this = _LANE.update().where(_LANE.c.address == address)
        op.get_bind().execute(this.values(network=network))
