"""Holds every call, and every answer, to the Bot API as data.

Telegram takes parameters that it does not know and forgets them; here they are refused, because
nobody sends them on purpose.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from uno_chat.testing.telegram.body import Upload
from uno_chat.testing.telegram.errors import ApiError, bad
from uno_chat.testing.telegram.shapes import CONTRACT, Shapes, measure

VERSION: Final = str(CONTRACT["version"])
UPDATES: Final = frozenset(CONTRACT["updates"])
"""The kinds of updates that there are, modelled here or not."""
_METHODS: Final[dict[str, str]] = {name.casefold(): name for name in CONTRACT["methods"]}
_OTHERS: Final = {name.casefold() for name in CONTRACT["others"]}
_MISSING: Final = {
    "chat_id": "chat_id is empty",
    "text": "message text is empty",
    "message_id": "message identifier is not specified",
}
_MAY_BE_EMPTY: Final = ("url",)  # of a webhook: there is none then
_MARKED: Final = ("text", "caption")
"""Measured after their markup is read, where a method reads markup."""


def method_named(name: str) -> str:
    """The method in Telegram's spelling; raises ApiError 404 if there is none, 501 if not here."""
    if name.casefold() in _METHODS:
        return _METHODS[name.casefold()]
    if name.casefold() in _OTHERS:
        raise ApiError(501, f"this server for tests does not know the method {name}")
    raise ApiError(404, "method not found")


def checked(method: str, params: Mapping[str, Any]) -> dict[str, Any]:
    """The parameters of a call, each as its type; raises ApiError as Telegram would.

    JSON inside strings is read, and uploads stand where attach:// names them.
    """
    known: dict[str, Any] = CONTRACT["methods"][method]
    for name, value in params.items():
        if name not in known and not isinstance(value, Upload):
            raise bad(f'there is no parameter "{name}" in {method}')
    for name, field in known.items():
        if field["r"] and params.get(name) in (None, "") and name not in _MAY_BE_EMPTY:
            raise bad(_MISSING.get(name, f'parameter "{name}" is required'))
    there = {name: params[name] for name in known if params.get(name) not in (None, "")}
    values = {
        name: Shapes(lenient=True).read(name, known[name]["t"], there[name]) for name in there
    }
    for name, value in values.items():
        if name not in _MARKED or "parse_mode" not in known:
            measure(name, known[name], value)
    return {name: _attached(value, params) for name, value in values.items()}


def _attached(value: object, params: Mapping[str, Any]) -> object:
    if isinstance(value, str) and value.startswith("attach://"):
        return params.get(value.removeprefix("attach://"), value)
    return value


def fits(kind: str, value: object) -> None:
    """Raises ApiError that says where an answer is not of a type of the Bot API."""
    Shapes(lenient=False).read("answer", kind, value)
