"""What is played, on every page that tells it: no option of the game or the table is forgotten."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from enum import StrEnum

import pytest

from uno_chat import game
from uno_chat.table import Pace, Settings, Table
from uno_chat.views import Reader, as_text, rules_page, settings_page, summary, table_page

OF_THE_MATCH = ("edition", "goal", "scoring", "best_of", "teams")
NEEDED: dict[str, dict[str, object]] = {
    "last_card_trades": {"seven_o": True},
    "save_wilds": {"must_play": True},
    "jump_in_fours": {"jump_in": True},
    "customizable": {"edition": "pack112_2018"},
    "custom_text": {"edition": "pack112_2018"},
    "downpours": {"edition": "h2o"},
}
"""What must be agreed besides, so that an option makes sense."""
HOUSE = [
    f"{name}={'off' if value is False else value}"
    for name, value in game.Options().as_mapping().items()
    if name not in {*OF_THE_MATCH, *NEEDED} and "uno" not in name and "catch" not in name
]
"""The house rules that nobody agreed on and that need no other, as they are typed."""


def otherwise(name: str) -> object:
    """A value of an option that is not the usual one."""
    match getattr(game.Options(), name):
        case bool(usual):
            return not usual
        case int(usual):
            return 1 if usual != 1 else 2
        case StrEnum() as usual:
            return next(word for word in type(usual) if word is not usual)
        case str():
            return "h2o"
        case other:
            raise TypeError(other)


@pytest.mark.parametrize("name", game.Options().as_mapping())
def test_an_option_that_is_agreed_is_told(
    lobby: Callable[..., Table], reader: Reader, name: str
) -> None:
    needed = NEEDED.get(name, {})
    usual = Settings(options=game.Options.of(needed))
    agreed = Settings(options=game.Options.of({**needed, name: otherwise(name)}))
    assert summary(agreed, reader) != summary(usual, reader)
    rules = [as_text(rules_page(lobby(2, settings), reader)) for settings in (usual, agreed)]
    assert rules[0].splitlines()[2:] != rules[1].splitlines()[2:]


@pytest.mark.reported("G6")
@pytest.mark.parametrize(
    ("options", "line"),
    [
        ({}, "Official rules · to 500 · 24 hours a turn"),
        ({"goal": 0}, "Official rules · first out wins · 24 hours a turn"),
        (
            {"wd4": "no_bluff"},
            "House rules · to 500 · 24 hours a turn · no bluff with Wild Draw Four",
        ),
    ],
)
def test_what_is_played_is_one_line(reader: Reader, options: dict[str, object], line: str) -> None:
    assert summary(Settings(options=game.Options.of(options)), reader) == line


def test_the_rules_are_those_of_the_table(lobby: Callable[..., Table], reader: Reader) -> None:
    house = Settings(
        options=game.Options.of(
            {"wd4": "always", "uno_mode": "none", "force_play": True, "scoring": "lowest"}
        )
    )
    text = as_text(rules_page(lobby(2, house), reader))
    assert "bluff" not in text
    assert "Nobody has to say UNO." in text
    assert "If it fits it is played at once." in text
    assert "the lowest total wins" in text
    assert "bluff" in as_text(rules_page(None, reader))


@pytest.mark.reported("T5")
def test_settings_show_the_names_that_can_be_typed(
    lobby: Callable[..., Table], deal: Callable[..., Table], reader: Reader
) -> None:
    assert as_text(settings_page(lobby(2), reader)).splitlines() == [
        "Family #7",
        "Official rules · to 500 · 24 hours a turn",
        "Match: edition=classic108 goal=500 scoring=winner best_of=0 teams=off",
        f"House rules: {' '.join(HOUSE)}",
        "UNO: uno=official uno_penalty=2 false_catch=0 false_uno=0",
        "Time: pace=1d hold=1m tie=10s pause=20s-90s absent=keep vacation=autopilot",
        "The host changes them like this: /settings goal=200 stacking=same pace=8h",
        f"edition is one of: {', '.join(game.EDITIONS)}",
        "scoring is one of: winner, lowest, elimination",
        "wd4 is one of: bluff, no_bluff, always",
        "stacking is one of: off, same, cross",
        "uno is one of: official, capped, auto, auto-penalty, off",
        "pace is one of: blitz, table, hours, daily, weekend, relaxed, untimed, 24h+48h",
        "absent is one of: keep, substitute, remove",
        "vacation is one of: autopilot, pause, none",
    ]
    fixed = as_text(settings_page(deal(2), reader)).splitlines()
    assert fixed[-1] == "Settings are fixed once cards are dealt."
    assert len(fixed) == 7


@pytest.mark.reported("G6")
@pytest.mark.parametrize(
    ("options", "line"),
    [
        ({"scoring": "lowest"}, "lowest total wins"),
        ({"wd4": "always"}, "Wild Draw Four always allowed"),
        ({"strict": True}, "a wrong card costs 2 cards"),
        ({"force_play": True}, "a drawn card that fits is played"),
        ({"must_play": True}, "drawing only when nothing fits"),
        ({"uno_mode": "auto"}, "the table says UNO"),
        ({"uno_mode": "auto_penalty"}, "a missed UNO costs cards without a catch"),
        ({"uno_mode": "none"}, "no UNO call"),
        ({"uno_penalty": 4}, "4 cards for a missed UNO"),
        ({"false_catch": 1}, "1 card for a wrong catch"),
        ({"false_uno": 2}, "2 cards for a wrong UNO"),
    ],
)
def test_what_differs_from_the_official_rules_stands_on_the_page_of_every_round(
    deal: Callable[..., Table],
    reader: Reader,
    now: datetime,
    options: dict[str, object],
    line: str,
) -> None:
    table = deal(2, 1, Settings(options=game.Options.of(options)))
    assert as_text(table_page(table, reader, now)).splitlines()[1] == line[0].upper() + line[1:]
    assert line in summary(table.settings, reader)
    assert as_text(rules_page(table, reader)) != as_text(rules_page(deal(2), reader))


def test_a_window_that_closes_by_itself_and_a_table_without_a_clock_are_told(
    lobby: Callable[..., Table], reader: Reader
) -> None:
    settings = Settings(capped=True, pace=Pace(None))
    assert summary(settings, reader) == (
        "House rules · to 500 · no time limit · a missed UNO can be caught for a limited time"
    )
    text = as_text(settings_page(lobby(2, settings), reader))
    assert "UNO: uno=capped " in text
    assert "Time: pace=untimed " in text
