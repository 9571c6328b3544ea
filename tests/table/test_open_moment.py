"""The moment in which others may jump in or press: a table keeps moving, and nobody is favoured."""

from __future__ import annotations

from datetime import timedelta

import pytest

from uno_chat import game
from uno_chat.table import (
    PRESETS,
    Code,
    ComputerActs,
    Fact,
    Kind,
    Ring,
    Settings,
    ToPlayer,
    Why,
    alarms,
)
from uno_chat.testing.sitting import Sitting, dealt, lay, reason, reply

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


def sevens(pace: str, people: int = 3, **options: bool) -> Sitting:
    """s1 has laid a red 7; s2 is next, and s3 holds its twin."""
    at = dealt(people, settings=settings(pace, **options))
    lay(at, "s1", "R5", {"s1": "R7 R8 R9", "s2": "R1 R2 B3", "s3": "R7 R6 B9"})
    at.moves("s1", "R7")
    return at


def drawing(pace: str, computers: int = 0) -> Sitting:
    """s1 has laid a Draw Two; s2 is meant, and s3 holds its twin."""
    at = dealt(3 - computers, computers, settings(pace))
    lay(at, "s1", "R5", {"s1": "R+2 R8 R9", "s2": "R1 R2 B3", "s3": "R+2 R6 B9"})
    at.moves("s1", "R+2")
    return at


# The next player's move waits


@pytest.mark.parametrize("pace", PACES)
@pytest.mark.parametrize("words", ["R1", "draw"])
def test_what_the_next_player_does_waits_for_the_tie_and_then_counts(pace: str, words: str) -> None:
    at = sevens(pace)
    assert reply(at.acts("s2", words)) == Code.NOTED
    assert at.play.owner == "s2"
    at.wait(PRESETS[pace].tie - SECOND / 100)
    assert at.play.owner == "s2"
    at.wait(SECOND / 100)
    assert at.sizes()[1] == (2 if words == "R1" else 4)
    assert Code.TIMED_OUT not in at.codes()


@pytest.mark.parametrize("pace", PACES)
def test_who_jumps_in_meanwhile_goes_first_and_the_next_one_is_told(pace: str) -> None:
    at = sevens(pace)
    at.acts("s2", "R1")
    at.wait(PRESETS[pace].tie - SECOND / 100)
    told = len(at.told)
    at.acts("s3", "R7")
    assert (at.top(), at.play.owner, at.play.early) == ("R7", "s1", None)
    assert at.sizes() == [2, 3, 2]
    fact = Fact(Code.EARLY_DROPPED, at.now, seat="s2", other="s3")
    assert at.told[told] == ToPlayer(2, fact)


@pytest.mark.parametrize("pace", PACES)
def test_nobody_waits_where_all_can_know_that_nobody_can_jump_in(pace: str) -> None:
    at = sevens(pace)
    at.acts("s3", "R7")
    at.acts("s1", "R8")
    assert at.top() == "R8"
    lay(at, "s2", "R0", {"s2": "R1 R2 B3"})
    at.acts("s2", "R1")
    assert at.top() == "R1"


def test_whether_somebody_could_jump_in_shows_in_nothing() -> None:
    waits = []
    for hand in ("R7 R6 B9", "R4 R6 B9"):
        at = sevens("blitz")
        lay(at, "s2", "R7", {"s2": "R1 R2 B3", "s3": hand})
        out = at.acts("s2", "R1")
        waits.append((out.reply, alarms(at.table)))
    assert waits[0] == waits[1]


def test_a_move_made_in_time_is_played_though_its_time_is_up_before_the_wait() -> None:
    at = sevens("blitz")
    wake = at.wake(Kind.DEADLINE)
    assert wake is not None
    at.now = wake.due - SECOND / 100
    at.acts("s2", "R1")
    at.ring(Kind.DEADLINE)
    assert at.top() == "R1"
    assert Code.TIMED_OUT not in at.codes()


