"""What house rules ask of a table: more decisions to wait for, jumps into the hold, a button."""

from datetime import timedelta

import pytest

from uno_chat import game
from uno_chat.table import Closed, Kind, Pace, Refused, Ring, Settings, Why
from uno_chat.testing.sitting import NOON, Sitting, dealt, lay, reason

SECOND = timedelta(seconds=1)
HOLD = 60 * SECOND
DAY = timedelta(hours=24)


def rules(**options: bool) -> Settings:
    return Settings(options=game.Options.of(options))


SEVEN = rules(seven_o=True)
JUMP = rules(jump_in=True)
SMACK = rules(smackdown=True)


def three(settings: Settings, computers: int = 0, **hands: str) -> Sitting:
    """North, East and one more, North to move on red 5."""
    at = dealt(3 - computers, computers, settings)
    lay(at, "s1", "R5", {"s1": "R7 R8 R9", "s2": "R1 R2 B3", "s3": "R4 R6 B9"} | hands)
    return at


# Sevens and zeros


def test_to_say_whose_hand_a_seven_takes_belongs_to_the_same_turn() -> None:
    at = three(SEVEN)
    at.now += timedelta(hours=20)
    at.acts("s1", "R7")
    assert at.play.round.pending == game.ChooseSwap(0)
    assert (at.clock.deadline, at.clock.since, at.clock.handed) == (NOON + DAY, NOON, True)
    at.acts("s1", "swap 2")
    assert at.play.owner == "s2"


def test_who_does_not_say_whose_hand_gets_that_of_somebody_else() -> None:
    at = three(SEVEN, s2="R1 R2 B3 B4 B5", s3="G1 G2 G3 G4 G5")
    at.acts("s1", "R7")
    at.ring(Kind.DEADLINE)
    assert at.sizes()[0] == 5
    assert sorted(at.sizes()) == [2, 5, 5]
    assert at.clock.deadline == at.now + DAY


def test_a_seven_that_leaves_one_card_is_held_after_the_trade_and_only_for_who_has_one_then() -> (
    None
):
    got_more, got_one = three(SEVEN, s1="R7 R8"), three(SEVEN, s1="R7 R8 R9", s3="B9")
    got_more.acts("s1", "R7")
    assert got_more.clock.handed
    got_more.acts("s1", "swap 1")
    assert got_more.clock.handed
    assert got_more.play.window is None
    got_one.acts("s1", "R7")
    got_one.acts("s1", "swap 2")
    assert got_one.clock.hold == got_one.now + HOLD
    assert got_one.play.window is not None


def test_too_late_is_not_said_of_a_hand_that_was_traded_away() -> None:
    at = three(SEVEN, s1="R3 R8", s2="R0 R2", s3="B9")
    at.acts("s1", "R3")
    at.ring(Kind.HOLD)
    at.acts("s2", "R0")
    assert at.sizes() == [1, 1, 1]
    assert at.play.closed is None


# Jumping in


def test_who_jumps_in_moves_and_the_one_after_is_next() -> None:
    at = three(JUMP, s3="R5 R6 B9")
    at.acts("s3", "R5")
    assert at.play.owner == "s1"
    assert at.clock.deadline == at.now + DAY


def test_a_button_to_jump_in_on_an_older_card_is_stale() -> None:
    at = three(JUMP, s1="R7 R8 R9", s3="R5 R6 B9")
    number = at.clock.number
    at.moves("s1", "R7")
    assert reason(at.act("s3", "R5", decision=number)) == Why.STALE


def test_a_jump_into_the_hold_is_noted_and_comes_when_it_is_over() -> None:
    at = three(JUMP, s1="R7 R8", s3="R7 R6 B9")
    at.moves("s1", "R7")
    at.acts("s3", "R7")
    assert at.sizes() == [1, 3, 3]
    at.catch("s2", "s1")
    at.wait(HOLD)
    assert at.sizes() == [3, 3, 2]
    assert at.codes()[-2:] == [game.JumpedIn.kind, game.Played.kind]
    assert at.play.owner == "s1"


def test_who_jumps_into_the_hold_goes_before_the_next_one_and_either_may_come_first() -> None:
    for first, then in (("s2", "s3"), ("s3", "s2")):
        at = three(JUMP, s1="R7 R8", s3="R7 R6 B9")
        at.moves("s1", "R7")
        cards = {"s2": "R1", "s3": "R7"}
        at.acts(first, cards[first])
        assert isinstance(at.act(then, cards[then]), Refused) == (then == "s2")
        assert reason(at.act("s3", "R7")) == Why.ALREADY_NOTED
        assert reason(at.act("s2", "R1")) == Why.CATCH_RUNNING
        assert reason(at.act("s3", "R6")) == game.Reason.NOT_YOUR_TURN
        at.wait(HOLD)
        assert (at.top(), at.play.owner) == ("R7", "s1")
        assert at.sizes()[1:] == [3, 2]


