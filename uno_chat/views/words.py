"""The words that people type, in their language, as the canonical words of the grammar."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import UTC
from difflib import get_close_matches
from functools import cache
from types import MappingProxyType
from typing import Final, Literal

from babel.dates import get_day_names

from uno_chat import game
from uno_chat.views.cards import full_name, letter, short_name, short_symbol
from uno_chat.views.catalogue import ENGLISH, languages, locale_of, nearest
from uno_chat.views.reader import Reader
from uno_chat.views.signs import without_accents

_SHORTEST: Final = 3
_NEAR: Final = 0.7
"""How alike a word is that somebody may have meant who mistyped."""
DAYS = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")
"""The canonical names of the days of a week."""

_HABITS: Final = frozenset({"quiet", "weekend", "reminders", "pokes", "nudges"})
"""Behind these stand days, hours and switches, and never a name."""


def vocabulary(language: str) -> Mapping[str, str]:
    """Words and phrases in lower case, with and without accents, and what they mean: ``rouge`` is
    ``r``, ``passe ton tour`` is ``s``. English is always understood; where a word of the
    language means something else in English, the language wins. To ask for a language works in
    all of them.
    """
    return _vocabulary(nearest(language))


def nearest_words(text: str, language: str) -> str:
    """What is understood and reads nearly like this, word by word or as a whole; empty if nothing
    does.
    """
    known, typed = vocabulary(language), text.casefold()
    words = [word if word in known else _nearest(word, known) for word in typed.split()]
    found = " ".join(words) if all(words) else _nearest(typed, known)
    return found if found != typed else ""


def _nearest(typed: str, known: Mapping[str, str]) -> str:
    candidates = (word for word in known if len(word) >= _SHORTEST)
    return next(iter(get_close_matches(typed, candidates, n=1, cutoff=_NEAR)), "")


def spoken(words: str, reader: Reader) -> str:
    """Canonical words as the reader would type them: ``main`` for ``hand``. The first is a
    command, or these are cards, which are left as they are. What follows is left, too, but
    behind a habit, ``repos sam`` for ``weekend sat``, and where it names a part of the settings.
    """
    head, *rest = words.split(" ")
    language = nearest(reader.language)
    a_part = head == "settings" and len(rest) == 1  # not "goal=200"
    values = _values(language) if head in _HABITS or a_part else {}
    return " ".join((_commands(language).get(head, head), *(values.get(w, w) for w in rest)))


@cache
def _commands(language: str) -> Mapping[str, str]:
    """The first word of a language for every command."""
    reader = Reader(language, UTC, "")
    tables = (_play_words, _table_words, _sure_words, _place_words)
    groups = (*tables, _habit_words, _account_words)
    known = [entry for group in groups for entry in group(reader)]
    return MappingProxyType({meaning: words.split("|")[0] for meaning, words in known})


@cache
def _values(language: str) -> Mapping[str, str]:
    """The words of a language for what a habit can be."""
    return MappingProxyType(
        dict(_commands(language)) | {day: name for name, day in _days(language, "abbreviated")}
    )


@cache
def _vocabulary(language: str) -> Mapping[str, str]:
    known = dict.fromkeys(_asks_for_a_language(), "language")
    for code in dict.fromkeys((ENGLISH, language)):
        reader = Reader(code, UTC, "")
        days = (*_days(code, "abbreviated"), *_days(code, "wide"))
        for word, meaning in (*days, *_cards(reader), *_spelt(reader)):
            for typed in (word, word.replace("’", "'"), _plain(word)):
                known[typed] = meaning
    return MappingProxyType(known)


def _asks_for_a_language() -> Iterator[str]:
    """How one asks to be spoken to in each language, before one is."""
    for code in languages():
        yield from Reader(code, UTC, "").tc("word", "language").split("|")


def _spelt(reader: Reader) -> Iterator[tuple[str, str]]:
    tables = (_card_words, _play_words, _table_words, _sure_words, _place_words)
    groups = (*tables, _time_words, _habit_words, _account_words)
    for meaning, words in (entry for group in groups for entry in group(reader)):
        for word in words.split("|"):
            yield word.strip().lower(), meaning


def _cards(reader: Reader) -> Iterator[tuple[str, str]]:
    for colour in game.Colour:
        yield letter(colour, reader).lower(), colour.lower()
    for card in game.CARDS.values():
        yield short_name(card, reader).lower(), card.code.lower()
        yield full_name(card, reader).lower(), card.code.lower()
    yield short_symbol(game.Symbol.SKIP, reader).lower(), "s"
    yield short_symbol(game.Symbol.REVERSE, reader).lower(), "rev"


def _days(language: str, width: Literal["abbreviated", "wide"]) -> Iterator[tuple[str, str]]:
    for day, name in get_day_names(width, locale=locale_of(language)).items():
        yield name.rstrip(".").lower(), DAYS[day]


def _plain(word: str) -> str:
    """The word as people type it who leave out accents, on a keyboard with one apostrophe."""
    return without_accents(word.replace("’", "'"))


def _card_words(r: Reader) -> tuple[tuple[str, str], ...]:
    return (
        ("red", r.tc("word", "red")),
        ("yellow", r.tc("word", "yellow")),
        ("green", r.tc("word", "green")),
        ("blue", r.tc("word", "blue")),
        ("0", r.tc("word", "zero")),
        ("1", r.tc("word", "one")),
        ("2", r.tc("word", "two")),
        ("3", r.tc("word", "three")),
        ("4", r.tc("word", "four")),
        ("5", r.tc("word", "five")),
        ("6", r.tc("word", "six")),
        ("7", r.tc("word", "seven")),
        ("8", r.tc("word", "eight")),
        ("9", r.tc("word", "nine")),
        ("s", r.tc("word", "skip")),
        ("rev", r.tc("word", "reverse|rev")),
        ("+2", r.tc("word", "draw two|draw 2|plus two|plus 2|+2|2+")),
        ("wild", r.tc("word", "wild|wild card|joker")),
        ("+4", r.tc("word", "+4|4+|plus four|plus 4|draw four|draw 4")),
        ("w+4", r.tc("word", "wild draw four|wild draw 4|wild +4|wild plus four")),
        ("ws", r.tc("word", "shuffle hands|wild shuffle")),
        ("wc", r.tc("word", "customizable")),
        ("wh", r.tc("word", "wild swap")),
        ("wd1", r.tc("word", "downpour one|downpour 1|wild downpour 1")),
        ("wd2", r.tc("word", "downpour two|downpour 2|wild downpour 2")),
    )


def _play_words(r: Reader) -> tuple[tuple[str, str], ...]:
    return (
        ("play", r.tc("word", "play|lay|i play|i lay")),
        ("draw", r.tc("word", "draw|draw a card|take a card|i draw")),
        ("keep", r.tc("word", "keep|keep it|pass|i keep|i pass|keep the card")),
        ("accept", r.tc("word", "accept|take|take them|take four|take 4|i accept|i take")),
        ("challenge", r.tc("word", "challenge|doubt|i challenge|bluff|i doubt it")),
        ("colour", r.tc("word", "colour|color")),
        ("and", r.tc("word", "and")),
        ("in", r.tc("word", "in")),
        ("please", r.tc("word", "please|pls|the|my|a|card")),
        ("swap", r.tc("word", "swap|swap with|swap hands with|trade|trade with")),
        ("smack", r.tc("word", "smack|smack!|slap")),
        ("uno", r.tc("word", "uno|uno!")),
        ("catch", r.tc("word", "catch|caught|no uno")),
        ("next", r.tc("word", "next|prepare|next turn")),
        ("off", r.tc("word", "off|nothing|none|never|cancel")),
        ("else", r.tc("word", "else|or else|otherwise|or")),
        ("if", r.tc("word", "if")),
        ("wait", r.tc("word", "wait|do nothing")),
        ("fits", r.tc("word", "play it|play if it fits|play it if it fits|if it fits")),
    )


def _table_words(r: Reader) -> tuple[tuple[str, str], ...]:
    return (
        ("new", r.tc("word", "new|new table|new game|open a table")),
        ("join", r.tc("word", "join|sit down|i join|join the table")),
        ("leave", r.tc("word", "leave|stand up|quit|exit")),
        ("deal", r.tc("word", "deal|deal the cards|begin")),
        ("ready", r.tc("word", "ready|next round|rematch|i am ready|i’m ready")),
        ("back", r.tc("word", "back|i am back|i’m back")),
        ("time", r.tc("word", "time|give time|more time")),
        ("pause", r.tc("word", "pause|break")),
        ("emergency", r.tc("word", "pause host|emergency|emergency pause")),
        ("resume", r.tc("word", "resume|continue|unpause")),
        ("pace", r.tc("word", "pace")),
        ("without", r.tc("word", "without|play without|skip player")),
        ("yes", r.tc("word", "yes|yes please")),
        ("no", r.tc("word", "no")),
        ("claim", r.tc("word", "claim|claim the round")),
        ("onward", r.tc("word", "onward|go on|play against a computer")),
        ("patience", r.tc("word", "patience|keep waiting")),
        ("after", r.tc("word", "after|leave after")),
        ("vacation", r.tc("word", "vacation|holiday|holidays")),
        ("sit", r.tc("word", "sit|play on for|take the seat of")),
        ("nudge", r.tc("word", "nudge|remind")),
        ("end", r.tc("word", "end|close the table|end the game")),
        ("kick", r.tc("word", "kick")),
        ("add", r.tc("word", "add|add computer|add a computer|add bot|add a bot")),
        ("easy", r.tc("word", "easy")),
        ("normal", r.tc("word", "normal")),
        ("hard", r.tc("word", "hard")),
        ("hand", r.tc("word", "hand|my hand|cards|my cards")),
        ("page", r.tc("word", "page")),
        ("table", r.tc("word", "table|whose turn|whose turn is it")),
        ("tables", r.tc("word", "tables|my tables")),
        ("rules", r.tc("word", "rules")),
        ("stats", r.tc("word", "stats|statistics|scores|score")),
        ("settings", r.tc("word", "settings")),
        ("language", r.tc("word", "language")),
        ("start", r.tc("word", "start")),
        ("help", r.tc("word", "help|?|help me|commands|menu")),
    )


def _account_words(r: Reader) -> tuple[tuple[str, str], ...]:
    return (
        ("link", r.tc("word", "link|link account")),
        ("unlink", r.tc("word", "unlink|unlink account")),
        ("hands", r.tc("word", "hands|send my hands|accounts")),
        ("here", r.tc("word", "here")),
        ("privacy", r.tc("word", "privacy|my data")),
        ("export", r.tc("word", "export my data|export data|export")),
        ("forget", r.tc("word", "forget me")),
        ("forgetnow", r.tc("word", "forget me now")),
    )


def _sure_words(r: Reader) -> tuple[tuple[str, str], ...]:
    """What is done without a question."""
    return (
        ("leavenow", r.tc("word", "leave now")),
        ("endnow", r.tc("word", "end now|close now|close the table now")),
    )


def _place_words(r: Reader) -> tuple[tuple[str, str], ...]:
    """Where a table is shown, and who may not come to it."""
    return (
        ("ban", r.tc("word", "ban")),
        ("unban", r.tc("word", "unban")),
        ("connect", r.tc("word", "connect")),
        ("disconnect", r.tc("word", "disconnect")),
    )


def _time_words(r: Reader) -> tuple[tuple[str, str], ...]:
    return (
        ("week", r.tc("word", "week|weeks")),
        ("d", r.tc("word", "day|days")),
        ("h", r.tc("word", "hour|hours")),
        ("m", r.tc("word", "minute|minutes")),
    )


def _habit_words(r: Reader) -> tuple[tuple[str, str], ...]:
    return (
        ("zone", r.tc("word", "zone|time zone|timezone")),
        ("quiet", r.tc("word", "quiet|quiet hours|night")),
        ("weekend", r.tc("word", "weekend|days off")),
        ("reminders", r.tc("word", "reminders")),
        ("pokes", r.tc("word", "pokes")),
        ("nudges", r.tc("word", "nudges")),
        ("defaults", r.tc("word", "defaults|next tables")),
        ("starters", r.tc("word", "starters")),
        ("everyone", r.tc("word", "everyone|everybody|all")),
        ("admins", r.tc("word", "admins|admin")),
        ("edition", r.tc("word", "edition")),
        ("goal", r.tc("word", "goal")),
        ("group", r.tc("word", "group|this group")),
        ("usual", r.tc("word", "usual|as usual")),
        ("on", r.tc("word", "on")),
    )
