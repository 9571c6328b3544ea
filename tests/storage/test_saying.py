"""How statements are said to a database: of many rows at once, with whatever people write."""

from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import bindparam, delete, func, insert, make_url, select
from sqlalchemy.exc import IntegrityError

from uno_chat_sql.columns import as_kept
from uno_chat_sql.dialect import among, upsert
from uno_chat_sql.models import table
from uno_chat_sql.postgres import PostgresDatabase
from uno_chat_sql.sqlite import SqliteFile
from uno_chat_sql.statements import Statements
from uno_chat_sql.urls import read_file

Say = Callable[[Callable[[Statements], Any]], Awaitable[Any]]

NOON = datetime(2026, 1, 1, 12, tzinfo=UTC)
STRANGE = table("unreadable")
PUT = upsert(STRANGE).returning(STRANGE.c.event_id, STRANGE.c.at, STRANGE.c.raw)
THESE = select(STRANGE.c.event_id).where(among(STRANGE.c.raw, "texts"))
OTHERS = select(STRANGE.c.event_id).where(~among(STRANGE.c.raw, "texts"))
TEXTS = (
    "",
    "it's",
    '"quoted"',
    "a,b",
    "null",
    "17",
    "\N{PLAYING CARD BLACK JOKER}",
    "a\0b",
    "\ud83c",
)


@pytest.fixture(params=["sqlite", "postgresql"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    there = f"sqlite:///{tmp_path / 'uno.db'}"
    return there if request.param == "sqlite" else request.getfixturevalue("postgres_url")


@pytest.fixture
async def say(url: str) -> AsyncIterator[Say]:
    """Says something in a transaction."""
    if url.startswith("sqlite"):
        with closing(SqliteFile(read_file(url))) as file:

            async def in_file(what: Callable[[Statements], Any]) -> object:
                return file.work(lambda connection: what(Statements(connection)))

            yield in_file
    else:
        database = PostgresDatabase(make_url(url))

        async def on_server(what: Callable[[Statements], Any]) -> object:
            return await database._run(lambda connection: what(Statements(connection)))

        yield on_server
        await database.close()


def rows(texts: Sequence[str]) -> list[dict[str, Any]]:
    return [
        {"account": "a", "event_id": f"{n:03}", "at": NOON + n * timedelta(hours=1), "raw": text}
        for n, text in enumerate(texts)
    ]


@pytest.mark.parametrize("count", [1, 2, 16, 17, 50])
async def test_of_each_of_many_rows_something_is_found(say: Say, count: int) -> None:
    told = rows([f"text {n}" for n in range(count)])
    found = await say(lambda s: s.run(PUT, told).all())
    assert sorted(found) == [(row["event_id"], row["at"], row["raw"]) for row in told]


async def test_values_are_found_whatever_is_in_them(say: Say) -> None:
    def body(s: Statements) -> None:
        s.run(PUT, rows(TEXTS))
        everything = [row["event_id"] for row in rows(TEXTS)]
        for number, text in zip(everything, TEXTS, strict=True):
            assert s.run(THESE, {"texts": [text, "no such text"]}).scalars().all() == [number]
            others = s.run(OTHERS, {"texts": [text]}).scalars()
            assert sorted(others) == sorted({*everything} - {number})
        assert sorted(s.run(THESE, {"texts": list(TEXTS)}).scalars()) == everything

    await say(body)


async def test_nothing_is_among_no_values(say: Say) -> None:
    def body(s: Statements) -> tuple[int, int]:
        s.run(PUT, rows(TEXTS))
        return len(s.run(THESE, {"texts": []}).all()), len(s.run(OTHERS, {"texts": []}).all())

    assert await say(body) == (0, len(TEXTS))


async def test_what_was_changed_is_counted(say: Say) -> None:
    def body(s: Statements) -> list[int]:
        s.run(PUT, rows(TEXTS))
        gone = delete(STRANGE).where(among(STRANGE.c.raw, "texts"))
        return [s.count(gone, {"texts": some}) for some in (["17", "a,b"], ["17"])]

    assert await say(body) == [2, 0]


async def test_many_rows_go_where_a_number_is_made_by_the_statement(say: Say) -> None:
    """Which SQLite does not give back for many of them, from Python 3.12 on."""
    lines = table("record")
    last = select(func.coalesce(func.max(lines.c.line_no), 0)).scalar_subquery()
    add = insert(lines).values(
        table_id=1, round_no=1, line_no=last + 1, line=bindparam("text", type_=lines.c.line.type)
    )
    kept = select(lines.c.line).order_by(lines.c.line_no)

    def body(s: Statements) -> list[str]:
        s.run(add, [{"text": text} for text in "abc"])
        return [*s.run(kept).scalars()]

    assert await say(body) == ["a", "b", "c"]


async def test_a_text_is_kept_as_it_comes_back(say: Say) -> None:
    found = await say(lambda s: s.run(PUT, rows(TEXTS)).all())
    assert sorted(row.raw for row in found) == sorted(map(as_kept, TEXTS))


async def test_an_error_is_named_and_says_nothing_of_a_row(say: Say) -> None:
    def body(s: Statements) -> str:
        secret = {"account": "a", "event_id": "e", "at": NOON, "raw": "red seven"}
        s.run(PUT, secret)
        with pytest.raises(IntegrityError) as raised:
            s.run(PUT, secret)
        return f"{raised.value!r} {raised.value}"

    assert "red seven" not in await say(body)
