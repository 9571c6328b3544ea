"""Settings in words: what is agreed on, and one sentence for what cannot be."""

from __future__ import annotations

from contextlib import suppress
from datetime import UTC, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from uno_chat import game
from uno_chat.coordinator.durations import duration
from uno_chat.coordinator.setup import BadSetting, agreed
from uno_chat.table import PRESETS, Settings
from uno_chat.views import Reader, as_text, trouble_page


@pytest.mark.reported("31")
@pytest.mark.parametrize(
    ("text", "seconds"),
    [
        ("90s", 90),
        ("10m", 600),
        ("8h", 28_800),
        ("2d", 172_800),
        ("2j", 172_800),
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


CAUGHT = "“a missed UNO can be caught” (uno=official)"
NO_PACE = (
    "pace is one of: blitz, table, hours, daily, weekend, relaxed, untimed, or a time for each "
    "turn and a reserve, like 24h+48h; not “{}”."
)


def test_words_change_what_they_name_and_nothing_else() -> None:
    before = Settings()
    after = agreed(before, ["goal=200", "pace=8h", "uno=capped", "pause=1s-3s", "strict=yes"])
    assert isinstance(after, Settings)
    assert after.options.goal == 200
    assert after.options.strict
    assert after.pace.base == timedelta(hours=8)
    assert after.capped
    assert after.pause == (timedelta(seconds=1), timedelta(seconds=3))
    assert after.hold == timedelta(seconds=30)


@pytest.mark.reported("31", "T33")
def test_a_table_can_be_without_a_clock() -> None:
    settings = agreed(Settings(), ["pace=untimed"])
    assert isinstance(settings, Settings)
    assert settings.pace.base is None


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


def test_another_edition_brings_its_own_options_and_leaves_what_was_agreed() -> None:
    settings = agreed(Settings(), ["seven_o=on", "edition=mattel2001"])
    assert isinstance(settings, Settings)
    assert settings.options == game.Options(edition="mattel2001", seven_o=True, uno_penalty=4)
    back = agreed(settings, ["edition=classic108"])
    assert isinstance(back, Settings)
    assert back.options == game.Options(seven_o=True)


@pytest.mark.parametrize(
    ("before", "words", "goal", "best_of"),
    [
        (["goal=200"], ["best_of=3"], 0, 3),
        (["best_of=3"], ["goal=200"], 200, 0),
        (["best_of=3"], ["stacking=same"], 0, 3),
        (["best_of=3"], ["goal=0"], 0, 3),
    ],
)
def test_points_and_rounds_take_the_place_of_each_other(
    before: list[str], words: list[str], goal: int, best_of: int
) -> None:
    settings = agreed(Settings(), before)
    assert isinstance(settings, Settings)
    changed = agreed(settings, words)
    assert isinstance(changed, Settings)
    assert (changed.options.goal, changed.options.best_of) == (goal, best_of)


def test_the_speed_edition_brings_a_quick_clock_unless_a_pace_is_named() -> None:
    quick = agreed(Settings(), ["edition=Speed", "hold=1s"])
    assert isinstance(quick, Settings)
    assert (quick.pace, quick.hold) == (PRESETS["blitz"].pace, timedelta(seconds=1))
    assert quick.options.jump_in
    slow = agreed(Settings(), ["edition=speed", "pace=8h"])
    assert isinstance(slow, Settings)
    assert slow.pace.base == timedelta(hours=8)


@pytest.mark.parametrize(
    ("before", "words", "options"),
    [
        (["jump_in=on", "jump_in_fours=on"], ["jump_in=off"], {}),
        (["seven_o=on", "last_card_trades=on"], ["seven_o=off"], {}),
        (["must_play=on", "save_wilds=on", "strict=on"], ["must_play=off"], {"strict": True}),
        (["false_catch=2"], ["uno=off"], {"uno_mode": "none"}),
        (["edition=speed", "jump_in_fours=on"], ["edition=classic108"], {}),
        (
            ["edition=pack112_2018", "custom_text=hop", "customizable=1", "last_card_trades=on"],
            ["edition=h2o"],
            {"edition": "h2o"},
        ),
        (
            ["edition=pack112_2018", "custom_text=hop"],
            ["edition=pack112_2015"],
            {"edition": "pack112_2015", "custom_text": "hop"},
        ),
    ],
)
def test_what_makes_no_sense_any_more_goes_with_what_it_needed(
    before: list[str], words: list[str], options: dict[str, object]
) -> None:
    settings = agreed(Settings(), before)
    assert isinstance(settings, Settings)
    changed = agreed(settings, words)
    assert isinstance(changed, Settings)
    assert changed.options == game.Options.of(options)


def test_what_is_named_itself_is_not_dropped_but_refused() -> None:
    settings = agreed(Settings(), ["jump_in=on"])
    assert isinstance(settings, Settings)
    bad = agreed(settings, ["jump_in=off", "jump_in_fours=on"])
    assert isinstance(bad, BadSetting)
    assert bad.sentence == (
        "“jump-in with Wild Draw Four, too” (jump_in_fours=on) needs “jump-in” (jump_in=on)."
    )


def test_the_text_of_a_card_has_as_many_words_as_it_needs_and_goes_with_off() -> None:
    words = ["edition=pack112_2018", "custom_text=All", "Hop,", "once:", "goal=200"]
    settings = agreed(Settings(), words)
    assert isinstance(settings, Settings)
    assert (settings.options.custom_text, settings.options.goal) == ("All Hop, once:", 200)
    plain = agreed(settings, ["custom_text=off"])
    assert isinstance(plain, Settings)
    assert plain.options.custom_text == ""


@pytest.mark.parametrize("words", [("uno=off", "false_catch=0"), ("false_catch=0", "uno=off")])
def test_words_hold_together_in_any_order(words: tuple[str, ...]) -> None:
    before = agreed(Settings(), ["false_catch=2"])
    assert isinstance(before, Settings)
    after = agreed(before, words)
    assert isinstance(after, Settings)
    assert after.options == game.Options(uno_mode=game.UnoMode.NONE)


@pytest.mark.parametrize(
    ("words", "says"),
    [
        ("goal", "“goal” has no value: write NAME=VALUE, like goal=200."),
        ("goal=", "“goal=” has no value: write NAME=VALUE, like goal=200."),
        ("gaol=200", "There is no setting “gaol”. Do you mean goal?"),
        ("pacce=8h", "There is no setting “pacce”. Do you mean pace?"),
        ("edition=classic", "There is no edition “classic”. Do you mean classic108?"),
        ("goal=many", "goal is a whole number, not “many”."),
        ("goal=9999999", "goal is a number from 0 to 1000000."),
        ("jump-in=maybe", "jump_in is on or off, not “maybe”."),
        ("stacking=all", "stacking is one of off, same, cross, not “all”."),
        ("hold=soon", "hold is a time like 90s, 10m, 8h or 2d, not “soon”."),
        ("pace=soon", NO_PACE.format("soon")),
        ("pace=0s", NO_PACE.format("0s")),
        ("pace=20s+", NO_PACE.format("20s+")),
        ("pace=20s+40s/", NO_PACE.format("20s+40s/")),
        ("uno=loud", "uno is one of official, capped, auto, auto-penalty, off, not “loud”."),
        ("pause=3s-1s", "pause takes the shortest time first, like 1s-3s."),
        (
            "goal=0 scoring=lowest",
            (
                "“lowest total wins” (scoring=lowest) does not go with “first out wins” (goal=0): "
                "choose one of them."
            ),
        ),
        (
            "uno=auto false_catch=2",
            f"false_catch=2 needs {CAUGHT}.",
        ),
        ("false_uno=2 uno=off", f"false_uno=2 needs {CAUGHT}."),
        (
            "edition=h2o keep_drawing=on",
            (
                "“drawing until a card fits” (keep_drawing=on) does not go with “H2O edition” "
                "(edition=h2o): choose one of them. Where Downpours rain, drawing until a card "
                "fits would never end."
            ),
        ),
        (
            "strict=on wd4=no_bluff",
            (
                "“a wrong card costs 2 cards” (strict=on) does not go with “no bluff with Wild "
                "Draw Four” (wd4=no_bluff): choose one of them. A card that may not be played "
                "would be fined by one and refused by the other."
            ),
        ),
    ],
)
def test_a_bad_word_gets_a_sentence_that_says_what_to_do(words: str, says: str) -> None:
    bad = agreed(Settings(), ["goal=300", *words.split()])
    assert isinstance(bad, BadSetting)
    assert bad.sentence == says
    french = trouble_page(
        bad.puzzled.trouble,
        Reader("fr", UTC, "/"),
        text=bad.puzzled.text,
        parts=bad.puzzled.parts,
    )
    assert as_text(french) not in {"", says}


@given(st.lists(st.text(max_size=12) | st.sampled_from(["goal=200", "uno=capped", "pace=8h"])))
def test_any_words_are_agreed_on_or_refused_with_a_sentence(words: list[str]) -> None:
    found = agreed(Settings(), words)
    assert isinstance(found, Settings) or found.sentence.endswith((".", "?"))
