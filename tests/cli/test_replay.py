"""`uno-chat replay`: how a record ends or stood, or the line at which it breaks."""

import json
from pathlib import Path

import pytest

from uno_chat.cli.main import main

GOLDEN = Path(__file__).parents[1] / "game" / "golden" / "classic.jsonl"


def replayed(capsys: pytest.CaptureFixture[str], *words: str) -> dict[str, object]:
    assert main(["replay", str(GOLDEN), "--json", *words]) == 0
    state: dict[str, object] = json.loads(capsys.readouterr().out)
    return state


def test_the_end_of_a_round_names_winner_and_points(capsys: pytest.CaptureFixture[str]) -> None:
    state = replayed(capsys)
    assert (state["turn"], state["pending"], state["winner"]) == (None, "none", "bo")
    assert state["points"] == {"ann": 0, "bo": 247, "cy": 0, "dee": 0}
    assert state["scores"] == state["points"]


def test_before_the_end_it_stands_whose_turn_it_is(capsys: pytest.CaptureFixture[str]) -> None:
    start, later = replayed(capsys, "--at", "0"), replayed(capsys, "--at", "20")
    assert start["at"] != later["at"]
    assert start["turn"] in {"ann", "bo", "cy", "dee"}
    assert start["pending"] in {"play", "colour"}
    assert (start["winner"], start["points"]) == (None, {})
    assert isinstance(start["hands"], dict)
    assert list(start["hands"]) == ["ann", "bo", "cy", "dee"]


def test_for_reading_there_is_a_line_for_each_thing(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["replay", str(GOLDEN)]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert "winner:       bo" in lines
    assert "match over:   no" in lines
    assert not any("None" in line for line in lines)


def test_a_record_that_breaks_names_the_line(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    lines = GOLDEN.read_text(encoding="utf-8").splitlines()
    place = next(n for n, line in enumerate(lines) if '"event":"played"' in line)
    event = json.loads(lines[place])
    lines[place] = json.dumps({**event, "left": event["left"] + 1}, separators=(",", ":"))
    changed = tmp_path / "changed.jsonl"
    changed.write_text("\n".join(lines), encoding="utf-8")
    assert main(["replay", str(changed)]) == 1
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.startswith(f"uno-chat: {changed}: Line {place + 1}: ")
    assert said.err.count("\n") == 1


def test_a_file_that_is_no_text_is_bad_use(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    picture = tmp_path / "picture"
    picture.write_bytes(b"\xff\xd8\xff")
    assert main(["replay", str(picture)]) == 2
    assert "is no record" in capsys.readouterr().err


def test_a_record_cannot_write_on_the_terminal_what_it_likes(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    header, first, *_ = GOLDEN.read_text("utf-8").splitlines()
    broken = json.loads(first) | {"n": "\r\x1b[2J\n\x9b"}
    path = tmp_path / "broken.jsonl"
    path.write_text(f"{header}\n{json.dumps(broken)}\n", "utf-8")
    assert main(["replay", str(path)]) == 1
    told = capsys.readouterr().err
    assert told.endswith(r"Line 2: event 1 belongs here, not \r\x1b[2J\n\x9b." + "\n")
    path.write_text(GOLDEN.read_text("utf-8").replace('"bo"', '"b\\u001bo\\n"'), "utf-8")
    assert main(["replay", str(path)]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert r"winner:       b\x1bo\n" in lines
    assert all(line.isprintable() for line in lines)
