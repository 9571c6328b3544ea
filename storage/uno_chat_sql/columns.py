"""The three kinds of columns that need more than SQLAlchemy's own: numbers, times, any text."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta
from typing import Any, Final

from sqlalchemy import BigInteger, Dialect, Integer, Row, Text
from sqlalchemy.types import TypeDecorator, TypeEngine

AnyRow = Row[*tuple[Any, ...]]
EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)
_MS: Final = timedelta(milliseconds=1)
_NO_TEXT: Final = re.compile("[\0\ud800-\udfff]")


def number() -> TypeEngine[int]:
    """64 bits; SQLite numbers rows by itself only in a column that it calls INTEGER."""
    return BigInteger().with_variant(Integer, "sqlite")


def in_ms(at: datetime) -> int:
    """Milliseconds since 1970; raises TypeError on a naive time."""
    return (at - EPOCH) // _MS


def as_kept(text: str) -> str:
    """A text as it comes back. No database takes NUL or half a surrogate pair: U+FFFD instead."""
    return _NO_TEXT.sub("\N{REPLACEMENT CHARACTER}", text)


class Moment(TypeDecorator[datetime]):
    """A time as BIGINT milliseconds: a small index, and the same in every database."""

    impl = BigInteger
    cache_ok = True

    def process_bind_param(
        self,
        value: datetime | None,
        dialect: Dialect,  # noqa: ARG002 - SQLAlchemy's signature
    ) -> int | None:
        return None if value is None else in_ms(value)

    def process_result_value(
        self,
        value: int | None,
        dialect: Dialect,  # noqa: ARG002 - SQLAlchemy's signature
    ) -> datetime | None:
        return None if value is None else EPOCH + value * _MS


class AnyText(TypeDecorator[str]):
    """Whatever people write, as far as a database takes it."""

    impl = Text
    cache_ok = True

    def process_bind_param(
        self,
        value: str | None,
        dialect: Dialect,  # noqa: ARG002 - SQLAlchemy's signature
    ) -> str | None:
        return None if value is None else as_kept(value)
