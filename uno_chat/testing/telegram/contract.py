"""Holds every call, and every answer, to the Bot API as data (contract.json).

Telegram takes parameters that it does not know and forgets them; here they are refused, because
nobody sends them on purpose.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from importlib.resources import files
from typing import Any, Final

from uno_chat.testing.telegram.body import Upload
from uno_chat.testing.telegram.errors import ApiError, bad

_CONTRACT: Final[dict[str, Any]] = json.loads(
    files(__package__).joinpath("contract.json").read_text(encoding="utf-8")
)
VERSION: Final = str(_CONTRACT["version"])
METHODS: Final[dict[str, str]] = {name.casefold(): name for name in _CONTRACT["methods"]}
UPDATES: Final = frozenset(_CONTRACT["updates"])
"""The kinds of updates that there are, modelled here or not."""
_OTHERS: Final = {name.casefold() for name in _CONTRACT["others"]}
_EMPTY: Final = {
    "chat_id": "chat_id is empty",
    "text": "message text is empty",
    "message_id": "message identifier is not specified",
    "url": "bad webhook: URL is not specified",
}
_TOO_LONG: Final = {
    "callback_data": "BUTTON_DATA_INVALID",
    "command": "BOT_COMMAND_INVALID",
    "description": "BOT_COMMAND_DESCRIPTION_INVALID",
    "text": "MESSAGE_TOO_LONG",
    "secret_token": "secret token is too long",
}
_READ_LATER: Final = {"text", "caption"}
"""Counted after the markup is read, where a method reads markup."""


def method_named(name: str) -> str:
    """The method in Telegram's spelling; raises ApiError 404 if there is none, 501 if not here."""
    if name.casefold() in METHODS:
        return METHODS[name.casefold()]
    if name.casefold() in _OTHERS:
        raise ApiError(501, f"this server for tests does not know the method {name}")
    raise ApiError(404, "method not found")


def checked(method: str, params: Mapping[str, Any]) -> dict[str, Any]:
    """The parameters of a call, each as its type; raises ApiError as Telegram would.

    JSON inside strings is read, and uploads stand where attach:// names them.
    """
    known: dict[str, Any] = _CONTRACT["methods"][method]
    uploads = {f"attach://{name}": file for name, file in params.items() if name not in known}
    reads = "parse_mode" in known
    unknown = [name for name, file in params.items() if name not in known and _is_text(file)]
    if unknown:
        raise bad(f'there is no parameter "{unknown[0]}" in {method}')
    _require(known, params)
    there = {name: params[name] for name in known if params.get(name) not in (None, "")}
    values = {name: _value(name, known[name]["t"], value) for name, value in there.items()}
    for name, value in values.items():
        if not (reads and name in _READ_LATER):
            _measure(name, known[name], value)
    return {
        name: uploads.get(value, value) if isinstance(value, str) else value
        for name, value in values.items()
    }


def _is_text(value: object) -> bool:
    return not isinstance(value, Upload)


def _require(known: Mapping[str, Any], params: Mapping[str, Any]) -> None:
    for name, field in known.items():
        if field["r"] and params.get(name) in (None, "") and field["t"] != "String":
            raise bad(_EMPTY.get(name, f'parameter "{name}" is required'))
        if field["r"] and params.get(name) is None:
            raise bad(_EMPTY.get(name, f'parameter "{name}" is required'))


def fits(kind: str, value: object) -> None:
    """Raises ApiError that says where an answer of ours is not of a type of the Bot API."""
    _value("answer", kind, value)


def _value(name: str, kind: str, value: object) -> object:
    """A value as the type; a string may hold a number, a truth or JSON."""
    if " or " in kind:
        return _either(name, kind.split(" or "), value)
    if kind in _CONTRACT["unions"]:
        return _either(name, _CONTRACT["unions"][kind], value)
    match kind:
        case "String":
            return _string(name, value)
        case "Integer":
            return _integer(name, value)
        case "Float":
            return float(_integer(name, value))
        case "Boolean" | "True":
            return _boolean(name, value)
        case "InputFile":
            return _file(name, value)
    plain = _parsed(name, value) if isinstance(value, str) else value
    if kind.startswith("Array of "):
        return _array(name, kind.removeprefix("Array of "), plain)
    return _object(name, kind, plain)


def _either(name: str, kinds: list[str], value: object) -> object:
    plain = value
    if isinstance(value, str) and "String" not in kinds:
        plain = _parsed(name, value)
    errors: list[tuple[int, ApiError]] = []
    for kind in sorted(kinds, key=lambda kind: kind == "String"):
        try:
            return _value(name, kind, plain)
        except ApiError as error:
            errors.append((_likeness(kind, plain), error))
    raise max(errors, key=lambda found: found[0])[1]


def _likeness(kind: str, value: object) -> int:
    fields = _CONTRACT["types"].get(kind, {})
    return len(fields.keys() & value.keys()) if isinstance(value, dict) else 0


def _string(name: str, value: object) -> str:
    if isinstance(value, str):
        return value
    if isinstance(value, int | float) and not isinstance(value, bool):
        return str(value)
    raise bad(f'field "{name}" must be of type String')


def _integer(name: str, value: object) -> int:
    if isinstance(value, bool) or not isinstance(value, int | str):
        raise bad(f'field "{name}" must be of type Number')
    try:
        return int(value)
    except ValueError:
        raise bad(f'field "{name}" must be of type Number') from None


def _boolean(name: str, value: object) -> bool:
    if isinstance(value, bool):
        return value
    if isinstance(value, str) and value.casefold() in ("true", "false", "yes", "no", "1", "0"):
        return value.casefold() in ("true", "yes", "1")
    raise bad(f'field "{name}" must be of type Boolean')


def _file(name: str, value: object) -> object:
    if isinstance(value, Upload | str):
        return value
    raise bad(f'field "{name}" must be a file')


def _parsed(name: str, value: str) -> object:
    try:
        parsed: object = json.loads(value)
    except ValueError:
        raise bad(f"can't parse {name.replace('_', ' ')} JSON object") from None
    return parsed


def _array(name: str, kind: str, value: object) -> list[object]:
    if not isinstance(value, list):
        raise bad(f'field "{name}" must be of type Array')
    return [_value(name, kind, item) for item in value]


def _object(name: str, kind: str, value: object) -> dict[str, Any]:
    fields: dict[str, Any] = _CONTRACT["types"][kind]
    if not isinstance(value, dict):
        raise bad(f'field "{name}" must be of type Object')
    for key in value:
        if key not in fields:
            raise bad(f'there is no field "{key}" in {kind}')
    for key, field in fields.items():
        if field["r"] and key not in value:
            raise bad(f'can\'t find field "{key}" in {kind}')
    found = {key: _value(key, fields[key]["t"], item) for key, item in value.items()}
    for key, item in found.items():
        _measure(key, fields[key], item)
    return found


def _measure(name: str, field: Mapping[str, Any], value: object) -> None:
    least, most, unit = field.get("len", (0, None, ""))
    if most is not None and isinstance(value, str):
        size = len(value.encode()) if unit == "bytes" else characters(value)
        if not least <= size <= most:
            raise bad(_TOO_LONG.get(name, f"{name} is too long or too short"))
    low, high = field.get("range", (None, None))
    if low is not None and isinstance(value, int) and not low <= value <= high:
        raise bad(f"{name} must be between {low} and {high}")


def characters(text: str) -> int:
    """How long Telegram finds a text: in units of UTF-16, so that an emoji may count twice."""
    return len(text.encode("utf-16-le")) // 2
