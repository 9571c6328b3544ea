"""Nobody loses a turn because we were away."""

from dataclasses import replace
from datetime import timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from uno_chat import game
from uno_chat.table import (
    PRESETS,
    Act,
    Kind,
    Outage,
    PauseReason,
    Ring,
    made_up,
    noticed,
    overdue,
    put_off,
)
from uno_chat.testing.positions import nothing_fits, unheld
from uno_chat.testing.sitting import NOON, Sitting, dealt

MINUTE = timedelta(minutes=1)
HOUR = timedelta(hours=1)
DAY = 24 * HOUR


def sitting(pace: str = "daily") -> Sitting:
    """A table at this pace, North to move."""
    return nothing_fits(dealt(3, settings=unheld(pace)))


def outage(since: timedelta, length: timedelta, number: int = 1) -> Outage:
    """An outage that began so long after noon."""
    return Outage(number, "", NOON + since, NOON + since + length)


def after(at: Sitting, *outages: Outage) -> Sitting:
    """The table looked at when the last of these is over."""
    at.now = max(outage.until for outage in outages)
    at.table = made_up(at.table, outages, at.now)
    return at


def test_a_turn_has_as_much_left_after_an_outage_as_before_it() -> None:
    at = after(sitting(), outage(5 * HOUR, 30 * MINUTE))
    assert at.clock.deadline == NOON + 3 * DAY + 30 * MINUTE


@pytest.mark.reported("T18")
def test_the_same_outage_counts_once() -> None:
    gone = outage(5 * HOUR, 30 * MINUTE)
    at = after(sitting(), gone)
    before = at.table
    at.now += HOUR
    assert made_up(at.table, [gone], at.now) == before


def test_what_was_away_before_the_turn_began_is_nobodys_business() -> None:
    at = sitting()
    at.now += 2 * HOUR
    at.acts("s1", "draw")
    before = at.table
    assert made_up(before, [outage(HOUR, 30 * MINUTE)], at.now) == before


@pytest.mark.parametrize(("pace", "length"), [("daily", 14 * MINUTE), ("blitz", MINUTE)])
def test_a_short_outage_is_not_made_up(pace: str, length: timedelta) -> None:
    at = sitting(pace)
    before = at.table
    assert after(at, outage(timedelta(0), length)).table == before


def test_a_turn_that_was_nearly_over_has_a_little_left() -> None:
    at = after(sitting(), outage(3 * DAY - MINUTE, 2 * HOUR))
    assert at.clock.deadline == at.now + 2 * HOUR + 24 * MINUTE
    at = after(sitting(), outage(3 * DAY - MINUTE, 26 * HOUR))
    assert at.clock.deadline == at.now + 12 * HOUR


def test_a_table_that_is_played_in_one_sitting_waits_until_somebody_acts() -> None:
    at = after(sitting("table"), outage(5 * MINUTE, HOUR))
    assert [pause.reason for pause in at.table.pauses] == [PauseReason.OUTAGE]
    assert at.wake(Kind.DEADLINE) is None
    at.now += 3 * HOUR
    at.acts("s1", "draw")
    assert at.table.pauses == ()
    assert at.wake(Kind.DEADLINE) is not None


def test_a_slow_table_does_not_wait() -> None:
    at = after(sitting("daily"), outage(5 * MINUTE, 40 * HOUR))
    assert at.table.pauses == ()
    assert at.clock.deadline == NOON + 3 * DAY + 40 * HOUR


def test_an_outage_costs_the_reserve_nothing() -> None:
    at = after(sitting(), outage(10 * HOUR, 20 * HOUR))
    at.now += HOUR
    at.acts("s1", "draw")
    assert at.table.seat("s1").bank == 48 * HOUR


def test_two_outages_before_anybody_looks_are_both_made_up() -> None:
    at = after(sitting(), outage(HOUR, 2 * HOUR), outage(5 * HOUR, 3 * HOUR, 2))
    assert at.clock.deadline == NOON + 3 * DAY + 5 * HOUR


def test_a_network_that_fails_while_nobody_watches_is_no_second_outage() -> None:
    at = after(sitting(), outage(HOUR, 4 * HOUR), outage(2 * HOUR, HOUR, 2))
    assert at.clock.deadline == NOON + 3 * DAY + 4 * HOUR
    at = after(sitting(), outage(HOUR, 2 * HOUR), outage(2 * HOUR, 2 * HOUR, 2))
    assert at.clock.deadline == NOON + 3 * DAY + 3 * HOUR


