"""What a table agrees on, from words like "goal=200 pace=daily uno=capped"."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from datetime import UTC, timedelta
from difflib import get_close_matches
from typing import Final

from uno_chat import game
from uno_chat.coordinator.assigning import assigned, plain_name
from uno_chat.coordinator.durations import duration
from uno_chat.coordinator.messages import Puzzled
from uno_chat.table import EDITION_PACES, PRESETS, UNO_MODES, Absent, Settings, Vacations, own
from uno_chat.views import Reader, SettingFault, Trouble, why_not

_OPTIONS: Final = frozenset(game.Options().as_mapping())
_NAMES: Final = (*sorted(_OPTIONS), "uno", "pace", "hold", "tie", "pause", "absent", "vacation")
_ON: Final = {"stacking": "same"}
"""What is meant by "on" where there is more than one way."""
_SWITCHES: Final = frozenset(
    {*_ON, *(name for name, value in game.Options().as_mapping().items() if value is False)}
)
_NEVER: Final = ("off", "none", "never")
_INSTEAD: Final = {"goal": "best_of", "best_of": "goal"}
_TEXT: Final = "custom_text="
_ENGLISH: Final = Reader("en", UTC, "")


@dataclass(frozen=True, slots=True)
class BadSetting:
    """Words that cannot be agreed on: a fault and its named parts, as ``views.why_not`` reads
    them."""

    fault: SettingFault | game.OptionFault
    parts: Mapping[str, str] = field(default_factory=dict)

    @property
    def sentence(self) -> str:
        """Why, in English, for a command line."""
        return why_not(self.fault, self.parts, _ENGLISH)

    @property
    def puzzled(self) -> Puzzled:
        """The answer in a chat, put into words for whoever reads it."""
        return Puzzled(Trouble.BAD_OPTION, self.fault.value, parts=tuple(self.parts.items()))


def agreed(settings: Settings, words: Iterable[str]) -> Settings | BadSetting:
    """The settings with these words in force together; nothing changes if one of them is bad."""
    given: dict[str, object] = {}
    named = tuple(_whole(assigned(words, _NAMES, _SWITCHES, _TEXT.removesuffix("="))))
    for word in sorted((*_pace_of_edition(named), *named), key=_pace_first):
        name, sign, value = word.partition("=")
        if not (name and sign and value):
            return BadSetting(SettingFault.NO_VALUE, {"word": word})
        name = plain_name(name)
        value = _text(value) if name == "custom_text" else value.casefold()
        value = _ON.get(name, value) if value in {"on", "yes"} else value
        changed = _of_the_table(settings, name, value)
        if isinstance(changed, BadSetting):
            return changed
        if changed is None and name not in _OPTIONS:
            return _unknown(name)
        if changed is None:
            given[name] = value
        elif name == "uno":
            given["uno_mode"] = UNO_MODES[value][0]
        settings = changed or settings
    try:
        return replace(settings, options=_options(settings.options, given))
    except game.OptionsError as error:
        return BadSetting(error.fault, error.parts)


def _whole(words: Iterable[str]) -> Iterator[str]:
    """The text of a card may have several words, up to the next name and value."""
    text: list[str] = []
    for word in words:
        if text and "=" not in word:
            text.append(word)
            continue
        if text:
            yield " ".join(text)
            text = []
        if plain_name(word).startswith(_TEXT):
            text = [word]
        else:
            yield word
    if text:
        yield " ".join(text)


def _text(value: str) -> str:
    return "" if value.casefold() in _NEVER else value


def _unknown(name: str) -> BadSetting:
    near = get_close_matches(name, _NAMES, n=1, cutoff=0)
    return BadSetting(game.OptionFault.UNKNOWN_OPTION, {"name": name, "near": near[0]})


def _options(before: game.Options, given: Mapping[str, object]) -> game.Options:
    """Another edition comes with its own options; what was agreed besides stays, but for what
    makes no sense any more. Points and rounds are not counted both: what is named now is."""
    printed = game.Options.of({"edition": before.edition}).as_mapping()
    besides = {n: value for n, value in before.as_mapping().items() if value != printed[n]}
    for name, other in _INSTEAD.items():
        if given.get(name, "0") != "0":
            besides |= {other: 0} if other in besides else {}
    while True:
        try:
            return game.Options.of({"edition": before.edition, **besides, **given})
        except game.OptionsError as error:
            name = error.parts.get("choice", "").partition("=")[0]
            if error.fault is not game.OptionFault.NEEDS or besides.pop(name, None) is None:
                raise
            if name in given:
                raise


def _of_the_table(settings: Settings, name: str, value: str) -> Settings | BadSetting | None:
    """What the table itself agrees on; None for an option of the game."""
    try:
        match name:
            case "pace":
                return _paced(settings, value)
            case "hold":
                return replace(settings, hold=duration(value))
            case "tie":
                return replace(settings, tie=duration(value))
            case "pause":
                low, _, high = value.partition("-")
                return _paused(settings, duration(low), duration(high or low))
            case "uno":
                return _uno(settings, value)
            case "absent" if value in set(Absent):
                return replace(settings, absent=Absent(value))
            case "absent":
                return _not_one_of(name, value, Absent)
            case "vacation" if value in set(Vacations):
                return replace(settings, vacation=Vacations(value))
            case "vacation":
                return _not_one_of(name, value, Vacations)
    except ValueError:
        if name == "pace":
            parts = {"value": value, "words": ", ".join(PRESETS)}
            return BadSetting(SettingFault.NOT_A_PACE, parts)
        return BadSetting(SettingFault.NOT_A_TIME, {"name": name, "value": value})
    return None


def _pace_first(word: str) -> bool:
    """A pace brings its own hold, tie and pause, but for those that are named besides."""
    return not word.casefold().startswith("pace=")


def _pace_of_edition(words: Iterable[str]) -> Iterator[str]:
    """The pace of the edition that is named, if no pace is."""
    said = {
        name.casefold(): value.casefold() for name, _, value in (w.partition("=") for w in words)
    }
    pace = EDITION_PACES.get(said.get("edition", ""))
    if pace is not None and "pace" not in said:
        yield f"pace={pace}"


def _paced(settings: Settings, value: str) -> Settings:
    """``daily``, ``24h``, ``24h+48h`` with a reserve, ``24h+48h/2h`` with what a turn gives back;
    raises ValueError.
    """
    preset = PRESETS["untimed"] if value in _NEVER else PRESETS.get(value)
    if preset is None:
        times, slash, refill = value.partition("/")
        base, plus, bank = times.partition("+")
        given = duration(refill) if slash else None
        preset = own(_positive(base), duration(bank) if plus else timedelta(0), given)
    return replace(settings, pace=preset.pace, hold=preset.hold, tie=preset.tie, pause=preset.pause)


def _positive(value: str) -> timedelta:
    found = duration(value)
    if not found:
        raise ValueError(value)
    return found


def _paused(settings: Settings, low: timedelta, high: timedelta) -> Settings | BadSetting:
    if low > high:
        return BadSetting(SettingFault.SHORTEST_FIRST, {"name": "pause"})
    return replace(settings, pause=(low, high))


def _not_one_of(name: str, value: str, words: Iterable[str]) -> BadSetting:
    parts = {"name": name, "value": value, "words": ", ".join(words)}
    return BadSetting(game.OptionFault.NOT_ONE_OF, parts)


def _uno(settings: Settings, value: str) -> Settings | BadSetting:
    """The game's own part of it is an option."""
    if value not in UNO_MODES:
        return _not_one_of("uno", value, UNO_MODES)
    return replace(settings, capped=UNO_MODES[value][1])
