"""The page of what attackers get stands on tests that are there, and chance is the system's."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "deploy" / "SECURITY.md"
NAMED = re.compile(r"`(tests/[\w/.-]+\.py)::(\w+)`")
OTHER_CHANCE = {
    "storage/uno_chat_sql/postgres_store.py": "how long to wait before trying again",
    "uno_chat/strategies/luck.py": "how computers play, from the seed of the round",
}
"""Where chance that others could foretell does no harm, and for what it is."""


def functions(path: Path) -> set[str]:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    kinds = ast.FunctionDef | ast.AsyncFunctionDef
    return {node.name for node in ast.walk(tree) if isinstance(node, kinds)}


def test_every_test_that_the_page_of_security_names_is_there() -> None:
    named = NAMED.findall(PAGE.read_text(encoding="utf-8"))
    assert len(named) > 50
    missing = [
        f"{path}::{name}"
        for path, name in named
        if not (ROOT / path).is_file() or name not in functions(ROOT / path)
    ]
    assert missing == []


def test_no_test_is_named_on_it_in_another_way() -> None:
    text = PAGE.read_text(encoding="utf-8")
    assert text.count("::test_") == len(NAMED.findall(text))


@pytest.mark.parametrize("root", ["uno_chat", "adapters", "storage"])
def test_chance_that_matters_comes_from_the_system(root: str) -> None:
    found = {
        str(path.relative_to(ROOT))
        for path in (ROOT / root).rglob("*.py")
        if re.search(r"^(?:import|from) random\b", path.read_text(encoding="utf-8"), re.MULTILINE)
    }
    ours = {path for path in found if not path.startswith("uno_chat/testing/")}
    assert ours <= OTHER_CHANCE.keys()
