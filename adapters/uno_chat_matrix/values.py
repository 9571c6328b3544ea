"""What others wrote as JSON, read by type: a value of another type is none, or raises where it
must be there.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Final

Json = Mapping[str, object]
NOTHING: Json = {}

_DEEPEST: Final = 100
"""So deep nothing lies that any client writes."""
_PARTS: Final = re.compile(r'"[^"\\]*(?:\\.[^"\\]*)*"|[\[{\]}]', re.DOTALL)
_OPEN, _CLOSE = "[{", "]}"


def at(data: object, *path: str) -> object:
    """What stands there; None if nothing does."""
    for key in path:
        if not isinstance(data, Mapping):
            return None
        data = data.get(key)
    return data


def text(data: object, *path: str) -> str:
    """A text, empty if there is none."""
    found = at(data, *path)
    return found if isinstance(found, str) else ""


def needed(data: object, *path: str) -> str:
    """A text that must be there; raises ValueError."""
    found = at(data, *path)
    if not isinstance(found, str):
        raise ValueError(f"{'.'.join(path)} is no text")  # noqa: TRY004 - it was read, not passed
    return found


def number(data: object, *path: str) -> int | None:
    """A whole number."""
    found = at(data, *path)
    return found if isinstance(found, int) and not isinstance(found, bool) else None


def fields(data: object, *path: str) -> Json:
    """An object, empty if there is none."""
    found = at(data, *path)
    return found if isinstance(found, Mapping) else NOTHING


def part(data: object, *path: str) -> Json:
    """An object that may be missing, but is nothing else; raises ValueError."""
    found = at(data, *path)
    if found is not None and not isinstance(found, Mapping):
        raise ValueError(f"{'.'.join(path)} is no object")
    return NOTHING if found is None else found


def items(data: object, *path: str) -> list[object]:
    """A list, empty if there is none."""
    found = at(data, *path)
    return found if isinstance(found, list) else []


def texts(data: object, *path: str) -> list[str]:
    """The texts in a list."""
    return [found for found in items(data, *path) if isinstance(found, str)]


def objects(data: object, *path: str) -> list[Json]:
    """The objects in a list."""
    return [found for found in items(data, *path) if isinstance(found, Mapping)]


def is_state(event: Json, kind: str) -> bool:
    """Whether an event changes this part of a room's state; anybody can send one that only seems
    to.
    """
    return event.get("type") == kind and "state_key" in event


def is_text(data: object) -> bool:
    """Whether it can be written down: half a character or endless nesting cannot."""
    try:
        return bool(json.dumps(data, ensure_ascii=False).encode())
    except (ValueError, RecursionError):
        return False


def whole(words: str) -> str:
    """Half a character, which nothing shows and no message can carry, becomes "?"."""
    return words.encode(errors="replace").decode()


def read(raw: bytes | str) -> object:
    """JSON, whatever people put into it: what lies so deep that nobody would look there is left
    out. Raises ValueError.

    A homeserver brings what one person wrote together with what all others did, and brings it
    again until it is taken.
    """
    try:
        return json.loads(raw)
    except RecursionError:
        return json.loads(_shallow(raw if isinstance(raw, str) else raw.decode()))


def _shallow(raw: str) -> str:
    """The same with null in place of what lies too deep."""
    done: list[str] = []
    depth = start = 0
    for found in _PARTS.finditer(raw):
        if found[0] in _OPEN:
            depth += 1
            if depth == _DEEPEST:
                done.append(raw[start : found.start()])
        elif found[0] in _CLOSE:
            if depth == _DEEPEST:
                done.append("null")
                start = found.end()
            depth -= 1
    return "".join((*done, raw[start:] if depth < _DEEPEST else ""))
