"""What somebody prepared for the next turn: played once, a little after the hand-off."""

from dataclasses import replace
from datetime import timedelta

import pytest

from uno_chat import game
from uno_chat.table import (
    PRESETS,
    Act,
    Code,
    End,
    Kind,
    Prepare,
    Ring,
    Settings,
    Why,
    alarms,
)
from uno_chat.table.absence import STRIKES
from uno_chat.testing.positions import choices_ahead
from uno_chat.testing.sitting import NOON, Sitting, dealt, lay, list_of, move_of, person, reason

SECOND = timedelta(seconds=1)
MINUTE = timedelta(minutes=1)
NOTHING = timedelta(0)


def refusal(at: Sitting, seat: str, words: str) -> str:
    return at.refused(Prepare(person(seat), list_of(words))).reason


def causes(at: Sitting) -> list[str]:
    """The causes in the record, one for each line of an event."""
    lines = (line for part in at.record.values() for line in part)
    return [line.split('"cause":"')[1].split('"')[0] for line in lines if '"cause"' in line]


def test_the_first_thing_that_can_be_done_is_done_a_while_after_the_hand_off() -> None:
    at = choices_ahead()
    at.prepares("s2", "G7 | R1 | draw")
    assert at.wake(Kind.PREPARED) is None
    at.acts("s1", "R7")
    wake = at.wake(Kind.PREPARED)
    assert wake is not None
    assert NOON + 20 * SECOND <= wake.due <= NOON + 91 * SECOND
    at.now = wake.due - SECOND
    at.done(Ring(wake.kind, wake.number))
    assert at.top() == "R7"
    at.ring(Kind.PREPARED)
    assert (at.top(), at.play.owner) == ("G7", "s3")
    assert at.play.prepared == ()
    assert causes(at)[-1] == "premove"
    assert at.told == []


def test_how_long_it_takes_depends_on_the_turn_and_not_on_the_list() -> None:
    dues = set()
    for words in ("R1", "G7 | B3 | R1 | draw play | wait", "draw"):
        at = choices_ahead()
        at.prepares("s2", words)
        at.acts("s1", "R7")
        wake = at.wake(Kind.PREPARED)
        assert wake is not None
        dues.add(wake.due)
    assert len(dues) == 1


def test_in_a_quick_game_it_takes_seconds() -> None:
    quick = PRESETS["blitz"]
    at = choices_ahead(Settings(pace=quick.pace, hold=NOTHING, pause=quick.pause))
    at.prepares("s2", "R1")
    at.acts("s1", "R7")
    wake = at.wake(Kind.PREPARED)
    assert wake is not None
    assert 2 * SECOND <= wake.due - NOON <= 5.001 * SECOND


def test_a_list_waits_for_the_end_of_the_hold_like_everybody() -> None:
    at = dealt(3)
    lay(at, "s1", "R5", {"s1": "R7 R8", "s2": "R1 R2 B3", "s3": "R4 R6 B9"})
    at.prepares("s2", "R1")
    at.acts("s1", "R7")
    assert at.wake(Kind.PREPARED) is None
    at.ring(Kind.HOLD)
    wake = at.wake(Kind.PREPARED)
    assert wake is not None
    assert wake.due >= NOON + at.table.settings.hold + 20 * SECOND


def test_a_catch_that_waits_for_a_late_call_is_waited_for() -> None:
    at = dealt(3)
    lay(at, "s1", "R5", {"s1": "R7 R8", "s2": "R1 R2 B3", "s3": "R4 R6 B9"})
    at.prepares("s2", "R1")
    at.acts("s1", "R7")
    at.ring(Kind.HOLD)
    wake = at.wake(Kind.PREPARED)
    assert wake is not None
    at.now = wake.due - SECOND
    at.catch("s3", "s1")
    at.now = wake.due
    at.done(Ring(wake.kind, wake.number))
    assert at.top() == "R7"
    later = at.wake(Kind.PREPARED)
    assert later is not None
    assert later.due > wake.due
    at.wait(MINUTE)
    assert at.top() == "R1"
    assert "caught" in at.codes()


def test_a_guard_holds_only_while_its_colour_counts() -> None:
    at = choices_ahead(s2="R1 W B3")
    at.prepares("s2", "W G if B | R1 if R")
    at.acts("s1", "R7")
    at.ring(Kind.PREPARED)
    assert at.top() == "R1"
    at = choices_ahead(s2="R1 W B3")
    at.prepares("s2", "W G if B | R1 if R")
    at.acts("s1", "B5")
    at.ring(Kind.PREPARED)
    assert (at.top(), at.play.round.colour) == ("W", game.Colour.GREEN)


