"""An alarm is decided once, however often, late or early it rings, and a computer acts on what it
sees when it acts.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest

from uno_chat import game
from uno_chat.contract import InboxRow, Said, rung
from uno_chat.coordinator import Think, Thought, UnknownSchema, handle
from uno_chat.table import Phase, alarms
from uno_chat.testing.desk import Desk, decisive

DAY = timedelta(days=1)


def playing(desk: Desk) -> None:
    desk.family("ann", "bob", "cat")
    desk.lay("ann", "R4", {"ann": "R5 R6 B1 B2", "bob": "R7 R8 R9"})


def armed(desk: Desk) -> bool:
    """Whether the alarms of the store are those that the table wants, and none was forgotten."""
    wanted = {(wake.kind, wake.number, wake.due) for wake in alarms(desk.table())}
    there = {(a.kind, a.number, a.due) for a in desk.rows.alarms.get(1, ())}
    return wanted == there and bool(wanted)


def owner(desk: Desk) -> str | None:
    play = desk.table().play
    return None if play is None else play.owner


@pytest.mark.reported("T22")
def test_a_deadline_acts_for_who_did_not_and_the_next_one_is_armed(desk: Desk) -> None:
    playing(desk)
    assert armed(desk)
    assert decisive(desk.later(DAY - timedelta(milliseconds=1))) == []
    assert desk.later(timedelta(milliseconds=1)) == ["deadline"]
    assert owner(desk) == "s2"
    assert armed(desk)


@pytest.mark.reported("70", "G1", "T68")
def test_a_deadline_that_fell_due_while_nobody_ran_is_decided_once(desk: Desk) -> None:
    playing(desk)
    late = Desk(now=desk.now + 10 * DAY, rows=desk.rows.copy())
    assert decisive(late.later()) == ["deadline"]
    assert owner(late) == "s2"
    play = late.table().play
    assert play is not None
    assert play.clock.deadline == late.now + DAY
    assert decisive(late.later()) == []


@pytest.mark.reported("74")
def test_an_alarm_that_rings_twice_acts_once(desk: Desk) -> None:
    playing(desk)
    old = desk.rows.alarms[1]
    desk.later(DAY)
    version = desk.rows.tables[1].version
    desk.do(lambda tx: tx.set_alarms(1, [*old, *desk.rows.alarms[1]]))
    assert desk.later() == []
    assert desk.rows.tables[1].version == version


@pytest.mark.parametrize("before", [0, 1, 50, 100])
def test_a_hundred_rings_and_one_late_move_have_one_outcome(desk: Desk, before: int) -> None:
    playing(desk)
    (deadline,) = (alarm for alarm in desk.rows.alarms[1] if alarm.kind == "deadline")
    happened = desk.table().happened
    ring = InboxRow(1, rung(1, deadline), 0)
    desk.now += DAY
    for number in range(101):
        if number == before:
            desk.press("ann", "r5")
        else:
            desk.do(lambda tx: handle(desk.house, tx, ring, desk.now))
    table = desk.table()
    ended = [fact.code for fact in table.happenings[happened - table.happened :]]
    assert ended.count("played") + ended.count("timed-out") == 1
    assert ("played" in ended) is (before == 0)
    assert owner(desk) == "s2"


@pytest.mark.reported("B13")
def test_an_alarm_that_was_overtaken_does_nothing(desk: Desk) -> None:
    playing(desk)
    old = desk.rows.alarms[1]
    desk.now += DAY
    desk.press("ann", "r5")
    version = desk.rows.tables[1].version
    desk.do(lambda tx: tx.set_alarms(1, [*old, *desk.rows.alarms[1]]))
    assert set(desk.later()) == {"stale"}
    assert desk.rows.tables[1].version == version


@pytest.mark.reported("T29")
def test_words_that_arrived_before_the_deadline_count_although_they_are_read_after_it(
    desk: Desk,
) -> None:
    playing(desk)
    said = desk.envelope("ann", Said("r5"), None)
    arrived = desk.now
    desk.now += 2 * DAY
    assert desk.take(said, arrived) == "done"
    assert desk.later() == []
    play = desk.table().play
    assert play is not None
    assert (play.owner, play.round.discard[-1].code) == ("s2", "R5")


def test_a_clock_that_is_set_back_makes_no_alarm_ring_in_vain(desk: Desk) -> None:
    playing(desk)
    desk.now += DAY
    desk.do(lambda tx: tx.ring(desk.now))
    desk.now -= timedelta(hours=3)
    assert decisive(desk.work()) == ["deadline"]
    assert owner(desk) == "s2"
    assert armed(desk)


def test_no_alarm_is_left_that_a_table_still_waits_for(desk: Desk) -> None:
    """Over a whole round: whatever rings does what it was set for, or is not wanted any more."""
    desk.family("ann", computers=3, settings="pace=1h hold=4s tie=2s pause=1s-3s goal=0")
    for _ in range(600):
        if desk.table().phase is not Phase.PLAYING:
            break
        assert armed(desk)
        wake = min(alarms(desk.table()), key=lambda one: one.due)
        desk.later(max(timedelta(0), wake.due - desk.now))
        left = {(one.kind, one.number, one.due) for one in alarms(desk.table())}
        assert (wake.kind, wake.number, wake.due) not in left
        if desk.table().dormant:
            desk.say("ann", "back")
    assert desk.table().phase is Phase.MATCH_OVER


# --- computers ----------------------------------------------------------------------------------


def waiting_for_a_thought(desk: Desk) -> tuple[InboxRow, Think]:
    """Ann and the computer Abacus, whose alarm has rung."""
    desk.family("ann", computers=1, settings="pause=1s hold=0s")
    desk.lay("abacus", "R4", {"abacus": "R5 R6 B1", "ann": "R7 R8"})
    desk.now += timedelta(seconds=1)
    desk.do(lambda tx: tx.ring(desk.now))
    row = desk.do(lambda tx: tx.next_inbox(desk.now, ()))
    assert row is not None
    asked = desk.do(lambda tx: handle(desk.house, tx, row, desk.now))
    assert isinstance(asked, Think)
    return row, asked


def act(desk: Desk, row: InboxRow, thought: Thought) -> object:
    return desk.do(lambda tx: handle(desk.house, tx, row, desk.now, thought))


def test_a_computer_is_asked_and_acts(desk: Desk) -> None:
    row, asked = waiting_for_a_thought(desk)
    assert [card.code for card in asked.sight.hand] == ["R5", "R6", "B1"]
    assert act(desk, row, Thought(asked, game.Play(game.card("R6")))) == "computer"
    play = desk.table().play
    assert play is not None
    assert (play.round.discard[-1].code, play.owner) == ("R6", "s1")


def test_a_computer_thinks_again_when_its_hand_changed_meanwhile(desk: Desk) -> None:
    row, asked = waiting_for_a_thought(desk)
    desk.lay("abacus", "R4", {"abacus": "R6 B1 B2 B3", "ann": "R7 R8"})
    table = desk.table()
    assert table.play is not None
    clock = replace(table.play.clock, number=asked.decision, act_at=desk.now)
    desk.put(replace(table, play=replace(table.play, clock=clock)))
    again = act(desk, row, Thought(asked, game.Play(game.card("R5"))))
    assert isinstance(again, Think)
    assert [card.code for card in again.sight.hand] == ["R6", "B1", "B2", "B3"]
    assert act(desk, row, Thought(again, game.Play(game.card("R6")))) == "computer"


def test_a_thought_about_a_decision_that_is_over_changes_nothing(desk: Desk) -> None:
    row, asked = waiting_for_a_thought(desk)
    desk.lay("ann", "R4", {"abacus": "R5 R6", "ann": "R7 R8"})
    version = desk.rows.tables[1].version
    assert act(desk, row, Thought(asked, game.Play(game.card("R5")))) == "stale"
    assert desk.rows.tables[1].version == version


def test_a_strategy_that_errs_does_not_keep_a_table_waiting(desk: Desk) -> None:
    row, asked = waiting_for_a_thought(desk)
    wrong = Thought(asked, game.Play(game.card("G9")))
    assert act(desk, row, wrong) == "computer"
    play = desk.table().play
    assert play is not None
    assert play.owner == "s1"


def test_neither_a_question_nor_a_thought_shows_a_card_or_the_seed(desk: Desk) -> None:
    _, asked = waiting_for_a_thought(desk)
    told = repr(Thought(asked, game.Play(game.card("R5"))))
    assert "R5" not in told
    assert "sight" not in told
    assert "seed" not in told


def test_a_thought_again_after_a_restart_is_the_same_question(desk: Desk) -> None:
    row, asked = waiting_for_a_thought(desk)
    later = Desk(now=desk.now + DAY, rows=desk.rows.copy())
    again = later.do(lambda tx: handle(later.house, tx, row, later.now))
    assert again == asked


def test_an_alarm_of_a_table_of_a_newer_version_is_not_used_up(desk: Desk) -> None:
    playing(desk)
    desk.rows.tables[1] = replace(desk.rows.tables[1], schema=99)
    desk.now += DAY
    desk.do(lambda tx: tx.ring(desk.now))
    with pytest.raises(UnknownSchema, match="form 99"):
        desk.work()
    assert len(desk.rows.inbox) == 2  # a deadline, and a reminder before it
