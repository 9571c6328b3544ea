"""From an envelope to an intent: what was meant for us, in whose words, at which table."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from uno_chat.contract import (
    Contacted,
    Envelope,
    Joined,
    Left,
    Message,
    Moved,
    Pressed,
    Reacted,
    Said,
    Sealed,
)
from uno_chat.coordinator.intents import Intent, Look, Pick, Unclear, Wish
from uno_chat.coordinator.words import doubt, parse
from uno_chat.views import DOOR, decode, vocabulary

BUTTON_LANGUAGE: Final = "en"
"""Buttons carry canonical words whatever their labels say."""

_IN_FRONT: Final = re.compile(r"#(\d{1,9})(?:\s+(.*))?", re.DOTALL)
_BEHIND: Final = re.compile(r"(.*\S)\s+#(\d{1,9})[.!]*", re.DOTALL)
_BARE: Final = re.compile(r"(.*\S)\s+([0-9]{1,9})", re.DOTALL)
_DEEP_LINK: Final = re.compile(r"(join|hand)-(\d{1,9})(?:-([a-z0-9]{1,20}))?", re.ASCII)
_LINKED: Final[Mapping[str, Intent]] = {"join": Wish.JOIN, "hand": Look.HAND}
_OUR_NAME: Final = re.compile(r"!\s?uno[:,;.!]*(?:\s+(.*))?", re.DOTALL | re.IGNORECASE)
_SLASH: Final = "/"


@dataclass(frozen=True, slots=True)
class Request:
    """An intent with what came with it: the table named, the decision a button was made for.

    ``button``: the words were not typed, so they name seats by id; ``sure`` is False for what may
    well have been meant for another bot, or for nobody; ``on`` is the message of a number that was
    put on one; ``line`` is the number that has been read as the words of its line; ``door`` is what
    opens the table to whoever has no seat there.
    """

    intent: Intent
    table: int | None = None
    decision: int | None = None
    button: bool = False
    sure: bool = True
    on: Message | None = None
    line: int = 0
    door: str = field(default="", repr=False)


@dataclass(frozen=True, slots=True)
class OldButton:
    """A button that says nothing to us: made by an older version, or made up."""


def concerns_us(envelope: Envelope) -> bool:
    """Whether anything is asked of us. All else is talk among people and is not even kept."""
    match envelope.event:
        case Said(text, to_us):
            return _meant(text, to_us=to_us or envelope.private) is not None
        case Pressed() | Reacted() | Sealed() | Contacted() | Moved():
            return True
        case Joined():
            return envelope.private
        case Left(_, us):
            return us and not envelope.private


def read(envelope: Envelope, languages: Sequence[str]) -> Request | OldButton | None:
    """What is asked of us, None if nothing. ``languages`` are those that the sender may write,
    the likeliest first; English is always understood.
    """
    match envelope.event:
        case Said(text, to_us):
            words = _meant(text, to_us=to_us or envelope.private)
            sure = to_us or envelope.private or not text.strip().startswith(_SLASH)
            return None if words is None else _said(words, languages, sure=sure)
        case Pressed(token):
            return pressed(token)
        case Reacted(number, on):
            return Request(Pick(number), sure=envelope.private, on=on)
        case Contacted(payload):
            link = _DEEP_LINK.fullmatch(payload)
            if link is None:
                return Request(Look.START)
            return Request(_LINKED[link[1]], int(link[2]), door=link[3] or "")
        case _:
            return None


def pressed(token: str) -> Request | OldButton:
    """What a button asks."""
    found = decode(token)
    if found is None:
        return OldButton()
    words, _, door = found.words.partition(DOOR)
    intent = parse(words, vocabulary(BUTTON_LANGUAGE))
    return Request(intent, found.table or None, found.decision, button=True, door=door)


def _meant(text: str, *, to_us: bool) -> str | None:
    """The words without a command's prefix; in a group only those that are meant for us."""
    text = text.strip()
    called = _called(text)
    front = _IN_FRONT.fullmatch(text)
    if called is None and front is not None and (rest := _called(front[2] or "")):
        return f"#{front[1]} {rest}"
    return (text if to_us and text else None) if called is None else called


def _called(text: str) -> str | None:
    """What stands behind our name or a slash; None without."""
    named = _OUR_NAME.fullmatch(text.strip())
    if named is not None:
        return named[1] or Look.HELP
    if text.startswith(_SLASH):
        return text.removeprefix(_SLASH).strip() or Look.HELP
    return None


def _said(words: str, languages: Sequence[str], *, sure: bool) -> Request:
    """``#7 r4`` and ``r4 #7`` speak to table 7, ``#7`` alone asks for the hand there."""
    words, table = _addressed(words)
    intent = _likeliest(words, languages)
    if table is None and intent == Unclear(words) and (bare := _BARE.fullmatch(words)):
        alone = _likeliest(bare[1], languages)
        if isinstance(alone, Wish | Look):  # that takes no other number: "join 7"
            intent, table = alone, int(bare[2])
    return Request(intent, table, sure=sure)


def _addressed(words: str) -> tuple[str, int | None]:
    """The words, and the number of the table before or behind them."""
    if front := _IN_FRONT.fullmatch(words):
        rest = front[2] or Look.HAND
        return _called(rest) or rest, int(front[1])
    if behind := _BEHIND.fullmatch(words):
        return behind[1], int(behind[2])
    return words, None


def _likeliest(words: str, languages: Sequence[str]) -> Intent:
    return min((parse(words, vocabulary(language)) for language in languages), key=doubt)
