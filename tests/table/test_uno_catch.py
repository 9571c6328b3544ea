"""UNO in the official way: who may be caught by whom and how long; the tie with a late call."""

import json
from datetime import timedelta

import pytest

from uno_chat import game
from uno_chat.table import (
    Act,
    Closed,
    Code,
    Fact,
    Kind,
    Outcome,
    Refused,
    Settings,
    ToPlayer,
    Why,
    Window,
)
from uno_chat.testing.sitting import Sitting, forgotten, lay, reason, reply, three

SECOND = timedelta(seconds=1)
HOLD = 60 * SECOND
TIE = 10 * SECOND
NO_TIE = Settings(tie=timedelta(0))


# The catch and the tie


def test_a_catch_counts_when_the_tie_is_over() -> None:
    at = forgotten()
    out = at.catch("s3", "s1")
    assert reply(out) == Code.CATCH_NOTED
    assert at.sizes() == [1, 3, 3]
    assert at.wake(Kind.TIE) is not None
    at.ring(Kind.TIE)
    assert at.sizes() == [3, 3, 3]
    caught, drew = at.facts()[-2:]
    assert (caught.code, caught.seat, caught.other) == (game.Caught.kind, "s1", "s3")
    assert (drew.code, drew.why) == (game.Drew.kind, game.Why.UNO_MISSED)
    assert (at.play.window, at.play.closed) == (None, None)


def test_without_a_tie_a_catch_counts_at_once() -> None:
    at = forgotten(NO_TIE)
    at.catch("s3", "s1")
    assert at.sizes() == [3, 3, 3]


@pytest.mark.reported("26", "T67")
def test_a_call_within_the_tie_beats_the_catch() -> None:
    at = forgotten()
    at.catch("s3", "s1")
    at.wait(TIE - SECOND)
    at.acts("s1", "uno")
    assert at.wake(Kind.TIE) is None
    at.wait(HOLD)
    assert at.sizes() == [1, 3, 3]
    assert at.clock.handed


def test_a_catch_after_the_call_finds_nothing() -> None:
    at = forgotten()
    at.acts("s1", "uno")
    assert reply(at.catch("s3", "s1")) == game.Reason.NOTHING_TO_CATCH
    assert at.wake(Kind.TIE) is None


def test_the_first_catch_counts_and_the_second_hears_it() -> None:
    at = forgotten()
    at.catch("s3", "s1")
    assert reason(at.catch("s2", "s1")) == Why.CATCH_RUNNING
    at.ring(Kind.TIE)
    assert at.facts()[-2].other == "s3"


def test_the_next_one_may_catch_in_the_hold() -> None:
    at = forgotten()
    at.catch("s2", "s1")
    at.ring(Kind.TIE)
    assert at.facts()[-2].other == "s2"
    assert at.play.owner == "s2"


def test_who_catches_need_not_say_whom_when_one_seat_has_one_card() -> None:
    at = forgotten(NO_TIE)
    at.catch("s3")
    assert at.sizes() == [3, 3, 3]


def test_who_catches_is_asked_whom_when_several_have_one_card() -> None:
    at = forgotten(NO_TIE, s2="R1")
    assert at.catch("s3") == Refused(Why.WHICH_SEAT, names=("North", "East"))
    at.catch("s3", "s1")
    assert at.sizes() == [3, 1, 3]


def test_the_question_whom_leaves_out_who_asks() -> None:
    at = forgotten(NO_TIE, s3="R1")
    at.catch("s3")
    assert at.sizes() == [3, 3, 1]


def test_a_catch_of_nobody_in_particular_finds_nothing_when_nobody_has_one_card() -> None:
    assert reason(three().catch("s2")) == game.Reason.NOTHING_TO_CATCH


def test_nobody_catches_the_own_seat() -> None:
    assert reason(forgotten().catch("s1", "s1")) == game.Reason.NOT_YOURSELF


def test_a_seat_that_does_not_play_cannot_be_caught() -> None:
    assert reason(three().catch("s1", "s9")) == Why.NOT_IN_THIS_ROUND


def test_the_penalty_is_what_the_table_agreed_on() -> None:
    at = forgotten(Settings(options=game.Options(uno_penalty=4), tie=timedelta(0)))
    at.catch("s2", "s1")
    assert at.sizes()[0] == 5


