"""From words to a list for one's next turn: ``r7 uno, else g7 if blue, else draw``.

Items are words of the same grammar that plays; between them stand signs or "else". What is not
understood of any item is not understood of the whole.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Final

from uno_chat import game
from uno_chat.coordinator.card_words import COLOURS
from uno_chat.coordinator.intents import (
    Do,
    Intent,
    Look,
    NoCard,
    NoPlan,
    PassOver,
    Pick,
    Plan,
    Planned,
)
from uno_chat.coordinator.phrases import Vocabulary, phrase
from uno_chat.table import Doing, DrawAndPlay, Wait

_SIGNS: Final = re.compile(r"[,;|\n]")
_WAITS: Final = {"wait", "patience"}
"""Some languages have one word for both."""
_NEXT: Final = "next"
_DRAW: Final = Do(game.Draw())


def plan(
    text: str, vocabulary: Vocabulary, read: Callable[[str, Vocabulary], Intent]
) -> Plan | Look | NoPlan | NoCard:
    """What is to be done at one's next turn, in this order; ``read`` reads a single item."""
    if not text:
        return Look.HAND
    if vocabulary.get(text.casefold()) == "off":
        return Plan()
    items: list[Planned] = []
    for words in _parts(text, vocabulary):
        then = _after_drawing(words, vocabulary)
        if then is not None and items and items[-1].doing == _DRAW:
            items[-1] = replace(items[-1], doing=then)
            continue
        item = _item(words, vocabulary, read)
        if not isinstance(item, Planned):
            return item
        items.append(item)
    return Plan(tuple(items)) if items else NoPlan(text)


def _parts(text: str, vocabulary: Vocabulary) -> Iterator[list[str]]:
    """The words between signs, and between words that mean "else"."""
    for part in _SIGNS.split(text.casefold()):
        words: list[str] = []
        all_words, place = part.split(), 0
        while place < len(all_words):
            found, size = phrase(all_words, vocabulary, place)
            if found == "else":
                if words:
                    yield words
                words = []
            else:
                words += all_words[place : place + size]
            place += size
        if words:
            yield words


def _item(
    words: list[str], vocabulary: Vocabulary, read: Callable[[str, Vocabulary], Intent]
) -> Planned | NoPlan | NoCard:
    words, colour = _guarded(words, vocabulary)
    text = " ".join(words)
    if vocabulary.get(text) in _WAITS:
        return Planned(Wait(), colour)
    found, size = phrase(words, vocabulary) if words else ("", 0)
    then = _after_drawing(words[size:], vocabulary) if found == "draw" else None
    if then is not None:
        return Planned(then, colour)
    # There are no plans in plans.
    intent: Intent = NoPlan(text) if found == _NEXT else read(text, vocabulary)
    if isinstance(intent, Pick | PassOver) and intent.card is not None:
        intent = intent.card  # there is no page of what comes later, and nobody is passed over
    if isinstance(intent, Do) and isinstance(intent.move, Doing):
        return Planned(intent, colour)
    return intent if isinstance(intent, NoCard) else NoPlan(text)


def _guarded(words: list[str], vocabulary: Vocabulary) -> tuple[list[str], game.Colour | None]:
    """The words without "if" and a colour at their end."""
    if len(words) > 2 and vocabulary.get(words[-2]) == "if":
        colour = COLOURS.get(vocabulary.get(words[-1], ""))
        if colour is not None:
            return words[:-2], colour
    return words, None


def _after_drawing(words: list[str], vocabulary: Vocabulary) -> DrawAndPlay | None:
    """What is to be done with the card drawn: "play if it fits", perhaps with "uno"."""
    if words and vocabulary.get(words[0]) == "and":
        words = words[1:]
    uno = bool(words) and vocabulary.get(words[-1]) == "uno"
    text = " ".join(words[:-1] if uno else words)
    return DrawAndPlay(uno=uno) if vocabulary.get(text) in {"fits", "play"} else None
