"""What people type, in their language, means the canonical words; English always works."""

import re
from datetime import UTC

import pytest

from uno_chat import game
from uno_chat.views import Reader, languages, vocabulary
from uno_chat.views.words import spoken

CANONICAL = re.compile(
    r"[rygb]|please|red|yellow|green|blue|wild|rev|\d|s|\+2|\+4"
    r"|w|w\+4|[rygb](\d|s|r|\+2)|w[sch]|wd[12]"
    r"|pause|emergency|resume|pace|without|yes|no|claim|onward|patience|after|sit|vacation"
    r"|next|off|else|if|in|fits|week|d|h|m|wait"
    r"|play|draw|keep|accept|challenge|colour|and|swap|smack|uno|catch|new|join|leave|deal|ready"
    r"|back|time|nudge|end|endnow|leavenow|kick|ban|unban|add"
    r"|easy|normal|hard|hand|page|table|tables|rules|stats|settings|language|start|help"
    r"|zone|quiet|weekend|reminders|pokes|nudges|usual|on|off|mon|tue|wed|thu|fri|sat|sun"
    r"|defaults|starters|everyone|admins|edition|goal|group|connect|disconnect"
    r"|link|unlink|hands|here|privacy|export|forget|forgetnow"
)


@pytest.mark.parametrize(
    ("language", "word", "meaning"),
    [
        ("en", "red", "red"),
        ("en", "wild draw four", "w+4"),
        ("en", "draw two", "+2"),
        ("en", "reverse", "rev"),
        ("en", "blue skip", "bs"),
        ("en", "swap hands with", "swap"),
        ("en", "downpour 2", "wd2"),
        ("fr", "échange avec", "swap"),
        ("fr", "tape", "smack"),
        ("fr", "joa1", "wd1"),
        ("fr", "rouge", "red"),
        ("fr", "piocher", "draw"),
        ("fr", "joker", "wild"),
        ("fr", "jo", "w"),
        ("fr", "m'asseoir", "join"),
        ("fr", "c'est à qui", "table"),
        ("fr", "c'est a qui", "table"),
        ("fr", "passe ton tour", "s"),
        ("fr", "7 rouge", "r7"),
        ("fr", "j", "y"),
        ("fr", "v", "g"),
        ("fr", "v7", "g7"),
        ("fr", "jo+4", "w+4"),
        ("fr", "prêt", "ready"),
        ("fr", "pret", "ready"),
        ("fr", "draw", "draw"),
        ("fr", "wild draw four", "w+4"),
        ("en", "langue", "language"),
        ("fr-CA", "bleu", "blue"),
        ("xx", "red", "red"),
    ],
)
def test_a_word_means_the_same_in_every_language(language: str, word: str, meaning: str) -> None:
    assert vocabulary(language)[word] == meaning


@pytest.mark.parametrize("language", languages())
def test_every_word_is_typed_in_lower_case_and_means_a_canonical_word(language: str) -> None:
    for word, meaning in vocabulary(language).items():
        assert word == word.strip().lower()
        assert CANONICAL.fullmatch(meaning), (word, meaning)


@pytest.mark.parametrize("language", languages())
def test_no_word_of_a_language_hides_a_canonical_word(language: str) -> None:
    """The codes of cards and the commands work for everybody."""
    known = vocabulary(language)
    cards = [card.code.lower() for card in game.CARDS.values()]
    commands = [meaning for meaning in known.values() if len(meaning) > 3]
    assert {
        word: known[word] for word in (*cards, *commands) if known.get(word, word) != word
    } == {}


@pytest.mark.parametrize("language", languages())
def test_what_a_hint_tells_to_type_is_understood_as_what_the_button_says(language: str) -> None:
    reader = Reader(language, UTC, "")
    for meaning in set(vocabulary("en").values()):
        typed = spoken(meaning, reader).casefold()
        assert vocabulary(language).get(typed, typed) == meaning, (meaning, typed)
