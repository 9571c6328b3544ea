"""The list of faults that were reported elsewhere is complete, and leads both ways.

From a number in tests/reported_faults.toml to the tests that show it, and from a test back.
"""

from __future__ import annotations

import ast
import json
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

TESTS = Path(__file__).parents[1]
SHARED = "scenarios/shared/"
"""Scenarios that several programs have alike: they carry no number of ours."""

REPORTED = (
    *(2, 4, 5, 6, 7, 8, 11, 12, 14, 15, 16, 17, 18, 19, 21, 22, 23, 24, 25, 26, 28, 30),
    *(31, 32, 33, 35, 37, 38, 39, 40, 42, 43, 44, 46, 47, 48, 49, 51, 53, 54, 57, 59, 60, 62),
    *(64, 68, 69, 70, 71, 72, 74, 75, 77, 80),
    *(f"B{number}" for number in range(1, 24)),
    *(f"G{number}" for number in range(1, 16)),
    *(f"T{number}" for number in range(1, 70)),
)
NUMBERS = {str(number) for number in REPORTED}
IN_A_BASIS = re.compile(r"; reported (\w+(?:, \w+)*)$")

Entry = dict[str, Any]


def entries() -> dict[str, Entry]:
    return tomllib.loads((TESTS / "reported_faults.toml").read_text(encoding="utf-8"))


def named() -> set[tuple[str, str]]:
    """Every test that the list names, with the number for which it does."""
    return {
        (test, number) for number, entry in entries().items() for test in entry.get("shown", ())
    }


def carried() -> set[tuple[str, str]]:
    """Every test that carries a number, with each of them."""
    found = set()
    for path in sorted(TESTS.rglob("test_*.py")):
        place = path.relative_to(TESTS).as_posix()
        for test, number in marks(path.read_text(encoding="utf-8")):
            found.add((f"{place}::{test}", number))
    for path in sorted((TESTS / "scenarios").rglob("*.json")):
        place = path.relative_to(TESTS).as_posix()
        for scenario in json.loads(path.read_text(encoding="utf-8")):
            match = IN_A_BASIS.search(scenario.get("basis", ""))
            numbers = match[1].split(", ") if match else []
            found |= {(f"{place}::{scenario['id']}", number) for number in numbers}
    return found


def marks(source: str) -> Iterator[tuple[str, str]]:
    """Every test of a file that says ``@pytest.mark.reported(…)``, with each number."""
    for node in ast.parse(source).body:
        if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            continue
        for one in node.decorator_list:
            match one:
                case ast.Call(func=ast.Attribute(attr="reported"), args=numbers):
                    yield from ((node.name, ast.literal_eval(number)) for number in numbers)


def is_there(test: str) -> bool:
    place, _, name = test.partition("::")
    path = TESTS / place
    if not path.is_file():
        return False
    text = path.read_text(encoding="utf-8")
    if path.suffix == ".json":
        return any(scenario["id"] == name for scenario in json.loads(text))
    found = {getattr(node, "name", "") for node in ast.parse(text).body}
    return name.startswith("test_") and name in found


def test_every_number_of_the_list_is_there_and_no_other() -> None:
    assert set(entries()) == NUMBERS


def test_an_entry_says_what_goes_wrong_and_why_it_cannot_or_where_that_is_shown() -> None:
    for number, entry in entries().items():
        answers = {name: value for name, value in entry.items() if name != "fault"}
        assert entry["fault"], number
        assert answers, number
        assert set(answers) <= {"impossible", "shown", "not_yet"}, number
        assert all(answers.values()), number
        assert len(set(entry.get("shown", ()))) == len(entry.get("shown", ())), number


def test_every_test_that_is_named_exists() -> None:
    assert sorted(test for test, _ in named() if not is_there(test)) == []


def test_a_test_that_is_named_carries_the_number_and_one_that_carries_it_is_named() -> None:
    own = {(test, number) for test, number in named() if not test.startswith(SHARED)}
    assert own - carried() == set()
    assert carried() - own == set()


def test_what_is_not_shown_yet_is_said_openly() -> None:
    open_ = [
        f"{number} ({entry['not_yet']})"
        for number, entry in entries().items()
        if "not_yet" in entry
    ]
    if open_:
        pytest.xfail(f"{len(open_)} of {len(NUMBERS)} are not wholly shown yet: {' '.join(open_)}")


def test_a_mark_is_read_off_its_test() -> None:
    source = """
@pytest.mark.reported("7", "B2")
@pytest.mark.parametrize("x", [1])
async def test_one(x): ...

def test_other(): ...
"""
    assert list(marks(source)) == [("test_one", "7"), ("test_one", "B2")]
    assert not is_there("house/test_reported_faults.py::test_nothing")
    assert is_there("house/test_reported_faults.py::test_a_mark_is_read_off_its_test")
