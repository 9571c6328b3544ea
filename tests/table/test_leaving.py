"""Somebody leaves: whenever it is, one seat owes the next decision, or the round is over."""

from dataclasses import replace
from datetime import timedelta

import pytest

from uno_chat import game
from uno_chat.table import (
    Act,
    CatchSeat,
    Code,
    Deal,
    Fact,
    Join,
    Kind,
    Leave,
    Phase,
    Ready,
    Settings,
    Table,
    ToPlayer,
    Why,
)
from uno_chat.testing.sitting import Sitting, dealt, lay

SECOND = timedelta(seconds=1)


def private(at: Sitting) -> list[tuple[int, str]]:
    """What was told in private: to whom, and the code."""
    return [
        (tell.player, tell.fact.code)
        for tell in at.told
        if isinstance(tell, ToPlayer) and isinstance(tell.fact, Fact)
    ]


def one_card(people: int = 3, *, words: str = "R7", hand: str = "R7 R8") -> Sitting:
    """North has just laid its last card but one, without a call; East is next."""
    at = dealt(people)
    lay(at, "s1", "R5", {"s1": hand, "s2": "R1 R2 B3", "s3": "R4 R6 B9"})
    at.acts("s1", words)
    return at


@pytest.mark.reported("B13")
def test_whoever_owes_the_decision_leaves_and_the_next_one_gets_a_whole_turn() -> None:
    at = dealt(3)
    lay(at, "s1", "R5", {})
    at.now += timedelta(hours=20)
    at.done(Leave(1))
    assert at.play.owner == "s2"
    assert at.clock.deadline == at.now + timedelta(hours=24)
    assert at.clock.handed


@pytest.mark.reported("T14")
def test_another_one_leaves_and_the_turn_and_its_deadline_stay() -> None:
    at = dealt(3)
    lay(at, "s1", "R5", {})
    clock = at.clock
    at.now += timedelta(hours=20)
    at.done(Leave(2))
    assert at.play.owner == "s1"
    assert at.clock == clock


def test_leaving_a_drawn_card_passes_the_turn_on() -> None:
    at = dealt(3)
    lay(at, "s1", "R5", {}, stock="R6")
    at.acts("s1", "draw")
    at.done(Leave(1))
    assert at.play.round.pending == game.Turn(1)


def test_the_move_leave_is_the_same_as_the_command() -> None:
    at = dealt(3)
    at.done(Act(2, game.Leave()))
    assert at.table.seat_of(2) is None


def test_whoever_has_to_name_a_colour_leaves_and_the_next_one_names_it() -> None:
    at = dealt(3)
    lay(at, "s1", "W", {}, colour="R")
    at.table = _with_pending(at, game.ChooseColour(0))
    at.done(Leave(1))
    assert at.play.round.pending == game.ChooseColour(1)
    at.acts("s2", "colour B")
    assert at.play.owner == "s2"


def _with_pending(at: Sitting, pending: game.Pending) -> Table:
    play = at.play
    return replace(at.table, play=replace(play, round=play.round._replace(pending=pending)))


def test_who_must_answer_a_wild_draw_four_leaves_and_nobody_draws() -> None:
    at = dealt(3)
    lay(at, "s1", "R5", {"s1": "W+4 R1 R2"})
    at.acts("s1", "W+4 B")
    at.done(Leave(2))
    assert at.play.round.pending == game.Turn(2)
    assert [len(hand) for hand in at.play.round.hands] == [2, 0, 5]


@pytest.mark.reported("B5")
def test_who_laid_a_wild_draw_four_leaves_and_its_target_just_plays() -> None:
    at = dealt(3)
    lay(at, "s1", "R5", {"s1": "W+4 R1 R2"})
    at.acts("s1", "W+4 B")
    at.done(Leave(1))
    assert at.play.round.pending == game.Turn(1)
    assert len(at.play.round.hands[1]) == 5


@pytest.mark.parametrize("who", [1, 2])
def test_a_wild_draw_four_that_was_the_last_card_wins_whoever_of_the_two_leaves(who: int) -> None:
    at = dealt(3)
    lay(at, "s1", "R5", {"s1": "W+4"})
    at.acts("s1", "W+4 B")
    at.done(Leave(who))
    assert at.table.result is not None
    assert at.table.result.winner == "s1"


def test_the_third_one_leaves_and_the_wild_draw_four_waits_for_its_answer() -> None:
    at = dealt(3)
    lay(at, "s1", "R5", {"s1": "W+4 R1 R2"})
    at.acts("s1", "W+4 B")
    clock = at.clock
    at.done(Leave(3))
    assert at.clock == clock
    at.acts("s2", "accept")
    assert at.play.owner == "s1"


def test_who_could_be_caught_leaves_and_with_the_seat_the_window() -> None:
    at = one_card()
    at.done(Leave(1))
    assert at.play.window is None
    assert at.refused(CatchSeat(2, "s1")).reason == Why.NOT_IN_THIS_ROUND


def test_the_hold_goes_on_when_the_seat_that_waited_for_its_end_leaves() -> None:
    at = one_card()
    until = at.clock.hold
    at.wait(20 * SECOND)
    at.done(Leave(2))
    assert (at.play.owner, at.clock.handed, at.clock.hold) == ("s3", False, until)
    assert at.play.window is not None
    at.ring(Kind.HOLD)
    assert at.clock.handed


def test_what_was_noted_for_an_answer_is_dropped_when_the_question_is_gone() -> None:
    at = one_card(words="W+4 B", hand="W+4 R8")
    at.acts("s2", "accept")
    at.done(Leave(1))
    assert at.play.owner == "s2"
    assert at.play.early is None
    assert private(at) == [(2, Code.EARLY_DROPPED)]
    assert at.clock.hold is not None
    at.acts("s2", "B3")


