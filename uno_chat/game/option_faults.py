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
    LOWEST_WITHOUT_GOAL = "lowest-without-goal"
    FALSE_CATCH_WITHOUT_CALLS = "false-catch-without-calls"
    FALSE_UNO_WITHOUT_CALLS = "false-uno-without-calls"
    STRICT_WITHOUT_BLUFF = "strict-without-bluff"


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
        OptionFault.LOWEST_WITHOUT_GOAL: (
            "goal 0 lets the first to go out win, so scoring must be winner."
        ),
        OptionFault.FALSE_CATCH_WITHOUT_CALLS: (
            "false_catch needs uno_mode call: otherwise nobody catches."
        ),
        OptionFault.FALSE_UNO_WITHOUT_CALLS: (
            "false_uno needs uno_mode call: otherwise nobody has to call."
        ),
        OptionFault.STRICT_WITHOUT_BLUFF: (
            "strict takes wrong cards and no_bluff refuses one: play wd4 bluff or always with it."
        ),
    }
)
