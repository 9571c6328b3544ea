"""What can be wrong with a database file, in one sentence that says what, where and how to mend."""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from sqlalchemy.exc import DBAPIError

from uno_chat.contract import StoreError

_SENTENCES: Final = {
    "SQLITE_FULL": "The disk under {path} is full, so nothing was changed: free some space.",
    "SQLITE_READONLY": "{path} cannot be written: give this user the right to write the file and"
    " its folder, or choose another database.",
    "SQLITE_CORRUPT": "{path} is damaged: stop, keep a copy of it and of {path}-wal, and restore"
    " the last backup (or try: sqlite3 {path} .recover).",
    "SQLITE_NOTADB": "{path} is not a database of Uno Chat: choose another name for the database,"
    " or move that file away.",
    "SQLITE_CANTOPEN": "{path} cannot be opened: choose a file in a folder where this user may"
    " write.",
    "SQLITE_IOERR": "The disk under {path} does not read or write as it should: look at the"
    " system's log, and restore the last backup on a sound disk.",
    "SQLITE_BUSY": "Another program holds {path} locked: close it (a database browser, a backup)"
    " and try again.",
}

_NEEDED: Final = 1 << 20
"""Bytes without which a transaction may find no room."""


@contextmanager
def explained(path: Path) -> Iterator[None]:
    """Say StoreError where the file is to blame; what our own mistakes raise goes through."""
    try:
        yield
    except DBAPIError as error:
        if (sentence := _sentence(error.orig, path)) is not None:
            raise StoreError(sentence) from error
        raise
    except OSError as error:
        raise StoreError(
            f"{path} cannot be used ({error.strerror}): choose a file in a folder where this user"
            " may write."
        ) from error


def _sentence(error: BaseException | None, path: Path) -> str | None:
    if not isinstance(error, sqlite3.Error):
        return None
    name = getattr(error, "sqlite_errorname", "")
    kind = "_".join(name.split("_")[:2])  # SQLITE_IOERR_WRITE is a kind of SQLITE_IOERR
    if kind == "SQLITE_IOERR":
        kind = _seen_from_outside(path)
    return _SENTENCES[kind].format(path=path) if kind in _SENTENCES else None


def _seen_from_outside(path: Path) -> str:
    """SQLite says of a folder, and of no room for what it keeps beside the file, no more than that
    reading or writing failed: nobody should restore a backup for that.
    """
    if path.is_dir():
        return "SQLITE_CANTOPEN"
    is_full = path.parent.is_dir() and shutil.disk_usage(path.parent).free < _NEEDED
    return "SQLITE_FULL" if is_full else "SQLITE_IOERR"
