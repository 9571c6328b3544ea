"""Settings are read as people write them, however they separate a name from its value."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from uno_chat.coordinator.setup import BadSetting, agreed
from uno_chat.table import Settings

SETTINGS = (
    *("goal=200", "pace=daily", "jump_in=on", "seven_o=yes", "stacking=cross", "best_of=3"),
    *("hold=10s", "pause=1s-3s", "uno=auto-penalty", "multi_play=off", "absent=substitute"),
    *("pace=24h+48h", "pace=24h+48h/2h", "no_action_finish=on"),
)


def read(text: str) -> Settings | BadSetting:
    return agreed(Settings(), text.split())


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        ("goal = 200", "goal=200"),
        ("goal: 200", "goal=200"),
        ("goal 200", "goal=200"),
        ("Goal==200;", "goal=200"),
        ("goal=200, jump_in=on", "goal=200 jump_in=on"),
        ("goal=200,jump-in=on", "goal=200 jump_in=on"),
        ("jump in", "jump_in=on"),
        ("jump-in", "jump_in=on"),
        ("jump in = on seven o pace hours", "jump_in=on seven_o=on pace=hours"),
        ("No Action Finish, goal 100", "no_action_finish=on goal=100"),
        ("stacking", "stacking=same"),
        ("stacking=on", "stacking=same"),
        ("pace 24h + 48h / 2h", "pace=24h+48h/2h"),
        ("best of 3", "best_of=3"),
    ],
)
def test_a_setting_is_read_as_people_write_it(text: str, plain: str) -> None:
    settings = read(text)
    assert isinstance(settings, Settings)
    assert settings == read(plain)
    assert settings != Settings()


@given(
    st.lists(
        st.sampled_from(SETTINGS), min_size=1, max_size=4, unique_by=lambda s: s.split("=")[0]
    ),
    st.sampled_from(("=", " = ", ": ", " ", "\u00a0=")),
    st.sampled_from((" ", ", ", "; ", "\n")),
    st.sampled_from(("_", "-", " ")),
)
def test_whatever_stands_between_names_and_values(
    words: list[str], sign: str, between: str, inside: str
) -> None:
    pairs = (word.split("=") for word in words)
    text = between.join(f"{name.replace('_', inside)}{sign}{value}" for name, value in pairs)
    assert read(text) == agreed(Settings(), words)


def test_the_text_of_a_card_is_left_as_it_is_written() -> None:
    written = "custom_text=Sing: a song, all; loud"
    settings = read(f"edition=pack112_2015 goal 200 {written}")
    assert not isinstance(settings, BadSetting)
    assert settings.options.custom_text == written.partition("=")[2]
    assert settings.options.goal == 200


@pytest.mark.parametrize(
    "text", ["goal", "200", "=200", "goal=", "for kids", "jump on", "pace=1 day"]
)
def test_what_is_no_setting_is_refused(text: str) -> None:
    assert isinstance(read(text), BadSetting)


@given(st.text(max_size=60))
def test_no_line_at_all_makes_it_fall_over(text: str) -> None:
    read(text)
