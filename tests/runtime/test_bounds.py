"""Nothing from outside is kept or read at any length."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from uno_chat.cli import main
from uno_chat.cli.replay import MOST
from uno_chat.contract import (
    Batch,
    Contacted,
    Event,
    Pressed,
    Said,
    Transaction,
    Unreadable,
    envelope_from_json,
)
from uno_chat.runtime import ConfigurationError, read_configuration
from uno_chat.runtime.bounds import FILE, LINE, NAME, RAW, bounded
from uno_chat.runtime.receiving import keep
from uno_chat.testing.desk import NET, NOON, Desk

LONG = "x" * 1_000_000


@pytest.mark.parametrize(
    ("event", "kept"),
    [
        (Said(LONG, to_us=True), Said("x" * LINE, to_us=True)),
        (Pressed(LONG, None, "a1"), Pressed("x" * NAME, None, "a1")),
        (Contacted(LONG), Contacted("x" * NAME)),
        (Said("r7"), Said("r7")),
    ],
)
def test_what_somebody_says_is_kept_as_far_as_it_means_something(event: Event, kept: Event) -> None:
    envelope = Desk().envelope("ann", event, None)
    assert bounded(envelope) == replace(envelope, event=kept)


def test_names_are_kept_as_far_as_anybody_reads_them() -> None:
    desk = Desk()
    envelope = replace(
        desk.envelope("ann", Said("help"), None), name=LONG, title=LONG, language=LONG
    )
    short = bounded(envelope)
    assert {short.name, short.title, short.language} == {"x" * NAME}


def test_what_arrives_is_cut_before_it_is_kept(desk: Desk) -> None:
    said = desk.envelope("ann", Said(LONG), None)
    batch = Batch((said,), None, (Unreadable("odd", LONG),))

    def body(tx: Transaction) -> int:
        return keep(tx, NET, batch, NOON)

    assert desk.do(body) == 1
    (waiting,) = desk.rows.inbox.values()
    assert envelope_from_json(waiting.row.arrival.payload) == bounded(said)
    assert [len(raw) for _, raw in desk.rows.unreadable.values()] == [RAW]
    desk.work()
    desk.show_all()
    assert "means nothing here" in desk.to("@ann")[-1].text
    assert len(desk.to("@ann")[-1].text) < 200


def test_a_button_that_is_too_long_is_old_to_us(desk: Desk) -> None:
    envelope = desk.envelope("ann", Pressed(LONG, None, "a1"), None)
    assert desk.take(bounded(envelope)) == "old button"


@pytest.fixture
def desk() -> Desk:
    return Desk()


def test_a_configuration_is_no_big_file(tmp_path: Path) -> None:
    path = tmp_path / "uno.toml"
    path.write_text("#" * (FILE + 1), encoding="utf-8")
    with pytest.raises(ConfigurationError, match=r"is not TOML: it has more than \d+ bytes"):
        read_configuration(str(path), {}, ())
    with pytest.raises(ConfigurationError, match=r"it is not text, or too much of it\.$"):
        read_configuration(None, {"UNO_CHAT_WEBHOOK_SECRET_FILE": str(path)}, ())


def test_a_record_is_no_big_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "round.jsonl"
    with path.open("wb") as file:
        file.truncate(MOST + 1)
    assert main(["replay", str(path)]) == 2
    assert capsys.readouterr().err == (
        f"uno-chat: {path} is no record: it has more than {MOST} bytes.\n"
    )
