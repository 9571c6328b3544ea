"""From an envelope to an intent: what was meant for us, in whose words, at which table."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from uno_chat.contract import Contacted, Envelope, Pressed, Said
from uno_chat.coordinator.intents import Intent, Look, Wish
from uno_chat.coordinator.words import Vocabulary, parse
from uno_chat.views import decode, vocabulary

BUTTON_LANGUAGE: Final = "en"
"""Buttons carry canonical words whatever their labels say."""

_ADDRESSED: Final = re.compile(r"#(\d{1,9})\s+(.*)", re.DOTALL)
_DEEP_LINK: Final = re.compile(r"join-(\d{1,9})")
_PREFIXES: Final = ("/", "!uno ", "!uno")


@dataclass(frozen=True, slots=True)
class Request:
    """An intent with what came with it: the table named, the decision a button was made for."""

    intent: Intent
    table: int | None = None
    decision: int | None = None


@dataclass(frozen=True, slots=True)
class OldButton:
    """A button that says nothing to us: made by an older version, or made up."""


def read(envelope: Envelope, language: str) -> Request | OldButton | None:
    """What is asked of us; None for talk among people and events that ask nothing."""
    match envelope.event:
        case Said(text, to_us):
            words = _meant(text, to_us=to_us or envelope.private)
            return None if words is None else _said(words, vocabulary(language))
        case Pressed(token):
            return pressed(token)
        case Contacted(payload):
            link = _DEEP_LINK.fullmatch(payload)
            return Request(Wish.JOIN, int(link[1])) if link else Request(Look.START)
        case _:
            return None


def pressed(token: str) -> Request | OldButton:
    """What a button asks."""
    found = decode(token)
    if found is None:
        return OldButton()
    intent = parse(found.words, vocabulary(BUTTON_LANGUAGE))
    return Request(intent, found.table or None, found.decision)


def _meant(text: str, *, to_us: bool) -> str | None:
    """The words without a command's prefix; in a group only those that are meant for us."""
    text = text.strip()
    for prefix in _PREFIXES:
        if text.casefold().startswith(prefix):
            return text[len(prefix) :].strip() or "help"
    return text if to_us and text else None


def _said(words: str, vocabulary_: Vocabulary) -> Request:
    """``#7 r4`` speaks to table 7."""
    addressed = _ADDRESSED.fullmatch(words)
    if addressed is None:
        return Request(parse(words, vocabulary_))
    return Request(parse(addressed[2], vocabulary_), int(addressed[1]))
