"""Why options cannot be played: a fault with a stable name, what a sentence needs, and one in
English for a command line."""

from collections.abc import Mapping
from enum import StrEnum
from types import MappingProxyType


class OptionFault(StrEnum):
    """Each with the parts that come along."""

    UNKNOWN_EDITION = "unknown-edition"
    """`name`, and the nearest one there is as `near`."""
    UNKNOWN_OPTION = "unknown-option"
    """`name` and `near`."""
    OUT_OF_RANGE = "out-of-range"
    """`name`, `least` and `most`."""
    NOT_A_SWITCH = "not-a-switch"
    """`name` and `value`."""
    NOT_A_NUMBER = "not-a-number"
    """`name` and `value`."""
    NOT_ONE_OF = "not-one-of"
    """`name`, `value` and the `words` there are, with commas between them."""
    NOT_A_TEXT = "not-a-text"
    """`name` and `most`, how many signs it may have."""
    NEEDS = "needs"
    """A `choice` makes sense with some `other` only; both as they are written, `goal=200`."""
    CLASH = "clash"
    """A `choice` cannot be played together with some `other`."""


class OptionsError(ValueError):
    """These options cannot be played; the text says why and what to do.

    For people who read another language, `fault` and `parts` say the same without words.
    """

    def __init__(self, fault: OptionFault, **parts: object) -> None:
        super().__init__(_ENGLISH[fault].format_map(parts))
        self.fault = fault
        self.parts: Mapping[str, str] = {name: str(part) for name, part in parts.items()}


_ENGLISH: Mapping[OptionFault, str] = MappingProxyType(
    {
        OptionFault.UNKNOWN_EDITION: "There is no edition {name!r}; did you mean {near!r}?",
        OptionFault.UNKNOWN_OPTION: "There is no option {name!r}; did you mean {near!r}?",
        OptionFault.OUT_OF_RANGE: "{name} is a number from {least} to {most}.",
        OptionFault.NOT_A_SWITCH: "{name} is true or false, not {value!r}.",
        OptionFault.NOT_A_NUMBER: "{name} is a whole number, not {value!r}.",
        OptionFault.NOT_ONE_OF: "{name} is one of {words}, not {value!r}.",
        OptionFault.NOT_A_TEXT: "{name} is one line of at most {most} signs.",
        OptionFault.NEEDS: "{choice} needs {other}.",
        OptionFault.CLASH: "{choice} does not go with {other}: choose one of them.",
    }
)
