"""One deadline for every decision that is owed, and the smallest legal action after it."""

from dataclasses import replace
from datetime import timedelta

import pytest

from uno_chat import game
from uno_chat.table import Code, Fact, Kind, Leave, Level, Pace, Ring, Settings, ToPlayer, alarms
from uno_chat.testing.sitting import NOON, Sitting, dealt, lay

DAY = timedelta(hours=24)
SECOND = timedelta(seconds=1)
UNTIMED = Settings(pace=Pace(None))


def owing(at: Sitting, pending: game.Pending) -> None:
    """Let this be the decision that is owed."""
    play = at.play
    at.table = replace(at.table, play=replace(play, round=play.round._replace(pending=pending)))


@pytest.mark.reported("35")
def test_a_turn_has_one_deadline_and_no_other_alarm() -> None:
    at = dealt(3)
    deadline, *others = alarms(at.table)
    assert (deadline.kind, deadline.due) == (Kind.DEADLINE, NOON + DAY)
    assert [wake.kind for wake in others] == [Kind.REMIND]  # which punishes nobody


@pytest.mark.reported("32", "T43")
def test_who_does_not_play_draws_one_and_passes_even_if_the_card_fits() -> None:
    at = dealt(3)
    lay(at, "s1", "R5", {}, stock="R6")
    before = at.table.happened
    at.ring(Kind.DEADLINE)
    assert [(f.code, f.seat, f.cause) for f in at.facts(before)] == [
        (Code.TIMED_OUT, "s1", "timeout"),
        (game.Drew.kind, "s1", "timeout"),
    ]
    assert at.sizes() == [6, 5, 5]
    assert (at.play.owner, at.clock.deadline) == ("s2", NOON + 2 * DAY)


def test_whose_time_ran_out_hears_it_in_private() -> None:
    at = dealt(3)
    lay(at, "s1", "R5", {})
    at.ring(Kind.DEADLINE)
    (told,) = at.told
    assert isinstance(told, ToPlayer)
    assert isinstance(told.fact, Fact)
    assert (told.player, told.fact.code) == (1, Code.TIMED_OUT)


def test_with_nothing_to_draw_time_passes_the_turn() -> None:
    at = dealt(2)
    lay(at, "s1", "R5", {})
    play = at.play
    at.table = replace(at.table, play=replace(play, round=play.round._replace(stock=())))
    at.ring(Kind.DEADLINE)
    assert at.codes()[-1] == game.Passed.kind
    assert at.play.owner == "s2"


def test_who_drew_and_does_not_decide_keeps_the_card() -> None:
    at = dealt(3)
    lay(at, "s1", "R5", {}, stock="R6")
    at.acts("s1", "draw")
    at.ring(Kind.DEADLINE)
    assert at.codes()[-1] == game.Kept.kind
    assert at.sizes() == [6, 5, 5]
    assert at.play.owner == "s2"


def test_drawing_wins_no_time() -> None:
    at = dealt(3)
    lay(at, "s1", "R5", {}, stock="R6")
    until = at.clock.deadline
    at.now += timedelta(hours=23)
    at.acts("s1", "draw")
    assert isinstance(at.play.round.pending, game.PlayOrKeep)
    assert (at.clock.deadline, at.clock.since) == (until, NOON)


@pytest.mark.reported("T43")
def test_who_does_not_answer_a_wild_draw_four_accepts_it() -> None:
    at = dealt(3)
    lay(at, "s1", "R5", {"s1": "W+4 R1 R2"})
    at.acts("s1", "W+4 B")
    at.ring(Kind.DEADLINE)
    assert at.codes()[-3:] == [game.Accepted.kind, game.Drew.kind, game.Skipped.kind]
    assert at.sizes() == [2, 9, 5]
    assert at.play.owner == "s3"


@pytest.mark.reported("B1")
@pytest.mark.parametrize(("hand", "colour"), [("Y1 G1 G2", "G"), ("Y1 Y2 G1 W", "Y")])
def test_who_does_not_name_a_colour_gets_the_one_most_held(hand: str, colour: str) -> None:
    at = dealt(3)
    lay(at, "s1", "W", {"s1": hand}, colour="R")
    owing(at, game.ChooseColour(0))
    at.ring(Kind.DEADLINE)
    assert at.play.round.pending == game.Turn(0)
    assert at.clock.deadline == at.now + DAY
    assert at.facts()[-1].colour == colour


def test_a_last_wild_draw_four_that_nobody_answers_ends_the_round() -> None:
    at = dealt(3)
    lay(at, "s1", "R5", {"s1": "W+4"})
    at.acts("s1", "W+4 B")
    at.ring(Kind.DEADLINE)
    assert at.table.result is not None
    assert at.table.result.winner == "s1"


@pytest.mark.reported("T40")
def test_a_move_made_before_the_time_ran_out_is_in_time_however_late() -> None:
    at = dealt(3)
    lay(at, "s1", "R5", {})
    wake = at.wake(Kind.DEADLINE)
    assert wake is not None
    at.now = wake.due + timedelta(hours=1)
    at.acts("s1", "draw")
    before = at.table
    assert at.done(Ring(wake.kind, wake.number)).table == before


