"""Workers tell each other that there is something to do; whoever is not told looks for itself."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta

import asyncpg
import pytest
from sqlalchemy import make_url

from uno_chat.contract import (
    Alarm,
    Arrival,
    Conversation,
    Outgoing,
    OutKind,
    Shared,
    Store,
    StoreError,
    Transaction,
)
from uno_chat.testing.patience import PATIENCE
from uno_chat.testing.postgres import Cluster
from uno_chat_sql import plugin, postgres_store
from uno_chat_sql.notices import Notices

NOW = datetime(2026, 1, 1, tzinfo=UTC)


def arrive(t: Transaction) -> None:
    t.receive(Arrival("account", "1", "lane", NOW, "{}"))


def queue(t: Transaction) -> None:
    t.queue(Outgoing(OutKind.NOTICE, Conversation("kit", "family"), None, "1"), NOW)


def ring(t: Transaction) -> None:
    t.set_alarms(1, [Alarm("turn", 1, NOW)])
    t.ring(NOW)


def end_shift(t: Transaction) -> None:
    t.take_shift("kit", "me", NOW, NOW)
    t.end_shift("kit", "me")


class Ear:
    """Counts how often it was rung."""

    def __init__(self) -> None:
        self.rung = 0
        self._news = asyncio.Event()

    def __call__(self) -> None:
        self.rung += 1
        self._news.set()

    async def again(self) -> None:
        async with asyncio.timeout(PATIENCE):
            await self._news.wait()
        self._news.clear()


@asynccontextmanager
async def listening(url: str) -> AsyncIterator[tuple[Store, Ear]]:
    """A worker that listens."""
    store, ear = plugin(url), Ear()
    assert isinstance(store, Shared)
    await store.open()
    task = asyncio.create_task(store.listen(ear))
    await ear.again()  # what was told before it listened
    try:
        yield store, ear
    finally:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
        await store.close()


@pytest.mark.parametrize("put", [arrive, queue, ring, end_shift])
async def test_others_hear_of_what_one_puts_in(
    postgres_url: str, put: Callable[[Transaction], None]
) -> None:
    async with listening(postgres_url) as (one, mine), listening(postgres_url) as (_, theirs):
        await one.transact(put)
        await theirs.again()
        assert mine.rung == 1


async def test_nobody_hears_of_what_concerns_nobody(postgres_url: str) -> None:
    async with listening(postgres_url) as (one, _), listening(postgres_url) as (_, theirs):
        await one.transact(lambda t: t.set_alarms(1, [Alarm("turn", 1, NOW)]))
        await one.transact(lambda t: t.next_inbox(NOW, ()))
        with pytest.raises(KeyError):
            await one.transact(fail)
        await one.transact(arrive)
        await theirs.again()
        assert theirs.rung == 2


def fail(t: Transaction) -> None:
    t.receive(Arrival("account", "2", "lane", NOW, "{}"))
    raise KeyError


async def test_whoever_was_cut_off_listens_again(
    cluster: Cluster, postgres_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(postgres_store, "AGAIN", 0.01)
    ours = "FROM pg_stat_activity WHERE usename = 'uno'"
    async with listening(postgres_url) as (one, _), listening(postgres_url) as (_, theirs):
        cluster.ask(f"SELECT pg_terminate_backend(pid, {PATIENCE * 1000:.0f}) {ours}")
        await theirs.again()
        with pytest.raises(StoreError):
            await one.transact(arrive)
        while theirs.rung < 3:
            await one.transact(lambda t: t.receive(arrival_of(theirs.rung)))
            await asyncio.sleep(0.05)


def arrival_of(number: int) -> Arrival:
    return Arrival("account", f"again {number} {datetime.now(UTC)}", "lane", NOW, "{}")


async def test_all_look_at_one_clock(postgres_url: str) -> None:
    async with listening(postgres_url) as (one, _), listening(postgres_url) as (two, _):
        assert isinstance(one, Shared)
        assert isinstance(two, Shared)
        first, second = await one.time(), await two.time()
        assert timedelta(0) <= second - first < timedelta(seconds=10)
        assert first.utcoffset() == timedelta(0)


async def test_a_server_that_dies_in_the_middle_of_an_answer_ends_no_worker(
    postgres_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its driver blames itself then, which is no error of a server or of a connection to it."""

    async def dying(*_: object) -> None:
        raise asyncpg.InternalClientError("cannot switch to state 12")

    monkeypatch.setattr(asyncpg.Connection, "add_listener", dying)
    await Notices(make_url(postgres_url), asyncio.Event(), Ear()).exchange()


async def test_that_workers_cannot_tell_each_other_is_said_once(
    postgres_url: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level("INFO", logger="uno_chat_sql")
    ear = Ear()
    notices, connect = Notices(make_url(postgres_url), asyncio.Event(), ear), asyncpg.connect
    monkeypatch.setattr(asyncpg, "connect", away)
    for _ in range(3):
        await notices.exchange()
    monkeypatch.setattr(asyncpg, "connect", connect)
    for _ in range(2):
        listening = asyncio.create_task(notices.exchange())
        await ear.again()
        listening.cancel()
        await asyncio.wait((listening,))
    assert caplog.messages == [
        "workers cannot tell each other (ConnectionRefusedError): each looks for itself",
        "workers can tell each other again",
    ]


async def away(**_: object) -> None:
    raise ConnectionRefusedError
