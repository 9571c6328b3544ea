"""``uno-chat db silence``: nothing more is said on an account that is served no longer."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest

from uno_chat.cli import main
from uno_chat.contract import Conversation, Outgoing, OutKind, Transaction
from uno_chat.testing.postgres import Cluster
from uno_chat_sql import plugin

NOW = datetime.now(UTC)


@pytest.fixture(params=["sqlite", "postgres"])
def left(
    request: pytest.FixtureRequest,
    cluster: Cluster,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> Iterator[None]:
    """Two things wait in one conversation of a bot that is gone, and one elsewhere."""
    name = cluster.database()
    urls = {"sqlite": f"sqlite:///{tmp_path}/games.db", "postgres": cluster.url(name)}
    url = urls[request.param]
    asyncio.run(queue(url))
    monkeypatch.setenv("UNO_CHAT_DATABASE_URL", url)
    monkeypatch.setenv("UNO_CHAT_ADAPTERS", "telegram")
    yield
    cluster.drop(name)


async def queue(url: str) -> None:
    def body(tx: Transaction) -> None:
        for network, kind in (("telegram2", "1"), ("telegram2", "2"), ("telegram", "1")):
            to = Conversation(network, "family")
            tx.queue(Outgoing(OutKind.NOTICE, to, None, kind), NOW)

    store = plugin(url)
    await store.open()
    await store.transact(body)
    await store.close()


@pytest.mark.usefixtures("left")
def test_it_ends_what_waits_there_once(capsys: pytest.CaptureFixture[str]) -> None:
    for count in (2, 0):
        assert main(["db", "silence", "telegram2"]) == 0
        told = capsys.readouterr().out
        assert told == f"{count} pages and messages on telegram2 will not be said.\n"


@pytest.mark.usefixtures("left")
def test_an_account_that_is_served_is_not_silenced(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["db", "silence", "telegram"]) == 2
    assert "telegram is among the adapters: take it out first" in capsys.readouterr().err
