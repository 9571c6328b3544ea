"""Everything moves from SQLite to PostgreSQL, once and again, and nothing of others is lost."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import closing
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path
from random import Random
from typing import TypeVar

import asyncpg
import pytest
from sqlalchemy import make_url

from uno_chat.contract import (
    Alarm,
    Arrival,
    Conversation,
    Copying,
    InUse,
    Outgoing,
    OutKind,
    Receipt,
    Sat,
    Settled,
    Standing,
    Store,
    StoredTable,
    StoreError,
    Transaction,
    User,
)
from uno_chat.contract import Message as Shown
from uno_chat.testing.postgres import Cluster
from uno_chat_sql import copying, plugin, postgres
from uno_chat_sql.models import metadata
from uno_chat_sql.sqlite import SqliteFile

T = TypeVar("T")
NOW = datetime(2026, 1, 1, tzinfo=UTC)
SOON = NOW + timedelta(seconds=60)
ON = ("kit",)
FAMILY = Conversation("kit", "family")
ANN = User("kit", "ann")


def live(t: Transaction, luck: Random) -> None:
    """Something of everything, and what databases could take for something else."""
    for number in range(luck.randint(1, 5)):
        t.receive(Arrival("kit", f"e{number}", str(FAMILY), NOW, '{"text": "🃏 \\\\N \\t\\n"}'))
    row = t.next_inbox(NOW, ())
    assert row is not None
    t.finish_inbox(row.id, "done")
    t.set_aside("kit", "bytes", SOON, "?")
    t.save_cursor("kit", "17")
    t.remember("kit", {"key": "secret"})
    ann = t.remember_player(ANN, "Ann; DROP TABLE player", None)
    t.set_profile(ann.id, "{}")
    t.remember_room(FAMILY, "Family")
    t.save_table(StoredTable(t.new_table_id(), 1, 1, "{}", (FAMILY,), (ann.id,), open=True))
    t.append_record(1, 1, ["first", "second"])
    t.note_seats([Sat(1, 1, "A", 1, ann.id)])
    t.add_standings([Standing(FAMILY, ann.id, 2, 1, 7, 3, 512)])
    t.set_alarms(1, [Alarm("turn", 1, SOON)])
    t.queue(Outgoing(OutKind.SLOT, FAMILY, 1, "table", 3), NOW)
    page = t.next_outbox(ON, NOW, (), SOON)
    assert page is not None
    t.settle(page, Settled.SENT, Receipt(Shown(FAMILY, "m1")), ("r7", "draw"))
    t.queue(Outgoing(OutKind.NOTICE, ANN, None, "deal", payload="{}"), NOW)


def go_on(t: Transaction) -> tuple[object, ...]:
    """What a table that runs needs after the move."""
    waiting, out = t.next_inbox(NOW, ()), t.next_outbox(ON, NOW, (), SOON)
    t.queue(Outgoing(OutKind.NOTICE, FAMILY, None, "next"), NOW)
    new = t.next_outbox(ON, NOW, (ANN,), SOON)
    t.receive(Arrival("kit", "e0", str(FAMILY), NOW, "again"))
    return (
        waiting and waiting.arrival,
        out and (out.id, out.out),
        new and new.id,
        t.table(1),
        t.record(1, 1),
        t.seats_at(1),
        t.standings_in(FAMILY),
        t.next_alarm(),
        t.slots_at(FAMILY),
        t.player(ANN),
        t.remember_player(User("kit", "bob"), "Bob", None).id,
        t.new_table_id(),
        t.memory("kit"),
    )


@pytest.fixture
def source(tmp_path: Path) -> Path:
    path = tmp_path / "games.db"
    with closing(SqliteFile(path)) as file:
        file.transact(partial(live, luck=Random(1)))
        file.transact(lambda t: t.prune(SOON))  # its numbers are not given again
    return path


async def copied(path: Path, url: str) -> dict[str, int]:
    store = plugin(url)
    assert isinstance(store, Copying)
    return dict(await store.copy_from(f"sqlite:///{path}"))


async def on(url: str, body: Callable[[Transaction], T]) -> T:
    store: Store = plugin(url)
    await store.open()
    try:
        return await store.transact(body)
    finally:
        await store.close()


async def test_all_that_is_there_moves_and_goes_on(source: Path, postgres_url: str) -> None:
    counts = await copied(source, postgres_url)
    assert counts.keys() == metadata.tables.keys() - {"shift"}
    assert all(counts.values()), "there was something of everything"
    with closing(SqliteFile(source)) as file:
        expected = file.transact(go_on)
    assert await on(postgres_url, go_on) == expected


async def test_it_can_be_done_again_while_nobody_has_worked_with_the_copy(
    source: Path, postgres_url: str
) -> None:
    first = await copied(source, postgres_url)
    assert await copied(source, postgres_url) == first
    with closing(SqliteFile(source)) as file:
        file.transact(lambda t: t.append_record(1, 1, ["third"]))
    again = await copied(source, postgres_url)
    assert again["record"] == first["record"] + 1
    assert await on(postgres_url, lambda t: t.record(1, 1)) == ("first", "second", "third")


async def test_games_that_were_played_there_are_not_lost(source: Path, postgres_url: str) -> None:
    await copied(source, postgres_url)
    await on(postgres_url, lambda t: t.append_record(1, 1, ["played on"]))
    with pytest.raises(StoreError, match="holds games already, which would be lost: choose an"):
        await copied(source, postgres_url)
    assert await on(postgres_url, lambda t: t.record(1, 1)) == ("first", "second", "played on")


async def test_a_database_with_games_of_its_own_is_left_alone(
    source: Path, postgres_url: str
) -> None:
    await on(postgres_url, lambda t: t.save_cursor("other", "1"))
    with pytest.raises(StoreError, match="holds games already"):
        await copied(source, postgres_url)


async def test_a_copy_that_is_not_the_same_is_none(
    source: Path, postgres_url: str, cluster: Cluster
) -> None:
    """As where a database keeps something otherwise than it was put in."""
    name = str(make_url(postgres_url).database)
    spoil = "BEGIN NEW.line = 'other'; RETURN NEW; END"
    cluster.ask(
        f"CREATE FUNCTION spoil() RETURNS trigger LANGUAGE plpgsql AS $$ {spoil} $$",
        "CREATE TRIGGER spoil BEFORE INSERT ON record FOR EACH ROW EXECUTE FUNCTION spoil()",
        database=name,
    )
    with pytest.raises(StoreError, match="does not give back what was put in: nothing was"):
        await copied(source, postgres_url)
    assert cluster.ask("SELECT count(*) FROM inbox", database=name) == "0"


async def test_nobody_works_with_the_copy_while_it_is_made(
    source: Path, postgres_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A worker that is at it would add to what was compared already."""
    await on(postgres_url, lambda _: None)
    worker = await asyncpg.connect(postgres_url.replace("+asyncpg", ""))
    try:
        await worker.execute("BEGIN")
        await worker.execute("INSERT INTO cursor VALUES ('other', '1')")
        with monkeypatch.context() as impatient:
            impatient.setitem(postgres._SETTINGS, "lock_timeout", "50ms")
            with pytest.raises(StoreError, match="Somebody holds rows of"):
                await copied(source, postgres_url)
        await worker.execute("ROLLBACK")
    finally:
        await worker.close()
    assert await copied(source, postgres_url)


