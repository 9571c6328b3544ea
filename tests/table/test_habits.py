"""What somebody is used to: messages follow at once, a clock from the next turn on, and seldom."""

from dataclasses import replace
from datetime import UTC, datetime, time, timedelta

import pytest

from uno_chat.table import (
    USUAL,
    Adopt,
    Dwell,
    Habits,
    Kept,
    Open,
    Settings,
    Told,
    Why,
    by_clock,
    open_table,
    told,
)
from uno_chat.table.habits import SELDOM, TOGETHER
from uno_chat.testing.positions import unheld
from uno_chat.testing.sitting import NOON, Sitting, dealt, lay, sit

LISBON = Habits(zone="Europe/Lisbon")
TOKYO = Habits(zone="Asia/Tokyo")
NIGHT = replace(LISBON, quiet=(time(1), time(7)))
DAY = timedelta(days=1)
HOURS = unheld("hours")


def test_the_first_zone_counts_at_once_also_soon_after_other_hours() -> None:
    early = told(Told(), replace(USUAL, quiet=None), NOON)
    assert told(early, LISBON, NOON + 2 * DAY) == Told(LISBON, None, NOON + 2 * DAY)


def test_what_is_told_within_an_hour_is_one_change() -> None:
    first = told(Told(), LISBON, NOON)
    assert told(first, NIGHT, NOON + TOGETHER / 2) == Told(NIGHT, None, NOON)


def test_a_clock_goes_by_other_hours_only_once_in_a_week() -> None:
    first = told(Told(), LISBON, NOON)
    second = told(first, TOKYO, NOON + DAY)
    assert second == Told(TOKYO, Kept(LISBON, NOON + SELDOM), NOON)
    assert by_clock(second.habits, second.kept, NOON + SELDOM - timedelta(seconds=1)) == LISBON
    assert by_clock(second.habits, second.kept, NOON + SELDOM) == TOKYO


def test_what_came_into_force_late_lasts_a_week_too() -> None:
    second = told(told(Told(), LISBON, NOON), TOKYO, NOON + DAY)
    third = told(second, LISBON, NOON + SELDOM + DAY)
    assert third == Told(LISBON, Kept(TOKYO, NOON + 2 * SELDOM), NOON + SELDOM)


def test_a_change_that_is_taken_back_was_none() -> None:
    second = told(told(Told(), LISBON, NOON), TOKYO, NOON + DAY)
    assert told(second, LISBON, NOON + 2 * DAY) == Told(LISBON, None, NOON)


def test_what_no_clock_goes_by_changes_as_often_as_one_likes() -> None:
    first = told(Told(), LISBON, NOON)
    quiet = replace(LISBON, pokes=False, nudges=False, leads=())
    assert told(first, quiet, NOON + DAY) == Told(quiet, None, NOON)
    kept = told(first, TOKYO, NOON + DAY)
    assert told(kept, replace(TOKYO, pokes=False), NOON + 2 * DAY) == replace(
        kept, habits=replace(TOKYO, pokes=False)
    )


def to_move(habits: Habits, kept: Kept | None = None) -> Sitting:
    """North's turn at the pace "hours", on Sunday at noon, after these habits were told."""
    at = dealt(2, settings=HOURS)
    lay(at, "s2", "R5", {"s1": "B1 B2", "s2": "R7 R8 R9"})
    at.done(Adopt(1, habits, kept))
    at.acts("s2", "R7")
    assert at.play.owner == "s1"
    return at


def test_a_turn_that_runs_keeps_the_hours_it_began_with() -> None:
    at = to_move(USUAL)
    clock = at.play.clock
    at.done(Adopt(1, TOKYO))
    assert at.play.clock == clock
    assert at.table.seat("s1").habits == TOKYO


def test_the_next_turn_counts_by_the_new_hours() -> None:
    clock = to_move(TOKYO).play.clock
    assert clock.rest is not None
    assert clock.rest.zone == "Asia/Tokyo"


def test_a_turn_counts_by_the_earlier_hours_as_long_as_they_are_kept() -> None:
    old = to_move(TOKYO, Kept(LISBON, NOON + DAY)).play.clock.rest
    assert old is not None
    assert old.zone == "Europe/Lisbon"
    new = to_move(TOKYO, Kept(LISBON, NOON)).play.clock.rest
    assert new is not None
    assert new.zone == "Asia/Tokyo"


@pytest.mark.parametrize("player", [1, 2])
def test_a_zone_of_the_group_is_that_of_whoever_has_told_none(player: int) -> None:
    at = dealt(2, settings=HOURS)
    at.done(Dwell("Asia/Kathmandu"))
    at.done(Adopt(1, LISBON))
    lay(at, f"s{3 - player}", "R5", {"s1": "R7 R8 R9", "s2": "R7 R8 R9"})
    at.acts(f"s{3 - player}", "R7")
    rest = at.play.clock.rest
    assert rest is not None
    assert rest.zone == {1: "Europe/Lisbon", 2: "Asia/Kathmandu"}[player]


def test_a_table_is_opened_where_its_group_lives() -> None:
    command = Open(1, 1, "North", "Family", Settings(), "Asia/Tokyo")
    assert open_table(command, datetime(2026, 1, 1, tzinfo=UTC)).table.zone == "Asia/Tokyo"


def test_whoever_has_no_seat_has_no_habits_here() -> None:
    assert sit(2).refused(Adopt(7, LISBON)).reason == Why.NOT_SEATED
