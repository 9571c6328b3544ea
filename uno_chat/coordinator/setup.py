"""What a table agrees on, from words like "goal=200 turn=8h uno=capped"."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import timedelta
from typing import Final

from uno_chat import game
from uno_chat.coordinator.durations import duration
from uno_chat.table import Settings

_UNO: Final[Mapping[str, tuple[str, bool]]] = {
    "official": ("call", False),
    "capped": ("call", True),
    "auto": ("auto", False),
    "auto-penalty": ("auto_penalty", False),
    "off": ("none", False),
}
_NEVER: Final = ("off", "none", "never", "untimed")


@dataclass(frozen=True, slots=True)
class BadSetting:
    """A word that cannot be agreed on, and the sentence that says why."""

    word: str
    sentence: str


def agreed(settings: Settings, words: Iterable[str]) -> Settings | BadSetting:
    """The settings with these words in force; nothing changes if one of them is bad."""
    for word in words:
        name, sign, value = word.partition("=")
        if not sign or not value:
            return BadSetting(word, "Write a setting as NAME=VALUE, like goal=200.")
        changed = _one(settings, name.casefold().replace("-", "_"), value.casefold())
        if isinstance(changed, str):
            return BadSetting(word, changed)
        settings = changed
    return settings


def _one(settings: Settings, name: str, value: str) -> Settings | str:
    """One setting changed, or the sentence that says why not."""
    try:
        match name:
            case "turn":
                limit = None if value in _NEVER else _positive(value)
                return replace(settings, turn_limit=limit)
            case "hold":
                return replace(settings, hold=duration(value))
            case "tie":
                return replace(settings, tie=duration(value))
            case "pause":
                low, _, high = value.partition("-")
                return _paused(settings, duration(low), duration(high or low))
            case "uno":
                return _uno(settings, value)
        options = game.Options.of({**settings.options.as_mapping(), name: value})
        return replace(settings, options=options)
    except game.OptionsError as error:
        return str(error)
    except ValueError:
        return f"{name} takes a time like 90s, 10m, 8h or 2d, not {value}."


def _positive(value: str) -> timedelta:
    found = duration(value)
    if not found:
        raise ValueError(value)
    return found


def _paused(settings: Settings, low: timedelta, high: timedelta) -> Settings | str:
    if low > high:
        return "pause takes the shortest time first, like 1s-3s."
    return replace(settings, pause=(low, high))


def _uno(settings: Settings, value: str) -> Settings | str:
    if value not in _UNO:
        return f"uno is one of {', '.join(_UNO)}, not {value}."
    mode, capped = _UNO[value]
    options = game.Options.of({**settings.options.as_mapping(), "uno_mode": mode})
    return replace(settings, options=options, capped=capped)
