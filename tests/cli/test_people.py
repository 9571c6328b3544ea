"""A host who is asked hands out what is kept of a person, or forgets one."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from pathlib import Path

import pytest

from uno_chat.cli import main
from uno_chat.contract import StoredTable, Transaction, User
from uno_chat_sql import plugin

ANN = User("telegram", "42")


@pytest.fixture
def url(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    url = f"sqlite:///{tmp_path}/uno.db"
    monkeypatch.setenv("UNO_CHAT_DATABASE_URL", url)
    asyncio.run(do(url, lambda tx: tx.remember_player(ANN, "Ann", "fr")))
    return url


async def do(url: str, body: Callable[[Transaction], object]) -> object:
    store = plugin(url)
    await store.open()
    try:
        return await store.transact(body)
    finally:
        await store.close()


def test_what_is_kept_of_a_person_is_printed_a_json_object_a_line(
    url: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["people", "export", "telegram:42"]) == 0
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert lines[0]["name"] == "Ann"
    assert [line["who"] for line in lines if line["is"] == "account"] == ["telegram:42"]
    assert asyncio.run(do(url, lambda tx: tx.player(ANN))) is not None


def test_a_person_is_forgotten_and_told_so_when_the_bot_runs_again(
    url: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["people", "forget", "telegram:42"]) == 0
    assert capsys.readouterr().out == "Forgotten, with 1 account.\n"
    assert asyncio.run(do(url, lambda tx: tx.player(ANN))) is None
    assert asyncio.run(do(url, lambda tx: tx.next_send(["telegram"]))) is not None


@pytest.mark.usefixtures("url")
@pytest.mark.parametrize("action", ["export", "forget"])
@pytest.mark.parametrize(
    ("account", "said"),
    [
        ("ann", "ann is no account: write its network and its id there, like telegram:1234567."),
        ("telegram:43", "Nobody with the account telegram:43 is known."),
    ],
)
def test_somebody_else_is_not_mistaken_for_a_person(
    action: str, account: str, said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["people", action, account]) == 2
    assert capsys.readouterr().err == f"uno-chat: {said}\n"


def test_nobody_is_forgotten_in_part_where_a_table_is_damaged(
    url: str, capsys: pytest.CaptureFixture[str]
) -> None:
    def damage(tx: Transaction) -> None:
        player = tx.player(ANN)
        assert player is not None
        tx.save_table(StoredTable(tx.new_table_id(), 1, 1, "{", (), (player.id,), open=True))

    asyncio.run(do(url, damage))
    assert main(["people", "forget", "telegram:42"]) == 2
    told = capsys.readouterr().err
    assert "Table 1 cannot be read, for what is stored of it is damaged" in told
    assert "Traceback" not in told
    assert asyncio.run(do(url, lambda tx: tx.player(ANN))) is not None
