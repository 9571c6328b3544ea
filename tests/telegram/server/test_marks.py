"""Every test of the kit says where the behaviour is known from."""

import ast
import re
from pathlib import Path

import pytest

MARK = re.compile(r"(?:[0-6](?:\.\d)?\b.*)?\[[OSMPXCL]\]")
FILES = sorted(path for path in Path(__file__).parent.glob("test_*.py") if path != Path(__file__))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_behaviour_says_where_it_is_known_from(path: Path) -> None:
    tests = [
        node
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        and node.name.startswith("test_")
    ]
    assert tests
    unmarked = [test.name for test in tests if not MARK.match(ast.get_docstring(test) or "")]
    assert unmarked == []
