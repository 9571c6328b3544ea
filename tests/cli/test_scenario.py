"""`uno-chat scenario`: one line each, and an exit code that says whether all pass."""

import json
from pathlib import Path

import pytest

from uno_chat.cli.main import main

CASE = {
    "id": "red-on-red",
    "title": "A card fits by its colour",
    "basis": "rules.md 1.5",
    "players": ["A", "B"],
    "turn": "A",
    "hands": {"A": "R7 G1", "B": "B1"},
    "discard": "R5",
    "do": ["A play R7"],
    "expect": {"top": "R7", "turn": "B"},
}


def run(folder: Path, *cases: object) -> int:
    (folder / "cases.json").write_text(json.dumps(cases), encoding="utf-8")
    return main(["scenario", str(folder)])


def test_all_pass(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert run(tmp_path, CASE) == 0
    assert capsys.readouterr().out.splitlines() == ["PASS red-on-red", "1 passed, 0 failed"]


def test_one_fails(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    wrong = {**CASE, "id": "wrong", "expect": {"turn": "A"}}
    assert run(tmp_path, CASE, wrong) == 1
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "PASS red-on-red"
    assert lines[1].startswith("FAIL wrong: ")
    assert lines[2] == "1 passed, 1 failed"


def test_a_case_that_makes_no_sense_is_an_error_with_its_place(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    assert run(tmp_path, {**CASE, "expcet": {}}) == 2
    said = capsys.readouterr()
    assert "cases.json" in said.err
    assert "expcet" in said.err
