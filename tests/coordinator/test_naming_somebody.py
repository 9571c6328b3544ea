"""Somebody at a table is found by what people type of a name, and never by what fits several."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from uno_chat.coordinator.finding import seat_named, typed
from uno_chat.coordinator.messages import Puzzled
from uno_chat.table import Table
from uno_chat.testing.sitting import sit
from uno_chat.views import Trouble
from uno_chat.views.names import safe_name, shown

LONG = "Christopher-Alexander Maximilian von Wolkenstein"
NAMES = (
    "Zoë Marie",
    "Zoltan",
    "مريم 😀",
    safe_name(LONG, 28),
    "@lice (Matrix)",
    "Ángel O'Neil",
    "#1 😀 1",
)


def table(*names: str) -> Table:
    """People with these names."""
    at = sit(len(names))
    seats = tuple(
        replace(seat, name=name) for seat, name in zip(at.table.seats, names, strict=True)
    )
    return replace(at.table, seats=seats)


FAMILY = table(*NAMES)


def found(name: str, family: Table = FAMILY) -> str | None:
    seat = seat_named(family, name, by_id=False)
    return None if isinstance(seat, Puzzled) else seat.name


@pytest.mark.parametrize("name", NAMES)
def test_everybody_is_found_by_the_whole_name_and_as_a_page_shows_it(name: str) -> None:
    for written in (
        name,
        shown(name),
        name.upper(),
        f"@{name}",
        f" {name}  ",
        f"\u2068{name}\u2069",
    ):
        assert found(written) == name


@pytest.mark.parametrize(
    ("written", "name"),
    [
        ("zoe", "Zoë Marie"),
        ("ZOE MARIE", "Zoë Marie"),
        ("marie", "Zoë Marie"),
        ("zolt", "Zoltan"),
        ("مريم", "مريم 😀"),
        ("christopher", NAMES[3]),
        (LONG, NAMES[3]),
        ("Christopher-Alexander Maximilian", NAMES[3]),
        ("lice", "@lice (Matrix)"),
        ("＠lice matrix", "@lice (Matrix)"),  # noqa: RUF001 - so pages write it
        ("angel", "Ángel O'Neil"),
        ("o'neil", "Ángel O'Neil"),
    ],
)
def test_a_part_of_a_name_is_enough(written: str, name: str) -> None:
    assert found(written) == name


@pytest.mark.parametrize(("written", "names"), [("zo", {"Zoë Marie", "Zoltan"}), ("", {*NAMES})])
def test_what_fits_several_is_asked_back(written: str, names: set[str]) -> None:
    asked = seat_named(FAMILY, written, by_id=False)
    assert isinstance(asked, Puzzled)
    assert asked.trouble is Trouble.WHICH_PLAYER
    assert {*asked.names} == names


def test_who_is_nobody_is_told_who_sits_there() -> None:
    asked = seat_named(FAMILY, "zob", by_id=False)
    assert asked == Puzzled(Trouble.NO_SUCH_PLAYER, "zob", names=NAMES)


@given(st.lists(st.text(min_size=1, max_size=30).map(safe_name), min_size=2, max_size=10))
def test_a_whole_name_finds_nobody_else(names: list[str]) -> None:
    family = table(*names)
    for seat in family.seats:
        alike = [one for one in family.seats if typed(one.name) == typed(seat.name)]
        one = seat_named(family, seat.name, by_id=False)
        if isinstance(one, Puzzled):
            assert [*one.names] == [same.name for same in alike]
            assert len(alike) > 1
        else:
            assert [one] == alike
