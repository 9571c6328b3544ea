"""Which options are about anything at a table as it is agreed on now."""

from __future__ import annotations

from uno_chat import game


def makes_sense(options: game.Options, name: str, value: object) -> bool:
    """Whether an option can have this value here, without something else that it needs."""
    try:
        game.Options.of({**options.as_mapping(), name: value})
    except game.OptionsError as error:
        lacks = error.fault is game.OptionFault.NEEDS
        return not (lacks and error.parts["choice"].startswith(f"{name}="))
    return True


def applies(options: game.Options, name: str) -> bool:
    """Whether an option is about anything at this table: whether it can have another value."""
    match options.as_mapping().get(name):
        case bool(value):
            return makes_sense(options, name, not value)
        case int(value):
            return makes_sense(options, name, value - 1 if value else 1)
        case "":
            return makes_sense(options, name, name)
    return True
