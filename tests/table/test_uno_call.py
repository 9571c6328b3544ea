"""UNO in the official way: the call rides with the play, and after it the hand-off is held."""

from dataclasses import replace
from datetime import timedelta

import pytest

from uno_chat import game
from uno_chat.table import (
    Code,
    Fact,
    Kind,
    Settings,
    alarms,
)
from uno_chat.testing.sitting import dealt, forgotten, lay, reason, reply, three

SECOND = timedelta(seconds=1)
HOLD = 60 * SECOND
TIE = 10 * SECOND
NO_TIE = Settings(tie=timedelta(0))


# The call


def test_a_call_with_the_play_leaves_nothing_to_catch() -> None:
    at = three()
    at.acts("s1", "R7 uno")
    assert at.play.window is None
    assert at.play.round.called == {0}
    assert at.facts()[-1].flag


@pytest.mark.reported("24")
def test_a_call_before_the_play_of_the_same_turn_counts() -> None:
    at = three()
    assert reply(at.acts("s1", "uno")) == Code.UNO_FOR_THIS_PLAY
    at.acts("s1", "R7")
    assert at.play.window is None
    assert at.play.round.called == {0}


def test_a_call_before_the_play_is_made_in_the_hold_too() -> None:
    at = forgotten(s2="R1 R2")
    assert reply(at.acts("s2", "uno")) == Code.UNO_FOR_THIS_PLAY
    at.acts("s2", "R1")
    at.ring(Kind.HOLD)
    assert at.play.round.called == {1}


def test_a_call_is_over_with_its_turn() -> None:
    at = three()
    at.acts("s1", "uno")
    at.wait(timedelta(hours=25))
    lay(at, "s1", "R5", {"s1": "R7 R8"})
    at.acts("s1", "R7")
    assert at.play.window is not None


@pytest.mark.reported("30")
def test_a_call_with_a_play_that_leaves_more_is_no_call_and_costs_nothing() -> None:
    at = three(s1="R7 R8 R9")
    at.acts("s1", "R7 uno")
    assert at.play.round.called == frozenset()
    assert at.sizes() == [2, 3, 3]
    assert at.clock.handed


def test_whoever_forgot_may_still_say_so_until_somebody_notices() -> None:
    at = forgotten()
    at.wait(timedelta(hours=5))
    out = at.acts("s1", "uno")
    assert out.reply is None
    assert at.facts()[-1] == Fact(game.UnoCalled.kind, at.now, seat="s1")
    assert at.play.window is None
    assert reason(at.act("s1", "uno")) == game.Reason.ALREADY_CALLED


def test_who_has_nothing_to_call_is_told_so() -> None:
    assert reason(forgotten().act("s3", "uno")) == game.Reason.NOTHING_TO_CALL


def test_where_a_wrong_call_costs_cards_it_is_not_taken_for_a_call_of_this_turn() -> None:
    at = three(Settings(options=game.Options(false_uno=2)))
    out = at.acts("s3", "uno")
    assert out.reply is None
    assert at.sizes() == [2, 3, 5]


def test_a_caught_one_needs_a_new_call_the_next_time() -> None:
    at = three()
    at.acts("s1", "R7 uno")
    at.ring(Kind.HOLD)
    lay(at, "s1", "R5", {"s1": "R7 R8"})
    at.acts("s1", "R7")
    assert at.play.window is not None


# The hold


@pytest.mark.reported("G4")
@pytest.mark.parametrize("hand", ["R7 R8", "W R8", "RS R8", "RR R8", "R+2 R8", "W+4 B8"])
def test_hold_alarms_and_facts_are_the_same_but_for_the_call_itself(hand: str) -> None:
    card, colour = hand.split(maxsplit=1)[0], " B" if hand.startswith("W") else ""
    called, silent = three(s1=hand), three(s1=hand)
    called.acts("s1", f"{card}{colour} uno")
    silent.acts("s1", f"{card}{colour}")
    assert alarms(called.table) == alarms(silent.table)
    assert [wake.kind for wake in alarms(silent.table)] == [Kind.HOLD]
    assert called.clock == silent.clock
    assert called.told == silent.told
    assert [replace(fact, flag=False) for fact in called.facts()] == list(silent.facts())


@pytest.mark.reported("28", "T67")
def test_the_hand_off_is_held_after_a_play_that_leaves_one_card() -> None:
    at = forgotten()
    assert (at.clock.handed, at.clock.hold) == (False, at.now + HOLD)
    at.ring(Kind.HOLD)
    assert (at.clock.handed, at.clock.hold) == (True, None)


@pytest.mark.parametrize("words", ["R7", "draw"])
def test_no_other_move_is_held(words: str) -> None:
    at = three(s1="R7 R8 R9")
    at.acts("s1", words)
    assert at.clock.handed


def test_without_a_hold_the_next_one_may_act_at_once() -> None:
    at = forgotten(Settings(hold=timedelta(0)))
    assert at.clock.handed
    assert at.wake(Kind.HOLD) is None
    assert at.play.window is not None


@pytest.mark.reported("T67")
def test_of_two_a_skip_gives_its_author_no_second_turn_before_the_hold_is_over() -> None:
    at = dealt(2)
    lay(at, "s1", "R5", {"s1": "RS R8"})
    at.acts("s1", "RS")
    assert at.play.owner == "s1"
    assert reply(at.acts("s1", "R8")) == Code.NOTED
    at.catch("s2", "s1")
    at.wait(TIE)
    assert at.sizes() == [3, 5]
    at.ring(Kind.HOLD)
    assert at.sizes() == [2, 5]
    assert at.play.owner == "s2"


def test_of_two_a_skip_uncaught_wins_when_the_hold_is_over() -> None:
    at = dealt(2)
    lay(at, "s1", "R5", {"s1": "RS R8"})
    at.acts("s1", "RS")
    at.acts("s1", "R8")
    at.ring(Kind.HOLD)
    assert at.table.result is not None
    assert at.table.result.winner == "s1"
