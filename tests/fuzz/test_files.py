"""Whatever stands in a record, in a file of scenarios or in a row of the database: played again,
or refused in a sentence; a table that cannot be read stops itself and no other.
"""

from __future__ import annotations

import contextlib
import io
import json
from dataclasses import replace
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

import pytest
from hypothesis import strategies as st

from uno_chat import game
from uno_chat.cli.main import BAD_USE, DONE, NO, main
from uno_chat.coordinator import from_stored
from uno_chat.coordinator.shelf import UnreadableTable
from uno_chat.testing.desk import Desk
from uno_chat.testing.fuzzing import (
    DEPTHS,
    TAKEN,
    Tally,
    Target,
    evil,
    mangled,
    search,
    texts,
    written,
)
from uno_chat.testing.memory_rows import Rows

TESTS: Final = Path(__file__).parents[1]
RECORD, LONG = (
    [json.loads(line) for line in (TESTS / path).read_text(encoding="utf-8").splitlines()]
    for path in ("game/golden/clock_colour.jsonl", "game/golden/classic.jsonl")
)
SCENARIOS: Final[list[object]] = [
    one
    for name in ("turns", "fours", "stacking", "seven_o", "matches", "smackdown")
    for one in json.loads((TESTS / f"scenarios/{name}.json").read_text(encoding="utf-8"))
]


@st.composite
def records(draw: st.DrawFn) -> list[object]:
    """A record in which a line or two are not what they were."""
    lines: list[object] = list(draw(st.sampled_from((RECORD, RECORD, RECORD, LONG))))
    for _ in range(draw(st.integers(1, 2))):
        place = draw(st.sampled_from((0, 1, 2, -1)) | st.integers(0, len(lines) - 1))
        kind = draw(st.integers(0, 9))
        if kind == 0:
            del lines[place]
        elif kind == 1:
            lines.insert(place, draw(evil))
        else:
            lines[place] = draw(mangled([lines[place]]))
    return lines


def replayed(lines: list[object]) -> str:
    try:
        end = game.replay([written(line).decode() for line in lines])
    except game.ReplayError as error:
        good = 1 <= error.line <= len(lines) + 1 and str(error).endswith((".", "?"))
        return "refused" if good else str(error)
    assert end.at
    return TAKEN


def ran(command: str, body: bytes) -> str:
    """The command over a file; it says one line where it refuses."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / "given.json"
        path.write_bytes(body)
        out, err = io.StringIO(), io.StringIO()
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
            code = main([command, str(path)])
    assert code in {DONE, NO, BAD_USE}
    assert b"Traceback" not in err.getvalue().encode()
    out.getvalue().encode()  # a terminal takes no half of a character
    if command == "replay" and code != DONE:
        assert len(err.getvalue().splitlines()) == 1
    return TAKEN if code == DONE else f"exit {code}"


def filed(case: tuple[str, bytes]) -> str:
    return ran(*case)


def scenario(entries: object) -> str:
    return ran("scenario", written(entries, DEPTHS[1]))


def lines_of(lines: list[object], depth: int, stop: int) -> bytes:
    return b"\n".join(written(line, depth) for line in lines)[: stop or None]


@cache
def two_tables() -> Rows:
    """Ann and Ben play at table 1, and in another group at table 2."""
    desk = Desk()
    desk.family("ann", "ben")
    desk.lobby("ann", "ben", group="clan")
    desk.say("ann", "/#2 deal", "clan")
    desk.lay("ann", "R4", {"ann": "R5 R6", "ben": "B1 B2"}, table=2)
    return desk.rows


def stored(case: tuple[str, bytes]) -> str:
    """Table 1 holds what it is given; table 2 is played at, and table 1 is asked for."""
    schema, state = case
    desk = Desk(rows=two_tables().copy(), _events=1000)
    row = replace(desk.rows.tables[1], schema=int(schema), state=state.decode())
    desk.rows.tables[1] = row
    assert desk.say("ann", "/#2 r5", "clan") == "done"
    try:
        from_stored(row)
    except UnreadableTable:
        asked = desk.say("ben", "/table", "family")
        assert asked == "unreadable", asked
        assert desk.say("ben", "hand") != "unreadable"
        assert desk.rows.tables[1] == row, "what could not be read was written over"
        return "set aside"
    return TAKEN


depths = st.sampled_from(DEPTHS)
states = st.deferred(lambda: mangled([json.loads(two_tables().tables[1].state)]))

TARGETS: Final = (
    Target("files: a record", records(), replayed),
    Target(
        "files: a record's bytes",
        st.tuples(
            st.sampled_from(("replay", "replay", "scenario")),
            st.builds(lines_of, records(), depths, st.just(0) | st.integers(0, 4000))
            | st.builds(lines_of, st.just(RECORD), depths, st.just(0))
            | st.binary(max_size=80)
            | st.builds(str.encode, texts.filter(str.isprintable)),
        ),
        filed,
    ),
    Target(
        "files: scenarios",
        st.lists(mangled(SCENARIOS), max_size=2) | mangled(SCENARIOS) | evil,
        scenario,
    ),
    Target(
        "files: a table in the database",
        st.tuples(
            st.sampled_from("2222213"),
            st.builds(written, states, st.sampled_from(DEPTHS)) | st.binary(max_size=9),
        ).filter(lambda case: b"\xff" not in case[1] and _is_text(case[1])),
        stored,
    ),
)


def _is_text(body: bytes) -> bool:
    """A database gives out nothing else."""
    try:
        return bool(body.decode())
    except UnicodeDecodeError:
        return False


@pytest.mark.parametrize("target", TARGETS, ids=str)
def test_whatever_stands_there_is_read_or_refused(target: Target[Any]) -> None:
    tally = Tally()
    search(target, 100, 1, tally)
    assert 0 < tally.words[TAKEN] < tally.inputs
