"""The moment in which others may jump in or press: a table keeps moving, and nobody is favoured."""

from __future__ import annotations

from datetime import timedelta

import pytest

from uno_chat import game
from uno_chat.table import PRESETS, Code, Kind, Ring, Settings, alarms
from uno_chat.testing.sitting import Sitting, dealt, lay, reason

SECOND = timedelta(seconds=1)
BOTH = {"jump_in": True, "smackdown": True}
PACES = ("blitz", "daily")


def settings(pace: str, **options: bool) -> Settings:
    """Live play and slow play."""
    preset = PRESETS[pace]
    return Settings(
        options=game.Options.of(options or BOTH),
        pace=preset.pace,
        hold=preset.hold,
        tie=preset.tie,
        pause=preset.pause,
    )


def drawing(pace: str, computers: int = 0) -> Sitting:
    """s1 has laid a Draw Two; s2 is meant, and s3 holds its twin."""
    at = dealt(3 - computers, computers, settings(pace))
    lay(at, "s1", "R5", {"s1": "R+2 R8 R9", "s2": "R1 R2 B3", "s3": "R+2 R6 B9"})
    at.acts("s1", "R+2")
    return at


@pytest.mark.parametrize("pace", PACES)
def test_a_draw_two_that_waits_is_drawn_when_its_target_does_nothing(pace: str) -> None:
    at = drawing(pace)
    until = at.clock.deadline
    assert until is not None
    preset = PRESETS[pace].pace
    assert preset.base is not None
    assert until - at.now <= preset.base + preset.bank
    while at.play.owner == "s2":
        at.ring(Kind.DEADLINE)
    assert at.sizes() == [2, 5, 3]
    assert at.play.owner == "s3"
    assert Code.TIMED_OUT in at.codes()


@pytest.mark.parametrize("pace", PACES)
def test_as_long_as_it_waits_its_twin_sends_it_on(pace: str) -> None:
    at = drawing(pace)
    assert at.clock.deadline is not None
    at.now = at.clock.deadline - SECOND
    at.acts("s3", "R+2")
    assert at.sizes() == [2, 3, 2]
    assert at.play.round.pending == game.AnswerDraw(0, 2)


@pytest.mark.parametrize("pace", PACES)
def test_a_twin_that_comes_too_late_for_that_takes_no_card_back(pace: str) -> None:
    at = dealt(4, settings=settings(pace))
    lay(at, "s1", "R5", {"s1": "R+2 R8 R9", "s2": "R1 R2 B3", "s3": "B6 B9", "s4": "R+2 B1 B2"})
    at.acts("s1", "R+2")
    while at.play.owner == "s2":
        at.ring(Kind.DEADLINE)
    at.acts("s4", "R+2")
    assert at.sizes() == [2, 5, 2, 2]
    assert at.play.round.pending == game.AnswerDraw(0, 2)


@pytest.mark.parametrize("pace", [name for name in PRESETS if name != "untimed"])
def test_a_computer_leaves_people_the_moment_that_was_agreed_before_it_draws(pace: str) -> None:
    at = drawing(pace, computers=2)
    assert at.play.owner == "s2"
    wake = at.wake(Kind.COMPUTER)
    assert wake is not None
    assert PRESETS[pace].pause[0] <= wake.due - at.now <= PRESETS[pace].pause[1]


@pytest.mark.parametrize("pace", PACES)
def test_a_prepared_list_leaves_the_same_moment(pace: str) -> None:
    at = dealt(3, settings=settings(pace))
    lay(at, "s1", "R5", {"s1": "R7 R8 R9", "s2": "R1 R2 B3", "s3": "R7 R6 B9"})
    at.prepares("s2", "R1")
    at.acts("s1", "R7")
    wake = at.wake(Kind.PREPARED)
    assert wake is not None
    assert PRESETS[pace].pause[0] <= wake.due - at.now <= PRESETS[pace].pause[1]
    at.acts("s3", "R7")
    assert at.top() == "R7"
    assert at.play.owner == "s1"


def test_what_arrives_first_counts_whatever_a_network_says_about_when_it_was_sent() -> None:
    for first, second in (("s2", "s3"), ("s3", "s2")):
        at = dealt(3, settings=settings("daily"))
        lay(at, "s1", "R5", {"s1": "R7 R8 R9", "s2": "R1 R2 B3", "s3": "R7 R6 B9"})
        at.acts("s1", "R7")
        cards = {"s2": "R1", "s3": "R7"}
        at.now += 5 * SECOND
        at.acts(first, cards[first])
        before = at.sizes()
        at.now += SECOND
        assert reason(at.act(second, cards[second], sent=at.now - 3 * SECOND)) != ""
        assert at.sizes() == before


@pytest.mark.parametrize("pace", PACES)
def test_no_computer_takes_a_moment_from_people(pace: str) -> None:
    at = dealt(2, 2, settings(pace, jump_in=True))
    lay(at, "s1", "R5", {"s1": "R7 R8 R9", "s2": "R1 R2 B3", "s3": "R7 R6 B9", "s4": "B7 B8"})
    at.acts("s1", "R7")
    due = [wake for wake in alarms(at.table) if wake.due <= at.now + PRESETS[pace].pause[1]]
    assert not [wake for wake in due if wake.kind is Kind.COMPUTER]
    at.acts("s2", "R1")
    assert game.JumpedIn.kind not in at.codes()


def passes(at: Sitting) -> None:
    """The next thing that happens: an alarm, or the move of a computer when it is due, or of the
    person who is to move, at once."""
    owner = at.play.owner
    if owner is not None and at.clock.handed and at.table.seat(owner).player is not None:
        at.answer()
        return
    wake = min(alarms(at.table), key=lambda one: one.due)
    at.now = max(at.now, wake.due)
    if wake.kind is Kind.COMPUTER:
        at.answer()
    else:
        at.done(Ring(wake.kind, wake.number))


@pytest.mark.parametrize("pace", PACES)
@pytest.mark.parametrize("computers", [1, 3])
def test_a_round_comes_to_its_end_though_nobody_ever_jumps_in_or_presses(
    pace: str, computers: int
) -> None:
    at = dealt(2, computers, settings(pace))
    begun, steps = at.now, 0
    while at.table.play is not None:
        passes(at)
        steps += 1
        assert steps < 2000
    assert at.now - begun < timedelta(days=2)
