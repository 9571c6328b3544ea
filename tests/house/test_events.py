"""Every line of the log says in its own words what happened, so that it can be counted by them."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
OURS = ("uno_chat", "adapters", "storage")
LEVELS = {"debug", "info", "warning", "error", "exception", "critical"}
FEWEST_LETTERS = 6
"""Beside what is filled in: "stopped" says something, "%s: %s" does not."""


def events(source: str) -> Iterator[tuple[int, str]]:
    """Line and words of every call that tells the operator something; no words if they are not
    written down where they are told.
    """
    for node in ast.walk(ast.parse(source)):
        if not isinstance(node, ast.Call):
            continue
        match node.func, node.args:
            case ast.Attribute(ast.Name("log"), attr), [ast.Constant(str(words)), *_]:
                if attr in LEVELS:
                    yield node.lineno, words
            case ast.Attribute(ast.Name("log"), attr), _ if attr in LEVELS:
                yield node.lineno, ""
            case ast.Name("tell"), [ast.Name("log"), _, ast.Constant(str(words)), *_]:
                yield node.lineno, words
            case ast.Name("tell"), [ast.Name("log"), *_]:
                yield node.lineno, ""


def says_something(words: str) -> bool:
    return len(re.sub(r"%[a-z]|[^a-z]", "", words)) >= FEWEST_LETTERS


def test_every_event_says_what_happened() -> None:
    found = {
        f"{path.relative_to(ROOT)}:{line}": words
        for folder in OURS
        for path in sorted((ROOT / folder).rglob("*.py"))
        if path.name != "faults.py" or path.parent.name != "runtime"  # it writes what it is given
        for line, words in events(path.read_text(encoding="utf-8"))
    }
    assert len(found) > 20
    assert {place: words for place, words in found.items() if not says_something(words)} == {}


@pytest.mark.parametrize(
    "call",
    [
        'log.error("%s", error)',
        'log.error("%s: %s", network, error)',
        "log.info(words)",
        'tell(log, error, f"handling {row}")',
        'tell(log, error, "%s", row)',
    ],
)
def test_an_event_without_words_is_found(call: str) -> None:
    ((_, words),) = events(call)
    assert not says_something(words)