def test_the_move_catch_is_the_same_as_the_command() -> None:
    at = forgotten()
    at.done(Act(3, game.Catch(0)))
    assert at.wake(Kind.TIE) is not None
    assert isinstance(at.do(Act(3, game.Catch(7))), Refused)


# What closes the window


@pytest.mark.reported("G4")
def test_the_first_act_of_the_next_seat_closes_the_window() -> None:
    for words in ("R1", "draw"):
        at = forgotten()
        at.wait(HOLD)
        at.acts("s2", words)
        assert at.play.window is None
        assert at.play.closed == Closed("s1", "s2", at.now)


def test_a_catch_before_the_next_act_counts_and_after_it_comes_too_late() -> None:
    before, after = forgotten(NO_TIE), forgotten(NO_TIE)
    for at in (before, after):
        at.wait(HOLD)
    before.catch("s3", "s1")
    before.acts("s2", "R1")
    assert before.sizes() == [3, 2, 3]
    after.acts("s2", "R1")
    began = after.now
    after.wait(2 * SECOND)
    out = after.catch("s3", "s1")
    assert out == Refused(Why.CATCH_TOO_LATE, seat="s2", then=began, sent=began + 2 * SECOND)
    assert after.sizes() == [1, 2, 3]


@pytest.mark.reported("24")
def test_a_catch_after_the_hand_off_holds_the_next_one_for_the_tie() -> None:
    at = forgotten()
    at.wait(timedelta(hours=3))
    at.catch("s3", "s1")
    assert reply(at.acts("s2", "R1")) == Code.NOTED
    out = at.ring(Kind.TIE)
    assert at.sizes() == [3, 2, 3]
    assert at.play.owner == "s3"
    assert recorded(out) == [game.Caught.kind, game.Drew.kind, game.Played.kind]


def recorded(out: Outcome) -> list[str]:
    """The events that a step added to the record, in order."""
    return [json.loads(line)["event"] for part in out.record for line in part.lines]


def test_time_running_out_closes_the_window_after_a_catch_made_in_time() -> None:
    at = forgotten()
    at.ring(Kind.HOLD)
    deadline = at.clock.deadline
    assert deadline is not None
    at.wait(deadline - at.now - SECOND)
    at.catch("s3", "s1")
    out = at.ring(Kind.DEADLINE)
    assert at.now == deadline
    assert recorded(out) == [game.Caught.kind, game.Drew.kind, game.Drew.kind]
    assert at.sizes() == [3, 4, 3]
    assert at.play.owner == "s3"
    assert game.Caught.kind in at.codes()


def test_what_was_noted_in_the_tie_is_played_although_the_time_runs_out() -> None:
    at = forgotten()
    at.ring(Kind.HOLD)
    deadline = at.clock.deadline
    assert deadline is not None
    at.wait(deadline - at.now - SECOND)
    at.catch("s3", "s1")
    at.acts("s2", "R1")
    at.ring(Kind.DEADLINE)
    assert at.sizes() == [3, 2, 3]
    assert Code.TIMED_OUT not in at.codes()


def test_what_no_longer_fits_is_dropped_and_then_time_runs_out_and_both_are_told() -> None:
    at = forgotten(Settings(options=game.Options(must_play=True, false_catch=2)), s2="B1 B2 B3")
    at.ring(Kind.HOLD)
    deadline = at.clock.deadline
    assert deadline is not None
    at.wait(deadline - at.now - SECOND)
    at.catch("s3", "s1")
    at.acts("s2", "draw")
    at.catch("s2", "s3")
    out = at.ring(Kind.DEADLINE)
    told = [tell.fact.code for tell in out.tell if isinstance(tell.fact, Fact)]
    assert told == [Code.EARLY_DROPPED, Code.TIMED_OUT]


def test_time_running_out_closes_the_window_of_the_seat_before() -> None:
    at = forgotten()
    at.wait(timedelta(hours=25))
    assert at.play.closed is not None
    assert at.play.closed.by == "s2"
    assert reason(at.catch("s3", "s1")) == Why.CATCH_TOO_LATE


def test_forced_draws_and_skips_leave_the_window_open_for_the_next_who_decides() -> None:
    at = forgotten_draw_two()
    assert at.play.owner == "s3"
    assert at.play.window is not None
    at.catch("s2", "s1")
    at.ring(Kind.TIE)
    assert at.sizes() == [3, 5, 3]
    at.wait(HOLD)
    late = forgotten_draw_two()
    late.wait(HOLD)
    late.acts("s3", "R4")
    assert reason(late.catch("s2", "s1")) == Why.CATCH_TOO_LATE


