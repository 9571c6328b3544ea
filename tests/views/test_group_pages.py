"""The settings of a group: whatever is one of several words has a button for each of them."""

from __future__ import annotations

from datetime import UTC
from enum import StrEnum

import pytest

from uno_chat import game
from uno_chat.contract import Choices
from uno_chat.table import PRESETS, UNO_MODES, Absent, Settings, Vacations
from uno_chat.views import Reader, decode
from uno_chat.views.group_pages import PARTS, GroupView, group_page, part_of

READER = Reader("en", UTC, "/")


def buttons() -> set[str]:
    """All that the pages of the next tables offer to set."""
    pages = (group_page(GroupView(Settings()), part, READER) for part in PARTS)
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


@pytest.mark.parametrize("name", worded())
def test_the_page_that_is_shown_after_a_tap_has_the_button(name: str) -> None:
    page = group_page(GroupView(Settings()), part_of([f"{name}=x"]), READER)
    tokens = [o.token for b in page.blocks if isinstance(b, Choices) for o in b.options]
    assert any(f" {name}=" in token for token in tokens)
