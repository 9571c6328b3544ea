"""Settings in words: what is agreed on, and one sentence for what cannot be."""

from __future__ import annotations

from contextlib import suppress
from datetime import timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from uno_chat import game
from uno_chat.coordinator.durations import duration
from uno_chat.coordinator.setup import BadSetting, agreed
from uno_chat.table import Settings


@pytest.mark.parametrize(
    ("text", "seconds"),
    [
        ("90s", 90),
        ("10m", 600),
        ("8h", 28_800),
        ("2d", 172_800),
        ("1h30m", 5_400),
        ("0.5s", 0.5),
        ("PT36H", 129_600),
        ("p2d", 172_800),
        ("0s", 0),
    ],
)
def test_times_are_read_as_people_write_them(text: str, seconds: float) -> None:
    assert duration(text) == timedelta(seconds=seconds)


@pytest.mark.parametrize(
    "text", ["", "h", "8", "8 h", "-1h", "p", "pt", "999999d", "9" * 400 + "d"]
)
def test_what_is_no_time_is_refused(text: str) -> None:
    with pytest.raises(ValueError):  # noqa: PT011 - the caller makes the sentence
        duration(text)


@given(st.text())
def test_any_text_is_a_time_or_refused(text: str) -> None:
    with suppress(ValueError):
        assert duration(text) <= timedelta(days=366)


def test_words_change_what_they_name_and_nothing_else() -> None:
    before = Settings()
    after = agreed(before, ["goal=200", "turn=8h", "uno=capped", "pause=1s-3s", "strict=yes"])
    assert isinstance(after, Settings)
    assert after.options.goal == 200
    assert after.options.strict
    assert after.turn_limit == timedelta(hours=8)
    assert after.capped
    assert after.pause == (timedelta(seconds=1), timedelta(seconds=3))
    assert after.hold == before.hold


def test_a_table_can_be_without_a_clock() -> None:
    settings = agreed(Settings(), ["turn=untimed"])
    assert isinstance(settings, Settings)
    assert settings.turn_limit is None


@pytest.mark.parametrize(
    ("mode", "in_game", "capped"),
    [
        ("official", game.UnoMode.CALL, False),
        ("capped", game.UnoMode.CALL, True),
        ("auto", game.UnoMode.AUTO, False),
        ("auto-penalty", game.UnoMode.AUTO_PENALTY, False),
        ("off", game.UnoMode.NONE, False),
    ],
)
def test_every_way_to_police_uno_has_a_word(
    mode: str, in_game: game.UnoMode, *, capped: bool
) -> None:
    settings = agreed(Settings(), [f"uno={mode}"])
    assert isinstance(settings, Settings)
    assert (settings.options.uno_mode, settings.capped) == (in_game, capped)


@pytest.mark.parametrize(
    ("word", "says"),
    [
        ("goal", "NAME=VALUE"),
        ("goal=", "NAME=VALUE"),
        ("gaol=200", "goal"),
        ("goal=many", "number"),
        ("turn=soon", "time"),
        ("turn=0s", "time"),
        ("uno=loud", "official"),
        ("pause=3s-1s", "shortest"),
    ],
)
def test_a_bad_word_gets_a_sentence_that_says_what_to_do(word: str, says: str) -> None:
    bad = agreed(Settings(), ["goal=300", word])
    assert isinstance(bad, BadSetting)
    assert bad.word == word
    assert says in bad.sentence
