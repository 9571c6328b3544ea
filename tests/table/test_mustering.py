"""Who is dealt in: whoever says to be ready in time; and what becomes of tables left alone."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest

from uno_chat import game
from uno_chat.table import (
    Code,
    Deal,
    End,
    Fact,
    Kick,
    Kind,
    Phase,
    Reach,
    Ready,
    Seen,
    ToAll,
    ToPlayer,
    Why,
)
from uno_chat.testing.positions import unheld
from uno_chat.testing.sitting import NOON, Sitting, dealt, lay, sit

MINUTE = timedelta(minutes=1)
HOUR = timedelta(hours=1)
DAY = 24 * HOUR


def between(people: int = 3, pace: str = "daily") -> Sitting:
    """The first round is over."""
    at = dealt(people, settings=unheld(pace))
    lay(at, "s1", "R5", {"s1": "R7"})
    at.acts("s1", "R7")
    return at


def asked(at: Sitting) -> list[int]:
    """Whom the last call was sent to."""
    found = [t for t in at.told if isinstance(t, ToPlayer) and isinstance(t.fact, Fact)]
    return [t.player for t in found if getattr(t.fact, "code", "") == Code.ASKED_READY]


def test_who_sat_down_just_now_is_dealt_in_at_once() -> None:
    at = sit(3, settings=unheld())
    at.now += HOUR
    at.done(Deal(1))
    assert at.phase() is Phase.PLAYING


@pytest.mark.parametrize(("pace", "time"), [("daily", 12 * HOUR), ("table", 15 * MINUTE)])
def test_who_sat_down_long_ago_is_asked_first(pace: str, time: timedelta) -> None:
    at = sit(3, settings=unheld(pace))
    at.now += time + MINUTE
    at.done(Deal(1))
    assert at.phase() is Phase.LOBBY
    assert asked(at) == [2, 3]
    assert at.table.muster == at.now + time
    at.done(Ready(2))
    at.done(Ready(3))
    assert at.phase() is Phase.PLAYING
    assert at.wake(Kind.MUSTER) is None


@pytest.mark.reported("T15", "T36")
def test_who_does_not_say_to_be_ready_in_time_is_not_dealt_in() -> None:
    at = sit(3, settings=unheld())
    at.now += DAY
    at.done(Deal(1))
    at.done(Ready(3))
    at.ring(Kind.MUSTER)
    assert at.phase() is Phase.PLAYING
    assert at.order() == ("s1", "s3")
    assert Code.DROPPED in at.codes()


def test_with_fewer_than_two_nothing_is_dealt_and_nobody_has_to_go() -> None:
    at = sit(3, settings=unheld())
    at.now += DAY
    at.done(Deal(1))
    at.ring(Kind.MUSTER)
    assert (at.phase(), len(at.table.present)) == (Phase.LOBBY, 3)
    assert at.codes()[-1] == Code.TOO_FEW_READY
    assert at.wake(Kind.MUSTER) is None


def test_between_rounds_the_first_one_who_is_ready_calls_the_others() -> None:
    at = between()
    at.done(Ready(2))
    assert asked(at) == [1, 3]
    assert at.table.muster == at.now + 12 * HOUR
    at.done(Ready(1))
    assert at.table.muster == NOON + 12 * HOUR
    at.ring(Kind.MUSTER)
    assert (at.phase(), at.order()) == (Phase.PLAYING, ("s1", "s2"))
    assert at.table.seat("s3").gone


def test_of_two_in_mid_match_nobody_loses_it_for_not_being_ready() -> None:
    at = between(2)
    at.done(Ready(2))
    at.ring(Kind.MUSTER)
    assert (at.phase(), len(at.table.present)) == (Phase.BETWEEN, 2)
    at.done(Ready(2))
    assert at.table.muster is not None
    at.done(Ready(1))
    assert at.phase() is Phase.PLAYING


def test_who_cannot_be_written_to_does_not_hold_up_the_next_round() -> None:
    at = between()
    at.done(Ready(1))
    at.done(Ready(2))
    at.done(Reach(3, "start"))
    at.done(Ready(3))
    assert at.phase() is Phase.BETWEEN
    at.ring(Kind.MUSTER)
    assert at.order() == ("s1", "s2")


def test_when_the_last_one_who_was_not_ready_is_sent_away_the_cards_are_dealt() -> None:
    at = sit(3, settings=unheld())
    at.now += DAY
    at.done(Deal(1))
    at.done(Ready(3))
    at.done(Kick(1, "s2"))
    assert at.phase() is Phase.PLAYING


@pytest.mark.reported("40", "T32")
@pytest.mark.parametrize(("pace", "time"), [("daily", DAY), ("blitz", 30 * MINUTE)])
def test_a_lobby_that_nobody_fills_is_over(pace: str, time: timedelta) -> None:
    at = sit(2, settings=unheld(pace))
    at.ring(Kind.IDLE)
    assert (at.now, at.phase()) == (NOON + time, Phase.ENDED)
    (told,) = [t for t in at.told if isinstance(t, ToAll)]
    assert told.fact.why == "idle"


def test_whatever_a_person_does_keeps_a_lobby() -> None:
    at = sit(2, settings=unheld())
    at.now += 20 * HOUR
    at.done(Ready(2))
    at.ring(Kind.IDLE)
    assert at.now == NOON + 44 * HOUR


@pytest.mark.reported("39", "G13")
def test_a_table_that_nobody_is_ready_at_is_over_after_seven_allowances() -> None:
    at = between()
    at.ring(Kind.IDLE)
    assert (at.now, at.phase()) == (NOON + 7 * DAY, Phase.ENDED)


def test_a_match_that_nobody_wants_again_is_over_after_a_day() -> None:
    at = dealt(2, settings=replace(unheld(), options=game.Options(goal=0)))
    lay(at, "s1", "R5", {"s1": "R7"})
    at.acts("s1", "R7")
    assert at.phase() is Phase.MATCH_OVER
    at.ring(Kind.IDLE)
    assert (at.now, at.phase()) == (NOON + DAY, Phase.ENDED)


@pytest.mark.reported("53", "T31")
def test_a_dead_table_is_closed_by_whoever_sees_it() -> None:
    at = between()
    assert at.refused(End(9)).reason == Why.NOT_HOST
    at.now += DAY
    at.done(End(9))
    assert at.phase() is Phase.ENDED


def test_a_round_in_play_is_closed_by_nobody_but_its_host() -> None:
    at = dealt(3, settings=unheld())
    at.now += 2 * DAY
    assert at.refused(End(9)).reason == Why.NOT_HOST


@pytest.mark.reported("T35")
def test_a_round_without_a_clock_is_looked_at_every_week_rests_and_ends() -> None:
    at = dealt(2, settings=unheld("untimed"))
    owner = at.table.waits_for[0].player
    for week in (1, 2, 3):
        at.ring(Kind.IDLE)
        assert at.now == NOON + 7 * week * DAY
        last = at.told[-1]
        assert isinstance(last, ToPlayer)
        assert (last.player, getattr(last.fact, "code", "")) == (owner, Code.WAITS)
    at.ring(Kind.IDLE)
    assert at.table.dormant is not None
    assert at.wake(Kind.IDLE) is None
    at.now += DAY
    assert at.refused(Kick(1, "s2")).reason == Why.NOT_BETWEEN_ROUNDS
    at.ring(Kind.DORMANT)
    assert (at.now, at.phase()) == (NOON + 90 * DAY, Phase.ENDED)


def test_a_move_wakes_a_round_that_rested() -> None:
    at = dealt(2, settings=unheld("untimed"))
    for _ in range(4):
        at.ring(Kind.IDLE)
    at.answer()
    assert at.table.dormant is None
    wake = at.wake(Kind.IDLE)
    assert wake is not None
    assert wake.due == at.now + 7 * DAY


def test_to_be_seen_in_the_group_is_nothing_done_at_the_table() -> None:
    at = dealt(2, settings=unheld("untimed"))
    owner = at.table.waits_for[0].player
    assert owner is not None
    at.now += 3 * DAY
    at.do(Seen(owner))
    wake = at.wake(Kind.IDLE)
    assert wake is not None
    assert wake.due == NOON + 7 * DAY
