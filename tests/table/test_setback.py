"""A table that was set back to a backup goes on; what was lost answers nothing that is to come."""

from __future__ import annotations

import pytest

from uno_chat import game
from uno_chat.table import Act, Code, Kind, Outcome, Refused, SetBack, Why
from uno_chat.table.setback import STRIDE
from uno_chat.testing.sitting import dealt, reason, three


def test_a_button_of_a_decision_to_come_is_refused() -> None:
    at = three(s1="R7 R8 R9")
    lost = at.clock.number + 3
    assert at.act("s1", "R7", decision=lost) == Refused(Why.AHEAD, number=lost)
    at.acts("s1", "R7")


def test_one_between_two_rounds_or_before_the_first_one_is_refused_likewise() -> None:
    at = dealt(2)
    at.finish()
    assert reason(at.act("s1", "R7", decision=at.table.decisions)) == Why.NO_ROUND
    assert reason(at.act("s1", "R7", decision=at.table.decisions + 1)) == Why.AHEAD


def test_whoever_has_no_seat_tells_nothing_of_what_was_lost() -> None:
    at = three(s1="R7 R8 R9")
    other = max(seat.player or 0 for seat in at.table.seats) + 1
    assert reason(at.do(Act(other, game.Draw(), at.clock.number + 3))) == Why.NOT_SEATED


def test_a_table_that_was_set_back_says_so_and_goes_on_behind_all_that_was_lost() -> None:
    at = three(s1="R7 R8 R9")
    before, owner = at.clock, at.play.owner
    lost = before.number + STRIDE
    turn = before.number - at.table.decisions
    out = at.done(SetBack(lost, 1))
    assert out.reply is not None
    assert at.codes()[-1] == out.reply.code == Code.SET_BACK
    assert at.play.owner == owner
    assert at.clock.number > lost
    assert at.clock.number - at.table.decisions == turn
    assert at.clock.shown == at.table.happened, "its time counts when it is told"
    assert reason(at.act("s1", "R7", decision=lost)) == Why.STALE
    assert isinstance(at.act("s1", "R7", decision=at.clock.number), Outcome)


def test_its_alarms_are_those_of_the_decision_that_is_owed() -> None:
    at = three(s1="R7 R8 R9")
    at.done(SetBack(at.clock.number + 1, 1))
    wake = at.wake(Kind.DEADLINE)
    assert wake is not None
    assert wake.number == at.clock.number


@pytest.mark.parametrize("further", [-1, 0, STRIDE + 1, 10**14])
def test_what_was_made_up_sets_nothing_back(further: int) -> None:
    at = three(s1="R7 R8 R9")
    assert reason(at.refused(SetBack(at.clock.number + further, 1))) == Why.AHEAD


def test_it_happens_once_for_each_outage() -> None:
    at = three(s1="R7 R8 R9")
    assert reason(at.refused(SetBack(at.clock.number + 1, 0))) == Why.AHEAD, "there was none"
    at.done(SetBack(at.clock.number + 1, 4))
    assert reason(at.refused(SetBack(at.clock.number + 1, 4))) == Why.AHEAD
    at.done(SetBack(at.clock.number + 1, 5))


def test_between_two_rounds_the_next_one_begins_behind_all_that_was_lost() -> None:
    at = dealt(2)
    at.finish()
    lost = at.table.decisions + STRIDE
    at.done(SetBack(lost, 1))
    at.ready()
    assert at.clock.number > lost
