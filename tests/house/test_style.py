"""The house rules that no linter knows: length, reasons for exceptions, nothing left lying."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
NOT_OURS = {"build", "dist", "__pycache__"}
LONGEST_FILE = 400
LONGEST_FUNCTION = 40

EXCEPTION = re.compile(r"#\s*(noqa|type:\s*ignore|ruff:\s*noqa|mypy:)(?!\w)", re.IGNORECASE)
# The code that is switched off, then words that say why.
WITH_REASON = re.compile(
    r"#\s*(noqa:\s*[A-Z]+\d+(,\s*[A-Z]+\d+)*|type:\s*ignore\[[\w, -]+\])[\s#:,-]+\w+\W+\w+"
)
LEFT_LYING = re.compile(r"\b(TODO|FIXME|XXX|HACK)\b")
# Registries and their options; any address with "pypi" or "simple" in it is one.
ELSEWHERE = re.compile(r"https?://\S*(pypi|npm|debian|/simple)|(index-url|find-links)[ =]")


def ours(path: Path) -> bool:
    """Whether a file belongs to the project; this one names what it looks for and is left out."""
    folders = path.relative_to(ROOT).parts[:-1]
    hidden = any(part in NOT_OURS or part.startswith(".") for part in folders if part != ".ci")
    return path.is_file() and not hidden and path != Path(__file__)


def texts(pattern: str) -> Iterator[tuple[str, str]]:
    """Name and content of every text file of ours that the pattern finds."""
    for path in sorted(filter(ours, ROOT.rglob(pattern))):
        try:
            yield str(path.relative_to(ROOT)), path.read_text(encoding="utf-8")
        except UnicodeDecodeError:  # a picture
            continue


def lines(pattern: str) -> Iterator[tuple[str, str]]:
    """Every line of those files, behind its place."""
    for name, text in texts(pattern):
        for number, line in enumerate(text.splitlines(), 1):
            yield f"{name}:{number}", line


def lengths(source: str) -> Iterator[tuple[int, int]]:
    """First line and number of lines of every function."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield node.lineno, (node.end_lineno or node.lineno) - node.lineno + 1


def lacks_reason(line: str) -> bool:
    return bool(EXCEPTION.search(line)) and not WITH_REASON.search(line)


def test_no_file_is_too_long_to_read() -> None:
    long = {name: text.count("\n") for name, text in texts("*.py")}
    assert {name: n for name, n in long.items() if n > LONGEST_FILE} == {}


def test_no_function_is_too_long_to_read() -> None:
    long = [
        f"{name}:{first} has {length} lines"
        for name, text in texts("*.py")
        for first, length in lengths(text)
        if length > LONGEST_FUNCTION
    ]
    assert long == []


def test_a_function_is_measured_from_its_first_line_to_its_last() -> None:
    assert list(lengths("x = 1\n\nasync def f():\n    a()\n\n    b()\n")) == [(3, 4)]


def test_every_exception_to_a_check_says_why() -> None:
    assert [place for place, line in lines("*.py") if lacks_reason(line)] == []


@pytest.mark.parametrize(
    ("line", "lacking"),
    [
        ("x = 1", False),
        ("x = 1  # noqa", True),
        ("x = 1  # noqa: S311", True),
        ("x = 1  # type: ignore[attr-defined]", True),
        ("x = 1  # type: ignore  # no code named", True),
        ("# ruff: noqa", True),
        ("x = 1  # noqa: S311, F401 - drawn for show only", False),
        ("x = 1  # type: ignore[attr-defined]  # the library has no stubs", False),
    ],
)
def test_a_reason_is_a_code_and_words(line: str, *, lacking: bool) -> None:
    assert lacks_reason(line) is lacking


def test_nothing_is_left_for_later() -> None:
    assert [place for place, line in lines("*") if LEFT_LYING.search(line)] == []


def test_nothing_names_a_registry_or_the_machine_it_was_written_on() -> None:
    assert [place for place, line in lines("*") if ELSEWHERE.search(line)] == []
