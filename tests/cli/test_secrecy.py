"""What the commands of a host draw and print: seeds that nobody foretells, no hand too early."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from uno_chat.cli.main import main
from uno_chat.cli.run import _service
from uno_chat.contract import StoredTable, Transaction
from uno_chat.game import SEED_SIZE
from uno_chat.runtime import ALL, Configuration
from uno_chat_sql.sqlite import SqliteFile

LINES = ('{"record":1}', '{"n":1,"event":"dealt","cards":"Y9"}')


def host() -> Configuration:
    return Configuration(
        {
            "adapters": "telegram",
            "telegram_token": "123456:AAbbCCddEEff",
            "database_url": "sqlite:///x",
        }
    )


def test_each_deal_of_a_host_is_drawn_from_the_system() -> None:
    drawn = set()
    for _ in range(2):
        random.seed(1)
        seeds = _service(host(), ALL).house.seeds
        drawn |= {seeds(1, 1) for _ in range(50)}
    assert len(drawn) == 100
    assert {len(seed) for seed in drawn} == {SEED_SIZE}


def dealt(tx: Transaction) -> None:
    tx.save_table(StoredTable(tx.new_table_id(), 1, 1, "{}", (), (), open=True))
    tx.append_record(1, 1, LINES)


@pytest.mark.parametrize("more", [[], ["--round", "1"], ["--round", "2"]])
def test_a_round_that_is_played_has_no_record_to_print(
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    more: list[str],
) -> None:
    path = tmp_path / "uno.db"
    file = SqliteFile(path)
    file.transact(dealt)
    file.close()
    monkeypatch.setenv("UNO_CHAT_DATABASE_URL", f"sqlite:///{path}")
    assert main(["record", "1", *more]) != 0
    said = capsys.readouterr()
    assert said.out == ""
    assert "Y9" not in said.err
    assert "finished" in said.err
