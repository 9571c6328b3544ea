"""What the databases do not have in common, but for how they are opened (``sqlite.py``).

``upsert`` is PostgreSQL's insert: SQLite took over its ON CONFLICT clause and SQLAlchemy writes
it for both, as FOR UPDATE SKIP LOCKED is left out for SQLite, where the one writer holds the lock
already. A test writes every statement in both dialects.
"""

from sqlalchemy.dialects.postgresql import insert as upsert

__all__ = ["upsert"]
