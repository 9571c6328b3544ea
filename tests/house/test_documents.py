"""Every link of a document leads to a file, and to a heading of it, that is there."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
DOCUMENTS = sorted(
    path
    for folder in (ROOT, ROOT / "deploy", ROOT / "adapters", ROOT / "tests" / "benchmarks")
    for path in folder.glob("*.md")
)


def prose(path: Path) -> str:
    """A document without its examples."""
    return re.sub(r"(?ms)^```.*?^```", "", path.read_text(encoding="utf-8"))


def anchors(path: Path) -> set[str]:
    """What can stand behind the # of a link."""
    headings = re.findall(r"(?m)^#+ (.*)$", prose(path))
    return {re.sub(r"[^\w -]", "", text).lower().replace(" ", "-") for text in headings}


def lost(path: Path, text: str) -> Iterator[str]:
    """The links of a text that lead nowhere."""
    for link in re.findall(r"\]\((?!https?:)([^)\s]+)\)", text):
        name, _, anchor = link.partition("#")
        to = path.parent / name if name else path
        if not to.exists() or (anchor and anchor not in anchors(to)):
            yield link


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: str(path.relative_to(ROOT)))
def test_every_link_leads_somewhere(path: Path) -> None:
    assert list(lost(path, prose(path))) == []


def test_a_link_that_leads_nowhere_is_found() -> None:
    text = "[a](README.md#licence) [b](README.md#license) [c](READYOU.md) [d](https://a.example/#b)"
    assert list(lost(ROOT / "README.md", text)) == ["README.md#license", "READYOU.md"]
