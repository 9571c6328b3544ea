"""A seat whose person stays away: the computer keeps it, somebody takes it, or it is taken out."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest

from uno_chat import game
from uno_chat.table import (
    Absent,
    Back,
    Code,
    Fact,
    Join,
    Kind,
    Leave,
    LeaveAfter,
    Phase,
    TakeSeat,
    ToPlayer,
    Vacation,
    Why,
)
from uno_chat.testing.census import astray
from uno_chat.testing.positions import nothing_fits, unheld
from uno_chat.testing.sitting import NOON, Sitting, dealt, lay

HOUR = timedelta(hours=1)
DAY = 24 * HOUR


def away(absent: Absent, people: int = 3) -> Sitting:
    """A computer plays for North, who is to move; the others are there."""
    at = dealt(people, settings=replace(unheld(), absent=absent))
    seats = (replace(at.table.seats[0], away=at.now, bank=timedelta(0)), *at.table.seats[1:])
    at.table = replace(at.table, seats=seats)
    return nothing_fits(at)


def private(at: Sitting, player: int) -> list[str]:
    found = [t.fact for t in at.told if isinstance(t, ToPlayer) and t.player == player]
    return [fact.code for fact in found if isinstance(fact, Fact)]


def test_where_nothing_else_is_agreed_the_computer_plays_to_the_end() -> None:
    at = away(Absent.KEEP)
    assert at.wake(Kind.ABANDONED) is None


def test_after_three_allowances_the_seat_is_open_to_whoever_wants_it() -> None:
    at = away(Absent.SUBSTITUTE)
    then = at.now
    assert at.refused(TakeSeat(9, "s1", "Gus")).reason == Why.SEAT_NOT_OFFERED
    at.ring(Kind.ABANDONED)
    assert at.now == then + 3 * DAY
    assert Code.SEAT_OFFERED in at.codes()
    assert at.wake(Kind.COMPUTER) is not None


@pytest.mark.reported("T37")
def test_whoever_takes_a_seat_gets_exactly_that_hand_and_time_for_it() -> None:
    at = away(Absent.SUBSTITUTE)
    hand = at.play.round.hands[at.order().index("s1")]
    at.ring(Kind.ABANDONED)
    at.done(TakeSeat(9, "s1", "Gus"))
    seat = at.table.seat("s1")
    assert (seat.player, seat.name, seat.away, seat.offered) == (9, "Gus", None, False)
    assert at.play.round.hands[at.order().index("s1")] == hand
    assert seat.bank == DAY
    assert at.clock.deadline == at.now + 2 * DAY
    assert at.wake(Kind.COMPUTER) is None
    assert at.table.seat_of(1) is None
    assert at.table.host == 9
    assert private(at, 1)[-1] == Code.SEAT_TAKEN


def test_while_nobody_plays_no_seat_is_given_away() -> None:
    at = away(Absent.SUBSTITUTE)
    at.now += 60 * HOUR
    for player in (2, 3):
        at.done(Vacation(player, at.now + player * DAY))
    assert at.table.dormant is not None
    assert at.wake(Kind.ABANDONED) is None
    at.ring(Kind.VACATION)
    assert at.now == NOON + 60 * HOUR + 2 * DAY
    wake = at.wake(Kind.ABANDONED)
    assert wake is not None
    assert wake.due == at.now + 12 * HOUR
    at.ring(Kind.ABANDONED)
    assert at.table.seat("s1").offered


@pytest.mark.reported("T47")
def test_a_seat_that_its_person_left_is_free_no_more() -> None:
    at = away(Absent.SUBSTITUTE)
    at.ring(Kind.ABANDONED)
    at.done(Leave(1))
    assert not at.table.seat("s1").offered
    assert at.refused(TakeSeat(9, "s1", "Nina")).reason == Why.SEAT_NOT_OFFERED


def test_nobody_takes_the_own_seat_or_a_second_one() -> None:
    at = away(Absent.SUBSTITUTE)
    at.ring(Kind.ABANDONED)
    assert at.refused(TakeSeat(1, "s1", "North")).reason == Why.SEAT_IS_YOURS
    assert at.refused(TakeSeat(2, "s1", "East")).reason == Why.ALREADY_SEATED


@pytest.mark.reported("G8")
def test_who_comes_back_in_time_keeps_the_seat_but_gains_no_time() -> None:
    at = away(Absent.SUBSTITUTE)
    at.ring(Kind.ABANDONED)
    at.done(Back(1))
    assert at.clock.deadline == at.now + DAY
    assert at.table.seat("s1").bank == timedelta(0)
    assert at.refused(TakeSeat(9, "s1", "Gus")).reason == Why.SEAT_NOT_OFFERED


@pytest.mark.reported("T47")
def test_a_seat_that_is_taken_out_leaves_all_cards_in_the_game() -> None:
    at = away(Absent.REMOVE)
    at.ring(Kind.ABANDONED)
    assert astray(at.play.round) == {}
    assert at.table.seat("s1").gone
    assert (at.play.owner, at.table.host) == ("s2", 2)
    assert Code.DROPPED in at.codes()
    assert private(at, 1)[-1] == Code.DROPPED
    at.done(Join(1, "North"))
    assert at.play.plays("s1") is False


def test_of_two_the_other_wins_when_one_is_taken_out() -> None:
    at = away(Absent.REMOVE, 2)
    at.ring(Kind.ABANDONED)
    assert (at.phase(), at.table.play) == (Phase.MATCH_OVER, None)
    assert at.table.match is not None
    assert at.table.match.winners == ("s2",)


@pytest.mark.reported("T48")
def test_whoever_leaves_after_the_round_plays_it_to_its_end() -> None:
    at = dealt(3)
    lay(at, "s1", "R5", {"s1": "R7"})
    at.done(LeaveAfter(2))
    assert at.play.plays("s2")
    assert at.refused(LeaveAfter(2)).reason == Why.LEAVES_ALREADY
    at.acts("s1", "R7")
    assert [seat.id for seat in at.table.present] == ["s1", "s3"]
    assert at.refused(LeaveAfter(1)).reason == Why.NO_ROUND
    assert at.refused(LeaveAfter(9)).reason == Why.NOT_SEATED


@pytest.mark.reported("T48")
def test_whoever_wanted_to_leave_after_the_round_and_leaves_at_once_leaves_once() -> None:
    at = away(Absent.KEEP, people=2)
    at.done(LeaveAfter(1))
    before = at.table.happened
    at.done(Leave(1))
    assert at.codes(before).count(Code.STOOD_UP) == 1
    assert (at.phase(), at.table.seat("s1").gone) == (Phase.MATCH_OVER, True)


def test_whoever_wanted_to_leave_after_the_round_and_is_taken_out_leaves_once() -> None:
    at = away(Absent.REMOVE, people=2)
    seats = (replace(at.table.seats[0], leaving=True), at.table.seats[1])
    at.table = replace(at.table, seats=seats)
    before = at.table.happened
    at.ring(Kind.ABANDONED)
    codes = at.codes(before)
    assert (codes.count(Code.DROPPED), codes.count(Code.STOOD_UP)) == (1, 0)
    assert (at.phase(), at.table.seat("s1").gone) == (Phase.MATCH_OVER, True)


def test_to_leave_after_the_round_can_be_taken_back() -> None:
    at = dealt(3)
    lay(at, "s1", "R5", {"s1": "R7"})
    at.done(LeaveAfter(2))
    at.done(Join(2, "East"))
    assert at.refused(Join(2, "East")).reason == Why.ALREADY_SEATED
    at.acts("s1", "R7")
    assert len(at.table.present) == 3


def test_when_all_others_leave_after_the_round_the_last_one_has_won_the_match() -> None:
    at = dealt(2)
    lay(at, "s1", "R5", {"s1": "R7"})
    at.done(LeaveAfter(1))
    at.acts("s1", "R7")
    assert at.phase() is Phase.MATCH_OVER
    assert at.table.match is not None
    assert at.table.match.winners == ("s2",)
    assert isinstance(at.table.match, game.Match)
