"""Bringing a database up to date, in one transaction, with Alembic.

A new version is a file in ``migrations/versions`` and ``HEAD`` below; a test compares the tables
it makes with the models. There is no way down: an older program refuses a newer database, and a
backup is what leads back.

A version whose migration only adds says in its name from which version on programs can work with
its tables, too: "0009.0007". So workers of both can be at work, and be started, side by side. What
takes something away is a later version, when no older program is left.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

from alembic import command
from alembic.config import Config
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, inspect, text

from uno_chat.contract import StoreError

HEAD: Final = "0008.0006"


def version_of(connection: Connection, place: str) -> str | None:
    """The version of the tables, None where there are none; StoreError if they are not ours."""
    names = inspect(connection).get_table_names()
    if "alembic_version" in names:
        return connection.execute(text("SELECT version_num FROM alembic_version")).scalar()
    if names:
        raise StoreError(
            f"{place} holds another program's tables: choose another database for Uno Chat."
        )
    return None


def bring_up_to_date(connection: Connection, place: str) -> None:
    """Make the tables or change them to ``HEAD``, in a transaction that the caller has begun;
    raises StoreError when they are newer.
    """
    if not is_up_to_date(connection, place):
        command.upgrade(_config(connection), HEAD)


def is_up_to_date(connection: Connection, place: str) -> bool:
    """Whether the tables are such as this program works with; raises StoreError as above."""
    version = version_of(connection, place)
    scripts = ScriptDirectory.from_config(_config(connection)).walk_revisions()
    if version is not None and version not in {script.revision for script in scripts}:
        if allows(version, HEAD):
            return True
        raise StoreError(
            f"{place} was written by a newer Uno Chat (its tables are version {version}, this"
            f" program knows {HEAD}): install that version or a newer one, or restore a backup"
            " from before it."
        )
    return version == HEAD


def allows(version: str, head: str) -> bool:
    """Whether newer tables are such that the program of ``head`` can work with them."""
    number, _, oldest = version.partition(".")
    known = head.partition(".")[0]
    return bool(oldest) and oldest <= known < number


def _config(connection: Connection) -> Config:
    config = Config()
    folder = Path(__file__).parent / "migrations"
    config.set_main_option("script_location", str(folder).replace("%", "%%"))
    config.attributes["connection"] = connection
    return config
