"""What others wrote as JSON, read by type: a value of another type is none, or raises where it
must be there.
"""

from __future__ import annotations

from collections.abc import Mapping

Json = Mapping[str, object]
NOTHING: Json = {}


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