def forgotten_draw_two() -> Sitting:
    """North laid Draw Two as the last card but one: East has drawn and is skipped."""
    at = three(s1="R+2 R8")
    at.acts("s1", "R+2")
    return at


def test_the_answer_to_a_wild_draw_four_leaves_the_window_open() -> None:
    at = three(s1="W+4 B8")
    at.acts("s1", "W+4 R")
    at.wait(HOLD)
    at.acts("s2", "accept")
    assert at.play.window is not None
    at.catch("s2", "s1")
    at.ring(Kind.TIE)
    assert at.sizes() == [3, 7, 3]


def test_a_bluffer_who_draws_four_has_nothing_to_be_caught_for() -> None:
    at = three(s1="W+4 R8")
    at.acts("s1", "W+4 R")
    at.wait(HOLD)
    at.acts("s2", "challenge")
    assert (at.play.window, at.play.closed) == (None, None)
    assert reply(at.catch("s3", "s1")) == game.Reason.NOTHING_TO_CATCH


def test_too_late_is_said_only_as_long_as_the_hand_is_the_one_that_was_missed() -> None:
    at = forgotten(s2="R1 R2 R9", s3="R4 R6 R3")
    at.wait(HOLD)
    at.acts("s2", "R1")
    at.acts("s3", "R4")
    assert reason(at.catch("s2", "s1")) == Why.CATCH_TOO_LATE
    at.acts("s1", "draw")
    assert at.play.closed is None
    assert reply(at.catch("s2", "s1")) == game.Reason.NOTHING_TO_CATCH


def test_no_window_has_an_end_of_its_own() -> None:
    at = forgotten()
    assert at.play.window == Window(at.play.round.play_no, "s1")
    at.wait(timedelta(hours=23))
    assert at.play.window is not None


# Catching in vain


@pytest.mark.reported("25")
def test_two_wrong_catches_in_a_turn_are_answered_and_further_ones_ignored() -> None:
    at = three()
    for _ in range(2):
        assert reply(at.catch("s3", "s2")) == game.Reason.NOTHING_TO_CATCH
    before = at.table
    assert reason(at.catch("s3", "s2")) == Why.CATCH_TOO_OFTEN
    assert at.table == before
    assert reply(at.catch("s2", "s3")) == game.Reason.NOTHING_TO_CATCH
    assert at.sizes() == [2, 3, 3]
    at.acts("s1", "R7 uno")
    assert reply(at.catch("s3", "s2")) == game.Reason.NOTHING_TO_CATCH


def test_to_draw_begins_no_new_turn_for_wrong_catches() -> None:
    at = three()
    lay(at, "s1", "R5", {"s1": "R7 R8"}, stock="R9")
    for _ in range(2):
        at.catch("s3", "s2")
    at.acts("s1", "draw")
    assert reason(at.catch("s3", "s2")) == Why.CATCH_TOO_OFTEN


def test_who_cried_wolf_too_often_may_still_be_right_in_the_next_turn() -> None:
    at = three(NO_TIE)
    for _ in range(2):
        at.catch("s3", "s2")
    at.acts("s1", "R7")
    at.catch("s3", "s1")
    assert at.sizes() == [3, 3, 3]


def test_where_a_wrong_catch_costs_cards_every_one_does() -> None:
    at = three(Settings(options=game.Options(false_catch=2)))
    for count in (5, 7, 9):
        at.catch("s3", "s2")
        assert at.sizes() == [2, 3, count]
    assert at.codes()[-2:] == [game.FalseCatch.kind, game.Drew.kind]


def test_a_catch_that_only_comes_too_late_costs_nothing() -> None:
    at = forgotten(Settings(options=game.Options(false_catch=2)))
    at.wait(HOLD)
    at.acts("s2", "R1")
    assert reason(at.catch("s3", "s1")) == Why.CATCH_TOO_LATE
    assert at.sizes() == [1, 2, 3]


def test_nothing_is_said_when_a_window_opens() -> None:
    at = three()
    before = at.table.happened
    out = at.acts("s1", "R7")
    assert at.codes(before) == [game.Played.kind]
    assert (out.reply, out.tell) == (None, ())
    assert not [tell for tell in at.told if isinstance(tell, ToPlayer)]
