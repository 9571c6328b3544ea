"""The settings of a group: whatever is one of several words has a button for each of them."""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import UTC
from enum import StrEnum

import pytest

from uno_chat import game
from uno_chat.contract import Choices
from uno_chat.table import PRESETS, UNO_MODES, Absent, Settings, Vacations
from uno_chat.views import Reader, as_text, decode
from uno_chat.views.group_labels import label_of
from uno_chat.views.group_pages import PARTS, GroupView, group_page, part_of

READER = Reader("en", UTC, "/")


def buttons(**options: object) -> set[str]:
    """All that the pages of the next tables offer to set where this is agreed on."""
    view = GroupView(Settings(options=game.Options.of(options)))
    pages = (group_page(view, part, READER) for part in PARTS)
    choices = (block for page in pages for block in page.blocks if isinstance(block, Choices))
    tokens = (decode(option.token) for one in choices for option in one.options)
    return {word for token in tokens if token is not None for word in token.words.split()}


def worded() -> dict[str, tuple[str, ...]]:
    """Settings that are one of several words."""
    usual = game.Options()
    values = {name: getattr(usual, name) for name in usual.as_mapping() if name != "uno_mode"}
    found = {name: tuple(type(v)) for name, v in values.items() if isinstance(v, StrEnum)}
    of_table = {"absent": tuple(Absent), "vacation": tuple(Vacations), "pace": tuple(PRESETS)}
    return found | of_table | {"edition": tuple(game.EDITIONS), "uno": tuple(UNO_MODES)}


@pytest.mark.parametrize(("name", "words"), worded().items())
def test_every_word_of_a_setting_has_a_button(name: str, words: tuple[str, ...]) -> None:
    assert {f"{name}={word}" for word in words} <= buttons()


SWITCHES = [name for name, value in game.Options().as_mapping().items() if isinstance(value, bool)]
NEEDED = {"last_card_trades": "seven_o", "save_wilds": "must_play", "jump_in_fours": "jump_in"}


@pytest.mark.parametrize("name", SWITCHES)
def test_every_switch_has_a_button_where_what_it_needs_is_agreed_on(name: str) -> None:
    needed = {NEEDED[name]: True} if name in NEEDED else {}
    assert f"{name}=on" in buttons(**needed)
    assert f"{name}=off" in buttons(**needed, **{name: True})
    assert (f"{name}=on" in buttons()) == (name not in NEEDED)


def test_counts_are_offered_with_the_cards_only() -> None:
    assert not {word for word in buttons() if word.startswith(("customizable", "downpours"))}
    assert {f"customizable={n}" for n in range(4)} <= buttons(edition="pack112_2015")
    assert {f"downpours={n}" for n in range(3)} <= buttons(edition="h2o")


def fault(options: Mapping[str, object]) -> game.OptionFault | None:
    """Why these cannot be agreed on."""
    try:
        game.Options.of(options)
    except game.OptionsError as error:
        return error.fault
    return None


@pytest.mark.parametrize("edition", game.EDITIONS)
def test_no_button_offers_what_would_be_refused_for_lack_of_something(edition: str) -> None:
    options = game.Options.of({"edition": edition}).as_mapping()
    for word in buttons(edition=edition):
        name, _, value = word.partition("=")
        if name in options and name != "edition":
            assert fault({**options, name: value}) in {None, game.OptionFault.CLASH}, word


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("name", game.EDITIONS)
def test_the_page_of_editions_says_what_each_of_them_is(name: str, language: str) -> None:
    reader = Reader(language, UTC, "/")
    page = as_text(group_page(GroupView(Settings()), "edition", reader)).splitlines()
    called = {edition: label_of(f"edition={edition}", reader) for edition in game.EDITIONS}
    (told,) = [line for line in page if re.match(rf"{called[name]}\s?: ", line)]
    assert told != called[name]


@pytest.mark.parametrize("name", worded())
def test_the_page_that_is_shown_after_a_tap_has_the_button(name: str) -> None:
    page = group_page(GroupView(Settings()), part_of([f"{name}=x"]), READER)
    tokens = [o.token for b in page.blocks if isinstance(b, Choices) for o in b.options]
    assert any(f" {name}=" in token for token in tokens)
