"""Which decision an input is meant for: buttons of other turns, words from before, early input."""

from datetime import timedelta

import pytest

from uno_chat import game
from uno_chat.table import (
    Act,
    CatchSeat,
    Code,
    Early,
    Fact,
    Kind,
    Leave,
    Outcome,
    Phase,
    Refused,
    Settings,
    ToPlayer,
    Why,
)
from uno_chat.testing.sitting import dealt, forgotten, lay, person, reason, three

SECOND = timedelta(seconds=1)


def test_a_button_of_another_decision_does_nothing() -> None:
    at = three(s1="R7 R8 R9")
    number = at.clock.number
    at.acts("s1", "R7")
    assert reason(at.act("s2", "R1", decision=number)) == Why.STALE
    assert isinstance(at.act("s2", "R1", decision=at.clock.number), Outcome)


@pytest.mark.reported("T66")
def test_a_second_press_of_the_same_button_is_no_second_move() -> None:
    at = dealt(2)
    lay(at, "s1", "R5", {"s1": "RS RS R8 R9"})
    number = at.clock.number
    at.act("s1", "RS", decision=number)
    assert at.play.owner == "s1"
    assert reason(at.act("s1", "RS", decision=number)) == Why.STALE


def test_the_same_words_again_find_another_ones_turn() -> None:
    at = three(s1="R7 R8 R9")
    at.acts("s1", "R7")
    late = Refused(game.Reason.NOT_YOUR_TURN, seat="s2", then=at.now, sent=at.now)
    assert at.act("s1", "R8") == late


def test_a_button_of_the_last_round_is_stale_in_this_one() -> None:
    at = dealt(2)
    old = set()
    while at.table.play is not None:
        old.add(at.clock.number)
        at.answer()
    at.ready()
    assert at.clock.number not in old
    assert at.clock.number == max(old) + 1


def test_words_written_before_the_turn_began_are_not_meant_for_it() -> None:
    at = three(s1="R7 R8 R9")
    at.now += 60 * SECOND
    at.acts("s1", "R7")
    began, sent = at.now, at.now - 2 * SECOND
    at.now += SECOND
    assert at.act("s2", "R1", sent=sent) == Refused(Why.SENT_BEFORE, then=began, sent=sent)
    assert isinstance(at.act("s2", "R1", sent=began), Outcome)


def test_a_network_may_cut_the_time_of_a_message_to_the_second() -> None:
    at = three(s1="R7 R8 R9")
    at.now += timedelta(milliseconds=999)
    at.acts("s1", "R7")
    assert isinstance(at.act("s2", "R1", sent=at.now - timedelta(milliseconds=999)), Outcome)


def test_a_button_knows_its_turn_better_than_a_clock() -> None:
    at = three(s1="R7 R8 R9")
    at.acts("s1", "R7")
    sent = at.now - 60 * SECOND
    assert isinstance(at.act("s2", "R1", decision=at.clock.number, sent=sent), Outcome)


def test_what_was_written_for_a_turn_counts_also_after_its_draw() -> None:
    at = three()
    lay(at, "s1", "R5", {"s1": "R7 R8"}, stock="R9")
    at.now += 60 * SECOND
    at.acts("s1", "draw")
    assert isinstance(at.act("s1", "keep", sent=at.now - 30 * SECOND), Outcome)


def test_who_is_not_to_move_hears_whose_turn_it_is_whenever_it_was_written() -> None:
    at = three()
    out = at.act("s3", "R4", sent=at.now - 60 * SECOND)
    assert out == Refused(game.Reason.NOT_YOUR_TURN, seat="s1")


def test_a_refused_move_says_which_card_and_changes_nothing() -> None:
    at = three(s1="R7 B8 B9")
    before = at.table
    out = at.act("s1", "B8")
    assert out == Refused(game.Reason.DOES_NOT_FIT, card="B8")
    assert at.table == before


@pytest.mark.parametrize("words", ["draw", "R7", "uno", "keep"])
def test_without_a_round_there_is_nothing_to_play(words: str) -> None:
    at = dealt(2)
    at.done(Leave(2))
    assert at.phase() is Phase.MATCH_OVER
    assert reason(at.act("s1", words)) == Why.NO_ROUND
    assert reason(at.catch("s1")) == Why.NO_ROUND


