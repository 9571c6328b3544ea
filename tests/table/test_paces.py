"""Allowance, reserve, grace, the night, pauses: what the time of a turn is made of."""

from dataclasses import replace
from datetime import UTC, datetime, time, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from uno_chat import game
from uno_chat.table import (
    PRESETS,
    Back,
    Code,
    Fact,
    GiveTime,
    Habits,
    Kind,
    Pace,
    Pause,
    PauseReason,
    Refused,
    Ring,
    Settings,
    Why,
    own,
)
from uno_chat.table.absence import STRIKES
from uno_chat.table.pausing import paused, resumed
from uno_chat.testing.positions import nothing_fits, unheld
from uno_chat.testing.sitting import NOON, Sitting, dealt, lay

HOUR = timedelta(hours=1)
DAY = 24 * HOUR
MINUTE = timedelta(minutes=1)
DAILY = Settings(pace=PRESETS["daily"].pace)
NOTHING = timedelta(0)


def daily(people: int = 3, pace: str = "daily", **habits: Habits) -> Sitting:
    """A table at this pace, North to move without a card that fits; habits by seat."""
    at = dealt(people, settings=unheld(pace))
    seats = tuple(replace(s, habits=habits.get(s.id, s.habits)) for s in at.table.seats)
    at.table = replace(at.table, seats=seats)
    return nothing_fits(at)


def draws(at: Sitting) -> None:
    """Whoever is to move draws a card and passes."""
    owner = at.play.owner
    assert owner is not None
    at.acts(owner, "draw")
    if at.play.owner == owner and isinstance(at.play.round.pending, game.PlayOrKeep):
        at.acts(owner, "keep")


@pytest.mark.reported("43", "T9", "T19")
def test_a_turn_ends_when_allowance_and_reserve_are_used_up_and_a_little_later() -> None:
    at = daily()
    assert at.clock.deadline == NOON + 3 * DAY
    wake = at.wake(Kind.DEADLINE)
    assert wake is not None
    assert wake.due == NOON + 3 * DAY + 15 * MINUTE
    at.now = NOON + 3 * DAY + MINUTE
    before = at.table
    at.done(Ring(Kind.DEADLINE, wake.number))
    assert at.table == before
    draws(at)
    assert at.codes()[-1] != Code.TIMED_OUT


@pytest.mark.reported("T12")
def test_a_turn_within_its_allowance_gives_some_of_the_reserve_back_but_never_too_much() -> None:
    at = daily()
    at.table = replace(at.table, seats=tuple(replace(s, bank=3 * HOUR) for s in at.table.seats))
    at.now += DAY
    draws(at)
    assert at.table.seat("s1").bank == 5 * HOUR
    at.table = replace(at.table, seats=tuple(replace(s, bank=48 * HOUR) for s in at.table.seats))
    draws(at)
    assert at.table.seat("s2").bank == 48 * HOUR


@pytest.mark.reported("47", "T9")
def test_a_late_turn_costs_the_reserve_what_it_took_and_gives_nothing_back() -> None:
    at = daily()
    at.now += DAY + 5 * HOUR
    draws(at)
    assert at.table.seat("s1").bank == 43 * HOUR


@pytest.mark.reported("T12")
def test_to_draw_and_to_keep_is_one_turn_with_one_deadline() -> None:
    at = daily()
    lay(at, "s1", "R5", {"s1": "B1 B2 B3"}, stock="R9")
    at.now += 5 * HOUR
    at.acts("s1", "draw")
    assert at.play.owner == "s1"
    assert at.clock.deadline == NOON + 3 * DAY
    at.now += 20 * HOUR
    at.acts("s1", "keep")
    assert at.table.seat("s1").bank == 47 * HOUR


@pytest.mark.reported("43")
def test_a_deadline_in_the_quiet_hours_of_a_seat_moves_behind_them() -> None:
    night = Habits("UTC", (time(2), time(12)))
    at = daily(s1=night)
    at.table = replace(at.table, play=replace(at.play, clock=replace(at.clock, handed=False)))
    lay(at, "s1", "R5", {"s1": "B1"})
    assert at.clock.deadline == NOON + 3 * DAY
    at = daily(s1=Habits("UTC", (time(11), time(20))))
    lay(at, "s1", "R5", {"s1": "B1"})
    assert at.clock.deadline == NOON + 3 * DAY + 9 * HOUR


def test_where_the_night_stops_the_clock_it_does_so_for_the_seat_to_move() -> None:
    at = daily(pace="hours", s1=Habits("UTC", (time(20), time(6))))
    lay(at, "s1", "R5", {"s1": "B1"})
    assert at.clock.deadline == datetime(2026, 3, 3, 16, tzinfo=UTC)
    draws(at)
    assert at.clock.deadline == NOON + 32 * HOUR


@pytest.mark.reported("T3")
def test_a_weekend_does_not_count_where_the_pace_says_so() -> None:
    at = daily(pace="weekend", s1=Habits("UTC", None, (6, 0)))
    lay(at, "s1", "R5", {"s1": "B1"})
    assert NOON.weekday() == 6
    assert at.clock.deadline == datetime(2026, 3, 3, tzinfo=UTC) + 3 * DAY