def test_a_jump_in_is_the_next_turn_for_who_comes_too_late_to_catch() -> None:
    at = three(JUMP, s1="R7 R8", s3="R7 R6 B9")
    at.moves("s1", "R7")
    at.wait(HOLD)
    at.acts("s3", "R7")
    assert at.play.closed == Closed("s1", "s3", at.now)


def test_cards_that_may_be_jumped_on_are_drawn_when_time_runs_out() -> None:
    at = three(JUMP, s1="R+2 R8 R9")
    at.moves("s1", "R+2")
    assert at.play.round.pending == game.AnswerDraw(1, 2)
    at.ring(Kind.DEADLINE)
    assert at.sizes() == [2, 5, 3]
    assert at.play.owner == "s3"


def test_who_jumps_in_with_a_seven_has_a_turn_of_its_own_to_say_whose_hand_it_takes() -> None:
    at = dealt(3, settings=rules(jump_in=True, seven_o=True))
    lay(at, "s1", "R7", {"s3": "R7 B9"})
    at.now += timedelta(hours=5)
    at.acts("s3", "R7")
    assert at.play.round.pending == game.ChooseSwap(2)
    assert (at.clock.handed, at.clock.since, at.clock.deadline) == (True, at.now, at.now + DAY)


# The button


def ringing(settings: Settings = SMACK, computers: int = 0) -> Sitting:
    at = three(settings, computers, s1="R6 R8 R9")
    at.acts("s1", "R6")
    return at


def test_whoever_has_not_pressed_in_half_a_turn_draws() -> None:
    at = ringing()
    at.acts("s2", "smack")
    wake = at.wake(Kind.SMACK)
    assert wake is not None
    assert wake.due == at.now + DAY / 2
    at.ring(Kind.SMACK)
    assert at.sizes() == [4, 3, 5]
    assert at.play.owner == "s2"
    assert at.wake(Kind.SMACK) is None


def test_the_last_one_draws_when_it_is_not_as_quick_and_nothing_rings_any_more() -> None:
    at = ringing()
    limit = at.wake(Kind.SMACK)
    assert limit is not None
    at.acts("s2", "smack")
    at.acts("s1", "smack")
    at.ring(Kind.SMACK)
    assert at.sizes() == [2, 3, 5]
    assert at.play.pressing is None
    at.now, before = limit.due, at.table
    assert at.done(Ring(limit.kind, limit.number)).table == before


def test_the_button_rings_beside_the_turns() -> None:
    at = ringing()
    until = at.wake(Kind.SMACK)
    at.now += SECOND
    at.acts("s2", "R1")
    assert at.wake(Kind.SMACK) == until


def test_the_button_can_be_pressed_in_the_hold() -> None:
    at = three(SMACK, s1="R6 R8")
    at.acts("s1", "R6")
    at.acts("s2", "smack")
    assert at.play.early is None
    assert game.Smacked.kind in at.codes()


def test_too_early_nothing_happens_to_those_who_have_not_pressed() -> None:
    at = ringing()
    wake, before = at.wake(Kind.SMACK), at.table
    assert wake is not None
    at.now = wake.due - SECOND
    assert at.done(Ring(wake.kind, wake.number)).table == before


def test_without_a_limit_the_button_rings_until_all_but_one_have_pressed() -> None:
    at = ringing(Settings(options=SMACK.options, pace=Pace(None)))
    assert at.wake(Kind.SMACK) is None
    assert at.play.pressing is not None


def test_computers_press_after_they_have_thought() -> None:
    at = ringing(computers=2)
    wake, pause = at.wake(Kind.PRESSER), SMACK.pause
    assert wake is not None
    assert pause[0] <= wake.due - at.now <= pause[1]
    at.wait(90 * SECOND)
    assert at.play.pressing is None
    assert at.sizes() == [4, 3, 3]
    pressed = [fact for fact in at.facts() if fact.code == game.Smacked.kind]
    assert {(fact.seat, fact.cause) for fact in pressed} == {("s2", "computer"), ("s3", "computer")}


@pytest.mark.parametrize("words", ["smack", "R8"])
def test_computers_that_take_no_time_let_a_person_press_first(words: str) -> None:
    none = 0 * SECOND
    at = ringing(Settings(options=SMACK.options, tie=none, pause=(none, none)), computers=2)
    assert at.wake(Kind.PRESSER) is None
    lay(at, "s1", "R5", {"s1": "R8 R9", "s2": "R1 R2 B3", "s3": "R4 R7 B9"})
    at.acts("s1", words)
    wake = at.wake(Kind.PRESSER)
    assert wake is not None
    assert wake.due == at.now
    at.ring(Kind.PRESSER)
    assert at.play.pressing is None
    drew = [fact.seat for fact in at.facts() if fact.code == "drew" and fact.why == "smacked-last"]
    assert (drew == ["s1"]) is (words != "smack")
    assert len(drew) == 1
