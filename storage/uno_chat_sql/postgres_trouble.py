"""What can be wrong with a PostgreSQL, in one sentence that says what, where and how to mend."""

from __future__ import annotations

import os
import ssl
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

import asyncpg
from sqlalchemy import URL
from sqlalchemy.exc import DBAPIError, NotSupportedError, SQLAlchemyError
from sqlalchemy.exc import TimeoutError as PoolTimeout

from uno_chat.contract import StoreError
from uno_chat_sql.overtaken import Overtaken
from uno_chat_sql.urls import place

_SENTENCES: Final = {
    "28P01": "{place} refuses the password of {user}: mend it in the database URL.",
    "28000": "{place} lets nobody in as {user}: make that user (CREATE ROLE), allow it to come"
    " from here (pg_hba.conf), or name another in the database URL.",
    "3D000": "There is no database {name} on {place}: make it (CREATE DATABASE {name} OWNER"
    " {user}), or name another in the database URL.",
    "42501": "{place} does not let {user} work in the database {name}: make it the owner (ALTER"
    " DATABASE {name} OWNER TO {user}).",
    "53100": "The disk of {place} is full, so nothing was changed: free some space.",
    "53300": "{place} has no connection left for {user} in {name}: raise its max_connections or a"
    " CONNECTION LIMIT of theirs, or run fewer workers.",
    "57014": "{place} took too long, so nothing was changed: look at what it is busy with.",
    "55P03": "Somebody holds rows of {name} on {place} locked for long, so nothing was changed:"
    " look for a session that does not end its transaction.",
    "57P03": "{place} is starting or stopping: wait for it.",
    "22P05": "The database {name} on {place} has no sign for what somebody wrote, so nothing was"
    " changed: let it be one in UTF8 (pg_dump this one, and pg_restore it there).",
    "25006": "{place} cannot be written: name the primary in the database URL, not a standby, and"
    " see that default_transaction_read_only is off.",
    "3F000": "There is no schema for our tables in the database {name} on {place}: name one that is"
    " there (ALTER DATABASE {name} SET search_path TO public).",
    "XX001": "The database {name} on {place} is damaged: stop, and restore the last backup.",
    "XX002": "The database {name} on {place} is damaged: stop, and restore the last backup.",
}
_OF_ITS_OWN: Final = (
    "{place} is in trouble of its own, so nothing was changed: look at its log, and whether its"
    " disk is full."
)
"""It has too little of something (53), its disk fails (58), or it fails inside (XX)."""
_GONE: Final = (
    "The connection to {place} was lost: see that it runs, and look at its log if it does."
)
_SILENT: Final = "{place} does not answer: see that it runs and can be reached from here."
_ABSENT: Final = "{place} cannot be reached ({why}): start it, or name another in the database URL."
_UNSAFE: Final = (
    "{place} and we find no way to encrypt: mend its certificate, or ssl= in the database URL."
)
_UNKNOWN: Final = (
    "There is no certificate to know {place} by: put that of its authority into"
    " ~/.postgresql/root.crt, name its file in PGSSLROOTCERT, or change ssl= in the database URL."
)
_AT_ODDS: Final = (
    "What is said of {place} does not go together: mend the database URL, or the variables that"
    " begin with PG."
)
_AGAIN: Final = frozenset({"40001", "40P01", "23505", "0A000", "42P07", "42701"})
"""Serialization failure, deadlock; a row, a table or a column that somebody else has made just
before; a statement that was prepared before a column was added.
"""
_ENDED: Final = frozenset({"57P01", "57P02", "57P05", "25P03"})
"""The server ended the session: it stops, it crashed, or we were idle for too long."""


@contextmanager
def explained(url: URL) -> Iterator[None]:
    """Say StoreError where the database is to blame, Overtaken where another worker is. What our
    own mistakes raise goes through, without a word of the rows it was about.
    """
    try:
        yield
    except SQLAlchemyError as error:
        raise _told(error, url) from None
    except TimeoutError as error:
        raise StoreError(_said(_SILENT, url)) from error
    except ssl.SSLError as error:
        raise StoreError(_said(_UNSAFE, url)) from error
    except OSError as error:
        if isinstance(error, FileNotFoundError) and "ssl" in url.query and "host" not in url.query:
            raise StoreError(_said(_UNKNOWN, url)) from error
        if "connection_lost" in str(error):  # while it was made, says asyncpg
            raise StoreError(_said(_GONE, url)) from error
        # The loop's own text repeats the address; a name that is not found has no number of it.
        number = error.errno or 0
        why = os.strerror(number) if number > 0 else error.strerror or str(error)
        raise StoreError(_said(_ABSENT, url, why=why)) from error


def _told(error: SQLAlchemyError, url: URL) -> Exception:
    if isinstance(error, PoolTimeout):
        return StoreError(_said(_SILENT, url))
    if not isinstance(error, DBAPIError):
        return error
    state = getattr(error.orig, "sqlstate", None) or ""
    if state in _AGAIN or isinstance(error, NotSupportedError):
        return Overtaken(state)
    if state in _SENTENCES:
        return StoreError(_said(_SENTENCES[state], url))
    if state[:2] in {"53", "58", "XX"}:
        return StoreError(_said(_OF_ITS_OWN, url))
    cause = getattr(error.orig, "__cause__", None)
    if isinstance(cause, asyncpg.ClientConfigurationError):
        missing = "root certificate" in str(cause)
        return StoreError(_said(_UNKNOWN if missing else _AT_ODDS, url))
    cut_off = isinstance(cause, asyncpg.InternalClientError)
    if cut_off or error.connection_invalidated or state in _ENDED or state.startswith("08"):
        return StoreError(_said(_GONE, url))
    # What the server says further may quote the row.
    return _FaultError(f"{type(error.orig).__name__} {state}")


class _FaultError(Exception):
    """A mistake of ours that the server has found."""


def _said(sentence: str, url: URL, why: str = "") -> str:
    return sentence.format(place=place(url), user=url.username, name=url.database, why=why)
