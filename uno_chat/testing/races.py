"""A race for a missed UNO between people of networks that bring their words sooner and later."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import timedelta
from typing import Final

from uno_chat.table import Settings
from uno_chat.testing.sitting import Sitting, forgotten

OFFENDER: Final = "s1"
"""Has laid the last card but one and said nothing."""
NEXT: Final = "s2"
CATCHER: Final = "s3"


@dataclass(frozen=True, slots=True)
class Word:
    """What somebody says, so long after the play: "uno", "catch" or a card."""

    seat: str
    words: str
    after: timedelta


def raced(
    words: Iterable[Word], delays: Mapping[str, timedelta], settings: Settings | None = None
) -> bool:
    """Whether the offender is caught if what each seat says arrives so much later."""
    at = forgotten(settings)
    began = at.now
    arrivals = ((word.after + delays.get(word.seat, timedelta(0)), word) for word in words)
    for arrives, word in sorted(arrivals, key=lambda one: one[0]):
        at.wait(began + arrives - at.now)
        _say(at, word)
    at.wait(at.table.settings.hold + at.table.settings.tie)
    return at.sizes()[0] > 1


def _say(at: Sitting, word: Word) -> None:
    if word.words == "catch":
        at.catch(word.seat, OFFENDER)
    else:
        at.act(word.seat, word.words)
