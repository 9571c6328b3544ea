"""The few words that a terminal says of its own, by the keys it knows them by."""

from __future__ import annotations

from datetime import UTC

from uno_chat.views.reader import Reader


def terminal_words(language: str) -> dict[str, str]:
    """Settings for the terminal adapter: ``title`` of the group and ``word_KEY`` entries."""
    r = Reader(language, UTC, "/")
    return {
        "title": r.t("At this terminal"),
        "word_group": r.t("Everybody"),
        "word_to": r.t("To {name}", name="{name}"),
        "word_who": r.t("Say who speaks, for example: {name}: help", name="{name}"),
        "word_cover": r.t("Press Enter to show what only {name} may see", name="{name}"),
        "word_say": r.t("type to speak; what begins with / is said to everybody"),
        "word_keys": r.t("1-9 press · ←→ choose · Tab other chat · Ctrl+Q leave"),
        "word_next": r.t("F2 next person"),
    }
