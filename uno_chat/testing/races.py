"""Races at a table between people of networks that bring their words sooner and later: for a missed
UNO, between a jump-in and the next player, and to press after a six."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import timedelta
from typing import Final

from uno_chat import game
from uno_chat.table import Settings
from uno_chat.testing.sitting import Sitting, dealt, forgotten, lay

OFFENDER: Final = "s1"
"""Has laid the last card but one and said nothing, or just a card."""
NEXT: Final = "s2"
CATCHER: Final = "s3"
JUMPER: Final = "s3"


@dataclass(frozen=True, slots=True)
class Word:
    """What somebody says, so long after the play: "uno", "catch", "smack" or a card."""

    seat: str
    words: str
    after: timedelta


Delays = Mapping[str, timedelta]
"""How much later what a seat says arrives."""


def raced(words: Iterable[Word], delays: Delays, settings: Settings | None = None) -> bool:
    """Whether the offender is caught."""
    at = forgotten(settings)
    _hold(at, words, delays)
    return at.sizes()[0] > 1


def jumped(words: Iterable[Word], delays: Delays, settings: Settings | None = None) -> bool:
    """Whether the jump-in comes before the next player's move."""
    at = dealt(3, settings=_with(settings, jump_in=True))
    lay(at, OFFENDER, "G7", {OFFENDER: "R7 R8 R9", NEXT: "R1 R2 B3", JUMPER: "R7 R6 B9"})
    at.moves(OFFENDER, "R7")
    _hold(at, words, delays)
    return game.JumpedIn.kind in at.codes()


def last(words: Iterable[Word], delays: Delays, settings: Settings | None = None) -> str | None:
    """Who draws of those who press."""
    said = list(words)
    at = dealt(len(said), settings=_with(settings, smackdown=True))
    lay(at, OFFENDER, "R5", {OFFENDER: "R6 R8 R9"})
    at.acts(OFFENDER, "R6")
    before = at.sizes()
    _hold(at, said, delays)
    drew = [s for s, then, now in zip(at.order(), before, at.sizes(), strict=True) if now > then]
    return drew[0] if drew else None


def _with(settings: Settings | None, **options: bool) -> Settings:
    return replace(settings or Settings(), options=game.Options.of(options))


def _hold(at: Sitting, words: Iterable[Word], delays: Delays) -> None:
    """Let all arrive, and nothing be left that waits."""
    began = at.now
    arrivals = ((word.after + delays.get(word.seat, timedelta(0)), word) for word in words)
    for arrives, word in sorted(arrivals, key=lambda one: one[0]):
        at.wait(began + arrives - at.now)
        _say(at, word)
    at.wait(at.table.settings.hold + at.table.settings.tie)


def _say(at: Sitting, word: Word) -> None:
    if word.words == "catch":
        at.catch(word.seat, OFFENDER)
    else:
        at.act(word.seat, word.words)
