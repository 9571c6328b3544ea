"""What a table plays: an edition and its house rules, as one value that cannot contradict itself.

The names are those of rules.md 3.1; a caller gives any part of them to `Options.of`.
"""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from difflib import get_close_matches
from enum import StrEnum
from typing import Any, Self

from uno_chat.game.editions import EDITIONS, Edition
from uno_chat.game.option_faults import OptionFault, OptionsError


class Scoring(StrEnum):
    """Who writes points: the winner those of all others, or everybody their own."""

    WINNER = "winner"
    LOWEST = "lowest"


class FourRule(StrEnum):
    """When a Wild Draw Four may be laid while the current colour is in the hand."""

    BLUFF = "bluff"
    NO_BLUFF = "no_bluff"
    ALWAYS = "always"


class Stacking(StrEnum):
    """What may answer a card that makes the next player draw: nothing, its like, or any such."""

    OFF = "off"
    SAME = "same"
    CROSS = "cross"


class UnoMode(StrEnum):
    """Who says UNO: the players, or the table; or a missed call costs cards without a catch."""

    CALL = "call"
    AUTO = "auto"
    AUTO_PENALTY = "auto_penalty"
    NONE = "none"

    @property
    def by_players(self) -> bool:
        """Whether they have to say it themselves."""
        return self in {UnoMode.CALL, UnoMode.AUTO_PENALTY}


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """`goal` 0 means that the first to go out wins the match; penalties are numbers of cards."""

    edition: str = "classic108"
    goal: int = 500
    scoring: Scoring = Scoring.WINNER
    wd4: FourRule = FourRule.BLUFF
    uno_mode: UnoMode = UnoMode.CALL
    uno_penalty: int = 2
    false_catch: int = 0
    false_uno: int = 0
    strict: bool = False
    force_play: bool = False
    must_play: bool = False
    stacking: Stacking = Stacking.OFF
    seven_o: bool = False
    jump_in: bool = False
    smackdown: bool = False
    keep_drawing: bool = False
    multi_play: bool = False

    def __post_init__(self) -> None:
        if self.edition not in EDITIONS:
            raise _unknown(OptionFault.UNKNOWN_EDITION, self.edition, EDITIONS)
        for name, (least, most) in _LIMITS.items():
            if not least <= getattr(self, name) <= most:
                raise OptionsError(OptionFault.OUT_OF_RANGE, name=name, least=least, most=most)
        for impossible, fault in _conflicts(self):
            if impossible:
                raise OptionsError(fault)

    @classmethod
    def of(cls, given: Mapping[str, object]) -> Self:
        """The edition's own options with these in place of some; text is read, as in `goal=200`.

        Raises OptionsError, naming the nearest option where a name is unknown.
        """
        edition = EDITIONS.get(str(given.get("edition", cls().edition)))
        printed = edition.defaults if edition else {}
        wanted = {**printed, **given}
        chosen: dict[str, Any] = {name: _read(name, value) for name, value in wanted.items()}
        return replace(cls(), **chosen)

    @property
    def printed(self) -> Edition:
        return EDITIONS[self.edition]

    def as_mapping(self) -> dict[str, int | str | bool]:
        """Every option by name, in plain values; `of` reads it back."""
        return {name: _plain(value) for name, value in asdict(self).items()}


_PENALTY = (0, 20)
_LIMITS = {
    "goal": (0, 1_000_000),
    "uno_penalty": _PENALTY,
    "false_catch": _PENALTY,
    "false_uno": _PENALTY,
}
_LONG = 10
"""Digits of a number that is none any more."""
_WORDS = {"true": True, "yes": True, "on": True, "false": False, "no": False, "off": False}


def _conflicts(o: Options) -> tuple[tuple[bool, OptionFault], ...]:
    called = o.uno_mode is UnoMode.CALL
    return (
        (o.goal == 0 and o.scoring is Scoring.LOWEST, OptionFault.LOWEST_WITHOUT_GOAL),
        (o.false_catch > 0 and not called, OptionFault.FALSE_CATCH_WITHOUT_CALLS),
        (o.false_uno > 0 and not called, OptionFault.FALSE_UNO_WITHOUT_CALLS),
        (o.strict and o.wd4 is FourRule.NO_BLUFF, OptionFault.STRICT_WITHOUT_BLUFF),
    )


_USUAL = asdict(Options())


def _read(name: str, value: object) -> object:
    """A value of the option's own kind, from that kind or from text."""
    if name not in _USUAL:
        raise _unknown(OptionFault.UNKNOWN_OPTION, name, _USUAL)
    match _USUAL[name]:
        case bool():
            return _read_bool(name, value)
        case int():
            return _read_int(name, value)
        case StrEnum() as usual:
            return _read_word(name, value, type(usual))
        case _:
            return str(value)


def _read_bool(name: str, value: object) -> bool:
    if isinstance(value, bool):
        return value
    if isinstance(value, str) and value.lower() in _WORDS:
        return _WORDS[value.lower()]
    raise OptionsError(OptionFault.NOT_A_SWITCH, name=name, value=value)


def _read_int(name: str, value: object) -> int:
    if isinstance(value, int) and not isinstance(value, bool):
        return value
    if isinstance(value, str) and len(value) < _LONG and value.isascii() and value.isdigit():
        return int(value)
    raise OptionsError(OptionFault.NOT_A_NUMBER, name=name, value=value)


def _read_word(name: str, value: object, words: type[StrEnum]) -> StrEnum:
    try:
        return words(str(value))
    except ValueError:
        known = ", ".join(words)
        raise OptionsError(
            OptionFault.NOT_ONE_OF, name=name, value=str(value), words=known
        ) from None


def _unknown(fault: OptionFault, name: str, known: Mapping[str, object]) -> OptionsError:
    near = get_close_matches(name, known, n=1, cutoff=0)
    return OptionsError(fault, name=name, near=near[0])


def _plain(value: int | str) -> int | str:
    return value.value if isinstance(value, StrEnum) else value
