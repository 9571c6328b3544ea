"""The lobby without buttons, in the terminal and on Matrix: every line says what to type."""

from __future__ import annotations

import re

import pytest

from uno_chat import game
from uno_chat.contract import Capabilities
from uno_chat.testing.desk import Desk
from uno_chat_matrix import CAPABILITIES as MATRIX
from uno_chat_terminal.adapter import PLAIN as TERMINAL

TYPED = re.compile(r"^(\S.*edition=\w+) – (✓ )?(.+)$", re.MULTILINE)


@pytest.fixture(params=[TERMINAL, MATRIX], ids=["terminal", "matrix"])
def desk(request: pytest.FixtureRequest) -> Desk:
    """Ann has opened a table that Bob sits at."""
    able = request.param
    assert isinstance(able, Capabilities)
    desk = Desk(able)
    asks(desk, "new")
    desk.say("bob", f"{able.prefix}join", "family")
    return desk


def asks(desk: Desk, words: str) -> str:
    """Ann types this in the group; what anybody reads of it, the newest last."""
    before = len(desk.sent)
    desk.say("ann", f"{desk.able.prefix}{words}", "family")
    return "\n".join(sent.text for sent in desk.sent[before:])


@pytest.mark.parametrize("language", ["en", "fr"])
def test_every_edition_is_a_line_that_can_be_typed_as_it_stands(desk: Desk, language: str) -> None:
    asks(desk, f"language {language}")
    lines = TYPED.findall(asks(desk, "settings edition"))
    assert len(lines) == len(game.EDITIONS)
    for (typed, _, name), edition in zip(lines, game.EDITIONS, strict=True):
        before = len(desk.sent)
        desk.say("ann", typed, "family")
        assert desk.table().settings.options == game.Options.of({"edition": edition})
        read = "\n".join(sent.text for sent in desk.sent[before:])
        assert name in read or edition == "classic108"
        rows = asks(desk, "settings edition").splitlines()
        assert f"{typed} – ✓ {name}" in rows


def test_what_is_played_is_told_after_every_change_and_what_cannot_be_is_told_why(
    desk: Desk,
) -> None:
    told = asks(desk, "settings edition=pack112_2018 custom_text=sing a song seven_o=on best_of=3")
    assert "112 cards of 2018 · best of 3 rounds" in told
    assert "seven-o · Wild Customizable: sing a song" in told
    refused = asks(desk, "settings scoring=lowest")
    assert refused == (
        "“lowest total wins” (scoring=lowest) does not go with “best of 3 rounds” (best_of=3): "
        "choose one of them."
    )
    assert desk.table().settings.options.scoring is game.Scoring.WINNER
    rules = asks(desk, "rules")
    assert "sing a song" in rules
    assert "Seven-o: " in rules
    assert not [word for word in ("Stacking", "Jump-in", "Downpour", "Partner") if word in rules]
    asks(desk, "settings edition=classic108 seven_o=off goal=500")
    assert desk.table().settings.options == game.Options()
