"""Whatever is typed or pressed: an intent or none, in any language, and never an error; times and
what a table agrees on: a value, or one sentence.
"""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any, Final

import pytest
from hypothesis import strategies as st

from uno_chat import game
from uno_chat.contract import Contacted, Conversation, Envelope, Event, Pressed, Reacted, Said, User
from uno_chat.contract import Message as Place
from uno_chat.coordinator import BadSetting, agreed, concerns_us
from uno_chat.coordinator.durations import duration
from uno_chat.coordinator.intents import NoCard, NoLevel, Unclear
from uno_chat.coordinator.reading import OldButton, Request, pressed, read
from uno_chat.table import Settings
from uno_chat.testing.fuzzing import TAKEN, Tally, Target, search, texts
from uno_chat.views import decode, encode, languages, vocabulary

NOW: Final = datetime(2026, 3, 2, 12, 30, tzinfo=UTC)
GROUP: Final = Conversation("fake", "family")
LANGUAGES: Final = languages()
KNOWN: Final = sorted({word for language in LANGUAGES for word in vocabulary(language)})
CANONICAL: Final = sorted({word for one in LANGUAGES for word in vocabulary(one).values()})
CARDS: Final = sorted({code.lower() for code in game.CARDS})
OPTIONS: Final = sorted(game.Options().as_mapping())

pieces = (
    st.sampled_from(KNOWN)
    | st.sampled_from(CANONICAL)
    | st.sampled_from(CARDS)
    | st.sampled_from(("1", "12", "3)", "7.", "#7", "/", "!uno", ",", "|", ";", "\n", "=", "@ann"))
    | texts
)
lines = st.builds(
    lambda front, parts, between: front + between.join(parts),
    st.sampled_from(("", "", "/", "!uno ", "/next ", "next ", "#7 ", "/#7 next ", "/settings ")),
    st.lists(pieces, max_size=8),
    st.sampled_from((" ", " ", "", "\n", "\u3000")),
)
numbers = st.integers(0, 20) | st.sampled_from((10**15, 10**16, 10**30, "٣", "²", "-1", "", "07"))
tokens = (
    st.builds(
        "1.{}.{}.{}".format, st.integers(0, 99), st.integers(0, 99), st.sampled_from(CANONICAL)
    )
    | st.builds("{}.{}.{}.{}".format, st.sampled_from(["1", "2", "١"]), numbers, numbers, lines)  # noqa: RUF001 - a digit that is not ours
    | texts
)
payloads = st.builds("{}-{}".format, st.sampled_from(("join", "hand", "x")), numbers) | texts
events = (
    st.builds(Said, lines, st.booleans())
    | st.builds(Pressed, tokens)
    | st.builds(Contacted, payloads)
    | st.builds(Reacted, st.integers(), st.just(Place(GROUP, "m1")))
)
values = (
    st.builds("{}{}".format, numbers, st.sampled_from(("s", "m", "h", "d", "j", "", "+", "%")))
    | st.builds("pt{}h{}m".format, numbers, numbers)
    | st.builds("{}.{}s".format, numbers, numbers)
)
times = st.builds(
    lambda parts, sign: sign.join(parts),
    st.lists(values | texts, max_size=3),
    st.sampled_from("+/-"),
)
names = st.sampled_from((*OPTIONS, "pace", "hold", "tie", "pause", "uno", "absent", "vacation"))
choices = st.sampled_from(("on", "off", "none", "0", "500", "official", "flip", "daily", "live"))
good = st.sampled_from(
    (
        *(
            "goal=200",
            "best_of=3",
            "pace=daily",
            "pace=24h+48h/2h",
            "hold=90s",
            "tie=30s",
            "uno=off",
        ),
        *("pause=1m-2m", "absent=skip", "vacation=on", "stacking=same", "edition=official"),
    )
)
odd = st.builds("{}={}".format, names, choices | times | texts) | pieces
words = st.lists(good | good | odd, min_size=1, max_size=4)


def heard(case: tuple[Event, bool, tuple[str, ...]]) -> str:
    event, private, said_in = case
    envelope = Envelope("1", NOW, User("fake", "ann"), "Ann", GROUP, private=private, event=event)
    concerns_us(envelope)
    found = read(envelope, said_in)
    match found:
        case None:
            return "nothing to us"
        case OldButton():
            return "old button"
        case Request(Unclear() | NoCard() | NoLevel()):
            return "unclear"
    assert found.table is None or 0 <= found.table < 10**15
    return TAKEN


def tapped(token: str) -> str:
    found = decode(token)
    if found is None:
        assert pressed(token) == OldButton()
        return "no token"
    assert encode(found) == token
    assert isinstance(pressed(token), Request)
    return TAKEN


def lasting(text: str) -> str:
    try:
        found = duration(text)
    except ValueError:
        return "no time"
    assert timedelta(0) <= found <= timedelta(days=366)
    return TAKEN


def settled(said: list[str]) -> str:
    before = Settings()
    found = agreed(before, said)
    if isinstance(found, BadSetting):
        sentence = found.sentence
        assert sentence
        assert found.puzzled.text
        return "one sentence"
    assert agreed(found, ()) == found
    return TAKEN


TARGETS: Final = (
    Target(
        "words: lines, presses and links",
        st.tuples(
            events, st.booleans(), st.sampled_from((*((one,) for one in LANGUAGES), LANGUAGES))
        ),
        heard,
    ),
    Target("words: what a button carries", tokens, tapped),
    Target("words: times", times, lasting),
    Target("words: what a table agrees on", words, settled),
)


@pytest.mark.parametrize("target", TARGETS, ids=str)
def test_whatever_is_typed_is_understood_or_not(target: Target[Any]) -> None:
    tally = Tally()
    search(target, 500, 1, tally)
    assert 0 < tally.words[TAKEN] < tally.inputs


@pytest.mark.parametrize("piece", ["a ", "r7 ", "r7,", "next ", "swap ", "if ", "1", "1d", "#1 "])
def test_a_long_line_is_read_as_quickly_as_it_is_long(piece: str) -> None:
    """A pattern or a loop that goes over it again and again would not come to its end."""
    line = piece * (60_000 // len(piece))
    for front in ("", "/next ", "/settings pace=", "link "):
        said = Said(front + line, to_us=True)
        envelope = Envelope("1", NOW, User("fake", "ann"), "A", GROUP, private=True, event=said)
        assert read(envelope, LANGUAGES) is not None
