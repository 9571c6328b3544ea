"""The values of options as they are written, and what cannot be read as one."""

from collections.abc import Mapping
from difflib import get_close_matches
from enum import StrEnum

from uno_chat.game.option_faults import OptionFault, OptionsError

_LONG = 10
"""Digits of a number that no option goes up to."""
_WORDS = {"true": True, "yes": True, "on": True, "false": False, "no": False, "off": False}


def read(name: str, value: object, usual: Mapping[str, object]) -> object:
    """A value of the option's own kind, from that kind or from text; raises OptionsError."""
    if name not in usual:
        raise unknown(OptionFault.UNKNOWN_OPTION, name, usual)
    match usual[name]:
        case bool():
            return _read_bool(name, value)
        case int():
            return _read_int(name, value)
        case StrEnum() as word:
            return _read_word(name, value, type(word))
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
    if isinstance(value, str) and value.isascii() and value.isdigit():
        return int(value.lstrip("0")[:_LONG] or "0")
    raise OptionsError(OptionFault.NOT_A_NUMBER, name=name, value=value)


def _read_word(name: str, value: object, words: type[StrEnum]) -> StrEnum:
    try:
        return words(str(value))
    except ValueError:
        known = ", ".join(words)
        raise OptionsError(
            OptionFault.NOT_ONE_OF, name=name, value=str(value), words=known
        ) from None


def unknown(fault: OptionFault, name: str, known: Mapping[str, object]) -> OptionsError:
    near = get_close_matches(name, known, n=1, cutoff=0)
    return OptionsError(fault, name=name, near=near[0])


def plain(value: int | str) -> int | str:
    """A value without its kind."""
    return value.value if isinstance(value, StrEnum) else value