def test_a_computer_does_not_go_before_a_person_whose_jump_waits() -> None:
    at = dealt(3, 1, settings("blitz", jump_in=True, jump_in_fours=True))
    lay(
        at,
        "s3",
        "R5",
        {"s1": "W+4 R8", "s2": "W+4 R1", "s3": "W+4 B7 B8", "s4": "B1 B2 B3"},
    )
    at.moves("s3", "W+4 G")
    at.acts("s2", "W+4 B uno")
    at.done(ComputerActs("s4", at.clock.number, game.Accept()))
    at.wait(PRESETS["blitz"].tie)
    assert (at.play.owner, at.sizes()[3]) == ("s3", 3)


# Of several who jump in


def fours() -> Sitting:
    """s4 has laid a Wild Draw Four on s1; s1, s2 and s3 hold one each."""
    at = dealt(4, settings=settings("table", jump_in=True, jump_in_fours=True))
    hands = {"s1": "W+4 Y1 Y2", "s2": "W+4 B1 B2", "s3": "W+4 G1 G2", "s4": "W+4 B7 B8"}
    lay(at, "s4", "R5", hands)
    at.moves("s4", "W+4 G")
    return at


def test_the_first_in_the_order_of_play_goes_first_whoever_arrives_first() -> None:
    at = fours()
    at.acts("s3", "W+4 B")
    at.wait(SECOND)
    at.acts("s2", "W+4 B")
    at.wait(SECOND)
    assert (at.play.owner, at.sizes()) == ("s3", [3, 2, 3, 2])
    at = fours()
    at.acts("s2", "W+4 B")
    assert reason(at.act("s3", "W+4 B")) == Why.CATCH_RUNNING
    at.wait(2 * SECOND)
    assert (at.play.owner, at.sizes()) == ("s3", [3, 2, 3, 2])


def test_a_jump_in_that_waits_is_put_off_by_no_other() -> None:
    at = fours()
    at.acts("s3", "W+4 B")
    at.wait(1.9 * SECOND)
    at.acts("s2", "W+4 B")
    at.wait(0.1 * SECOND)
    assert at.sizes()[1] == 2


def test_a_jump_in_that_waits_goes_with_whoever_leaves() -> None:
    at = fours()
    at.acts("s2", "W+4 B")
    at.acts("s2", "leave")
    assert at.play.early is None
    at.acts("s1", "accept")
    at.wait(2 * SECOND)
    assert at.play.owner == "s3"


# Draw Twos that wait


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
def test_in_slow_play_as_in_live_play_the_moment_ends_a_tie_after_the_targets_answer(
    pace: str,
) -> None:
    at = drawing(pace)
    at.acts("s2", "accept")
    at.wait(PRESETS[pace].tie)
    assert at.sizes() == [2, 5, 3]
    assert at.play.owner == "s3"


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
    at.moves("s1", "R+2")
    while at.play.owner == "s2":
        at.ring(Kind.DEADLINE)
    at.acts("s4", "R+2")
    assert at.sizes() == [2, 5, 2, 2]
    assert at.play.round.pending == game.AnswerDraw(0, 2)


# Computers and prepared turns


@pytest.mark.parametrize("pace", [name for name in PRESETS if name != "untimed"])
def test_a_computer_leaves_people_the_moment_that_was_agreed_before_it_draws(pace: str) -> None:
    at = drawing(pace, computers=2)
    assert at.play.owner == "s2"
    wake = at.wake(Kind.COMPUTER)
    assert wake is not None
    assert PRESETS[pace].tie <= PRESETS[pace].pause[0]
    assert PRESETS[pace].pause[0] <= wake.due - at.now <= PRESETS[pace].pause[1]


@pytest.mark.parametrize("pace", PACES)
def test_a_prepared_list_leaves_the_same_moment(pace: str) -> None:
    at = dealt(3, settings=settings(pace))
    lay(at, "s1", "R5", {"s1": "R7 R8 R9", "s2": "R1 R2 B3", "s3": "R7 R6 B9"})
    at.prepares("s2", "R1")
    at.moves("s1", "R7")
    wake = at.wake(Kind.PREPARED)
    assert wake is not None
    assert PRESETS[pace].pause[0] <= wake.due - at.now <= PRESETS[pace].pause[1]
    at.acts("s3", "R7")
    assert at.top() == "R7"
    assert at.play.owner == "s1"


