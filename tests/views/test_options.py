"""Every option of the game is told where a table shows what it plays; a new one has to be."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from uno_chat import game
from uno_chat.table import Settings, Table
from uno_chat.views import Reader, as_text, rules_page, summary

OTHERWISE: dict[str, object] = {
    "edition": "h2o",
    "goal": 200,
    "scoring": "lowest",
    "wd4": "always",
    "uno_mode": "auto",
    "uno_penalty": 4,
    "false_catch": 2,
    "false_uno": 2,
    "strict": True,
    "force_play": True,
    "must_play": True,
    "stacking": "same",
    "seven_o": True,
    "jump_in": True,
    "smackdown": True,
    "keep_drawing": True,
    "multi_play": True,
}
"""A value that is not the usual one."""


@pytest.mark.parametrize("name", game.Options().as_mapping())
def test_an_option_that_is_agreed_is_told(
    lobby: Callable[..., Table], reader: Reader, name: str
) -> None:
    usual, agreed = Settings(), Settings(options=game.Options.of({name: OTHERWISE[name]}))
    assert summary(agreed, reader) != summary(usual, reader)
    rules = [as_text(rules_page(lobby(2, settings), reader)) for settings in (usual, agreed)]
    assert rules[0].splitlines()[2:] != rules[1].splitlines()[2:]
