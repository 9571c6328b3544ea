"""Computers at a table: when they move, when they catch, and that none ever makes others wait."""

from dataclasses import replace
from datetime import timedelta

import pytest

from uno_chat import game
from uno_chat.table import (
    CatchSeat,
    Code,
    ComputerActs,
    Kind,
    Level,
    Pace,
    Refused,
    Ring,
    Settings,
    alarms,
)
from uno_chat.testing.sitting import Sitting, dealt, lay

SECOND = timedelta(seconds=1)
HOLD = 60 * SECOND
DRAW = game.Draw()


def one_computer(settings: Settings | None = None, *, stock: str = "") -> Sitting:
    """North, East and a computer on ``s3``, which is to move on red 5."""
    at = dealt(2, 1, settings)
    hands = {"s1": "R7 R8", "s2": "R1 R2 B3", "s3": "R4 R6 B9"}
    lay(at, "s3", "R5", hands, stock=stock)
    return at


def computers(number: int, seed: int, level: Level, settings: Settings | None = None) -> Sitting:
    """North with one card left, uncalled, among computers, in a round of this seed."""
    at = dealt(1, number, settings, level)
    lay(at, "s1", "R5", {"s1": "R7 R8"})
    play = at.play
    deal = replace(play.round.deal, seed=game.seed_from_int(seed))
    at.table = replace(at.table, play=replace(play, round=play.round._replace(deal=deal)))
    at.acts("s1", "R7")
    return at


def test_a_computer_thinks_for_a_while_and_has_a_deadline_like_everybody() -> None:
    at = one_computer()
    wake = at.wake(Kind.COMPUTER)
    assert wake is not None
    assert 20 * SECOND <= wake.due - at.now <= 90 * SECOND
    assert at.wake(Kind.DEADLINE) is not None


def test_a_computer_moves_by_what_it_chose() -> None:
    at = one_computer()
    at.done(ComputerActs("s3", at.clock.number, game.Play(game.card("R4"))))
    assert (at.facts()[-1].card, at.facts()[-1].cause) == ("R4", "computer")
    assert at.play.owner == "s1"
    assert at.wake(Kind.COMPUTER) is None


@pytest.mark.reported("28")
def test_a_computer_waits_for_the_end_of_the_hold() -> None:
    at = dealt(1, 1)
    lay(at, "s1", "R5", {"s1": "R7 R8"})
    at.acts("s1", "R7 uno")
    assert at.wake(Kind.COMPUTER) is None
    at.ring(Kind.HOLD)
    wake = at.wake(Kind.COMPUTER)
    assert wake is not None
    assert wake.due >= at.now + 20 * SECOND


def test_a_computer_moves_within_half_of_a_short_turn() -> None:
    at = one_computer(Settings(pace=Pace(6 * SECOND)), stock="R9")
    wake = at.wake(Kind.COMPUTER)
    assert wake is not None
    assert wake.due == at.now + 3 * SECOND
    at.now = wake.due
    at.done(ComputerActs("s3", at.clock.number, DRAW))
    again, deadline = at.wake(Kind.COMPUTER), at.wake(Kind.DEADLINE)
    assert again is not None
    assert deadline is not None
    assert (again.due - at.now, deadline.due - at.now) == (1.5 * SECOND, 3 * SECOND)


def test_a_choice_for_another_decision_changes_nothing() -> None:
    at = one_computer()
    number, before = at.clock.number, at.table
    for late in (
        ComputerActs("s3", number - 1, DRAW),
        ComputerActs("s1", number, DRAW),
        ComputerActs("s9", number, DRAW),
    ):
        assert at.done(late).table == before


def test_nobody_is_moved_for_by_a_computers_choice() -> None:
    at = dealt(2)
    lay(at, "s1", "R5", {})
    before = at.table
    assert at.done(ComputerActs("s1", at.clock.number, DRAW)).table == before


def test_only_a_choice_answers_a_computers_alarm() -> None:
    at = one_computer()
    wake, before = at.wake(Kind.COMPUTER), at.table
    assert wake is not None
    at.now = wake.due
    assert at.done(Ring(wake.kind, wake.number)).table == before


@pytest.mark.parametrize("settings", [Settings(), Settings(pace=Pace(None))])
def test_a_computer_whose_choice_is_refused_draws_and_passes(settings: Settings) -> None:
    at = one_computer(settings)
    at.done(ComputerActs("s3", at.clock.number, game.Play(game.card("B9"))))
    assert at.codes()[-2:] == [Code.TIMED_OUT, game.Drew.kind]
    assert at.play.owner == "s1"


def test_a_computers_choice_waits_for_a_catch_that_runs() -> None:
    at = caught_before_the_computer()
    at.done(ComputerActs("s3", at.clock.number, game.Play(game.card("R4"))))
    assert at.wake(Kind.COMPUTER) is None
    at.ring(Kind.TIE)
    assert (at.facts()[-1].card, at.facts()[-1].cause) == ("R4", "computer")


def test_a_computer_that_chose_badly_during_a_catch_is_asked_again() -> None:
    at = caught_before_the_computer()
    at.done(ComputerActs("s3", at.clock.number, game.Play(game.card("B9"))))
    assert at.wake(Kind.COMPUTER) is None
    at.ring(Kind.TIE)
    assert at.play.owner == "s3"
    assert at.wake(Kind.COMPUTER) is not None


