"""The page for authors leads from an empty folder to a passing kit: its files are taken from it."""

import re
from pathlib import Path

from uno_chat.testing.installing import Installed, ran, wheel_of

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "adapters" / "README.md"
FILE = re.compile(r"^`(\S+)`:\n\n```\w+\n(.*?)^```$", re.MULTILINE | re.DOTALL)
SKIPPED = {
    "nobody can post to an adapter that pulls",
    "nobody can put a number on a message here",
    "this network declares no answers to a press",
    "this network declares no buttons",
    "this network declares no edits",
    "this network declares no idempotent sends",
    "this network declares no pages in a group for one person",
    "this network declares no threads",
    "this network has no bridges",
}


def test_who_follows_the_page_has_an_adapter_that_keeps_every_promise(tmp_path: Path) -> None:
    project = tmp_path / "uno-chat-pigeon"
    for name, text in FILE.findall(PAGE.read_text(encoding="utf-8")):
        file = project / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
    clean = Installed.empty(tmp_path / "clean")
    clean.add(wheel_of(ROOT, tmp_path))
    clean.add(wheel_of(project, tmp_path))
    quiet = ("-p", "no:cacheprovider", "-p", "no:asyncio", "-W", "error")
    told = ran(clean.python, "-m", "pytest", *quiet, "-rs", "tests", at=project)
    assert set(re.findall(r"^SKIPPED .*?\.py:\d+: (.*)$", told, re.MULTILINE)) == SKIPPED
    assert "pigeon" in ran(clean.python, "-c", NAMES, at=project)


NAMES = "from uno_chat.runtime.plugins import adapter_names; print(adapter_names())"
