"""How much vacation there is, and what one does at a table."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from uno_chat.table import (
    PRESETS,
    Answer,
    Ask,
    Back,
    Booking,
    Code,
    ComputerActs,
    End,
    HostPause,
    Kind,
    Motion,
    PauseReason,
    Settings,
    Vacation,
    Vacations,
    Why,
    alarms,
    allowance,
    running,
)
from uno_chat.table.vacation import CREDIT, MOST
from uno_chat.testing.positions import nothing_fits, unheld
from uno_chat.testing.sitting import NOON, Sitting, dealt, forgotten

HOUR = timedelta(hours=1)
DAY = 24 * HOUR


def daily(vacation: Vacations = Vacations.AUTOPILOT, people: int = 3) -> Sitting:
    """North to move, with nothing that fits."""
    settings = replace(unheld(), vacation=vacation)
    return nothing_fits(dealt(people, settings=settings))


def days(booked: tuple[Booking, ...], after: float) -> float:
    return allowance(booked, NOON + after * DAY) / DAY


def test_one_begins_with_four_days_and_earns_fourteen_in_a_year() -> None:
    assert days((), 0) == 4
    first = (Booking(NOON, NOON + 4 * DAY),)
    assert days(first, 0) == 0
    assert days(first, 26) == 1
    assert days(first, 364) == pytest.approx(14)
    assert days(first, 3650) == 14


def test_a_vacation_that_was_ended_early_costs_what_it_took() -> None:
    assert days((Booking(NOON, NOON + DAY),), 0) == 3
    booked = (Booking(NOON, NOON + DAY),)
    assert running(booked, NOON + HOUR) == booked[0]
    assert running(booked, NOON + DAY) is None


@given(st.lists(st.tuples(st.integers(0, 400), st.integers(12, 336)), max_size=12))
def test_there_is_never_more_than_a_year_earns_and_never_less_than_nothing(
    wishes: list[tuple[int, int]],
) -> None:
    booked: tuple[Booking, ...] = ()
    now = NOON
    for wait, hours in wishes:
        now += wait * DAY
        left = allowance(booked, now)
        assert timedelta(0) <= left <= MOST
        if hours * HOUR <= left:
            booked = (*booked, Booking(now, now + hours * HOUR))
            assert allowance(booked, now) == left - hours * HOUR
            now += hours * HOUR
    assert CREDIT < MOST


def test_a_computer_plays_for_who_is_on_vacation_and_nobody_is_struck() -> None:
    at = daily()
    at.done(Vacation(1, NOON + 5 * DAY))
    assert at.wake(Kind.COMPUTER) is not None
    at.now += timedelta(minutes=1)
    at.done(ComputerActs("s1", at.clock.number, at.first()))
    assert at.play.owner == "s2"
    assert at.table.seat("s1").strikes == 0
    assert at.table.voters == ("s2", "s3")


def test_whoever_plays_on_vacation_plays_that_turn_and_stays_on_vacation() -> None:
    at = daily()
    at.done(Vacation(1, NOON + 5 * DAY))
    at.acts("s1", "draw")
    assert at.facts()[-1].cause == "player"
    seat = at.table.seat("s1")
    assert seat.vacation == NOON + 5 * DAY
    while at.play.owner != "s1":
        at.answer()
    assert at.wake(Kind.COMPUTER) is not None


@pytest.mark.reported("T38")
@pytest.mark.parametrize("vacation", [Vacations.AUTOPILOT, Vacations.PAUSE])
def test_whoever_goes_away_and_comes_back_again_and_again_gains_no_time(
    vacation: Vacations,
) -> None:
    at = daily(vacation)
    for hours in (20, 40, 60, 67, 69, 71):
        at.now = NOON + hours * HOUR
        at.done(Vacation(1, at.now + DAY))
        at.done(Back(1))
        assert at.clock.deadline == NOON + 3 * DAY


def test_a_vacation_ends_at_its_time_or_when_one_is_back() -> None:
    at = daily()
    at.done(Vacation(1, NOON + 2 * DAY))
    at.ring(Kind.VACATION)
    assert at.now == NOON + 2 * DAY
    seat = at.table.seat("s1")
    assert (seat.vacation, seat.pilot) == (None, None)
    assert at.wake(Kind.COMPUTER) is None
    assert at.clock.deadline == NOON + 3 * DAY
    assert at.codes()[-1] == Code.VACATION_OVER
    at.done(Vacation(1, NOON + 5 * DAY))
    at.done(Back(1))
    assert at.table.seat("s1").vacation is None
    assert at.refused(Vacation(1, None)).reason == Why.NOT_AWAY


def test_no_vacation_begins_for_a_turn_that_is_nearly_over_but_for_the_next_one() -> None:
    at = daily()
    at.now += 3 * DAY - 2 * HOUR
    deadline = at.clock.deadline
    at.done(Vacation(1, at.now + 5 * DAY))
    assert at.wake(Kind.COMPUTER) is None
    assert at.clock.deadline == deadline
    at.ring(Kind.DEADLINE)
    assert at.table.seat("s1").strikes == 0
    while at.play.owner != "s1":
        at.answer()
    assert at.wake(Kind.COMPUTER) is not None


@pytest.mark.reported("T6")
def test_where_vacations_stop_the_clock_they_do_so_for_three_days_in_a_round() -> None:
    at = daily(Vacations.PAUSE)
    at.done(Vacation(1, NOON + 8 * DAY))
    assert [(one.reason, one.of) for one in at.table.pauses] == [(PauseReason.VACATION, "s1")]
    assert at.wake(Kind.DEADLINE) is None
    at.now += DAY
    at.acts("s1", "draw")
    assert at.table.pauses == ()
    assert at.wake(Kind.DEADLINE) is not None
    while at.play.owner != "s1":
        at.answer()
    at.ring(Kind.PAUSE)
    assert at.now == NOON + 3 * DAY
    assert at.table.pauses == ()
    assert at.wake(Kind.COMPUTER) is not None


def test_a_pause_for_a_vacation_ends_with_it() -> None:
    at = daily(Vacations.PAUSE)
    at.now += 10 * HOUR
    at.done(Vacation(1, NOON + 2 * DAY))
    at.ring(Kind.VACATION)
    assert at.table.pauses == ()
    assert at.clock.deadline == at.now + 3 * DAY - 10 * HOUR


def test_a_pause_for_a_vacation_that_is_over_is_not_made_again() -> None:
    at = daily(Vacations.PAUSE)
    at.done(Vacation(1, NOON + 2 * DAY))
    at.ring(Kind.PAUSE)
    assert at.table.pauses == ()
    assert at.wake(Kind.PAUSE) is None
    assert at.wake(Kind.DEADLINE) is not None
    at.ring(Kind.VACATION)
    assert at.table.seat("s1").vacation is None


def test_a_table_that_is_closed_waits_for_nobody_on_vacation() -> None:
    at = daily()
    at.done(Vacation(2, NOON + DAY))
    at.done(End(1))
    assert alarms(at.table) == ()


@pytest.mark.reported("T7")
def test_a_table_may_know_no_vacation() -> None:
    at = daily(Vacations.NONE)
    assert at.refused(Vacation(1, NOON + DAY)).reason == Why.NO_VACATION
    assert at.refused(Vacation(9, NOON + DAY)).reason == Why.NOT_SEATED


@pytest.mark.reported("T8")
def test_when_all_are_on_vacation_the_round_waits_for_the_first_one_who_is_back() -> None:
    at = daily(people=2)
    at.done(Vacation(1, NOON + 3 * DAY))
    at.done(Vacation(2, NOON + 5 * DAY))
    assert at.codes()[-1] == Code.DORMANT
    assert at.wake(Kind.COMPUTER) is None
    at.ring(Kind.VACATION)
    assert at.now == NOON + 3 * DAY
    assert at.wake(Kind.DORMANT) is None
    assert at.wake(Kind.DEADLINE) is not None


@pytest.mark.reported("T24")
def test_what_was_open_when_all_went_away_is_done_once_and_not_left_over() -> None:
    at = forgotten(Settings(pace=PRESETS["daily"].pace))
    at.catch("s3", "s1")
    at.done(Ask(2, Motion.PAUSE, 2 * HOUR))
    for player in (1, 2, 3):
        at.done(Vacation(player, at.now + player * DAY))
    assert at.table.dormant is not None
    assert (at.table.vote, at.wake(Kind.VOTE)) == (None, None)
    at.ring(Kind.TIE)
    assert at.sizes()[at.order().index("s1")] == 3
    at.ring(Kind.HOLD)
    assert at.clock.handed
    assert at.wake(Kind.COMPUTER) is None
    at.ring(Kind.VACATION)
    assert {wake.kind for wake in alarms(at.table)} >= {Kind.VACATION, Kind.COMPUTER}
    assert at.wake(Kind.HOLD) is None


def test_a_pause_ends_at_its_time_also_where_nobody_is_left() -> None:
    at = daily(people=2)
    at.done(HostPause(1, 2 * HOUR, "moving"))
    for player in (1, 2):
        at.done(Vacation(player, NOON + DAY))
    at.ring(Kind.PAUSE)
    assert [one.reason for one in at.table.pauses] == [PauseReason.ABSENT]
    assert at.wake(Kind.PAUSE) is None


def test_a_vacation_needs_no_vote_and_has_none() -> None:
    at = daily()
    at.done(Vacation(3, NOON + DAY))
    at.done(Ask(1, Motion.PAUSE, 2 * HOUR))
    at.done(Answer(2, agree=True))
    assert [one.reason for one in at.table.pauses] == [PauseReason.VOTE]