def test_what_the_leaver_had_noted_is_gone_without_a_word() -> None:
    at = one_card()
    at.acts("s2", "R1")
    at.done(Leave(2))
    assert at.play.early is None
    assert private(at) == []


def test_a_catch_counts_no_more_when_its_author_has_left() -> None:
    at = one_card()
    at.catch("s3", "s1")
    at.done(Leave(3))
    at.ring(Kind.TIE)
    assert len(at.play.round.hands[0]) == 1
    assert at.play.window is not None
    at.catch("s2", "s1")
    at.ring(Kind.TIE)
    assert len(at.play.round.hands[0]) == 3


def test_the_next_one_is_handed_the_turn_when_the_author_of_a_late_catch_has_left() -> None:
    at = one_card()
    at.wait(55 * SECOND)
    at.catch("s3", "s1")
    at.done(Leave(3))
    at.ring(Kind.HOLD)
    assert not at.clock.handed
    at.ring(Kind.TIE)
    assert at.clock.handed


def test_the_next_one_plays_on_when_the_caught_one_has_left() -> None:
    at = one_card()
    at.catch("s3", "s1")
    at.acts("s2", "R1")
    at.wait(5 * SECOND)
    at.done(Leave(1))
    assert at.wake(Kind.TIE) is None
    at.ring(Kind.HOLD)
    assert at.codes()[-1] == game.Played.kind
    assert at.play.owner == "s3"


@pytest.mark.reported("49", "T45")
@pytest.mark.parametrize("who", [1, 2, 3])
def test_of_three_any_one_may_leave_and_two_play_on(who: int) -> None:
    at = dealt(3)
    at.done(Leave(who))
    assert at.phase() is Phase.PLAYING
    assert at.play.owner in {f"s{n}" for n in (1, 2, 3) if n != who}
    assert len(at.table.present) == 2


@pytest.mark.parametrize("who", [1, 2])
def test_one_of_two_leaves_and_the_other_has_won_round_and_match(who: int) -> None:
    at = dealt(2)
    lay(at, "s1", "R5", {"s1": "W R1", "s2": "W R1"})
    at.done(Leave(who))
    other = f"s{3 - who}"
    assert at.table.result is not None
    assert (at.table.result.winner, sum(at.table.result.points)) == (other, 51)
    assert at.phase() is Phase.MATCH_OVER
    assert at.table.match is not None
    assert at.table.match.winners == (other,)
    assert at.table.host == 3 - who
    assert game.replay(dealt_and_left(who).record[1]).round.gone


def dealt_and_left(who: int) -> Sitting:
    at = dealt(2)
    at.done(Leave(who))
    return at


def test_the_host_leaves_a_round_to_the_next_person() -> None:
    at = dealt(3)
    at.done(Leave(1))
    assert at.table.host == 2
    assert at.codes()[-3:] == [game.Departed.kind, Code.STOOD_UP, Code.NEW_HOST]


def test_computers_play_on_for_whoever_waits_for_the_next_round() -> None:
    at = dealt(1, 2)
    at.done(Join(9, "Last"))
    at.done(Leave(1))
    assert (at.phase(), at.table.host) == (Phase.PLAYING, 9)
    assert at.wake(Kind.COMPUTER) is not None


def test_between_two_rounds_the_one_who_stays_alone_has_won_the_match() -> None:
    at = dealt(2)
    lay(at, "s1", "R5", {"s1": "R7", "s2": "W"})
    at.acts("s1", "R7")
    at.done(Leave(1))
    assert at.phase() is Phase.MATCH_OVER
    assert at.table.match is not None
    assert at.table.match.winners == ("s2",)
    assert at.codes()[-1] == Code.MATCH_OVER


def test_who_never_played_in_a_match_does_not_win_it_by_staying() -> None:
    at = dealt(2)
    at.done(Join(3, "South"))
    lay(at, "s1", "R5", {"s1": "R7", "s2": "W"})
    at.acts("s1", "R7")
    at.done(Leave(1))
    at.done(Leave(2))
    assert (at.phase(), at.table.match, at.table.host) == (Phase.LOBBY, None, 3)
    assert [seat.id for seat in at.table.seats] == ["s3"]
    assert {fact.seat for fact in at.table.happenings} == {"s3"}
    at.done(Join(1, "North"))
    at.done(Deal(3))
    assert at.order() == ("s3", "s4")


def test_the_next_round_begins_when_the_only_one_who_was_waited_for_leaves() -> None:
    at = dealt(3)
    lay(at, "s1", "R5", {"s1": "R7"})
    at.acts("s1", "R7")
    at.done(Ready(1))
    at.done(Ready(2))
    at.done(Leave(3))
    assert at.phase() is Phase.PLAYING
    assert at.order() == ("s1", "s2")


def test_after_a_match_its_winner_may_leave_and_has_won_it_all_the_same() -> None:
    at = dealt(2, settings=Settings(options=game.Options(goal=0)))
    lay(at, "s1", "R5", {"s1": "R7"})
    at.acts("s1", "R7")
    at.done(Leave(1))
    assert at.table.match is not None
    assert at.table.match.winners == ("s1",)
    assert at.codes().count(Code.MATCH_OVER) == 1


def test_after_a_match_one_who_stays_alone_waits_for_others() -> None:
    at = dealt(2, settings=Settings(options=game.Options(goal=0)))
    lay(at, "s1", "R5", {"s1": "R7"})
    at.acts("s1", "R7")
    at.done(Leave(2))
    at.done(Ready(1))
    assert at.phase() is Phase.MATCH_OVER
    at.done(Join(3, "South"))
    at.done(Ready(1))
    assert at.phase() is Phase.PLAYING
