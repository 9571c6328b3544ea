"""The public face of a module as plain data: names, fields, signatures; and what breaks one.

    python -m uno_chat.testing.face tests/contract

writes the faces of the contract that we have now into that folder.
"""

from __future__ import annotations

import inspect
import sys
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import MISSING, Field, fields, is_dataclass
from enum import Enum
from pathlib import Path
from types import FunctionType, UnionType
from typing import Any, Final, get_args

from uno_chat import contract

Face = Mapping[str, tuple[str, ...]]
"""Each kind and name ("value Choice") with what it consists of, line by line."""

OF_STORES: Final = ("store", "standings", "rows", "rung")
"""Modules of the contract that only stores, and who speaks to them, are written against."""
TOLD_TO_US: Final = ("kinds Event", "kinds Private")
"""What an adapter tells, and is never handed: new kinds of it do no harm to older ones."""


def face_of_adapters() -> Face:
    """All that an adapter is written against."""
    return _face(name for name in contract.__all__ if not _is_of_stores(name))


def face_of_stores() -> Face:
    """What a store is written against besides."""
    return _face(name for name in contract.__all__ if _is_of_stores(name))


def written(face: Face) -> str:
    """A face as a text."""
    return "".join(
        f"{name}\n" + "".join(f"    {line}\n" for line in lines) for name, lines in face.items()
    )


def read(text: str) -> Face:
    """What ``written`` wrote."""
    found: dict[str, tuple[str, ...]] = {}
    for line in text.splitlines():
        if line.startswith(" "):
            name, lines = found.popitem()
            found[name] = (*lines, line.strip())
        else:
            found[line] = ()
    return found


def broken(old: Face, new: Face) -> list[str]:
    """What somebody who wrote for the old face misses, or has to do otherwise, in the new one."""
    return [name for name, lines in old.items() if not _kept(name, lines, new.get(name))]


def _kept(name: str, old: tuple[str, ...], new: tuple[str, ...] | None) -> bool:
    if new is None or new[: len(old)] != old:
        return new is not None and name.startswith("methods ") and set(old) <= set(new)
    added = new[len(old) :]
    if name.startswith("value "):
        return all(" = " in line for line in added)
    return not added or name.startswith("methods ") or name in TOLD_TO_US


def _is_of_stores(name: str) -> bool:
    module = getattr(getattr(contract, name), "__module__", None)
    return name in {"ALARM", "OF_ALL"} or module in {
        f"{contract.__name__}.{part}" for part in OF_STORES
    }


def _face(names: Iterable[str]) -> Face:
    told = (line for name in sorted(names) for line in _told(name, getattr(contract, name)))
    return {name: tuple(lines) for name, lines in told if not name.endswith("VERSION")}


def _told(name: str, it: Any) -> Iterator[tuple[str, Iterable[str]]]:  # noqa: ANN401 - whatever a module may hold
    match it:
        case UnionType():
            yield f"kinds {name}", (kind.__name__ for kind in get_args(it))
        case FunctionType():
            yield f"function {name}", [_signature(it)]
        case type() if issubclass(it, Enum):
            yield f"kinds {name}", (f"{one.name} = {one.value!r}" for one in it)
        case type() if issubclass(it, Exception):
            made = [_signature(it.__init__)] if "__init__" in vars(it) else []
            yield f"error {name}", [f"is {it.__mro__[1].__name__}", *made]
        case type() if is_dataclass(it):
            yield f"value {name}", map(_field, fields(it))
            if methods := list(_members(it)):
                yield f"methods {name}", methods
        case type():
            yield f"protocol {name}", _members(it)
        case _:
            yield f"constant {name}", [repr(it)]


def _field(field: Field[Any]) -> str:
    if field.default is not MISSING:
        return f"{field.name}: {field.type} = {field.default!r}"
    made = field.default_factory is not MISSING
    return f"{field.name}: {field.type}" + (" = made" if made else "")


def _members(cls: type) -> Iterator[str]:
    for name, member in sorted(vars(cls).items()):
        if name.startswith("_") and name != "__call__":
            continue
        match member:
            case property():
                assert isinstance(member.fget, FunctionType)
                yield f"{name}: {member.fget.__annotations__['return']}"
            case classmethod():
                yield f"class {name}{_signature(member.__func__)}"
            case FunctionType():
                waits = "async " if inspect.iscoroutinefunction(member) else ""
                yield f"{waits}{name}{_signature(member)}"


def _signature(function: Any) -> str:  # noqa: ANN401 - a function or a slot of a class
    """Annotations are texts in the contract, and stand as they are written."""
    signature = inspect.signature(function)
    told = (
        f"{'*' if one.kind is one.KEYWORD_ONLY else ''}{one.name}: {one.annotation}"
        + ("" if one.default is one.empty else f" = {one.default!r}")
        for one in signature.parameters.values()
        if one.name not in {"self", "cls"}
    )
    return f"({', '.join(told)}) -> {signature.return_annotation}"


def main(folder: Path) -> None:
    """Write both faces under the names of their versions."""
    told = (
        ("adapters", contract.VERSION, face_of_adapters()),
        ("stores", contract.STORE_VERSION, face_of_stores()),
    )
    for who, version, face in told:
        (folder / f"{who}-{version}.txt").write_text(written(face), encoding="utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
