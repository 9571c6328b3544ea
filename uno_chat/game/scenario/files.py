"""Read scenario files into values; whatever is wrong in them is named with its place."""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from pathlib import Path
from typing import Literal

from uno_chat.game.json_text import read_json
from uno_chat.game.options import FEWEST_SEATS, MOST_SEATS

KEYS = (
    "id", "title", "basis", "rules", "players", "dealer", "turn", "direction", "colour", "hands",
    "discard", "stock", "exact", "scores", "round", "do", "expect",
)  # fmt: skip
EXPECTATIONS = (
    "top", "top_is_not", "colour", "turn", "direction", "pending", "hands", "hand_sizes",
    "stock_size", "discard_size", "cards_in_all", "uno_open", "round_over", "winner",
    "round_points", "scores", "match_over", "match_winners", "eliminated",
    "next_dealer", "rules_refused",
)  # fmt: skip


class ScenarioError(Exception):
    """A scenario cannot be read; the text says where and why."""


@dataclass(frozen=True, slots=True)
class Step:
    """`must` is what has to come of the move, `reason` why it is to be refused, if that matters."""

    text: str
    must: Literal["be accepted", "be refused", "neither"]
    reason: str | None = None


@dataclass(frozen=True, slots=True)
class Scenario:
    """`place` is where it was read, `table` all its entries as they stand there."""

    place: str
    id: str
    players: tuple[str, ...]
    table: Mapping[str, object]
    steps: tuple[Step, ...]
    expect: Mapping[str, object]


def read_scenarios(paths: Sequence[Path]) -> Iterator[Scenario | ScenarioError]:
    """All scenarios of these files and of the .json files below these folders; where one cannot
    be read, or a whole file, why not."""
    for path in paths:
        files = sorted(path.rglob("*.json")) if path.is_dir() else [path]
        if not files:
            yield ScenarioError(f"{path}: there is no .json file in this folder.")
        for file in files:
            yield from _read(file)


def _read(file: Path) -> Iterator[Scenario | ScenarioError]:
    try:
        entries = _entries(file)
    except ScenarioError as error:
        yield ScenarioError(f"{file}: {error}")
        return
    for number, entry in enumerate(entries, 1):
        name = entry.get("id", number) if isinstance(entry, dict) else number
        try:
            yield _scenario(entry, f"{file}: scenario {name}")
        except ScenarioError as error:
            yield ScenarioError(f"{file}: scenario {name}: {error}")


def _entries(file: Path) -> list[object]:
    try:
        entries = read_json(file.read_text(encoding="utf-8"))
    except OSError as error:
        raise ScenarioError(f"{error.strerror}.") from None
    except ValueError as error:
        raise ScenarioError(f"this is not JSON: {error}.") from None
    if not isinstance(entries, list):
        raise ScenarioError("a file holds a list of scenarios.")
    return entries


def _scenario(entry: object, place: str) -> Scenario:
    table = mapping(entry, "a scenario")
    _known(table, KEYS, "key")
    players = _players(table.get("players"))
    steps = table.get("do", [])
    if not isinstance(steps, list):
        raise ScenarioError("do is a list of steps.")
    expect = mapping(table.get("expect", {}), "expect")
    _known(expect, EXPECTATIONS, "expectation")
    return Scenario(place, text(table, "id"), players, table, tuple(map(_step, steps)), expect)


def _players(names: object) -> tuple[str, ...]:
    if not isinstance(names, list) or not all(isinstance(name, str) for name in names):
        raise ScenarioError("players is a list of names.")
    if not FEWEST_SEATS <= len(names) <= MOST_SEATS:
        raise ScenarioError(f"a table has {FEWEST_SEATS} to {MOST_SEATS} players.")
    if len(set(names)) < len(names) or any(len(name.split()) != 1 for name in names):
        raise ScenarioError("each of the players has a name of its own, in one word.")
    return tuple(names)


def _step(step: object) -> Step:
    match step:
        case str():
            return Step(step, "be accepted")
        case {"try": str(move), "refused": True, **rest} if not rest:
            return Step(move, "be refused")
        case {"try": str(move), "refused": str(reason), **rest} if not rest:
            return Step(move, "be refused", reason)
        case {"maybe": str(move), **rest} if not rest:
            return Step(move, "neither")
        case _:
            raise ScenarioError(f"{json.dumps(step)} is no step.")


def text(table: Mapping[str, object], key: str, default: str | None = None) -> str:
    value = table.get(key, default)
    if not isinstance(value, str):
        raise ScenarioError(f"{key} is a text.")
    return value


def number(table: Mapping[str, object], key: str, default: int) -> int:
    value = table.get(key, default)
    if not isinstance(value, int) or isinstance(value, bool) or value < 1:
        raise ScenarioError(f"{key} is a whole number from 1.")
    return value


def switch(table: Mapping[str, object], key: str) -> bool:
    value = table.get(key, False)
    if not isinstance(value, bool):
        raise ScenarioError(f"{key} is true or false.")
    return value


def mapping(value: object, what: str) -> Mapping[str, object]:
    if not isinstance(value, dict):
        raise ScenarioError(f"{what} is a JSON object.")
    return value


def _known(table: Mapping[str, object], names: Sequence[str], what: str) -> None:
    for name in table:
        if name not in names:
            near = get_close_matches(name, names, n=1, cutoff=0)[0]
            raise ScenarioError(f"there is no {what} {name!r}; did you mean {near!r}?")