def test_uno_is_said_only_where_the_list_says_so() -> None:
    for words, called in (("R1 uno", True), ("R1", False)):
        at = choices_ahead(s2="R1 B3")
        at.prepares("s2", words)
        at.acts("s1", "R7")
        at.ring(Kind.PREPARED)
        assert (1 in at.play.round.called) is called


def test_without_the_word_nothing_is_drawn() -> None:
    at = choices_ahead(s2="G1 B3 Y2")
    at.prepares("s2", "G1 | B3")
    at.acts("s1", "R7")
    at.ring(Kind.PREPARED)
    assert (at.top(), at.play.owner, at.sizes()) == ("R7", "s2", [3, 3, 3])
    assert at.wake(Kind.PREPARED) is None
    assert at.play.prepared[0].spent
    at.acts("s2", "draw")
    assert at.play.prepared == ()


def test_a_card_that_was_drawn_is_played_where_that_was_asked_for() -> None:
    at = choices_ahead(s2="G1 B3", stock="R9")
    at.prepares("s2", "G1 | draw play")
    at.acts("s1", "R7")
    at.ring(Kind.PREPARED)
    assert (at.top(), at.sizes()[1], at.play.owner) == ("R7", 3, "s2")
    drawn = at.now
    at.ring(Kind.PREPARED)
    assert at.now - drawn >= 20 * SECOND
    assert (at.top(), at.sizes()[1], at.play.owner) == ("R9", 2, "s3")
    at = choices_ahead(s2="G1 B3", stock="R9")
    at.prepares("s2", "draw")
    at.acts("s1", "R7")
    at.ring(Kind.PREPARED)
    assert isinstance(at.play.round.pending, game.PlayOrKeep)
    assert at.wake(Kind.PREPARED) is None


@pytest.mark.reported("T65")
def test_two_steps_in_one_stop_where_the_first_fails() -> None:
    at = choices_ahead(s2="G1 B3", stock="B9")
    at.prepares("s2", "draw play")
    at.acts("s1", "R7")
    at.ring(Kind.PREPARED)
    assert (at.top(), at.sizes()[1], at.play.owner) == ("R7", 3, "s3")
    at = choices_ahead(s2="G1 B3", stock="W")  # no colour was named for it
    at.prepares("s2", "draw play")
    at.acts("s1", "R7")
    at.ring(Kind.PREPARED)
    assert isinstance(at.play.round.pending, game.PlayOrKeep)
    assert (at.play.owner, at.play.prepared) == ("s2", ())


def test_waiting_ends_the_list() -> None:
    at = choices_ahead()
    at.prepares("s2", "G7 if B | wait | R1")
    at.acts("s1", "R7")
    at.ring(Kind.PREPARED)
    assert (at.top(), at.play.owner) == ("R7", "s2")


@pytest.mark.parametrize(("words", "sizes"), [("accept", [3, 7, 3]), ("challenge | R1", [7, 3, 3])])
def test_the_answer_to_a_wild_draw_four_can_be_prepared(words: str, sizes: list[int]) -> None:
    at = choices_ahead()
    at.prepares("s2", words)
    at.acts("s1", "W+4 G")
    at.ring(Kind.PREPARED)
    assert at.sizes() == sizes


def test_without_such_an_answer_the_target_is_asked() -> None:
    at = choices_ahead()
    at.prepares("s2", "R1 | draw")
    at.acts("s1", "W+4 G")
    at.ring(Kind.PREPARED)
    assert isinstance(at.play.round.pending, game.AnswerFour)
    assert at.play.prepared[0].spent


def test_an_answer_to_a_wild_draw_four_is_passed_over_where_there_is_none() -> None:
    at = choices_ahead()
    at.prepares("s2", "challenge | accept | R1")
    at.acts("s1", "R7")
    at.ring(Kind.PREPARED)
    assert at.top() == "R1"


def test_what_was_prepared_takes_no_time_and_counts_as_a_turn_in_time() -> None:
    at = choices_ahead()
    at.table = replace(at.table, seats=tuple(replace(s, bank=NOTHING) for s in at.table.seats))
    at.prepares("s2", "R1")
    at.acts("s1", "R7")
    at.ring(Kind.PREPARED)
    assert at.table.seat("s2").bank == at.table.settings.pace.refill
    assert [one for one in at.table.tallies if one.seat == "s2"] == []


