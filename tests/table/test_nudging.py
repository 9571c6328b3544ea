"""Others ask for whoever is awaited to be reminded: seldom, not at night, and only who wants it."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, time, timedelta

import pytest

from uno_chat.table import (
    Code,
    Fact,
    Habits,
    Nudge,
    Pause,
    PauseReason,
    Refused,
    ToPlayer,
    Why,
)
from uno_chat.table.pausing import paused
from uno_chat.table.reminding import MOST, reminders
from uno_chat.testing.positions import nothing_fits, unheld
from uno_chat.testing.sitting import NOON, Sitting, dealt, reply

HOUR = timedelta(hours=1)
AWAKE = Habits("UTC", None)
ASLEEP = Habits("UTC", (time(11), time(19)))
MORNING = NOON + 7 * HOUR


def waiting(pace: str = "daily", computers: int = 0, **habits: Habits) -> Sitting:
    """The table waits for North; habits by seat, nobody sleeps who is not named."""
    at = dealt(3, computers, unheld(pace))
    seats = tuple(replace(s, habits=habits.get(s.id, AWAKE)) for s in at.table.seats)
    at.table = replace(at.table, seats=seats)
    nothing_fits(at)
    at.told.clear()
    return at


def nudged(at: Sitting) -> list[tuple[int, datetime, str | None]]:
    """Who was reminded when, because of whom."""
    return [
        (one.player, one.fact.at, one.fact.other)
        for one in at.told
        if isinstance(one, ToPlayer) and isinstance(one.fact, Fact) and one.fact.code == Code.NUDGED
    ]


@pytest.mark.reported("G15")
def test_whoever_is_awaited_is_reminded_in_private() -> None:
    at = waiting()
    assert reply(at.do(Nudge(2))) == Code.NUDGE_SENT
    assert nudged(at) == [(1, NOON, "s2")]
    assert at.told[0] == ToPlayer(
        1, Fact(Code.NUDGED, NOON, seat="s1", other="s2"), at.clock.number
    )


@pytest.mark.reported("G15")
def test_a_table_nudges_once_in_a_while_whoever_asks() -> None:
    at = waiting()
    at.done(Nudge(2, "s1"))
    again = NOON + 2.4 * HOUR
    at.now = again - timedelta(seconds=1)
    assert at.refused(Nudge(3)) == Refused(Why.NUDGED_ALREADY, then=again)
    at.now = again
    at.done(Nudge(3))
    assert [by for _, _, by in nudged(at)] == ["s2", "s3"]
    quick = waiting("blitz")
    quick.done(Nudge(2))
    quick.now += HOUR
    quick.done(Nudge(2))


def test_nudges_count_among_the_reminders_of_a_turn() -> None:
    at = waiting()
    for _ in range(MOST):
        at.done(Nudge(2))
        at.now += 2.4 * HOUR
    assert at.refused(Nudge(2)) == Refused(Why.REMINDED_ENOUGH, seat="s1")
    assert [due.code for due in reminders(at.table)] == [Code.LAST_CALL]


def test_at_night_a_nudge_waits_for_the_morning_and_is_not_said_of_a_turn_that_is_over() -> None:
    at = waiting(s1=ASLEEP)
    assert reply(at.do(Nudge(2))) == Code.NUDGE_KEPT
    at.wait(8 * HOUR)
    assert nudged(at) == [(1, MORNING, "s2")]
    at = waiting(s1=ASLEEP)
    at.done(Nudge(2))
    at.acts("s1", "draw")
    at.wait(10 * HOUR)
    assert nudged(at) == []


def test_a_nudge_that_falls_due_with_a_reminder_is_one_word_that_names_who_asked() -> None:
    at = waiting(s1=Habits("UTC", (time(11), time(1))))
    at.done(Nudge(2))
    at.wait(13 * HOUR)  # the half of the turn was put off until the same morning
    assert [one.code for one in told(at)] == [Code.NUDGED]
    assert nudged(at) == [(1, NOON + 13 * HOUR, "s2")]


def test_a_last_call_that_a_nudge_falls_due_with_names_who_asked() -> None:
    at = waiting(s1=ASLEEP)
    at.done(Nudge(2))
    at.now = reminders(at.table)[-1].at
    at.wait(timedelta(0))
    assert [(one.code, one.other) for one in told(at)] == [(Code.LAST_CALL, "s2")]


def told(at: Sitting) -> list[Fact]:
    return [one.fact for one in at.told if isinstance(one.fact, Fact)]


def test_a_table_without_a_limit_keeps_a_nudge_for_the_morning_too() -> None:
    at = waiting("untimed", s1=ASLEEP)
    at.done(Nudge(2))
    at.wait(8 * HOUR)
    assert nudged(at) == [(1, MORNING, "s2")]


def test_what_is_over_before_the_morning_is_not_kept_for_it() -> None:
    at = waiting(s1=ASLEEP)
    play = at.play
    soon = replace(play.clock, deadline=MORNING - HOUR)
    at.table = replace(at.table, play=replace(play, clock=soon))
    assert at.refused(Nudge(2)) == Refused(Why.ASLEEP, seat="s1")


@pytest.mark.parametrize(
    ("by", "seat", "why"),
    [
        (9, None, Refused(Why.NOT_SEATED)),
        (1, None, Refused(Why.WAITS_FOR_YOU)),
        (2, "s3", Refused(Why.NOT_AWAITED, seat="s3")),
    ],
)
def test_a_nudge_that_cannot_be_says_why(by: int, seat: str | None, why: Refused) -> None:
    assert waiting().refused(Nudge(by, seat)) == why


@pytest.mark.reported("G15")
def test_nobody_is_nudged_who_does_not_want_it_nor_a_computer_nor_at_a_table_that_rests() -> None:
    unwilling = waiting(s1=replace(AWAKE, nudges=False))
    assert unwilling.refused(Nudge(2)) == Refused(Why.NO_NUDGES, seat="s1")
    away = waiting()
    away.table = replace(away.table, seats=tuple(replace(s, away=NOON) for s in away.table.seats))
    assert away.refused(Nudge(2)) == Refused(Why.NOBODY_AWAITED)
    resting = waiting()
    resting.table = paused(resting.table, Pause(PauseReason.HOST, NOON), NOON)
    assert resting.refused(Nudge(2)) == Refused(Why.NOBODY_AWAITED)


def between(**habits: Habits) -> Sitting:
    """A round is over; nobody is ready for the next one."""
    at = waiting()
    at.finish()
    seats = tuple(replace(s, habits=habits.get(s.id, AWAKE)) for s in at.table.seats)
    at.table = replace(at.table, seats=seats, nudged=None)
    at.told.clear()
    return at


def test_between_two_rounds_those_are_asked_who_are_not_ready_and_awake() -> None:
    at = between(s3=Habits("UTC", (time(0), time(23, 59))))
    assert reply(at.do(Nudge(1))) == Code.NUDGE_SENT
    asked = [one.player for one in at.told if isinstance(one, ToPlayer)]
    assert asked == [2]
    at = between()
    at.table = replace(at.table, nudged=None)
    assert at.refused(Nudge(1, "s1")) == Refused(Why.WAITS_FOR_YOU)


def test_between_two_rounds_nobody_is_woken() -> None:
    night = Habits("UTC", (time(0), time(23, 59)))
    at = between(s2=night, s3=night)
    assert at.refused(Nudge(1)) == Refused(Why.ASLEEP, seat="s2")
