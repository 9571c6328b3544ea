"""What processes of ours have logged and must not: that something broke which nobody foresaw."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import groupby
from pathlib import Path
from typing import Final

_BREAKS: Final = re.compile(
    r"Traceback|raised \w+ at |was never (retrieved|awaited)|Fatal Python|CRITICAL|be opened \("
)
_ENTRY: Final = re.compile(r"^\d{4}-\d\d-\d\d ")
LONGEST: Final = 4000
"""Characters of one of them that are told."""


def traces(logs: Path) -> Iterator[str]:
    """Whatever broke, each with all that was said of it, and in whose log."""
    for log in sorted(logs.glob("*.log")):
        for entry in _entries(log.read_text("utf-8", "replace")):
            if _BREAKS.search(entry):
                yield f"{log.name}: {entry[:LONGEST]}"


def last_words(log: Path, lines: int) -> list[str]:
    """The end of a log."""
    return log.read_text("utf-8", "replace").splitlines()[-lines:] if log.exists() else []


def _entries(log: str) -> Iterator[str]:
    """A line with its time, and those without one that follow it."""
    number = 0

    def entry(line: str) -> int:
        nonlocal number
        number += bool(_ENTRY.match(line))
        return number

    for _, lines in groupby(log.splitlines(), entry):
        yield "\n".join(lines)
