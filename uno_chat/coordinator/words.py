"""From words to an intent: one grammar for what is typed and for what buttons carry.

The vocabulary brings the reader's language down to the canonical words; after that a line is a
command, or a card with a colour and "uno", or the number of a line shown.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from typing import Final

from uno_chat import game
from uno_chat.coordinator.card_words import COLOURS, cards_of, looks_like_cards, parts
from uno_chat.coordinator.intents import (
    AddOne,
    BanOne,
    CatchOne,
    Connect,
    Default,
    Disconnect,
    Do,
    Drawn,
    GoAway,
    Halt,
    HandsAt,
    Intent,
    KickOne,
    Leaf,
    Link,
    Look,
    Matter,
    NewTable,
    NoCard,
    NoColour,
    NoLevel,
    NoPlan,
    NudgeOne,
    PassOver,
    Personal,
    Pick,
    Prefer,
    Repace,
    Rest,
    Say,
    SetUp,
    Speak,
    Starting,
    SwapWith,
    TakeOver,
    UnbanOne,
    Unclear,
    Unlink,
    Wish,
)
from uno_chat.coordinator.phrases import Vocabulary, phrase
from uno_chat.coordinator.plans import plan
from uno_chat.coordinator.retyping import asks, retyped
from uno_chat.table import Level

_MOST_DIGITS: Final = 3
_MOVES: Final[Mapping[str, game.Move]] = {
    "draw": game.Draw(),
    "keep": game.Keep(),
    "accept": game.Accept(),
    "challenge": game.Challenge(),
    "smack": game.Smack(),
}
_UNO: Final = "uno"
_SKIP: Final = "s"
"""The name of a card, and a command before the name of a player."""
_IN: Final = "in"
"""It may stand before a colour, and means nothing."""
_PLEASE: Final = "please"
"""So does this, wherever it stands."""
_SWAP: Final = "swap"
_WISHES: Final = {wish.value: wish for wish in Wish}
_LOOKS: Final = {look.value: look for look in Look}
_OF_ONESELF: Final = {wish.value: wish for wish in Personal}
_SWITCHES: Final = {"yes": "on", "no": "off"}
_TIMED: Final = {"pause", "emergency", "vacation"}
"""Commands that may name a time."""
_UNITS: Final = {"week": "w", "d": "d", "h": "h", "m": "m"}
_ABOUT: Final[Mapping[str, Callable[[str], Intent]]] = {
    "catch": CatchOne,
    "swap": SwapWith,
    "kick": KickOne,
    "ban": BanOne,
    "unban": UnbanOne,
}
"""Commands about somebody who is named."""
_MATTERS: Final = {matter.value: matter for matter in Matter}
_LEVELS: Final = {level.value: level for level in Level}


def parse(text: str, vocabulary: Vocabulary) -> Intent:
    """What a line means. Never raises: what is not understood is an intent too. Signs that mean
    nothing are overlooked only where the line as it stands says nothing.
    """
    first = _read(text, vocabulary)
    if not _is_doubtful(first):
        return first
    again = tuple(retyped(text))
    for line in filter(None, (*again, *(_blunt(one, vocabulary) for one in (text, *again)))):
        found = _read(line, vocabulary)
        if not _is_doubtful(found) and (not asks(text) or isinstance(found, Look | Leaf)):
            return found  # who writes "r7?" asks whether to lay it
    return first


def _blunt(text: str, vocabulary: Vocabulary) -> str:
    """The line without "please" and the like around it."""
    words = text.split()
    while words and vocabulary.get(words[-1].casefold()) == _PLEASE:
        del words[-1]
    while words and vocabulary.get(words[0].casefold()) == _PLEASE:
        del words[0]
    return " ".join(words)


def doubt(intent: Intent) -> int:
    """How little an intent says: of several readings the first clear one counts."""
    match intent:
        case Unclear():
            return 2
        case NoCard() | NoPlan() | NoColour() | NoLevel():
            return 1
        case _:
            return 0


def _is_doubtful(intent: Intent) -> bool:
    """Behind "skip" may stand a name, or a colour with signs around it."""
    return doubt(intent) > 0 or (isinstance(intent, PassOver) and intent.card is None)


def _read(text: str, vocabulary: Vocabulary) -> Intent:
    words = text.casefold().split()
    if not words:
        return Unclear(text)
    head, size = phrase(words, vocabulary)
    rest = text.split()[size:]
    command = _command(head, rest, vocabulary)
    if command is not None:
        return command
    words, whom = _trade(words, text.split(), vocabulary)
    read = _play(_normal(words, vocabulary), whom, text)
    if head == _SKIP and rest and not _is_uno(rest, vocabulary):
        return PassOver(" ".join(rest), read if isinstance(read, Do) else None)
    line = _line(words, whom, vocabulary)
    if line is None:
        return read
    called = any(end - start > 1 for _, start, end in _phrases(words, vocabulary))
    return replace(line, named=read if called and isinstance(read, Do) else None)


def _is_uno(words: list[str], vocabulary: Vocabulary) -> bool:
    return vocabulary.get(" ".join(words).casefold()) == _UNO


def _line(words: list[str], whom: str, vocabulary: Vocabulary) -> Pick | None:
    """The number of a line, perhaps with a colour and "uno"; None if it is not that. A colour that
    is written out behind a number may as well be that of a card.
    """
    known = [(word, vocabulary.get(word, word)) for word in words]
    uno = any(meant == _UNO for _, meant in known)
    match [(word, meant) for word, meant in known if meant not in {_UNO, _IN, _PLEASE}]:
        case [(_, word)] if _is_number(number := word.rstrip(").")):
            return Pick(int(number), None, uno, whom)
        case [(_, word), (written, colour)] if colour in COLOURS and _is_number(
            number := word.rstrip(").")
        ):
            alone = len(written) > 1 and not any(meant == _IN for _, meant in known)
            return Pick(int(number), COLOURS[colour], uno, whom, written_out=alone)
    return None


def _phrases(words: list[str], vocabulary: Vocabulary) -> Iterator[tuple[str, int, int]]:
    """One phrase after the other: what it means, where it begins and where it ends."""
    place = 0
    while place < len(words):
        found, size = phrase(words, vocabulary, place)
        yield found, place, place + size
        place += size


def _normal(words: list[str], vocabulary: Vocabulary) -> list[str]:
    """All words in canonical form; what is written as one is split in two."""
    done: list[str] = []
    for found, start, end in _phrases(words, vocabulary):
        known = " ".join(words[start:end]) in vocabulary
        done += found.split() if known else parts(found, vocabulary)
    return done


def _trade(words: list[str], written: list[str], vocabulary: Vocabulary) -> tuple[list[str], str]:
    """The words of the cards, and the name behind "swap" if there is one; "uno" stays a word."""
    for found, start, end in _phrases(words, vocabulary):
        if found != _SWAP:
            continue
        cards, name = words[:start], written[end:]
        if len(name) > 1 and phrase(words[-1:], vocabulary)[0] == _UNO:
            cards, name = [*cards, _UNO], name[:-1]
            if len(name) > 1 and vocabulary.get(name[-1].casefold()) == "and":
                name = name[:-1]
        return cards, " ".join(name)
    return words, ""


def _command(head: str, rest: list[str], vocabulary: Vocabulary) -> Intent | None:
    """A command with whatever follows it; None if the line is no command."""
    name = " ".join(rest)
    match head:
        case "new":
            return NewTable(tuple(_blunt(name, vocabulary).split()))
        case "help" | "rules" as page:
            return _LOOKS[page]
        case "settings":
            return SetUp(_settings(rest, vocabulary))
        case "defaults":
            return Default(_settings(rest, vocabulary))
        case "starters":
            return Starting(vocabulary.get(name.casefold(), name.casefold()))
        case "next":
            return plan(name, vocabulary, parse)
        case head if head in _ABOUT:
            return _ABOUT[head](name)
        case "nudge":
            return NudgeOne(name)
        case "language":
            return Speak(name.casefold())
        case "connect":
            return Connect(name.casefold())
        case "disconnect":
            return Disconnect(name)
        case "add":
            return _computer(rest, vocabulary)
        case "link" | "unlink" | "hands":
            return _with_accounts(head, name.casefold(), vocabulary)
        case head if head in _MATTERS:
            return Prefer(_MATTERS[head], _canonical_words(head, rest, vocabulary))
        case "page" if name.isascii() and name.isdigit() and len(name) <= _MOST_DIGITS:
            return Leaf(int(name))
        case "without" if rest:
            return PassOver(name)
    return _among_people(head, _time_first(rest, vocabulary) if head in _TIMED else rest)


def _with_accounts(head: str, name: str, vocabulary: Vocabulary) -> Intent:
    """A code may be written with gaps and strokes; a place is a network or "here"."""
    if head == "link":
        return Link(re.sub(r"[\s-]", "", name))
    place = vocabulary.get(name, name)
    return Unlink(place) if head == "unlink" else HandsAt(place)


def _time_first(rest: list[str], vocabulary: Vocabulary) -> list[str]:
    """A time in front as it is written in short: ``two days`` as ``2d``."""
    match rest:
        case [written, unit, *more]:
            number = vocabulary.get(written.casefold(), written)
            letter = _UNITS.get(vocabulary.get(unit.casefold(), ""))
            if number.isascii() and number.isdigit() and letter is not None:
                return [number + letter, *more]
    return rest


def _among_people(head: str, rest: list[str]) -> Intent | None:
    """What people ask of each other."""
    match head, rest:
        case "pause", _:
            return Rest(" ".join(rest))
        case "emergency", _:
            return Halt(tuple(rest))
        case "pace", [pace]:
            return Repace(pace)
        case "pace", []:
            return SetUp()
        case "vacation", _:
            return GoAway(" ".join(rest))
        case "sit", _:
            return TakeOver(" ".join(rest))
        case "yes" | "no", []:
            return Say(head == "yes")
        case "yes" | "no", [number] if number.isascii() and number.isdigit() and len(number) <= 9:
            return Say(head == "yes", int(number))
        case _, []:
            return _WISHES.get(head) or _LOOKS.get(head) or _OF_ONESELF.get(head)
    return None


def _settings(rest: list[str], vocabulary: Vocabulary) -> tuple[str, ...]:
    """Words like "goal=200", or the one that names a part of what is set."""
    if len(rest) != 1 or "=" in rest[0]:
        return tuple(rest)
    return (vocabulary.get(rest[0].casefold(), rest[0]),)


def _canonical_words(head: str, rest: list[str], vocabulary: Vocabulary) -> tuple[str, ...]:
    """Words like "samedi" as "sat", "yes" as "on"; cities are no such words."""
    if head == Matter.ZONE:
        return tuple(rest)
    meant = (vocabulary.get(word.casefold(), word.casefold()) for word in rest)
    return tuple(_SWITCHES.get(word, word) for word in meant)


def _computer(rest: list[str], vocabulary: Vocabulary) -> Intent:
    name = " ".join(rest).casefold()
    if not name:
        return AddOne()
    level = _LEVELS.get(vocabulary.get(name, name))
    return NoLevel(name) if level is None else AddOne(level)


def _play(words: list[str], whom: str, text: str) -> Intent:
    """A move: words in canonical form, "uno" anywhere among them."""
    uno = _UNO in words
    words = [word for word in words if word not in {_UNO, _PLEASE}]
    match words:
        case []:
            return Do(game.CallUno()) if uno else Unclear(text)
        case [word] if word in _MOVES and not uno and not whom:
            return Do(_MOVES[word])
        case ["play" | "fits"] if not whom:
            return Drawn(None, uno, text)
        case ["play" | "fits", word] if word in COLOURS and not whom:
            return Drawn(COLOURS[word], uno, text)
        case ["s" | "rev" | "+2" | "+4" as sign] if not uno and not whom:
            return NoColour(sign)
        case ["accept", count] if count.isdigit() and not uno and not whom:
            return Do(game.Accept())
        case [word] | ["colour", word] | [word, "colour"] if word in COLOURS:
            return Do(game.NameColour(COLOURS[word]))
    if words[0] == "play":
        del words[0]
    words = [word for word in words if word not in {"and", _IN}]
    found = cards_of(words)
    if found is None:
        return NoCard(text) if looks_like_cards(words) else Unclear(text)
    (first, *more), colour = found
    return Do(game.Play(first, colour, uno=uno, more=tuple(more)), whom)


def _is_number(word: str) -> bool:
    return word.isascii() and word.isdigit() and len(word) <= _MOST_DIGITS
