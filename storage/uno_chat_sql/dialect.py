"""What the databases do not have in common, but for how they are opened (``sqlite.py``).

``upsert`` is PostgreSQL's insert: SQLite took over its ON CONFLICT clause and SQLAlchemy writes
it for both, as FOR UPDATE SKIP LOCKED is left out for SQLite, where the one writer holds the lock
already. A test writes every statement in both dialects.
"""

from __future__ import annotations

import json
from collections.abc import Collection
from typing import Any

from sqlalchemy import ARRAY, ColumnElement, Dialect, Text, bindparam
from sqlalchemy.dialects.postgresql import insert as upsert
from sqlalchemy.ext.compiler import compiles
from sqlalchemy.sql.compiler import SQLCompiler
from sqlalchemy.sql.functions import FunctionElement, GenericFunction
from sqlalchemy.types import NullType, TypeDecorator, TypeEngine

__all__ = ["ByLetters", "among", "upsert"]


class ByLetters(GenericFunction[str]):
    """A text to sort by as we sort it: PostgreSQL sorts as its country does, if not told."""

    inherit_cache = True


@compiles(ByLetters)
def _by_letters(element: ByLetters, compiler: SQLCompiler, **options: Any) -> str:  # noqa: ANN401 - SQLAlchemy's signature
    return compiler.process(element.clauses, **options)


@compiles(ByLetters, "postgresql")
def _by_letters_there(element: ByLetters, compiler: SQLCompiler, **options: Any) -> str:  # noqa: ANN401 - as above
    return f'{compiler.process(element.clauses, **options)} COLLATE "C"'


def among(column: ColumnElement[Any], name: str) -> ColumnElement[Any]:
    """Whether a column has one of the values that are told under a name: a single parameter, so
    that the statement is the same for any number of them.
    """
    return _Among(column, bindparam(name, type_=_Several(column.type)))


class _Several(TypeDecorator[Collection[Any]]):
    """Values of a column: an array, or JSON where there are none."""

    impl = Text
    cache_ok = True

    def __init__(self, one: TypeEngine[Any]) -> None:
        super().__init__()
        self.one = one

    def load_dialect_impl(self, dialect: Dialect) -> TypeEngine[Any]:
        is_array = dialect.name == "postgresql"
        return dialect.type_descriptor(ARRAY(self.one) if is_array else Text())

    def process_bind_param(self, value: Collection[Any] | None, dialect: Dialect) -> Any:  # noqa: ANN401 - SQLAlchemy's signature
        values = list(value or ())
        if dialect.name == "postgresql":
            return values
        process = self.one.dialect_impl(dialect).bind_processor(dialect)
        return json.dumps(values if process is None else list(map(process, values)))


class _Among(FunctionElement[Any]):
    """No BOOLEAN for SQLAlchemy: it would ask whether it is 1, and no index would answer that."""

    type = NullType()
    inherit_cache = True


@compiles(_Among)
def _in_json(element: _Among, compiler: SQLCompiler, **options: Any) -> str:  # noqa: ANN401 - SQLAlchemy's signature
    column, values = (compiler.process(one, **options) for one in element.clauses)
    return f"({column} IN (SELECT value FROM json_each({values})))"  # noqa: S608 - of our own columns


@compiles(_Among, "postgresql")
def _in_array(element: _Among, compiler: SQLCompiler, **options: Any) -> str:  # noqa: ANN401 - as above
    column, values = (compiler.process(one, **options) for one in element.clauses)
    return f"({column} = ANY ({values}))"
