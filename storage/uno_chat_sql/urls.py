"""Database URLs: which kind of a database, and where; one sentence for those that are neither."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from sqlalchemy import URL, make_url
from sqlalchemy.exc import ArgumentError

SQLITE: Final = "sqlite:///PATH"
POSTGRES: Final = "postgresql+asyncpg://USER:PASSWORD@HOST:PORT/NAME"
ENCRYPTED: Final = ("disable", "allow", "prefer", "require", "verify-ca", "verify-full")
"""What may be asked of a server behind ``?ssl=``; PostgreSQL's own words."""


def read(url: str) -> Path | URL:
    """The file of an SQLite database, or where a PostgreSQL is; raises ValueError."""
    try:
        parsed = make_url(url)
    except (ArgumentError, ValueError):  # the second is of a port that is no number
        # What stands there may be a password, or another file's secrets: it is not repeated.
        raise ValueError(
            f"The database URL cannot be read: write {SQLITE}, or {POSTGRES}."
        ) from None
    if parsed.get_backend_name() == "sqlite":
        return _file(parsed)
    if parsed.drivername == "postgresql+asyncpg":
        return _server(parsed)
    raise ValueError(
        f"Databases of this kind are not served: write {SQLITE} for SQLite, or {POSTGRES} for"
        " PostgreSQL."
    )


def read_file(url: str) -> Path:
    """The file of an SQLite database; raises ValueError on any other."""
    match read(url):
        case Path() as path:
            return path
        case _:
            raise ValueError(f"Only an SQLite database can be copied from: write {SQLITE}.")


def _file(url: URL) -> Path:
    if not url.database or url.database == ":memory:" or url.query or url.host:
        raise ValueError(f"An SQLite database is a file: write {SQLITE}, with nothing after.")
    return Path(url.database).expanduser()


def _server(url: URL) -> URL:
    if "@" in f"{url.host}{url.database}" or not 0 < (url.port or 5432) < 1 << 16:
        # Who wrote a password as it is has a part of it there: that is not repeated.
        raise ValueError(
            f"The database URL cannot be read: write {POSTGRES}, and in the password %40 for @,"
            " %3A for :, %2F for / and %25 for %."
        )
    if not url.database or not (url.host or "host" in url.query):
        raise ValueError(f"The database URL names no server or no database: write {POSTGRES}.")
    folder, encrypted = url.query.get("host", ""), url.query.get("ssl")
    one = isinstance(folder, str) and "," not in folder  # several servers are no database of ours
    if not {"host", "ssl"}.issuperset(url.query) or encrypted not in {None, *ENCRYPTED} or not one:
        raise ValueError(
            "The database URL asks for what is not known: behind the name of the database stands"
            f" nothing, ?host=FOLDER for a socket, or ?ssl= and one of {', '.join(ENCRYPTED)}."
        )
    return url


def place(url: URL) -> str:
    """Where a server is, without who we are there."""
    folder = url.query.get("host")
    return f"PostgreSQL at {folder or f'{url.host}:{url.port or 5432}'}"
