"""How we present ourselves to a network: in every language, within what networks take."""

from __future__ import annotations

import re

import pytest

from uno_chat.coordinator import intents
from uno_chat.coordinator.words import parse
from uno_chat.views import languages, profiles, vocabulary


@pytest.mark.parametrize("language", languages())
def test_every_command_exists_in_every_language_and_needs_no_more_words(language: str) -> None:
    profile = profiles()[language]
    commands = {*profile["group"], *profile["private"]}
    for reads in languages():
        for command in commands:
            meant = parse(command, vocabulary(reads))
            assert not intents.is_unclear(meant), command
    assert {"new", "join", "deal", "table", "catch", "end", "kick"} < set(profile["group"])
    assert {"hand", "tables", "draw", "help"} < set(profile["private"])


@pytest.mark.parametrize("language", languages())
def test_a_profile_fits(language: str) -> None:
    profile = profiles()[language]
    assert len(profile["about"]) <= 120
    assert len(profile["description"]) <= 512
    for commands in (profile["group"], profile["private"]):
        assert all(re.fullmatch(r"[a-z0-9_]{1,32}", command) for command in commands)
        assert all(1 <= len(does) <= 256 for does in commands.values())


def test_the_language_of_the_house_comes_first() -> None:
    assert next(iter(profiles("fr"))) == "fr"
    assert next(iter(profiles())) == "en"
    assert profiles("fr")["fr"] == profiles()["fr"] != profiles()["en"]