def test_an_alarm_that_rings_too_early_does_nothing() -> None:
    at = dealt(3)
    before = at.table
    at.now += DAY - SECOND
    assert at.done(Ring(Kind.DEADLINE, at.clock.number)).table == before


@pytest.mark.parametrize("kind", [Kind.HOLD, Kind.TIE, Kind.WINDOW, Kind.CATCHER])
def test_nothing_around_a_missed_uno_happens_too_early(kind: Kind) -> None:
    at = dealt(2, 4, Settings(capped=True), Level.HARD)
    lay(at, "s1", "R5", {"s1": "R7 R8"})
    at.acts("s1", "R7")
    if kind is Kind.TIE:
        at.catch("s2", "s1")
    wake, before = at.wake(kind), at.table
    assert wake is not None
    at.now = wake.due - timedelta(milliseconds=1)
    assert at.done(Ring(wake.kind, wake.number)).table == before
    assert at.ring(kind).table != before


@pytest.mark.reported("T18")
def test_an_alarm_that_rings_twice_acts_once() -> None:
    at = dealt(3)
    lay(at, "s1", "R5", {})
    wake = at.wake(Kind.DEADLINE)
    assert wake is not None
    at.ring(Kind.DEADLINE)
    before = at.table
    assert at.done(Ring(wake.kind, wake.number)).table == before


def test_an_alarm_that_nobody_knows_does_nothing() -> None:
    at = dealt(3)
    before = at.table
    assert at.done(Ring("of-another-version", at.clock.number)).table == before


@pytest.mark.reported("B12")
@pytest.mark.parametrize("days", [1, 3, 7, 30])
def test_a_limit_of_days_counts_its_days(days: int) -> None:
    limit = timedelta(days=days, seconds=10)
    at = dealt(3, settings=Settings(pace=Pace(limit)))
    lay(at, "s1", "R5", {})
    number, before = at.clock.number, at.table
    for early in (timedelta(seconds=10), limit - SECOND):
        at.now = NOON + early
        assert at.done(Ring(Kind.DEADLINE, number)).table == before
    at.now = NOON + limit
    at.done(Ring(Kind.DEADLINE, number))
    assert at.play.owner == "s2"


def test_alarms_after_the_round_do_nothing() -> None:
    at = dealt(2)
    number = at.clock.number
    at.done(Leave(1))
    before = at.table
    for kind in Kind:
        assert at.done(Ring(kind, number)).table == before


def test_alarms_are_set_to_whole_milliseconds_at_which_they_act() -> None:
    at = dealt(3)
    at.now += timedelta(microseconds=1)
    lay(at, "s1", "R5", {})
    wake = at.wake(Kind.DEADLINE)
    assert wake is not None
    assert wake.due == NOON + DAY + timedelta(milliseconds=1)
    at.ring(Kind.DEADLINE)
    assert at.play.owner == "s2"


@pytest.mark.reported("T33")
def test_without_a_limit_nobody_is_hurried() -> None:
    at = dealt(3, settings=UNTIMED)
    lay(at, "s1", "R5", {}, stock="R6")
    assert {wake.kind for wake in alarms(at.table)} == {Kind.IDLE}
    at.acts("s1", "draw")
    assert {wake.kind for wake in alarms(at.table)} == {Kind.IDLE}
    assert at.clock.handed


def test_without_a_limit_the_hold_ends_all_the_same() -> None:
    at = dealt(3, settings=UNTIMED)
    lay(at, "s1", "R5", {"s1": "R7 R8"})
    at.acts("s1", "R7")
    assert {wake.kind for wake in alarms(at.table)} == {Kind.IDLE, Kind.HOLD}
    at.ring(Kind.HOLD)
    assert at.clock.handed
    assert {wake.kind for wake in alarms(at.table)} == {Kind.IDLE}


@pytest.mark.reported("35")
def test_the_hold_counts_on_nobodys_time() -> None:
    at = dealt(3)
    lay(at, "s1", "R5", {"s1": "R7 R8"})
    at.acts("s1", "R7")
    assert at.clock.deadline is None
    at.ring(Kind.HOLD)
    assert at.clock.deadline == NOON + at.table.settings.hold + DAY


def test_what_fell_due_while_nobody_looked_is_done_once() -> None:
    at = dealt(3)
    lay(at, "s1", "R5", {})
    at.now = NOON + 10 * DAY
    at.ring(Kind.DEADLINE)
    assert at.play.owner == "s2"
    assert at.clock.deadline == NOON + 11 * DAY


@pytest.mark.reported("T43")
@pytest.mark.parametrize("hand", ["R7 B8", "W+4 B8", "RR R8"])
def test_time_alone_leaves_nobody_with_one_card(hand: str) -> None:
    """Two cards, the first of which fits: it stays in the hand, drawn or not."""
    at = dealt(3)
    lay(at, "s1", "R5", {"s1": hand}, stock="R9 R6")
    at.ring(Kind.DEADLINE)
    assert at.sizes() == [3, 5, 5]
    assert at.play.window is None
    assert at.clock.handed


def test_whole_rounds_of_silence_only_make_hands_grow() -> None:
    at = dealt(3)
    while len(at.play.round.stock) > 3:
        sizes = at.sizes()
        at.ring(Kind.DEADLINE, lenient=True)
        assert all(before <= after for before, after in zip(sizes, at.sizes(), strict=True))
