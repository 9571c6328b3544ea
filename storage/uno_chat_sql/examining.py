"""What an operator wants to know of a database before trouble comes: its engine, its tables, its
room, and what waits in it. Looking changes nothing.
"""

from __future__ import annotations

import os
import shutil
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from datetime import datetime, timedelta
from functools import partial
from pathlib import Path
from typing import Final

from sqlalchemy import Connection, NullPool, create_engine, text

from uno_chat.contract import Finding, InUse, StoreError, Waiting
from uno_chat_sql.census import census
from uno_chat_sql.columns import EPOCH
from uno_chat_sql.lock import lock
from uno_chat_sql.migrate import HEAD, is_up_to_date, version_of
from uno_chat_sql.room import connections_left
from uno_chat_sql.trouble import explained

ROOM: Final = 256
"""Megabytes that should be free beside a file."""
WAITS: Final = timedelta(minutes=2)
"""What waits for longer is not being worked at."""
UNSAID: Final = timedelta(minutes=10)
"""The same of what is to be said, for which quotas may make it wait."""
OLDEST: Final = 130000
"""The oldest PostgreSQL that has all that we use."""
APART: Final = timedelta(seconds=2)
"""How far the clock of a server may be from ours."""
_MEGABYTE: Final = 2**20
_TIME: Final = text("SELECT CAST((julianday('now') - 2440587.5) * 86400000 AS INTEGER)")
_NOW: Final = text("SELECT clock_timestamp()")
_SIZE: Final = text("SELECT pg_database_size(current_database())")
_MAY_MAKE: Final = text(
    "SELECT current_schema(), has_schema_privilege(current_schema(), 'CREATE'),"
    " current_user, current_database()"
)
_UNSAFE: Final = (
    ("synchronous_commit", "on", "a power cut may take back what people have seen"),
    ("fsync", "on", "a power cut may damage it"),
    ("full_page_writes", "on", "a power cut may damage it"),
    ("default_transaction_read_only", "off", "nothing can be written"),
)


def examine_file(path: Path) -> tuple[Finding, ...]:
    """A file that may be in use, or may not be there yet; raises StoreError."""
    return tuple(_of_file(path))


def _of_file(path: Path) -> Iterator[Finding]:
    yield Finding(f"SQLite {sqlite3.sqlite_version} at {path}")
    yield _room(path)
    if not path.exists():
        yield Finding("it will be made at the first start", _unwritable(path))
        return
    yield Finding("it can be written", _unwritable(path))
    if _in_use(path):
        yield Finding("it is in use by an Uno Chat that is running")
    look = partial(sqlite3.connect, f"{path.absolute().as_uri()}?mode=ro", uri=True)
    engine = create_engine("sqlite://", creator=look, poolclass=NullPool, hide_parameters=True)
    with explained(path), closing(engine.connect()) as connection:
        version = version_of(connection, str(path))
        if not is_up_to_date(connection, str(path)):
            yield Finding(f"its tables are version {version}, to be brought to {HEAD} at the start")
            return
        yield Finding(f"its tables are version {version}, as they should be")
        now = EPOCH + timedelta(milliseconds=connection.execute(_TIME).scalar_one())
        yield from _waiting(connection, now)


def _room(path: Path) -> Finding:
    free = shutil.disk_usage(_there(path)).free // _MEGABYTE
    few = free < ROOM
    return Finding(
        f"{free} MB are free beside it", f"free some space: {ROOM} MB are needed." if few else None
    )


def _in_use(path: Path) -> bool:
    if not path.with_name(f"{path.name}.lock").exists():
        return False
    try:
        os.close(lock(path))
    except InUse:
        return True
    except OSError:  # it may not be written, which is told
        return False
    return False


def _unwritable(path: Path) -> str | None:
    """The file itself, if it is there, and its folder, where more are made beside it."""
    for place in (path, _there(path)):
        if place.exists() and not os.access(place, os.W_OK):
            return f"give this user the right to write {place}, or choose another database."
    return None


