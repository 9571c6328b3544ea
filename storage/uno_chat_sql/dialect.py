"""What the databases do not have in common, but for how they are opened (``sqlite.py``).

``upsert`` is PostgreSQL's insert: SQLite took over its ON CONFLICT clause and SQLAlchemy writes
it for both, as FOR UPDATE SKIP LOCKED is left out for SQLite, where the one writer holds the lock
already. A test writes every statement in both dialects.
"""

from __future__ import annotations

from typing import Any

from sqlalchemy.dialects.postgresql import insert as upsert
from sqlalchemy.ext.compiler import compiles
from sqlalchemy.sql.compiler import SQLCompiler
from sqlalchemy.sql.functions import GenericFunction

__all__ = ["ByLetters", "upsert"]


class ByLetters(GenericFunction[str]):
    """A text to sort by as we sort it: PostgreSQL sorts as its country does, if not told."""

    inherit_cache = True


@compiles(ByLetters)
def _by_letters(element: ByLetters, compiler: SQLCompiler, **options: Any) -> str:  # noqa: ANN401 - SQLAlchemy's signature
    return compiler.process(element.clauses, **options)


@compiles(ByLetters, "postgresql")
def _by_letters_there(element: ByLetters, compiler: SQLCompiler, **options: Any) -> str:  # noqa: ANN401 - as above
    return f'{compiler.process(element.clauses, **options)} COLLATE "C"'
