"""The store in an SQL database: one SQLite file by default.

We declare the tables with SQLModel and speak to them in SQLAlchemy Core, in statements built
once: the whole cost of a move is a few statements and one sync to the disk. Bodies are plain
functions run by one thread on one connection, because SQLite has one writer anyway and nothing
else is as fast or as fair. Waiting tables, alarms and messages cost rows: nothing loads them all.

What is special to SQLite stands in ``sqlite.py``, ``store.py``, ``lock.py`` and ``trouble.py``;
all statements are PostgreSQL's too, so that serving it means one more way to open a database.
"""

from __future__ import annotations

from pathlib import Path

from sqlalchemy import make_url
from sqlalchemy.exc import ArgumentError

from uno_chat_sql.migrate import HEAD
from uno_chat_sql.sqlite import SqliteFile, sqlite_version
from uno_chat_sql.store import SqliteStore

__all__ = ["current_version", "expected_version", "plugin", "upgrade"]


def plugin(url: str) -> SqliteStore:
    """A store for ``sqlite:///PATH``; raises ValueError with a sentence on any other URL."""
    return SqliteStore(_path(url))


def upgrade(url: str) -> None:
    """Bring the tables up to ``expected_version``; raises ValueError or StoreError."""
    SqliteFile(_path(url)).close()


def current_version(url: str) -> str | None:
    """The version of the tables, None where there are none; raises ValueError or StoreError."""
    return sqlite_version(_path(url))


def expected_version() -> str:
    """The version of the tables that this program works with."""
    return HEAD


def _path(url: str) -> Path:
    try:
        parsed = make_url(url)
    except ArgumentError:
        # What stands there may be a password, or another file's secrets: it is not repeated.
        raise ValueError("The database URL cannot be read: write sqlite:///PATH.") from None
    if parsed.get_backend_name() != "sqlite":
        raise ValueError(
            "Databases of other kinds than SQLite are not served yet: write sqlite:///PATH."
        )
    if not parsed.database or parsed.database == ":memory:" or parsed.query or parsed.host:
        raise ValueError("An SQLite database is a file: write sqlite:///PATH, with nothing after.")
    return Path(parsed.database).expanduser()