waits = st.lists(st.tuples(st.integers(0, 4000), st.integers(1, 4000)), min_size=1, max_size=4)
"""Minutes that were served, and minutes of the outage behind them."""


def told_apart(times: list[tuple[int, int]]) -> tuple[Outage, ...]:
    """Outages one after the other."""
    found, start = [], timedelta(0)
    for number, (wait, length) in enumerate(times, 1):
        found.append(outage(start + wait * MINUTE, length * MINUTE, number))
        start = found[-1].until - NOON
    return tuple(found)


def least(pace: str) -> timedelta:
    """An outage that is no longer does not count."""
    return max(MINUTE, (PRESETS[pace].pace.base or DAY) / 100)


def left_after(pace: str, outages: tuple[Outage, ...]) -> timedelta:
    """What is left of a turn that began at noon, counted by hand; less than nothing if it ended in
    an outage that does not count."""
    base, bank = PRESETS[pace].pace.base, PRESETS[pace].pace.bank
    assert base is not None
    left, since = base + bank, NOON
    for one in outages:
        left -= one.since - since
        if one.length <= least(pace):
            left -= one.length
        else:
            floor = 12 * HOUR if one.length > DAY else max(30 * MINUTE, base / 10)
            left = max(left, min(base, floor))
        since = one.until
    return left


@given(st.sampled_from(["table", "hours", "daily", "relaxed"]), waits)
def test_a_turn_has_after_outages_what_it_had_without_them(
    pace: str, times: list[tuple[int, int]]
) -> None:
    outages = told_apart(times)
    announced = sitting(pace).clock.deadline
    assert announced is not None
    at = after(sitting(pace), *outages)
    due = outages[-1].until + left_after(pace, outages)
    none_counts = at.clock.made_up == 0
    assert none_counts is all(one.length <= least(pace) for one in outages)
    assert at.clock.deadline == (announced if none_counts else max(announced, due))


@given(st.sampled_from(["hours", "daily", "relaxed"]), waits)
def test_it_makes_no_difference_when_a_table_is_looked_at(
    pace: str, times: list[tuple[int, int]]
) -> None:
    outages = told_apart(times)
    once, often = after(sitting(pace), *outages), sitting(pace)
    for number in range(len(outages)):
        often = after(often, *outages[: number + 1])
    assert often.clock.deadline == once.clock.deadline


def test_a_turn_that_is_over_when_its_table_is_looked_at_ended_when_it_did() -> None:
    at = sitting("hours")
    at.now = NOON + 40 * HOUR
    at.table = made_up(at.table, [outage(HOUR, HOUR)], at.now)
    assert at.clock.deadline == NOON + 33 * HOUR


def test_a_turn_that_cannot_be_told_of_is_put_off_and_its_announced_end_stays() -> None:
    at = sitting()
    number = at.clock.number
    at.now = NOON + 3 * DAY + 15 * MINUTE
    assert overdue(at.table, number, at.now)
    deadline = at.clock.deadline
    at.table = put_off(at.table, at.now + MINUTE)
    assert at.clock.deadline == deadline
    assert not overdue(at.table, number, at.now)
    assert overdue(at.table, number, at.now + MINUTE)
    before = at.table
    assert put_off(before, NOON) == before


def test_the_time_of_a_turn_counts_from_when_its_notice_was_taken() -> None:
    at = sitting()
    number = at.clock.number
    at.table = noticed(at.table, number, NOON + 5 * MINUTE)
    assert at.clock.deadline == NOON + 3 * DAY + 5 * MINUTE
    before = at.table
    assert noticed(before, number, NOON + MINUTE) == before
    assert noticed(before, number + 1, NOON + HOUR) == before


def test_whoever_runs_out_of_time_just_after_a_start_gets_no_strike() -> None:
    at = sitting()
    wake = at.wake(Kind.DEADLINE)
    assert wake is not None
    at.now = wake.due
    at.done(Ring(Kind.DEADLINE, wake.number, lenient=True))
    assert at.play.owner == "s2"
    assert at.table.seat("s1").strikes == 0
    assert at.table.seat("s1").bank == 2 * DAY


def test_a_move_in_a_wait_after_an_outage_is_an_ordinary_move() -> None:
    at = after(sitting("table"), outage(5 * MINUTE, HOUR))
    at.table = replace(at.table)
    at.done(Act(1, game.Draw()))
    assert at.clock.deadline == at.now + 40 * MINUTE