async def test_a_file_that_is_in_use_has_to_be_let_go_first(
    source: Path, postgres_url: str
) -> None:
    with closing(SqliteFile(source)):
        with pytest.raises(InUse, match="stop that one first"):
            await copied(source, postgres_url)
        assert (await on(postgres_url, lambda t: t.cursor("kit"))) is None


async def test_the_server_does_not_wait_for_a_file_that_takes_long_to_open(
    source: Path, postgres_url: str, cluster: Cluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One of an older version is brought up to date first; whoever idles in a transaction for so
    long is cut off.
    """
    name, waiting = str(make_url(postgres_url).database), []
    begun = f"SELECT count(*) FROM pg_stat_activity WHERE datname = '{name}' AND xact_start < now()"

    def opened(path: Path) -> SqliteFile:
        waiting.append(cluster.ask(begun))
        return SqliteFile(path)

    monkeypatch.setattr(postgres, "SqliteFile", opened)
    await copied(source, postgres_url)
    assert waiting == ["0"]


async def test_what_is_no_source_is_refused(tmp_path: Path, postgres_url: str) -> None:
    store = plugin(postgres_url)
    assert isinstance(store, Copying)
    with pytest.raises(ValueError, match="Only an SQLite database can be copied from"):
        await store.copy_from(postgres_url)
    with pytest.raises(StoreError, match=r"There is no database at .*nothing\.db: name the one"):
        await store.copy_from(f"sqlite:///{tmp_path}/nothing.db")
    assert not (tmp_path / "nothing.db").exists()


async def test_many_rows_move_a_few_at_a_time(
    tmp_path: Path, postgres_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(copying, "AT_ONCE", 7)

    def many(t: Transaction) -> None:
        for number in range(50):
            t.receive(Arrival("kit", str(number), "lane", NOW, "{}"))

    with closing(SqliteFile(tmp_path / "many.db")) as file:
        file.transact(many)
    assert (await copied(tmp_path / "many.db", postgres_url))["inbox"] == 50
