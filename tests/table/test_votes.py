"""What people agree on by a vote: to stand still, to go on, another pace, not to wait for one."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest

from uno_chat.table import (
    PRESETS,
    Act,
    Answer,
    Ask,
    Code,
    HostPause,
    Kind,
    Leave,
    Motion,
    PauseReason,
    Settings,
    ToAll,
    ToPlayer,
    Why,
    own,
)
from uno_chat.testing.positions import nothing_fits, unheld
from uno_chat.testing.sitting import NOON, Sitting, dealt, lay, move_of, sit

HOUR = timedelta(hours=1)
DAY = 24 * HOUR
MINUTE = timedelta(minutes=1)


def daily(people: int = 3, computers: int = 0, pace: str = "daily") -> Sitting:
    """A table at this pace, North to move with nothing that fits."""
    return nothing_fits(dealt(people, computers, unheld(pace)))


def pause(by: int = 2, length: timedelta = 2 * DAY) -> Ask:
    return Ask(by, Motion.PAUSE, length)


def yes(by: int, vote: int | None = None) -> Answer:
    return Answer(by, agree=True, vote=vote)


def no(by: int, vote: int | None = None) -> Answer:
    return Answer(by, agree=False, vote=vote)


def reasons(at: Sitting) -> list[PauseReason]:
    return [one.reason for one in at.table.pauses]


def told(at: Sitting, code: Code) -> list[int]:
    """Whom something was told in private."""
    return [t.player for t in at.told if isinstance(t, ToPlayer) and _code(t) == code]


def announced(at: Sitting, code: Code) -> int:
    """How often something was told to all."""
    return sum(isinstance(t, ToAll) and _code(t) == code for t in at.told)


def _code(one: ToAll | ToPlayer) -> str:
    return getattr(one.fact, "code", "")


@pytest.mark.reported("G8", "T6")
def test_two_thirds_make_a_table_stand_still_and_its_end_is_announced() -> None:
    at = daily()
    at.now += HOUR
    at.done(pause())
    assert told(at, Code.PAUSE_ASKED) == [1, 3]
    assert reasons(at) == []
    at.done(yes(3))
    assert (reasons(at), at.table.vote) == ([PauseReason.VOTE], None)
    assert at.wake(Kind.DEADLINE) is None
    assert announced(at, Code.PAUSED) == 1
    at.ring(Kind.PAUSE)
    assert at.now == NOON + HOUR + 2 * DAY - 12 * HOUR
    assert announced(at, Code.RESUMES_SOON) == 1
    at.ring(Kind.PAUSE)
    assert at.now == NOON + HOUR + 2 * DAY
    assert (reasons(at), announced(at, Code.RESUMED)) == ([], 1)
    assert at.clock.deadline == NOON + 5 * DAY


@pytest.mark.reported("T39")
def test_who_says_nothing_agrees_to_a_pause() -> None:
    at = daily()
    at.done(pause())
    wake = at.wake(Kind.VOTE)
    assert wake is not None
    assert wake.due == NOON + 12 * HOUR
    at.ring(Kind.VOTE)
    assert reasons(at) == [PauseReason.VOTE]


def test_where_turns_are_short_silence_counts_sooner() -> None:
    at = daily(pace="table")
    at.done(pause())
    wake = at.wake(Kind.VOTE)
    assert wake is not None
    assert wake.due == NOON + 5 * MINUTE


def test_whoever_is_to_move_cannot_refuse_a_pause_alone() -> None:
    at = daily()
    at.done(pause())
    at.done(no(1))
    assert at.table.vote is not None
    at.done(no(3))
    assert told(at, Code.VOTE_FAILED) == [2]
    assert reasons(at) == []


def test_of_two_the_one_who_is_to_move_cannot_refuse_and_the_other_can() -> None:
    at = daily(2)
    at.done(pause(2))
    at.done(no(1))
    assert reasons(at) == [PauseReason.VOTE]
    at = daily(2)
    at.done(pause(1))
    at.done(no(2))
    assert reasons(at) == []


def test_one_can_think_better_of_an_answer() -> None:
    at = daily(4)
    at.done(pause())
    at.done(no(3))
    at.done(yes(3))
    assert at.table.vote is not None
    assert (at.table.vote.yes, at.table.vote.no) == (("s2", "s3"), ())


def test_a_question_that_came_to_nothing_has_to_wait_longer_each_time() -> None:
    at = daily(2)
    for tries in (1, 2, 3):
        at.done(pause(1))
        at.done(no(2))
        refused = at.refused(pause(1))
        assert (refused.reason, refused.then) == (
            Why.VOTE_TOO_SOON,
            at.now + tries**2 * 10 * MINUTE,
        )
        at.now += tries**2 * 10 * MINUTE


def test_one_question_at_a_time() -> None:
    at = daily()
    at.done(pause())
    assert at.refused(Ask(3, Motion.PACE, settings=at.table.settings)).reason == Why.VOTE_RUNNING


def test_an_answer_to_an_older_question_does_not_count_for_this_one() -> None:
    at = daily(4)
    at.done(pause())
    assert at.refused(no(1, vote=7)).reason == Why.NO_VOTE
    at.done(yes(1, vote=1))
    at.done(yes(3))
    assert at.refused(yes(4)).reason == Why.NO_VOTE


@pytest.mark.reported("T6")
@pytest.mark.parametrize("length", [59 * MINUTE, 7 * DAY + MINUTE])
def test_a_pause_is_an_hour_to_a_week(length: timedelta) -> None:
    assert daily().refused(pause(length=length)).reason == Why.PAUSE_LENGTH


def test_a_pause_needs_a_round_and_somebody_in_it() -> None:
    assert sit(3).refused(pause()).reason == Why.NO_ROUND
    assert daily().refused(pause(9)).reason == Why.NOT_SEATED
    assert daily().refused(yes(1)).reason == Why.NO_VOTE


def test_one_alone_with_computers_pauses_at_once() -> None:
    at = daily(1, 2)
    at.done(pause(1))
    assert reasons(at) == [PauseReason.VOTE]
    at.now += DAY
    at.done(Ask(1, Motion.RESUME))
    assert reasons(at) == []


@pytest.mark.reported("T41")
def test_who_is_away_has_no_vote_and_whoever_asks_is_back() -> None:
    at = daily()
    seats = tuple(replace(s, away=NOON if s.id != "s1" else None) for s in at.table.seats)
    at.table = replace(at.table, seats=seats)
    at.done(pause(2))
    assert at.table.seat("s2").away is None
    assert at.table.voters == ("s1", "s2")
    at.done(yes(1))
    assert reasons(at) == [PauseReason.VOTE]


@pytest.mark.reported("T4")
def test_moves_are_made_in_a_pause_as_ever() -> None:
    at = daily()
    at.done(pause())
    at.done(yes(3))
    at.acts("s1", "draw")
    assert at.play.owner == "s2"
    assert at.wake(Kind.DEADLINE) is None


def test_after_half_of_a_pause_two_thirds_end_it() -> None:
    at = daily()
    at.done(pause())
    at.done(yes(3))
    assert at.refused(pause()).reason == Why.PAUSED_ALREADY
    refused = at.refused(Ask(1, Motion.RESUME))
    assert (refused.reason, refused.then) == (Why.RESUME_TOO_SOON, NOON + DAY)
    at.now += DAY
    at.done(Ask(1, Motion.RESUME))
    assert reasons(at) == [PauseReason.VOTE]
    at.done(yes(2))
    assert (reasons(at), announced(at, Code.RESUMED)) == ([], 1)
    assert at.refused(Ask(1, Motion.RESUME)).reason == Why.NOT_PAUSED


def test_silence_does_not_end_a_pause_early() -> None:
    at = daily()
    at.done(pause())
    at.done(yes(3))
    at.now += DAY
    at.done(Ask(1, Motion.RESUME))
    at.ring(Kind.VOTE)
    assert (reasons(at), at.table.vote) == ([PauseReason.VOTE], None)


def test_the_host_makes_a_table_stand_still_once_in_a_round_and_says_why() -> None:
    at = daily()
    assert at.refused(HostPause(2, DAY, "No power")).reason == Why.NOT_HOST
    assert at.refused(HostPause(1, DAY, "")).reason == Why.PAUSE_REASON
    assert at.refused(HostPause(1, 2 * DAY, "No power")).reason == Why.PAUSE_LENGTH
    at.done(HostPause(1, DAY, "No power"))
    assert [(one.reason, one.text) for one in at.table.pauses] == [(PauseReason.HOST, "No power")]
    at.now += HOUR
    at.done(Ask(1, Motion.RESUME))
    assert reasons(at) == []
    assert at.refused(HostPause(1, DAY, "Again")).reason == Why.HOST_PAUSED_BEFORE


def test_of_two_pauses_only_the_end_of_the_longer_one_is_told() -> None:
    at = daily()
    at.done(pause(2, 2 * DAY))
    at.done(yes(1))
    at.done(HostPause(1, DAY, "No power"))
    at.wait(DAY)
    assert reasons(at) == [PauseReason.VOTE]
    assert (announced(at, Code.RESUMES_SOON), announced(at, Code.RESUMED)) == (0, 0)
    at.wait(DAY)
    assert reasons(at) == []
    assert (announced(at, Code.RESUMES_SOON), announced(at, Code.RESUMED)) == (1, 1)


def test_a_pause_and_its_questions_end_with_the_round() -> None:
    at = daily()
    at.done(HostPause(1, DAY, "No power"))
    lay(at, "s1", "R5", {"s1": "R7"})
    at.acts("s1", "R7")
    assert (at.table.play, reasons(at), at.table.vote) == (None, [], None)
    assert at.wake(Kind.PAUSE) is None


def test_another_pace_needs_all_and_begins_with_the_next_turn() -> None:
    at = daily()
    slower = replace(at.table.settings, pace=own(72 * HOUR, 96 * HOUR).pace)
    at.now += 10 * HOUR
    at.done(Ask(1, Motion.PACE, settings=slower))
    at.done(yes(2))
    assert at.table.agreed is None
    at.done(yes(3))
    assert announced(at, Code.PACE_CHANGED) == 1
    assert (at.table.settings.pace, at.clock.deadline) == (PRESETS["daily"].pace, NOON + 3 * DAY)
    at.acts("s1", "draw")
    assert (at.table.settings, at.play.owner) == (slower, "s2")
    assert at.clock.deadline == at.now + 168 * HOUR


def test_a_shorter_pace_takes_nothing_from_a_running_turn_and_no_reserve_that_is_left() -> None:
    at = daily()
    seats = tuple(replace(s, bank=20 * HOUR) for s in at.table.seats)
    at.table = replace(at.table, seats=seats)
    shorter = replace(at.table.settings, pace=own(8 * HOUR, 24 * HOUR).pace)
    at.done(Ask(1, Motion.PACE, settings=shorter))
    at.done(yes(2))
    at.done(yes(3))
    assert at.clock.deadline == NOON + 3 * DAY
    at.now += 20 * HOUR
    at.acts("s1", "draw")
    assert at.table.seat("s2").bank == timedelta(0)
    assert at.clock.deadline == at.now + 8 * HOUR


def test_all_who_are_left_are_enough_for_another_pace() -> None:
    at = daily()
    other = replace(at.table.settings, pace=PRESETS["hours"].pace)
    at.done(Ask(1, Motion.PACE, settings=other))
    at.done(Answer(2, agree=True))
    at.done(Leave(3))
    at.ring(Kind.VOTE)
    assert at.table.agreed == other


def test_one_who_does_not_want_another_pace_is_enough() -> None:
    at = daily()
    at.done(Ask(1, Motion.PACE, settings=replace(at.table.settings, capped=True)))
    at.done(no(3))
    assert (at.table.vote, at.table.agreed) == (None, None)
    assert sit(3).refused(Ask(1, Motion.PACE, settings=Settings())).reason == Why.NO_ROUND


@pytest.mark.reported("38", "T19", "T34")
def test_the_others_need_not_wait_for_one_whose_allowance_is_used_up() -> None:
    at = daily(4)
    skip = Ask(2, Motion.SKIP, seat="s1")
    assert at.refused(skip).reason == Why.SKIP_TOO_SOON
    at.now += DAY
    at.done(skip)
    assert told(at, Code.SKIP_ASKED) == [3, 4]
    assert at.refused(no(1)).reason == Why.VOTE_ABOUT_YOU
    at.done(yes(3))
    assert at.table.seat("s1").away == at.now
    assert at.wake(Kind.COMPUTER) is not None
    at.done(Act(1, move_of("draw")))
    assert at.table.seat("s1").away is None


@pytest.mark.reported("48")
def test_nobody_alone_hands_the_seat_of_another_to_a_computer() -> None:
    at = daily(2)
    at.now += 2 * DAY
    assert at.refused(Ask(2, Motion.SKIP, seat="s1")).reason == Why.SKIP_TOO_FEW
    at = daily(3)
    at.now += 2 * DAY
    at.done(Ask(2, Motion.SKIP, seat="s1"))
    at.ring(Kind.VOTE)
    assert at.table.seat("s1").away is None


def test_only_a_person_who_is_waited_for_can_be_played_for() -> None:
    at = daily(3, 1)
    at.now += 2 * DAY
    for seat in ("s3", "s4"):
        refused = at.refused(Ask(2, Motion.SKIP, seat=seat))
        assert (refused.reason, refused.seat) == (Why.SKIP_NOT_AWAITED, seat)
    assert at.refused(Ask(1, Motion.SKIP, seat="s1")).reason == Why.SKIP_YOURSELF


def test_whoever_moves_meanwhile_is_not_voted_on_any_more() -> None:
    at = daily(4)
    at.now += DAY
    at.done(Ask(2, Motion.SKIP, seat="s1"))
    at.acts("s1", "draw")
    assert at.table.vote is None
