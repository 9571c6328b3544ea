"""People of several networks at one table are called so that nobody is taken for another."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from uno_chat.table import (
    AddComputer,
    Deal,
    Join,
    Leave,
    Level,
    Open,
    Outcome,
    Settings,
    open_table,
)
from uno_chat.testing.sitting import NOON, Sitting

NAMES = ("Ann", "ann", "Ann ", "\u0410nn", "Ann 2", "Ann (Matrix)", "Ann (Telegram)", "Ann" * 10)
NETWORKS = ("Telegram", "Matrix", "IRC")


def table(*people: tuple[str, str]) -> Sitting:
    """A lobby with people, each by name and network."""
    name, network = people[0]
    at = Sitting(open_table(Open(1, 1, name, "Family", Settings(), None, network), NOON).table)
    for number, (name, network) in enumerate(people[1:], 2):
        at.done(Join(number, name, network))
    return at


def names(at: Sitting) -> list[str]:
    return [seat.name for seat in at.table.seats]


@pytest.mark.parametrize(
    ("people", "expected"),
    [
        pytest.param(
            [("Ann", "Telegram"), ("Bo", "Matrix")], ["Ann", "Bo"], id="two names need no more"
        ),
        pytest.param(
            [("Ann", "Telegram"), ("Ann", "Matrix")],
            ["Ann (Telegram)", "Ann (Matrix)"],
            id="one name on two networks",
        ),
        pytest.param(
            [("Ann", "Telegram"), ("Ann", "Telegram"), ("Bo", "Matrix")],
            ["Ann", "Ann 2", "Bo"],
            id="one name twice on one network",
        ),
        pytest.param(
            [("Ann", "Telegram"), ("Ann", "Telegram"), ("aNN", "Matrix")],
            ["Ann (Telegram)", "Ann 2", "aNN (Matrix)"],
            id="both",
        ),
        pytest.param(
            [("Ann (Matrix)", "Telegram"), ("Ann", "Telegram"), ("Ann", "Matrix")],
            ["Ann (Matrix) (Telegram)", "Ann (Telegram)", "Ann (Matrix)"],
            id="somebody who pretends to be on another network",
        ),
        pytest.param([("Ann", ""), ("Ann", "Matrix")], ["Ann", "Ann 2"], id="from before"),
    ],
)
def test_a_network_stands_behind_a_name_only_where_it_has_to(
    people: list[tuple[str, str]], expected: list[str]
) -> None:
    assert names(table(*people)) == expected


def test_the_network_goes_with_whoever_it_told_apart() -> None:
    at = table(("Ann", "Telegram"), ("Ann", "Matrix"), ("Bo", "Matrix"))
    at.done(Leave(2))
    assert names(at) == ["Ann", "Bo"]


def test_whoever_has_points_is_told_apart_to_the_end_of_the_match() -> None:
    at = table(("Ann", "Telegram"), ("Ann", "Matrix"), ("Bo", "Matrix"))
    at.done(Deal(1))
    at.done(Leave(2))
    assert names(at) == ["Ann (Telegram)", "Ann (Matrix)", "Bo"]
    at.done(Join(2, "Anna", "Matrix"))
    assert names(at) == ["Ann", "Anna", "Bo"]


def test_a_person_who_is_called_like_a_computer_has_a_number() -> None:
    at = table(("Bo", "Telegram"))
    at.done(AddComputer(1, "Bolt", Level.EASY))
    at.done(Join(2, "Bolt", "Matrix"))
    assert names(at) == ["Bo", "Bolt", "Bolt 2"]


@given(
    st.lists(
        st.tuples(st.sampled_from(NAMES), st.sampled_from(NETWORKS), st.booleans()),
        min_size=1,
        max_size=10,
    )
)
def test_no_two_people_are_ever_called_alike(people: list[tuple[str, str, bool]]) -> None:
    at = table(("Host", "Telegram"))
    for number, (name, network, leaves) in enumerate(people[:9], 2):
        assert isinstance(at.do(Join(number, name, network)), Outcome)
        seen = Counter(one.casefold().replace(" ", "") for one in names(at))
        assert seen.most_common(1)[0][1] == 1
        if leaves:
            at.done(Leave(number))
