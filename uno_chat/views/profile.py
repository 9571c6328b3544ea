"""What a network can tell about us before anybody has written: commands and descriptions."""

from __future__ import annotations

from datetime import UTC
from typing import TypedDict

from uno_chat.views.catalogue import ENGLISH, languages
from uno_chat.views.help_pages import group_commands, private_commands
from uno_chat.views.reader import Reader


class Profile(TypedDict):
    """In one language: each command and what it does, in groups and in private; ``about`` in up
    to 120 characters, ``description`` in up to 512.
    """

    group: dict[str, str]
    private: dict[str, str]
    about: str
    description: str


def profiles(first: str = ENGLISH) -> dict[str, Profile]:
    """One for every language. The ``first`` is for those who read none of them."""
    ordered = sorted(languages(), key=lambda language: language != first)
    return {language: _profile(Reader(language, UTC, "/")) for language in ordered}


def _profile(r: Reader) -> Profile:
    help_ = ("help", r.t("what can be written here"))
    return Profile(
        group=dict((*group_commands(r), help_)),
        private=dict((*private_commands(r), help_)),
        about=r.t("UNO by message: one table in the group, your cards in private."),
        description=r.t(
            "I keep tables for UNO. Add me to a group and write {command} there: everybody sees"
            " one table, and each plays from a private chat with me, at any pace.",
            command=r.command("new"),
        ),
    )