def _there(path: Path) -> Path:
    """The nearest folder that exists."""
    return next(folder for folder in path.absolute().parents if folder.is_dir())


def examine_server(
    connection: Connection, place: str, name: str, clock: Callable[[], datetime]
) -> tuple[Finding, ...]:
    """A database on PostgreSQL, whose clock is held against ours; raises StoreError."""
    now = connection.execute(_NOW).scalar_one()
    return (
        *_of_server(connection, place, name),
        _apart(abs(now - clock())),
        *_of_tables(connection, place, now),
    )


def _apart(apart: timedelta) -> Finding:
    far = "have both set by the network (NTP); all workers go by that of the database."
    name = f"its clock and ours are {apart.total_seconds():.1f} seconds apart"
    return Finding(name, far if apart > APART else None)


def _of_server(connection: Connection, place: str, name: str) -> Iterator[Finding]:
    ask = partial(_setting, connection)
    old = int(ask("server_version_num")) < OLDEST
    size = connection.execute(_SIZE).scalar_one() // _MEGABYTE
    yield Finding(
        f"PostgreSQL {ask('server_version').split()[0]} with {size} MB of {name}",
        "it is too old: install 13 or newer." if old else None,
    )
    if connection.execute(text("SELECT pg_is_in_recovery()")).scalar_one():
        raise StoreError(f"{place} is on a standby, which cannot be written: name the primary.")
    yield signs(connection)
    for setting, good, why in _UNSAFE:
        if (found := ask(setting)) != good:
            yield Finding(f"{setting} is {found}", f"{why}: set it to {good}.")
    yield connections_left(connection)


def _of_tables(connection: Connection, place: str, now: datetime) -> Iterator[Finding]:
    version = version_of(connection, place)
    if version is None:
        yield Finding("it is empty, and gets its tables at the first start", _barred(connection))
    elif not is_up_to_date(connection, place):
        behind = f"this program needs {HEAD}: run uno-chat db upgrade."
        yield Finding(f"its tables are version {version}", behind)
    else:
        yield Finding(f"its tables are version {version}, as they should be")
        yield from _waiting(connection, now)


def signs(connection: Connection) -> Finding:
    """Whether a database on PostgreSQL has a sign for all that people write."""
    encoding = _setting(connection, "server_encoding")
    better = "people write in UTF8: make one (createdb --encoding=UTF8 --template=template0)."
    return Finding(f"it is in {encoding}", better if encoding != "UTF8" else None)


def _barred(connection: Connection) -> str | None:
    """Why we can make no tables there."""
    schema, may, user, name = connection.execute(_MAY_MAKE).one()
    if schema is None:
        return f"but in no schema: ALTER DATABASE {name} SET search_path TO public."
    return None if may else f"{user} may make none: ALTER DATABASE {name} OWNER TO {user}."


def _setting(connection: Connection, name: str) -> str:
    value: str = connection.execute(
        text("SELECT current_setting(:name)"), {"name": name}
    ).scalar_one()
    return value


def _waiting(connection: Connection, now: datetime) -> Iterator[Finding]:
    found = census(connection, now)
    yield _old(f"{found.inbox.count} arrivals wait", found.inbox, now)
    yield _old(f"{found.alarms.count} deadlines are due", found.alarms, now)
    for account, waits in sorted(found.outbox.items()):
        what = f"what is to be said waits in {waits.count} conversations on {account}"
        gone = f" If nobody serves it any more: uno-chat db silence {account}."
        yield _old(what, waits, now, UNSAID, gone)


def _old(
    what: str, waits: Waiting, now: datetime, patience: timedelta = WAITS, more: str = ""
) -> Finding:
    if waits.since is None or now - waits.since < patience:
        return Finding(what)
    since = f"{waits.since:%Y-%m-%d %H:%M} UTC"
    mend = "start a worker, or look into the log of those that run."
    return Finding(what, f"the oldest since {since}: {mend}{more}")
