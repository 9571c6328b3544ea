"""Who does not come at all: two with one missing, a round that nobody plays, and the way back."""

from __future__ import annotations

from datetime import timedelta

import pytest

from uno_chat import game
from uno_chat.table import (
    Back,
    Choice,
    Choose,
    Code,
    Kind,
    Leave,
    Phase,
    ToPlayer,
    Vacation,
    Why,
)
from uno_chat.testing.positions import nothing_fits, unheld
from uno_chat.testing.sitting import Sitting, dealt, lay

HOUR = timedelta(hours=1)
DAY = 24 * HOUR


def daily(people: int = 2, computers: int = 0) -> Sitting:
    return nothing_fits(dealt(people, computers, unheld()))


def draws(at: Sitting, seat: str) -> None:
    at.acts(seat, "draw")
    if at.play.owner == seat and isinstance(at.play.round.pending, game.PlayOrKeep):
        at.acts(seat, "keep")


def alone(at: Sitting) -> Sitting:
    """East never comes; North plays on."""
    while at.table.standoff is None:
        draws(at, "s1")
        at.ring(Kind.DEADLINE)
    return at


def test_of_two_the_one_who_is_there_is_asked() -> None:
    at = alone(daily())
    assert at.table.standoff is not None
    assert at.table.standoff.absent == "s2"
    assert at.table.seat("s2").away is None
    asked = [t for t in at.told if isinstance(t, ToPlayer) and t.player == 1]
    assert getattr(asked[-1].fact, "code", "") == Code.STANDOFF
    assert at.refused(Choose(2, Choice.CLAIM)).reason == Why.NO_STANDOFF


def test_the_round_can_be_claimed_and_its_cards_count() -> None:
    at = alone(daily())
    at.done(Choose(1, Choice.CLAIM))
    assert at.phase() is Phase.BETWEEN
    assert at.table.match is not None
    assert at.table.match.scores["s1"] > 0
    assert not at.table.seat("s2").gone


def test_who_does_not_say_has_claimed_the_round_after_a_day() -> None:
    at = alone(daily())
    then = at.now
    at.ring(Kind.STANDOFF)
    assert (at.now, at.phase()) == (then + DAY, Phase.BETWEEN)


def test_a_round_is_not_claimed_of_who_has_said_to_be_on_vacation() -> None:
    at = alone(daily())
    at.done(Vacation(2, at.now + 3 * DAY))
    assert at.table.standoff is None
    assert at.wake(Kind.STANDOFF) is None
    draws(at, "s1")
    assert at.wake(Kind.COMPUTER) is not None


def test_one_can_go_on_against_a_computer() -> None:
    at = alone(daily())
    at.done(Choose(1, Choice.GO_ON))
    assert at.table.seat("s2").away == at.now
    draws(at, "s1")
    assert at.wake(Kind.COMPUTER) is not None
    assert at.refused(Choose(1, Choice.WAIT)).reason == Why.NO_STANDOFF


@pytest.mark.reported("T10")
def test_one_can_keep_waiting_and_is_asked_again_after_the_next_turn_that_runs_out() -> None:
    at = alone(daily())
    at.done(Choose(1, Choice.WAIT))
    assert at.table.standoff is None
    alone(at)
    assert at.table.standoff is not None


def test_whoever_comes_back_ends_the_question() -> None:
    at = alone(daily())
    draws(at, "s1")
    draws(at, "s2")
    assert at.table.standoff is None


@pytest.mark.reported("T36")
def test_who_never_did_anything_in_a_round_is_played_for_a_turn_sooner() -> None:
    at = daily(3)
    draws(at, "s1")
    at.ring(Kind.DEADLINE)
    draws(at, "s3")
    draws(at, "s1")
    at.ring(Kind.DEADLINE)
    assert at.table.seat("s2").away == at.now


def deserted(computers: int = 1) -> Sitting:
    """Two people, of whom none came."""
    at = daily(2, computers)
    for _ in range(40):
        if at.table.dormant:
            return at
        if at.wake(Kind.COMPUTER) is None:
            at.ring(Kind.DEADLINE)
        else:
            at.answer()
    raise AssertionError


@pytest.mark.parametrize("computers", [0, 1])
def test_a_round_that_nobody_plays_stands_still_until_somebody_is_back(computers: int) -> None:
    at = deserted(computers)
    assert at.wake(Kind.DEADLINE) is None
    assert at.wake(Kind.COMPUTER) is None
    at.now += 20 * DAY
    at.done(Back(1))
    assert at.table.dormant is None
    kinds = {kind for kind in (Kind.DEADLINE, Kind.COMPUTER) if at.wake(kind)}
    assert Kind.DEADLINE in kinds
    if at.play.owner != "s1":
        assert Kind.COMPUTER in kinds
    else:
        assert at.clock.deadline is not None
        assert at.clock.deadline >= at.now + DAY


@pytest.mark.reported("T8", "T35")
def test_a_round_that_nobody_comes_back_to_is_closed_after_four_weeks() -> None:
    at = deserted()
    then = at.now
    at.ring(Kind.DORMANT)
    assert (at.now, at.phase()) == (then + 28 * DAY, Phase.ENDED)


def test_who_was_away_is_asked_like_all_others_after_the_round() -> None:
    at = alone(daily())
    at.done(Choose(1, Choice.GO_ON))
    lay(at, "s1", "R5", {"s1": "R7"})
    at.acts("s1", "R7")
    assert at.table.seat("s2").away is None
    assert not at.table.seat("s2").ready


def test_somebody_away_can_leave() -> None:
    at = deserted()
    at.done(Leave(1))
    assert at.table.seat("s1").gone