def test_what_a_network_says_about_when_it_was_sent_makes_nobody_faster() -> None:
    at = sevens("daily")
    at.moves("s2", "R1")
    before = at.sizes()
    at.now += SECOND
    assert reason(at.act("s3", "R7", sent=at.now - 30 * SECOND)) != ""
    assert at.sizes() == before


@pytest.mark.parametrize("pace", PACES)
def test_no_computer_takes_a_moment_from_people(pace: str) -> None:
    at = dealt(2, 2, settings(pace, jump_in=True))
    lay(at, "s1", "R5", {"s1": "R7 R8 R9", "s2": "R1 R2 B3", "s3": "R7 R6 B9", "s4": "B7 B8"})
    at.moves("s1", "R7")
    due = [wake for wake in alarms(at.table) if wake.due <= at.now + PRESETS[pace].pause[1]]
    assert not [wake for wake in due if wake.kind is Kind.COMPUTER]
    at.moves("s2", "R1")
    assert game.JumpedIn.kind not in at.codes()


# The button


def ringing(pace: str = "blitz", people: int = 4) -> Sitting:
    at = dealt(people, settings=settings(pace, smackdown=True))
    lay(at, "s1", "R5", {"s1": "R6 R8 R9", "s2": "R1 R2 B3"})
    at.acts("s1", "R6")
    return at


@pytest.mark.parametrize("people", [2, 4])
@pytest.mark.parametrize("pace", PACES)
def test_whoever_presses_within_the_tie_of_the_last_but_one_is_not_last(
    pace: str, people: int
) -> None:
    at = ringing(pace, people)
    before = at.sizes()
    *first, last_but_one, last = at.order()
    for seat in first:
        at.acts(seat, "smack")
    assert reply(at.acts(last_but_one, "smack")) == Code.SMACK_NOTED
    at.wait(PRESETS[pace].tie - SECOND / 100)
    at.acts(last, "smack")
    assert at.play.pressing is None
    assert at.sizes() == before
    assert at.codes().count(game.Smacked.kind) == people


@pytest.mark.parametrize("pace", PACES)
def test_whoever_presses_later_draws(pace: str) -> None:
    at = ringing(pace)
    before = at.sizes()
    for seat in ("s1", "s2", "s3"):
        at.acts(seat, "smack")
    assert reason(at.act("s3", "smack")) == game.Reason.ALREADY_SMACKED
    at.wait(PRESETS[pace].tie)
    assert reason(at.act("s4", "smack")) == game.Reason.NOTHING_TO_SMACK
    assert at.sizes() == [*before[:3], before[3] + 2]


def test_the_time_to_press_that_ends_meanwhile_ends_with_what_was_pressed() -> None:
    at = ringing()
    limit = at.wake(Kind.SMACK)
    assert limit is not None
    before = at.sizes()
    at.acts("s1", "smack")
    at.acts("s2", "smack")
    at.now = limit.due - SECOND
    at.acts("s3", "smack")
    at.wait(SECOND)
    assert at.sizes() == [*before[:3], before[3] + 2]


def test_the_wait_for_the_last_one_holds_up_no_turn_and_ends_with_whoever_leaves() -> None:
    at = ringing()
    for seat in ("s1", "s2", "s3"):
        at.acts(seat, "smack")
    at.acts("s2", "R1")
    assert at.top() == "R1"
    at.acts("s4", "leave")
    assert at.play.pressing is None
    at.wait(5 * SECOND)
    assert game.SmackEnded.kind in at.codes()


def passes(at: Sitting) -> None:
    """The next thing that happens: an alarm, or the move of a computer when it is due, or of the
    person who is to move, at once."""
    owner = at.play.owner
    ready = at.clock.handed and at.play.early is None
    if owner is not None and ready and at.table.seat(owner).player is not None:
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
