"""Why something cannot be set, in the reader's language and by the names that are typed."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum

from uno_chat import game
from uno_chat.views.group_labels import label_of
from uno_chat.views.names import cut, shown
from uno_chat.views.reader import Reader

_LONGEST = 24
_AS_TYPED = {"uno_mode=call": "uno=official"}
"""What the game calls otherwise than people do."""


class SettingFault(StrEnum):
    """What can be wrong with a setting besides the options of the game, with its parts."""

    NO_VALUE = "no-value"
    """The `word` that was typed."""
    NOT_A_TIME = "not-a-time"
    """`name` and `value`."""
    NOT_A_PACE = "not-a-pace"
    """`value` and `words`, the paces that have names."""
    SHORTEST_FIRST = "shortest-first"
    """`name`."""


def why_not(fault: str, parts: Mapping[str, str], reader: Reader) -> str:
    """The sentence for a fault of settings or of the game's options; raises KeyError for others."""
    said = {name: _said(name, part, reader) for name, part in parts.items()}
    text = _of_settings(fault, said, reader) or _of_values(fault, said, reader)
    if text is None:
        raise KeyError(fault)
    because = _because(parts, reader) if fault == game.OptionFault.CLASH else ""
    return f"{text} {because}".strip()


def _because(parts: Mapping[str, str], r: Reader) -> str:
    """Why two do not go together, where that is not plain to see."""
    match parts.get("choice"), parts.get("other"):
        case "keep_drawing=on", "edition=h2o":
            return r.t("Where Downpours rain, drawing until a card fits would never end.")
        case "strict=on", "wd4=no_bluff":
            return r.t(
                "A card that may not be played would be fined by one and refused by the other."
            )
    return ""


def _said(name: str, part: str, r: Reader) -> str:
    """A part as it may stand in a sentence: what has a button is called like that; the list of
    words is ours and stays whole."""
    if name == "words":
        return part
    typed = _AS_TYPED.get(part, part)
    label = label_of(typed, r) if name in {"choice", "other"} else None
    known = cut(shown(typed), _LONGEST)
    return f"{r.quoted(label)} ({known})" if label else known


def _of_settings(fault: str, parts: Mapping[str, str], r: Reader) -> str | None:
    match fault:
        case SettingFault.NO_VALUE:
            return r.t("“{word}” has no value: write NAME=VALUE, like goal=200.", **parts)
        case SettingFault.NOT_A_TIME:
            return r.t("{name} is a time like 90s, 10m, 8h or 2d, not “{value}”.", **parts)
        case SettingFault.NOT_A_PACE:
            return r.t(
                "pace is one of: {words}, or a time for each turn and a reserve, like 24h+48h; "
                "not “{value}”.",
                **parts,
            )
        case SettingFault.SHORTEST_FIRST:
            return r.t("{name} takes the shortest time first, like 1s-3s.", **parts)
    return None


def _of_values(fault: str, parts: Mapping[str, str], r: Reader) -> str | None:
    match fault:
        case game.OptionFault.UNKNOWN_EDITION:
            return r.t("There is no edition “{name}”. Do you mean {near}?", **parts)
        case game.OptionFault.UNKNOWN_OPTION:
            return r.t("There is no setting “{name}”. Do you mean {near}?", **parts)
        case game.OptionFault.OUT_OF_RANGE:
            return r.t("{name} is a number from {least} to {most}.", **parts)
        case game.OptionFault.NOT_A_SWITCH:
            return r.t("{name} is on or off, not “{value}”.", **parts)
        case game.OptionFault.NOT_A_NUMBER:
            return r.t("{name} is a whole number, not “{value}”.", **parts)
        case game.OptionFault.NOT_ONE_OF:
            return r.t("{name} is one of {words}, not “{value}”.", **parts)
        case game.OptionFault.NOT_A_TEXT:
            return r.t("{name} is one line of at most {most} signs.", **parts)
        case game.OptionFault.NEEDS:
            return r.t("{choice} needs {other}.", **parts)
        case game.OptionFault.CLASH:
            return r.t("{choice} does not go with {other}: choose one of them.", **parts)
    return None
