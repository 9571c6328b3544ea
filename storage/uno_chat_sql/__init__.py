"""The store in an SQL database: one SQLite file by default, or PostgreSQL for many workers.

We declare the tables with SQLModel and speak to them in SQLAlchemy Core, in statements built
once, that both understand: the whole cost of a move is a few statements and one sync to the disk.
Waiting tables, alarms and messages cost rows: nothing loads them all.

Over SQLite, bodies are run by one thread on one connection, because it has one writer anyway and
nothing else is as fast or as fair (``sqlite.py``, ``store.py``, ``lock.py``, ``trouble.py``). Over
PostgreSQL they run side by side, also those of other processes (``postgres.py``,
``postgres_store.py``, ``postgres_trouble.py``); what all parts do about that, SQLite needs not but
does not mind.
"""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path

from uno_chat.contract import Store
from uno_chat_sql.store import SqliteStore
from uno_chat_sql.urls import read

__all__ = ["plugin"]


def plugin(url: str) -> Store:
    """The store behind a database URL; raises ValueError with a sentence."""
    place = read(url)
    if isinstance(place, Path):
        return SqliteStore(place)
    if find_spec("asyncpg") is None or find_spec("greenlet") is None:
        raise ValueError("PostgreSQL needs a library more: pip install 'uno-chat[postgres]'")
    # Only here, so that whoever plays over SQLite neither needs nor loads it.
    from uno_chat_sql.postgres_store import PostgresStore  # noqa: PLC0415 - see above

    return PostgresStore(place)
