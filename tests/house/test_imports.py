"""The pure rooms stand on the standard library alone: nothing else may decide a game."""

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


def imported(source: str) -> Iterator[str]:
    """The top-level name of every absolute import, wherever it stands."""
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.Import(names=names):
                yield from (alias.name.partition(".")[0] for alias in names)
            case ast.ImportFrom(module=str(module), level=0):
                yield module.partition(".")[0]


@pytest.mark.parametrize("room", ["contract", "game", "strategies", "table"])
def test_a_pure_room_imports_only_the_standard_library_and_us(room: str) -> None:
    allowed = sys.stdlib_module_names | {"uno_chat"}
    files = sorted((ROOT / "uno_chat" / room).rglob("*.py"))
    assert files
    foreign = {
        f"{path.relative_to(ROOT)}: {name}"
        for path in files
        for name in imported(path.read_text(encoding="utf-8"))
        if name not in allowed
    }
    assert foreign == set()


def test_an_import_inside_a_function_is_seen() -> None:
    source = "from . import near\ndef f():\n    import sqlalchemy.orm\n    from babel import x\n"
    assert list(imported(source)) == ["sqlalchemy", "babel"]