def test_whoever_has_no_seat_plays_nothing() -> None:
    at = dealt(2)
    assert at.refused(Act(9, game.Draw())).reason == Why.NOT_SEATED
    assert at.refused(CatchSeat(9)).reason == Why.NOT_SEATED


def test_input_in_the_hold_is_noted_and_played_at_the_hand_off() -> None:
    at = forgotten()
    out = at.acts("s2", "R1")
    assert out.reply is not None
    assert out.reply.code == Code.NOTED
    assert at.play.early == Early("s2", game.Play(game.card("R1")))
    assert len(at.play.round.hands[1]) == 3
    at.ring(Kind.HOLD)
    assert (at.facts()[-1].card, at.facts()[-1].cause) == ("R1", "player")
    assert (at.play.owner, at.clock.handed) == ("s3", True)


def test_only_one_input_is_noted() -> None:
    at = forgotten()
    at.acts("s2", "R1")
    assert reason(at.act("s2", "R2")) == Why.ALREADY_NOTED
    at.ring(Kind.HOLD)
    assert at.facts()[-1].card == "R1"


def test_early_input_that_does_not_fit_is_refused_at_once() -> None:
    at = forgotten()
    assert at.act("s2", "B3") == Refused(game.Reason.DOES_NOT_FIT, card="B3")
    assert at.play.early is None


def test_only_the_next_one_may_be_early() -> None:
    assert forgotten().act("s3", "R4") == Refused(game.Reason.NOT_YOUR_TURN, seat="s2")


def test_a_button_for_the_next_turn_works_in_its_hold() -> None:
    at = forgotten()
    assert isinstance(at.act("s2", "R1", decision=at.clock.number), Outcome)
    assert at.play.early is not None


def test_what_is_noted_is_checked_again_and_dropped_with_a_private_word() -> None:
    """Nobody may draw who can play: what East takes for a false catch can be played."""
    rules = game.Options(must_play=True, false_catch=2)
    at = dealt(3, settings=Settings(options=rules))
    lay(at, "s1", "R5", {"s1": "R7 R8", "s2": "B1 B2", "s3": "R4 R6"}, stock="R9 R3")
    at.acts("s1", "R7")
    at.acts("s2", "draw")
    at.catch("s2", "s3")
    at.ring(Kind.HOLD)
    assert at.play.early is None
    assert (at.play.owner, at.clock.handed) == ("s2", True)
    assert at.clock.deadline == at.now + timedelta(hours=24)
    private = [t for t in at.told if isinstance(t, ToPlayer)]
    assert private == [ToPlayer(2, Fact(Code.EARLY_DROPPED, at.now, seat="s2"))]
    at.acts("s2", "R9")


def test_what_one_noted_in_the_hold_may_leave_one_card_again() -> None:
    at = forgotten(s2="R1 R2")
    at.acts("s2", "R1 uno")
    at.ring(Kind.HOLD)
    assert at.play.owner == "s3"
    assert at.clock.hold == at.now + at.table.settings.hold


def test_a_last_card_may_be_noted_too() -> None:
    at = forgotten(s2="R1")
    at.acts("s2", "R1")
    out = at.ring(Kind.HOLD)
    assert at.table.result is not None
    assert at.table.result.winner == "s2"
    assert [part.round_no for part in out.record] == [1, 1]


@pytest.mark.reported("T66")
def test_a_catch_between_two_presses_takes_nothing_from_the_button() -> None:
    at = forgotten()
    number = at.clock.number
    at.catch("s3", "s1")
    at.wait(90 * SECOND)
    assert isinstance(at.act("s2", "R1", decision=number), Outcome)


def test_the_table_counts_until_when_a_seat_has_seen_all() -> None:
    at = three()
    at.acts("s1", "R7")
    assert at.table.seat("s1").seen == at.table.happened
    at.wait(timedelta(hours=25))
    assert at.table.seat("s2").seen < at.table.seat("s1").seen


def test_words_are_taken_when_the_clock_was_set_back_since_the_turn_began() -> None:
    at = dealt(2)
    assert at.play.owner is not None
    early = at.now - 10 * SECOND
    command = Act(person(at.play.owner), game.Draw(), sent=early)
    at.wait(SECOND)
    assert reason(at.do(command)) == Why.SENT_BEFORE
    at.now = early
    assert isinstance(at.do(command), Outcome)