def test_a_computer_whose_noted_choice_no_longer_fits_is_asked_again() -> None:
    at = caught_before_the_computer(game.Options(must_play=True, false_catch=2))
    hands = (at.play.round.hands[0], at.play.round.hands[1], game.cards("B9 B8"))
    round_ = at.play.round._replace(hands=hands)
    at.table = replace(at.table, play=replace(at.play, round=round_))
    at.done(ComputerActs("s3", at.clock.number, DRAW))
    hands = (*hands[:2], game.cards("B9 R1"))
    at.table = replace(at.table, play=replace(at.play, round=round_._replace(hands=hands)))
    at.ring(Kind.TIE)
    assert at.play.owner == "s3"
    assert at.wake(Kind.COMPUTER) is not None
    assert at.told == []


def caught_before_the_computer(options: game.Options | None = None) -> Sitting:
    """East laid the last card but one; it is the computer's turn when North catches."""
    at = dealt(2, 1, Settings(options=options or game.Options(), pace=Pace(None)))
    hands = {"s1": "Y1 Y2", "s2": "R1 R2", "s3": "R4 R6 B9"}
    lay(at, "s2", "R5", hands)
    at.acts("s2", "R1")
    at.ring(Kind.HOLD)
    at.done(CatchSeat(1, "s2"))
    return at


@pytest.mark.parametrize(
    ("level", "share"), [(Level.EASY, 0.25), (Level.NORMAL, 0.5), (Level.HARD, 0.8)]
)
def test_a_computer_notices_as_often_as_its_level_says(level: Level, share: float) -> None:
    rounds = 200
    noticed = sum(
        at.play.window is not None and bool(at.play.window.catchers)
        for at in (computers(1, seed, level) for seed in range(rounds))
    )
    assert abs(noticed / rounds - share) < 0.08


def test_every_computer_notices_for_itself() -> None:
    found = {
        tuple(catcher.seat for catcher in at.play.window.catchers)
        for at in (computers(2, seed, Level.NORMAL) for seed in range(40))
        if at.play.window is not None
    }
    assert found == {(), ("s2",), ("s3",), ("s2", "s3")}


def noticing(number: int, settings: Settings | None = None) -> Sitting:
    """All these computers have noticed."""
    tries = (computers(number, seed, Level.HARD, settings) for seed in range(50))
    return next(at for at in tries if at.play.window and len(at.play.window.catchers) == number)


@pytest.mark.reported("T67")
def test_a_computer_catches_only_after_the_hold() -> None:
    after = [
        wake.due - at.now
        for at in (computers(1, seed, Level.HARD) for seed in range(40))
        if (wake := at.wake(Kind.CATCHER))
    ]
    assert len(set(after)) > 20
    assert HOLD + 10 * SECOND <= min(after) <= max(after) <= HOLD + 45 * SECOND


def test_a_computer_catches_like_a_person_and_a_call_in_the_tie_beats_it() -> None:
    caught, called = noticing(1), noticing(1)
    caught.ring(Kind.CATCHER)
    caught.ring(Kind.TIE)
    assert len(caught.play.round.hands[0]) == 3
    assert caught.facts()[-2].cause == "computer"
    called.ring(Kind.CATCHER)
    called.acts("s1", "uno")
    assert called.wake(Kind.TIE) is None
    assert len(called.play.round.hands[0]) == 1


def test_a_call_in_the_hold_spares_the_computer_the_trouble() -> None:
    at = noticing(2)
    at.acts("s1", "uno")
    assert at.wake(Kind.CATCHER) is None


def test_a_window_that_is_closed_is_not_caught_by_a_computer() -> None:
    at = noticing(1)
    wake = at.wake(Kind.CATCHER)
    assert wake is not None
    at.ring(Kind.HOLD)
    at.done(ComputerActs("s2", at.clock.number, DRAW))
    at.now, before = wake.due, at.table
    assert at.done(Ring(wake.kind, wake.number)).table == before


def test_each_computer_tries_once_and_the_first_one_catches() -> None:
    at = noticing(2)
    assert at.play.window is not None
    first, second = sorted(at.play.window.catchers, key=lambda catcher: catcher.at)
    at.now = second.at + SECOND
    out = at.ring(Kind.CATCHER)
    assert out.table.play is not None
    assert out.table.play.window is not None
    assert out.table.play.window.catchers == ()
    at.ring(Kind.TIE)
    assert at.facts()[-2].other in {first.seat, second.seat}
    assert len(at.play.round.hands[0]) == 3


def test_a_computer_that_is_second_lets_it_be() -> None:
    at = noticing(2)
    assert at.play.window is not None
    first, second = sorted(at.play.window.catchers, key=lambda catcher: catcher.at)
    at.ring(Kind.CATCHER)
    at.now = second.at
    at.done(Ring(Kind.CATCHER, at.play.round.play_no))
    at.ring(Kind.TIE)
    assert at.facts()[-2].other == first.seat
    assert at.wake(Kind.CATCHER) is None


def test_no_computer_watches_where_nobody_is_caught() -> None:
    options = game.Options(uno_mode=game.UnoMode.AUTO_PENALTY)
    for seed in range(5):
        at = computers(3, seed, Level.HARD, Settings(options=options))
        assert [wake.kind for wake in alarms(at.table)] == [Kind.HOLD]


def test_a_person_is_not_moved_by_a_computers_alarm() -> None:
    at = one_computer()
    at.done(ComputerActs("s3", at.clock.number, game.Play(game.card("R4"))))
    before = at.table
    at.wait(timedelta(hours=1))
    assert at.table == before
    assert isinstance(at.act("s2", "R1"), Refused)
