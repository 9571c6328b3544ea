"""Reminders: which are due when, never twice, never of a turn that is over, not at night."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, time, timedelta
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from uno_chat import game
from uno_chat.table import (
    PRESETS,
    USUAL,
    Code,
    Fact,
    GiveTime,
    Habits,
    Kind,
    Outcome,
    Pause,
    PauseReason,
    Refused,
    Ring,
    Seen,
    Settings,
    ToAll,
    ToPlayer,
    alarms,
    own,
    put_off,
)
from uno_chat.table.calendar import Rest, resting
from uno_chat.table.pausing import paused, resumed
from uno_chat.table.reminding import LEAST_LEFT, MOST, by_day, reminders
from uno_chat.testing.positions import nothing_fits
from uno_chat.testing.sitting import NOON, Sitting, dealt, lay

HOUR = timedelta(hours=1)
MINUTE = timedelta(minutes=1)
SECOND = timedelta(seconds=1)
DAY = 24 * HOUR
SLEEPLESS = Habits("UTC", None)
NIGHT = (time(22, 30), time(8))
REMINDERS = {Code.STILL_YOURS, Code.RESERVE_RUNS, Code.LAST_CALL, Code.SEEN, Code.NUDGED}


def at_pace(pace: str = "daily", habits: Habits = SLEEPLESS, people: int = 3) -> Sitting:
    """North is to move at a table of this pace, with these habits."""
    preset = PRESETS.get(pace) or own(timedelta(hours=float(pace)))
    at = dealt(people, settings=Settings(pace=preset.pace, hold=timedelta(0)))
    seats = tuple(replace(seat, habits=habits) for seat in at.table.seats)
    at.table = replace(at.table, seats=seats)
    nothing_fits(at)
    at.told.clear()
    return at


def said(at: Sitting) -> list[tuple[str, Code | str]]:
    """What was told of turns so far: to whom (a player's number or "all") and which code."""
    found: list[tuple[str, Code | str]] = []
    for one in at.told:
        assert isinstance(one.fact, Fact)
        if one.fact.code in REMINDERS:
            to = "all" if isinstance(one, ToAll) else str(one.player)
            found.append((to, one.fact.code))
    return found


def plan(at: Sitting) -> list[tuple[timedelta, Code]]:
    """What is still to be said, by how long after the turn began."""
    return [(due.at - at.clock.since, due.code) for due in reminders(at.table)]


@pytest.mark.reported("32", "37", "G2", "T17", "T50")
def test_a_day_a_turn_is_reminded_of_at_half_at_four_fifths_and_before_its_end() -> None:
    assert plan(at_pace()) == [
        (12 * HOUR, Code.STILL_YOURS),
        (19.2 * HOUR, Code.STILL_YOURS),
        (24 * HOUR, Code.RESERVE_RUNS),
        (64.8 * HOUR, Code.LAST_CALL),
    ]


@pytest.mark.reported("T53")
@pytest.mark.parametrize(
    ("pace", "expected"),
    [
        ("blitz", [(45 * SECOND, Code.STILL_YOURS), (255 * SECOND, Code.LAST_CALL)]),
        ("table", [(5 * MINUTE, Code.STILL_YOURS), (38 * MINUTE, Code.LAST_CALL)]),
        ("untimed", []),
        ("0.02", [(36 * SECOND, Code.STILL_YOURS), (57 * SECOND, Code.LAST_CALL)]),
        ("0.01", []),
        (
            "6",
            [
                (3 * HOUR, Code.STILL_YOURS),
                (4.8 * HOUR, Code.STILL_YOURS),
                (5 * HOUR, Code.LAST_CALL),
            ],
        ),
    ],
)
def test_quick_paces_remind_less_and_later(
    pace: str, expected: list[tuple[timedelta, Code]]
) -> None:
    assert plan(at_pace(pace)) == expected


def test_what_is_said_is_said_once_and_in_private_but_for_the_reserve() -> None:
    at = at_pace()
    at.wait(71 * HOUR)
    assert said(at) == [
        ("1", Code.STILL_YOURS),
        ("1", Code.STILL_YOURS),
        ("1", Code.RESERVE_RUNS),
        ("all", Code.RESERVE_RUNS),
        ("1", Code.LAST_CALL),
    ]
    assert at.wake(Kind.REMIND) is None


def test_every_reminder_belongs_to_the_decision_that_is_owed() -> None:
    at = at_pace()
    number = at.clock.number
    at.wait(71 * HOUR)
    told = [one for one in at.told if isinstance(one.fact, Fact) and one.fact.code in REMINDERS]
    assert {one.decision for one in told} == {number}


def test_nobody_is_reminded_of_a_turn_that_is_over() -> None:
    at = at_pace()
    wake = at.wake(Kind.REMIND)
    assert wake is not None
    at.acts("s1", "draw")
    at.now = wake.due
    before = at.table
    assert at.done(Ring(wake.kind, wake.number)) == Outcome(before)


@pytest.mark.reported("T57")
def test_to_play_or_to_keep_what_was_drawn_is_the_same_turn_and_not_reminded_of_again() -> None:
    at = at_pace()
    lay(at, "s1", "R5", {"s1": "B1 B2 B3"}, stock="R9")
    at.wait(13 * HOUR)
    at.acts("s1", "draw")
    assert isinstance(at.play.round.pending, game.PlayOrKeep)
    assert [when for when, _ in plan(at)] == [19.2 * HOUR, 24 * HOUR, 64.8 * HOUR]


@pytest.mark.reported("G2", "T57")
def test_an_alarm_that_rings_twice_or_after_a_restart_reminds_once() -> None:
    at = at_pace()
    wake = at.wake(Kind.REMIND)
    assert wake is not None
    at.now = wake.due
    for _ in range(3):
        at.done(Ring(wake.kind, wake.number))
    assert said(at) == [("1", Code.STILL_YOURS)]


def test_after_a_missed_time_only_the_newest_is_said() -> None:
    at = at_pace()
    wake = at.wake(Kind.REMIND)
    assert wake is not None
    at.now += 66 * HOUR
    at.done(Ring(wake.kind, wake.number))
    assert said(at) == [("1", Code.LAST_CALL)]
    assert reminders(at.table) == ()


def test_a_deadline_that_moves_brings_a_new_last_call_and_one_that_does_not_brings_none() -> None:
    at = at_pace()
    at.wait(65 * HOUR)
    assert [code for _, code in said(at)].count(Code.LAST_CALL) == 1
    assert reminders(at.table) == ()
    at.done(GiveTime(2))
    assert [due.at for due in reminders(at.table)] == [NOON + 96 * HOUR - 7.2 * HOUR]
    assert isinstance(at.do(GiveTime(2)), Refused)
    at.wait(30 * HOUR)
    assert [code for _, code in said(at)].count(Code.LAST_CALL) == 2
    assert reminders(at.table) == ()


def test_a_deadline_that_is_put_off_minute_by_minute_is_not_told_of_every_minute() -> None:
    at = at_pace(habits=replace(SLEEPLESS, leads=(HOUR,)))
    for _ in range(60):
        at.wait(72 * HOUR if at.now == NOON else MINUTE)
        at.table = put_off(at.table, at.now + MINUTE)
    assert [code for _, code in said(at)].count(Code.LAST_CALL) == 1
    assert [code for _, code in said(at)].count(Code.STILL_YOURS) == 1


def test_a_reserve_that_was_spared_by_time_given_is_told_of_when_it_does_run() -> None:
    at = at_pace()
    at.wait(20 * HOUR)
    at.done(GiveTime(2))
    assert plan(at)[0] == (48 * HOUR, Code.RESERVE_RUNS)


def test_a_pause_puts_reminders_off_and_repeats_none() -> None:
    at = at_pace()
    at.wait(13 * HOUR)
    host = Pause(PauseReason.HOST, at.now)
    at.table = paused(at.table, host, at.now)
    assert at.wake(Kind.REMIND) is None
    at.wait(100 * HOUR)
    at.table = resumed(at.table, host, at.now)
    at.wait(7 * HOUR)
    assert said(at) == [("1", Code.STILL_YOURS)] * 2


def test_a_stopped_clock_does_not_remind() -> None:
    at = at_pace("hours", Habits("UTC", (time(14), time(22))))
    assert [when for when, _ in plan(at)] == [12 * HOUR, 14.4 * HOUR, 16 * HOUR, 44.8 * HOUR]


def test_nobody_is_reminded_for_whom_a_computer_plays() -> None:
    at = at_pace()
    seats = tuple(replace(seat, away=at.now) for seat in at.table.seats)
    at.table = replace(at.table, seats=seats)
    assert at.wake(Kind.REMIND) is None


def test_nobody_is_reminded_on_vacation() -> None:
    at = at_pace()
    seats = tuple(replace(seat, vacation=at.now + 9 * DAY) for seat in at.table.seats)
    at.table = replace(at.table, seats=seats)
    assert at.wake(Kind.REMIND) is None


def test_there_is_no_reserve_to_speak_of_when_it_is_used_up() -> None:
    at = at_pace()
    at.table = replace(at.table, seats=tuple(replace(s, bank=timedelta(0)) for s in at.table.seats))
    lay(at, "s1", "R5", {"s1": "B1 B2 B3"})
    assert plan(at) == [
        (12 * HOUR, Code.STILL_YOURS),
        (19.2 * HOUR, Code.STILL_YOURS),
        (21.6 * HOUR, Code.LAST_CALL),
    ]


@pytest.mark.reported("T49")
def test_lead_times_of_ones_own_replace_the_usual_ones_but_not_the_last_call() -> None:
    at = at_pace(habits=replace(SLEEPLESS, leads=(4 * HOUR, 20 * HOUR, 100 * HOUR)))
    assert plan(at) == [
        (24 * HOUR, Code.RESERVE_RUNS),
        (52 * HOUR, Code.STILL_YOURS),
        (64.8 * HOUR, Code.LAST_CALL),
        (68 * HOUR, Code.STILL_YOURS),
    ]
    at = at_pace(habits=replace(SLEEPLESS, leads=()))
    at.wait(71 * HOUR)
    assert said(at) == [("all", Code.RESERVE_RUNS), ("1", Code.LAST_CALL)]


@pytest.mark.reported("T52")
def test_no_more_than_four_are_sent_in_a_turn() -> None:
    leads = tuple(hours * HOUR for hours in range(1, 10))
    at = at_pace(habits=replace(SLEEPLESS, leads=leads))
    at.wait(71.9 * HOUR)
    assert said(at) == [
        ("all", Code.RESERVE_RUNS),
        ("1", Code.STILL_YOURS),
        ("1", Code.STILL_YOURS),
        ("1", Code.LAST_CALL),
    ]
    assert len(said(at)) == MOST + 1


def test_whom_nothing_reaches_is_called_in_the_group_when_it_is_late() -> None:
    at = at_pace()
    at.table = replace(
        at.table, seats=tuple(replace(s, unreachable="unblock") for s in at.table.seats)
    )
    at.wait(71 * HOUR)
    assert said(at) == [
        ("all", Code.STILL_YOURS),
        ("all", Code.RESERVE_RUNS),
        ("all", Code.LAST_CALL),
    ]


def test_a_last_call_that_did_not_arrive_is_made_in_the_group() -> None:
    at = at_pace()
    at.wait(65 * HOUR)
    at.table = replace(
        at.table, seats=tuple(replace(s, unreachable="unblock") for s in at.table.seats)
    )
    at.wait(MINUTE)
    assert said(at)[-2:] == [("1", Code.LAST_CALL), ("all", Code.LAST_CALL)]


@pytest.mark.reported("T61")
def test_a_group_hears_a_name_once_in_ten_minutes() -> None:
    at = at_pace("blitz")
    at.table = replace(
        at.table, seats=tuple(replace(s, unreachable="unblock") for s in at.table.seats)
    )
    at.wait(30 * MINUTE)
    called = [one.fact.at for one in at.told if isinstance(one, ToAll)]
    assert len(called) > 1
    assert all(then - first >= 10 * MINUTE for first, then in pairwise(called))


# --- quiet hours --------------------------------------------------------------------------------


@pytest.mark.reported("G2")
def test_what_falls_due_at_night_waits_for_the_morning() -> None:
    at = at_pace(habits=Habits("UTC", NIGHT))
    assert [NOON + when for when, _ in plan(at)] == [
        datetime(2026, 3, 2, 8, tzinfo=UTC),
        datetime(2026, 3, 2, 8, tzinfo=UTC),
        datetime(2026, 3, 2, 12, tzinfo=UTC),
        datetime(2026, 3, 4, 8, tzinfo=UTC),
    ]
    at.wait(23 * HOUR)
    assert said(at) == [("1", Code.STILL_YOURS)]


def test_what_cannot_wait_for_the_morning_is_said_before_the_night() -> None:
    at = at_pace("relaxed", Habits("UTC", (time(22), time(6))))
    at.now += 13 * HOUR
    lay(at, "s1", "R5", {"s1": "B1"})
    assert at.clock.deadline == NOON + 13 * HOUR + 6 * DAY
    assert reminders(at.table)[-1].at == NOON + 13 * HOUR + 6 * DAY - 14.4 * HOUR
    at = at_pace(habits=Habits("UTC", (time(2), time(12))))
    at.now = datetime(2026, 3, 1, 13, tzinfo=UTC)
    lay(at, "s1", "R5", {"s1": "B1"})
    assert at.clock.deadline == datetime(2026, 3, 4, 13, tzinfo=UTC)
    assert reminders(at.table)[-1].at == datetime(2026, 3, 4, 1, 45, tzinfo=UTC)


rests = st.builds(
    Rest,
    st.sampled_from(("UTC", "Europe/Berlin", "Australia/Lord_Howe", "America/Santiago")),
    st.sampled_from([NIGHT, (time(1), time(7)), (time(14), time(23, 59)), (time(20), time(6))]),
)
moments = st.timedeltas(timedelta(0), 400 * DAY).map(lambda since: NOON + since)


@given(rests, moments, st.timedeltas(timedelta(0), 4 * DAY), st.timedeltas(timedelta(0), 4 * DAY))
def test_the_night_never_puts_a_reminder_off_until_half_an_hour_before_the_deadline(
    rest: Rest, since: datetime, left: timedelta, more: timedelta
) -> None:
    at, deadline = since + left, since + left + more
    said_at = by_day(rest, at, since, deadline)
    assert said_at == at or said_at <= deadline - LEAST_LEFT
    assert said_at == at or resting(rest, at) is not None
    night = resting(rest, said_at)
    if night is not None and said_at != deadline - LEAST_LEFT:
        # Only before the night, by a quarter of an hour, which may be the night before.
        assert said_at < at


@given(rests, moments, st.timedeltas(12 * HOUR, 4 * DAY))
def test_a_reminder_waits_no_longer_than_its_night(
    rest: Rest, since: datetime, left: timedelta
) -> None:
    at = since + left
    night = resting(rest, at)
    said_at = by_day(rest, at, since, at + 10 * DAY)
    assert said_at == (at if night is None else night[1])


# --- seen ---------------------------------------------------------------------------------------


def test_whoever_is_seen_is_told_once_that_a_turn_waits_and_not_at_once() -> None:
    at = at_pace()
    at.now += 23 * MINUTE
    at.done(Seen(1))
    assert said(at) == []
    at.now += MINUTE
    at.done(Seen(2))
    assert said(at) == []
    at.done(Seen(1))
    at.done(Seen(1))
    assert said(at) == [("1", Code.SEEN)]
    assert [when for when, _ in plan(at)] == [19.2 * HOUR, 24 * HOUR, 64.8 * HOUR]


@pytest.mark.parametrize("habits", [replace(SLEEPLESS, pokes=False), USUAL])
def test_nobody_is_told_on_being_seen_who_was_reminded_or_does_not_want_to(habits: Habits) -> None:
    at = at_pace(habits=habits)
    at.wait(22 * HOUR if habits.pokes else HOUR)
    before = list(said(at))
    assert at.done(Seen(1)) == Outcome(at.table)
    assert said(at) == before


def test_a_reminder_is_told_to_people_only() -> None:
    at = at_pace()
    at.wait(40 * HOUR)
    assert all(one.player == 1 for one in at.told if isinstance(one, ToPlayer))
    assert all(wake.due.microsecond % 1000 == 0 for wake in alarms(at.table))