def test_a_card_that_does_not_fit_is_never_laid_where_that_is_fined() -> None:
    at = choices_ahead(Settings(game.Options(strict=True), hold=NOTHING))
    at.prepares("s2", "B3 | R1")
    at.acts("s1", "R7")
    at.ring(Kind.PREPARED)
    assert (at.top(), at.sizes()[1]) == ("R1", 2)


@pytest.mark.reported("T40")
def test_an_alarm_that_is_as_late_as_the_deadline_comes_before_it() -> None:
    at = choices_ahead()
    at.prepares("s2", "R1")
    at.acts("s1", "R7")
    at.ring(Kind.DEADLINE)
    assert at.top() == "R1"
    assert Code.TIMED_OUT not in at.codes()
    at = choices_ahead(s2="B1 B2")
    at.prepares("s2", "B1")
    at.acts("s1", "R7")
    at.ring(Kind.DEADLINE)
    assert Code.TIMED_OUT in at.codes()
    assert at.play.prepared == ()


@pytest.mark.reported("T64")
def test_a_list_never_runs_twice_and_never_a_turn_later() -> None:
    at = choices_ahead()
    at.prepares("s2", "R1")
    at.acts("s1", "R7")
    wake = at.wake(Kind.PREPARED)
    assert wake is not None
    at.ring(Kind.PREPARED)
    for _ in range(3):
        at.done(Ring(wake.kind, wake.number))
    assert at.play.owner == "s3"
    at.acts("s3", "R4")
    at.acts("s1", "draw")
    if at.play.owner == "s1":
        at.acts("s1", "keep")
    assert at.play.owner == "s2"
    assert at.wake(Kind.PREPARED) is None


def test_a_list_can_be_changed_and_taken_back_until_it_runs() -> None:
    at = choices_ahead()
    at.prepares("s2", "R1")
    at.prepares("s2", "G7")
    at.acts("s1", "R7")
    due = at.wake(Kind.PREPARED)
    at.prepares("s2", "B3 | R1")
    assert at.wake(Kind.PREPARED) == due
    out = at.done(Prepare(2))
    assert out.reply is not None
    assert out.reply.code == Code.PREPARED_OFF
    assert at.wake(Kind.PREPARED) is None
    assert refusal(at, "s2", "R1") == Why.YOUR_TURN
    assert at.refused(Prepare(2)).reason == Why.NOTHING_PREPARED


def test_what_can_never_be_done_is_refused_at_once() -> None:
    at = choices_ahead(s2="R1 W")
    assert refusal(at, "s2", "G9") == game.Reason.NOT_IN_HAND
    assert refusal(at, "s2", "W") == game.Reason.NEEDS_A_COLOUR
    assert refusal(at, "s2", "R1 B") == game.Reason.TAKES_NO_COLOUR
    assert refusal(at, "s2", " | ".join(["R1"] * 13)) == Why.TOO_MANY_PREPARED
    assert refusal(at, "s1", "R7") == Why.YOUR_TURN
    assert at.refused(Prepare(9, list_of("R1"))).reason == Why.NOT_SEATED
    at.done(End(1))
    assert refusal(at, "s2", "R1") == Why.TABLE_OVER


def test_to_prepare_is_to_be_here() -> None:
    at = choices_ahead()
    seats = (replace(s, strikes=STRIKES - 1, away=None) for s in at.table.seats)
    at.table = replace(at.table, seats=tuple(seats))
    at.prepares("s2", "R1")
    assert at.table.seat("s2").strikes == 0


def test_an_old_alarm_of_a_list_means_nothing() -> None:
    at = choices_ahead()
    at.prepares("s2", "R1")
    at.acts("s1", "R7")
    wake = at.wake(Kind.PREPARED)
    assert wake is not None
    at.acts("s2", "G7")
    before = at.table
    at.now = wake.due
    at.done(Ring(wake.kind, wake.number))
    assert at.table == before
    assert reason(at.do(Act(2, move_of("R1")))) == game.Reason.NOT_YOUR_TURN
    assert all(one.kind is not Kind.PREPARED for one in alarms(at.table))


def test_what_others_do_out_of_turn_costs_and_gives_them_no_time() -> None:
    at = choices_ahead(
        Settings(game.Options(jump_in=True), PRESETS["daily"].pace, hold=NOTHING), s3="R7 R6 B9"
    )
    at.table = replace(at.table, seats=tuple(replace(s, bank=NOTHING) for s in at.table.seats))
    at.moves("s1", "R7")
    at.acts("s3", "R7")
    assert at.table.seat("s3").bank == NOTHING
