"""How many connections a PostgreSQL has left for us, and which of its limits is the narrowest."""

from __future__ import annotations

from typing import Final

from sqlalchemy import Connection, text

from uno_chat.contract import Finding

SPARE: Final = 10
"""Connections that should be left: for one worker more, as in an upgrade, and whoever looks."""
_TAKES: Final = "each worker takes up to 7"
# Whoever may not see what others do sees of them no more than who they are and in which database.
# A superuser is bound by the first limit only.
_LIMITS: Final = text(
    "WITH taken AS (SELECT datname, usename FROM pg_stat_activity WHERE datid IS NOT NULL AND"
    " usesysid IS NOT NULL AND coalesce(backend_type, 'client backend') = 'client backend'),"
    " me AS (SELECT rolname, rolconnlimit FROM pg_roles WHERE rolname = session_user AND NOT"
    " rolsuper)"
    " SELECT (SELECT count(*) FROM taken), current_setting('max_connections')::int,"
    " current_setting('superuser_reserved_connections')::int"
    " + coalesce(current_setting('reserved_connections', true)::int, 0), 'max_connections'"
    " UNION ALL SELECT (SELECT count(*) FROM taken WHERE datname = current_database()),"
    " datconnlimit, 0, 'the CONNECTION LIMIT of the database ' || datname FROM pg_database, me"
    " WHERE datname = current_database() AND datconnlimit >= 0"
    " UNION ALL SELECT (SELECT count(*) FROM taken WHERE usename = session_user),"
    " rolconnlimit, 0, 'the CONNECTION LIMIT of the role ' || rolname FROM me"
    " WHERE rolconnlimit >= 0"
)


def connections_left(connection: Connection) -> Finding:
    """Beside the one that asks."""
    limits = connection.execute(_LIMITS)
    left, limit, what = min((most - kept - taken, most, what) for taken, most, kept, what in limits)
    few = f"{_TAKES}: raise {what}, now {limit}."
    return Finding(f"{max(left, 0)} connections are left", few if left < SPARE else None)
