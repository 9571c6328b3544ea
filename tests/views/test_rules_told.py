"""House rules and editions as they are told: by name on every page, in full where they are read."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import datetime

import pytest

from uno_chat import game
from uno_chat.contract import Document
from uno_chat.table import Table
from uno_chat.views import Reader, as_text, rules_page, summary, table_page
from uno_chat.views.group_labels import label_of
from uno_chat.views.house_rules import all_rules

HANDS = ("R4 G7 R5 G5 B5 W", "R1 R2 R3", "B1 B2", "Y1")
FULL = {
    "stacking": "cross",
    "seven_o": True,
    "jump_in": True,
    "smackdown": True,
    "keep_drawing": True,
    "multi_play": True,
    "deflect": True,
    "auto_draw": True,
    "no_action_finish": True,
}
LINES = {"jump_in": 2, "smackdown": 2}
"""With one that says what their races wait for."""


def lines(page: Document) -> list[str]:
    return as_text(page).splitlines()


@pytest.mark.reported("5")
@pytest.mark.parametrize(
    ("options", "line"),
    [
        ({"stacking": "same"}, "House rules · to 500 · 24 hours a turn · stacking"),
        (
            {"stacking": "cross", "seven_o": True},
            "House rules · to 500 · 24 hours a turn · stacking, also mixed · seven-o",
        ),
        ({"edition": "h2o"}, "Official rules · H2O edition · to 500 · 24 hours a turn"),
        (
            {"edition": "mattel2001"},
            "Official rules · edition of 2001 · to 500 · 24 hours a turn",
        ),
        (
            {"edition": "first_out_2022", "jump_in": True},
            "House rules · edition of 2022 · first out wins · 24 hours a turn · jump-in",
        ),
        (
            {"smackdown": True, "keep_drawing": True, "multi_play": True},
            (
                "House rules · to 500 · 24 hours a turn · 6-smackdown · "
                "drawing until a card fits · several cards at once"
            ),
        ),
    ],
)
def test_what_differs_from_the_official_rules_is_named(
    arrange: Callable[..., Table],
    reader: Reader,
    french: Reader,
    now: datetime,
    options: dict[str, object],
    line: str,
) -> None:
    table = arrange(options, HANDS, top="R4")
    assert summary(table.settings, reader) == line
    assert summary(table.settings, french) != line
    told = re.sub(" · (to 500|first out wins) · 24 hours a turn", "", line).partition(" · ")[2]
    assert lines(table_page(table, reader, now))[1] == told[0].upper() + told[1:]


def rules(options: dict[str, object], arrange: Callable[..., Table], who: Reader) -> set[str]:
    return set(lines(rules_page(arrange(options, HANDS, top="R4"), who)))


@pytest.mark.parametrize("name", FULL)
def test_a_house_rule_is_told_in_a_line_where_it_is_played(
    arrange: Callable[..., Table], reader: Reader, french: Reader, name: str
) -> None:
    for who in (reader, french):
        plain, house = rules({}, arrange, who), rules({name: FULL[name]}, arrange, who)
        new = {line for line in house - plain if summary_of(name, arrange, who) != line}
        assert len(new) == LINES.get(name, 1)


def test_partners_are_not_told_that_one_of_them_gets_all_cards(
    arrange: Callable[..., Table], reader: Reader, french: Reader
) -> None:
    partners: dict[str, object] = {"edition": "partners"}
    text = "\n".join(rules(partners, arrange, reader))
    assert "all other hands" not in text
    assert "The partners who have 500 first win." in text
    assert "Les premiers partenaires à 500 gagnent." in "\n".join(rules(partners, arrange, french))


def test_every_switch_of_the_game_is_told_and_has_a_name(reader: Reader) -> None:
    usual = game.Options().as_mapping()
    switches = {name for name, value in usual.items() if isinstance(value, bool)}
    assert switches <= set(all_rules(reader))
    assert all(label_of(f"{name}=on", reader) for name in switches)


def summary_of(name: str, arrange: Callable[..., Table], who: Reader) -> str:
    return summary(arrange({name: FULL[name]}, HANDS, top="R4").settings, who)


@pytest.mark.parametrize("edition", game.EDITIONS)
def test_the_rules_name_every_card_of_the_edition_and_no_other(
    arrange: Callable[..., Table], reader: Reader, edition: str
) -> None:
    text = "\n".join(rules({"edition": edition}, arrange, reader))
    symbols = {card.symbol for card in game.EDITIONS[edition].pack}
    assert ("Wild Shuffle Hands: " in text) == (game.Symbol.WILD_SHUFFLE_HANDS in symbols)
    assert ("Wild Swap Hands: " in text) == (game.Symbol.WILD_SWAP_HANDS in symbols)
    assert ("Wild Customizable: " in text) == (game.Symbol.WILD_CUSTOMIZABLE in symbols)
    assert ("Wild Downpour: " in text) == (game.Symbol.WILD_DOWNPOUR_ONE in symbols)
    assert ("Only a number opens" in text) == (edition == "first_out_2022")
    assert ("A Wild never opens" in text) == (edition == "mattel2001")
    assert ("count 40." in text) == ("pack112" in edition)
    assert ("count 20." in text) == (edition == "h2o")
