"""Reads values as the types of the Bot API (contract.json), or says which field does not fit."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from importlib.resources import files
from typing import Any, Final

from uno_chat.testing.telegram.body import Upload
from uno_chat.testing.telegram.errors import ApiError, bad

CONTRACT: Final[Mapping[str, Any]] = json.loads(
    files(__package__).joinpath("contract.json").read_text(encoding="utf-8")
)
_TOO_LONG: Final = {
    "callback_data": "BUTTON_DATA_INVALID",
    "command": "BOT_COMMAND_INVALID",
    "description": "BOT_COMMAND_DESCRIPTION_INVALID",
    "text": "MESSAGE_TOO_LONG",
    "secret_token": "secret token is too long",
}


@dataclass(frozen=True, slots=True)
class Shapes:
    """What a client sends is read leniently: a number, a truth or an object may come as a string,
    and a truth inside an object may be missing. What Telegram answers is exact.
    """

    lenient: bool

    def read(self, name: str, kind: str, value: object) -> object:
        """A value as its type; raises ApiError."""
        kinds = CONTRACT["unions"].get(kind) or kind.split(" or ")
        if len(kinds) > 1:
            return self._either(name, kinds, value)
        match kind:
            case "String":
                return self._string(name, value)
            case "Integer" | "Float":
                return self._integer(name, value)
            case "Boolean" | "True":
                return self._boolean(name, value)
            case "InputFile":
                return self._file(name, value)
        plain = self._parsed(name, value)
        if kind.startswith("Array of "):
            return self._array(name, kind.removeprefix("Array of "), plain)
        return self._object(name, kind, plain)

    def _either(self, name: str, kinds: list[str], value: object) -> object:
        plain = value if "String" in kinds else self._parsed(name, value)
        errors: list[tuple[int, ApiError]] = []
        for kind in sorted(kinds, key=lambda kind: kind == "String"):
            try:
                return self.read(name, kind, plain)
            except ApiError as error:
                errors.append((_likeness(kind, plain), error))
        raise max(errors, key=lambda found: found[0])[1]

    def _string(self, name: str, value: object) -> str:
        if isinstance(value, str):
            return value
        if self.lenient and isinstance(value, int | float) and not isinstance(value, bool):
            return str(value)
        raise bad(f'field "{name}" must be of type String')

    def _integer(self, name: str, value: object) -> int:
        kinds = (int, str) if self.lenient else (int,)
        try:
            if isinstance(value, kinds) and not isinstance(value, bool):
                return int(value)
        except ValueError:
            pass
        raise bad(f'field "{name}" must be of type Number')

    def _boolean(self, name: str, value: object) -> bool:
        if isinstance(value, bool):
            return value
        word = value.casefold() if self.lenient and isinstance(value, str) else ""
        if word in ("true", "yes", "1", "false", "no", "0"):
            return word in ("true", "yes", "1")
        raise bad(f'field "{name}" must be of type Boolean')

    def _file(self, name: str, value: object) -> object:
        if isinstance(value, Upload | str):
            return value
        raise bad(f'field "{name}" must be a file')

    def _parsed(self, name: str, value: object) -> object:
        if not (self.lenient and isinstance(value, str)):
            return value
        try:
            parsed: object = json.loads(value)
        except ValueError:
            raise bad(f"can't parse {name.replace('_', ' ')} JSON object") from None
        return parsed

    def _array(self, name: str, kind: str, value: object) -> list[object]:
        if not isinstance(value, list):
            raise bad(f'field "{name}" must be of type Array')
        return [self.read(name, kind, item) for item in value]

    def _object(self, name: str, kind: str, value: object) -> dict[str, object]:
        fields: dict[str, Any] = CONTRACT["types"][kind]
        if not isinstance(value, dict):
            raise bad(f'field "{name}" must be of type Object')
        for key in value:
            if key not in fields:
                raise bad(f'there is no field "{key}" in {kind}')
        for key, field in fields.items():
            needed = field["r"] and not (self.lenient and field["t"] == "Boolean")
            if needed and key not in value:
                raise bad(f'can\'t find field "{key}" in {kind}')
        found = {key: self.read(key, fields[key]["t"], item) for key, item in value.items()}
        for key, item in found.items():
            measure(key, fields[key], item)
        return found


def _likeness(kind: str, value: object) -> int:
    fields = CONTRACT["types"].get(kind, {})
    return len(fields.keys() & value.keys()) if isinstance(value, dict) else 0


def measure(name: str, field: Mapping[str, Any], value: object) -> None:
    """Raises ApiError if a value is longer or greater than is documented."""
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
