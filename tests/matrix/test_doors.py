"""Invitations are followed one by one, again if need be, and whoever floods us gains nothing."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import cast

import pytest
from hypothesis import given
from hypothesis import strategies as st

from uno_chat_matrix.client import Client, NoAnswer, Refused
from uno_chat_matrix.cursor import Cursor, Invitation, from_text, to_text
from uno_chat_matrix.direct import Direct
from uno_chat_matrix.doors import OF_ONE, WAITING, Doors, kept
from uno_chat_matrix.values import Json

NOON = datetime(2026, 12, 1, 12, tzinfo=UTC)

invitations = st.builds(
    Invitation, st.text(min_size=1), st.text(), direct=st.booleans(), sealed=st.booleans()
)


@dataclass(slots=True)
class Hall:
    """A homeserver that only opens doors, or fails to."""

    entered: list[str] = field(default_factory=list)
    fails: NoAnswer | Refused | None = None

    async def post(self, *path: str, body: Json | None = None, **query: str) -> Json:
        assert (path[0], body) == ("join", None)
        assert query
        if self.fails is not None:
            raise self.fails
        self.entered.append(path[1])
        return {}


@pytest.fixture
def hall() -> Hall:
    return Hall()


@pytest.fixture
def doors(hall: Hall) -> Doors:
    client = cast("Client", hall)
    return Doors(client, Direct(client, "@uno:localhost"))


def into(*rooms: str) -> tuple[Invitation, ...]:
    return tuple(Invitation(room, f"@{room}:localhost") for room in rooms)


@given(st.text(), st.lists(invitations))
def test_a_cursor_reads_back_what_it_wrote(since: str, left: list[Invitation]) -> None:
    cursor = Cursor(since, tuple(left))
    assert from_text(to_text(cursor)) == cursor


@given(st.lists(invitations), st.lists(invitations))
def test_of_one_person_and_of_all_only_so_many_are_kept_and_the_oldest_first(
    old: list[Invitation], new: list[Invitation]
) -> None:
    left = kept(old, new)
    assert len(left) <= WAITING
    assert len({one.room for one in left}) == len(left)
    assert all([one.by for one in left].count(one.by) <= OF_ONE for one in left)
    assert kept(left, ()) == left
    assert left[: len(kept(old, ()))] == kept(old, ())


def test_whoever_floods_us_keeps_nobody_else_out() -> None:
    flood = tuple(Invitation(f"!{number}", "@eve:localhost") for number in range(1000))
    assert kept(flood, into("family"))[-1].room == "family"


async def test_so_many_doors_at_once_and_the_others_later(hall: Hall, doors: Doors) -> None:
    rooms = [str(number) for number in range(15)]
    left = await doors.follow(into(*rooms), NOON)
    assert hall.entered == rooms[:10]
    assert left == into(*rooms[10:])
    wait = doors.wait(left, NOON)
    assert wait is not None
    assert await doors.follow(left, NOON + wait) == left
    assert await doors.follow(left, NOON + timedelta(minutes=2)) == ()
    assert hall.entered == rooms


async def test_a_homeserver_that_is_away_is_asked_again_with_growing_pauses_and_not_for_ever(
    hall: Hall, doors: Doors
) -> None:
    left, now, pauses = into("family"), NOON, []
    hall.fails = NoAnswer("ConnectError", heard=False)
    while left := await doors.follow(left, now):
        wait = doors.wait(left, now)
        assert wait is not None
        pauses.append(wait)
        now += wait
    assert pauses == sorted(pauses)
    assert pauses[-1] == timedelta(hours=1)
    assert len(pauses) < 30
    assert doors.wait(left, now) is None


async def test_what_will_never_open_is_given_up_and_what_is_too_fast_waits(
    hall: Hall, doors: Doors
) -> None:
    hall.fails = Refused("POST join", 403, {"errcode": "M_FORBIDDEN"})
    assert await doors.follow(into("family"), NOON) == ()
    hall.fails = Refused("POST join", 429, {}, timedelta(seconds=40))
    left = await doors.follow(into("clan"), NOON)
    assert doors.wait(left, NOON) == timedelta(seconds=40)
    hall.fails = Refused("POST join", 401, {})
    with pytest.raises(Refused):
        await doors.follow(into("tribe"), NOON)