@pytest.mark.reported("T1", "T13")
@given(
    st.sampled_from([p.pace for p in PRESETS.values() if p.pace.base is not None]),
    st.lists(st.tuples(st.integers(0, 200), st.integers(1, 5000)), max_size=5),
)
def test_a_pause_never_changes_what_is_left_but_for_the_floor(
    pace: Pace, pauses: list[tuple[int, int]]
) -> None:
    at = dealt(2, settings=Settings(pace=pace))
    assert pace.base is not None
    left = pace.base + pace.bank
    for run, rest in pauses:
        step = run * pace.base / 1000
        left, at.now = left - step, at.now + step
        why = Pause(PauseReason.HOST, at.now)
        at.table = paused(at.table, why, at.now)
        assert at.wake(Kind.DEADLINE) is None
        at.now += rest * MINUTE
        at.table = resumed(at.table, why, at.now)
        left = max(left, pace.floor)
        assert at.clock.deadline is not None
        assert at.clock.deadline - at.now == left


def test_two_reasons_for_a_pause_are_two_and_the_last_one_counts() -> None:
    at = daily()
    host, vote = Pause(PauseReason.HOST, NOON), Pause(PauseReason.VOTE, NOON)
    at.table = paused(paused(paused(at.table, host, at.now), vote, at.now), host, at.now)
    at.now += 5 * DAY
    at.table = resumed(at.table, host, at.now)
    assert at.wake(Kind.DEADLINE) is None
    at.table = resumed(at.table, vote, at.now)
    assert at.clock.deadline == NOON + 8 * DAY


def test_a_turn_that_begins_in_a_pause_has_its_whole_time_after_it() -> None:
    at = daily()
    why = Pause(PauseReason.HOST, NOON)
    at.table = paused(at.table, why, at.now)
    draws(at)
    assert (at.play.owner, at.clock.deadline) == ("s2", None)
    at.now += DAY
    at.table = resumed(at.table, why, at.now)
    assert at.clock.deadline == at.now + 3 * DAY


def out_of_time(at: Sitting, seat: str) -> None:
    """The others draw until it is this seat's turn, and its time runs out."""
    while at.play.owner != seat:
        draws(at)
    at.ring(Kind.DEADLINE)


@pytest.mark.reported("44", "T46")
def test_after_three_turns_in_a_row_that_the_clock_ended_a_computer_plays() -> None:
    at = daily()
    draws(at)
    for strike in range(1, STRIKES):
        out_of_time(at, "s1")
        assert (at.table.seat("s1").strikes, at.table.seat("s1").away) == (strike, None)
        assert at.table.seat("s1").bank == NOTHING
    out_of_time(at, "s1")
    assert at.table.seat("s1").away == at.now
    assert Code.PLAYED_FOR in at.codes()
    while at.play.owner != "s1":
        draws(at)
    assert at.wake(Kind.COMPUTER) is not None


def test_whatever_somebody_does_ends_the_row() -> None:
    at = daily()
    out_of_time(at, "s1")
    out_of_time(at, "s1")
    while at.play.owner != "s1":
        draws(at)
    draws(at)
    assert at.table.seat("s1").strikes == 0


def away(at: Sitting) -> None:
    """North's time ran out until a computer plays for it, and it is its turn again."""
    for _ in range(STRIKES):
        out_of_time(at, "s1")
    while at.play.owner != "s1":
        draws(at)


@pytest.mark.reported("44")
def test_who_is_back_plays_with_the_time_of_a_fresh_turn_and_no_reserve() -> None:
    at = daily()
    away(at)
    at.now += 2 * MINUTE
    at.done(Back(1))
    assert at.table.seat("s1").away is None
    assert at.wake(Kind.COMPUTER) is None
    assert at.clock.deadline == at.now + DAY
    assert Code.RETURNED in at.codes()


def test_who_plays_is_back_without_saying_so() -> None:
    at = daily()
    away(at)
    draws(at)
    assert at.table.seat("s1").away is None
    assert at.facts()[-1].cause == "player"


def test_nobody_comes_back_who_was_not_away() -> None:
    at = daily()
    assert at.refused(Back(1)).reason == Why.NOT_AWAY
    assert at.refused(Back(99)).reason == Why.NOT_SEATED


@pytest.mark.reported("47", "G8", "T10", "T16")
def test_others_give_whoever_is_to_move_another_allowance_once_each() -> None:
    at = daily()
    at.now += DAY
    at.done(GiveTime(2))
    assert at.clock.deadline == NOON + 4 * DAY
    assert at.refused(GiveTime(2)).reason == Why.GAVE_ALREADY
    at.done(GiveTime(3))
    assert at.clock.deadline == NOON + 5 * DAY
    at.now += DAY
    draws(at)
    assert at.table.seat("s1").bank == 2 * DAY
    given = [fact for fact in at.facts() if fact.code == Code.TIME_GIVEN]
    assert given[0] == Fact(Code.TIME_GIVEN, NOON + DAY, seat="s2", other="s1")


@pytest.mark.parametrize(
    ("by", "pace", "why"),
    [
        (1, "daily", Why.NOT_TO_YOURSELF),
        (9, "daily", Why.NOT_SEATED),
        (2, "untimed", Why.NO_CLOCK),
    ],
)
def test_time_that_cannot_be_given_says_why(by: int, pace: str, why: Why) -> None:
    refused = daily(pace=pace).refused(GiveTime(by))
    assert refused == Refused(why)


def test_a_pace_of_ones_own_brings_what_belongs_to_one_as_quick() -> None:
    quick, slow = own(2 * MINUTE), own(36 * HOUR, 24 * HOUR)
    assert (quick.hold, quick.pace.bank) == (PRESETS["table"].hold, NOTHING)
    assert (slow.hold, slow.pace.refill) == (PRESETS["daily"].hold, 3 * HOUR)
    assert slow.pace.grace == timedelta(minutes=22, seconds=30)
