"""What people did in a match, and whether it counts: played to its end, by two people at least."""

from __future__ import annotations

from dataclasses import replace

from uno_chat import game
from uno_chat.table import (
    Absent,
    AddComputer,
    Become,
    Deal,
    End,
    Erase,
    Join,
    Leave,
    Level,
    Oust,
    Outcome,
    Phase,
    Played,
    Score,
    Settings,
    TakeSeat,
)
from uno_chat.table.lobby import changed
from uno_chat.testing.sitting import Sitting, dealt, lay, person, sit


def goal(points: int, scoring: game.Scoring = game.Scoring.WINNER) -> Settings:
    return Settings(options=game.Options(goal=points, scoring=scoring))


def win(at: Sitting, seat: str, hand: str = "R9") -> Outcome:
    """The seat lays its last card, the others hold nine points each."""
    others = {other: hand for other in at.order() if other != seat}
    lay(at, seat, "R5", {seat: "R7", **others})
    return at.acts(seat, "R7")


ANN, BEN, CAT = map(person, ("s1", "s2", "s3"))


def test_a_match_is_told_at_its_end_with_what_everybody_did() -> None:
    at = dealt(3, settings=goal(36))
    assert win(at, "s1").score is None
    at.ready()
    assert win(at, "s2").score is None
    at.ready()
    assert win(at, "s1").score == Score(
        3, (Played(ANN, 3, 2, 36), Played(BEN, 3, 1, 18), Played(CAT, 3)), frozenset({ANN})
    )


def test_the_next_match_begins_with_nothing() -> None:
    at = dealt(2, settings=goal(9))
    assert win(at, "s1").score is not None
    at.ready()
    assert win(at, "s2").score == Score(1, (Played(BEN, 1, 1, 9), Played(ANN, 1)), frozenset({BEN}))


def test_points_that_are_no_gain_are_left_out() -> None:
    for scoring in (game.Scoring.LOWEST, game.Scoring.ELIMINATION):
        at = dealt(2, settings=goal(9, scoring))
        out = win(at, "s1").score
        assert out == Score(1, (Played(ANN, 1, 1), Played(BEN, 1)), frozenset({ANN}))


def test_partners_win_together() -> None:
    at = dealt(4, settings=Settings(options=game.Options(goal=18, teams=True)))
    out = win(at, "s1").score
    assert out is not None
    assert out.winners == {ANN, CAT}
    assert [one for one in out.played if one.won] == [Played(ANN, 1, 1, 18), Played(CAT, 1, 1, 18)]


def test_against_computers_alone_nothing_counts() -> None:
    at = sit(1, settings=goal(9))
    at.done(AddComputer(ANN, "Abacus", Level.EASY))
    at.done(Deal(ANN))
    assert win(at, "s1").score is None
    assert at.phase() is Phase.MATCH_OVER


def test_who_leaves_has_played_and_not_won() -> None:
    at = dealt(3, settings=goal(18))
    win(at, "s3", "R1")
    at.done(Leave(CAT))
    at.ready()
    out = win(at, "s1", "W").score
    assert out is not None
    assert Played(CAT, 1, 1, 2) in out.played
    assert out.winners == {ANN}


def test_nobody_wins_a_match_that_counts_because_all_others_left() -> None:
    for between in (True, False):
        at = dealt(2, settings=goal(18))
        win(at, "s1")
        if not between:
            at.ready()
        out = at.done(Leave(BEN))
        assert at.phase() is Phase.MATCH_OVER
        assert out.score is None


def test_two_people_have_to_be_there_at_its_end() -> None:
    at = sit(2, settings=goal(18))
    at.done(AddComputer(ANN, "Abacus", Level.EASY))
    at.done(Deal(ANN))
    win(at, "s1", "R1")
    at.done(Leave(BEN))
    at.ready()
    assert win(at, "s1", "W").score is None
    assert at.phase() is Phase.MATCH_OVER


def test_who_is_out_by_elimination_has_been_there() -> None:
    at = sit(2, settings=goal(20, game.Scoring.ELIMINATION))
    at.done(AddComputer(ANN, "Abacus", Level.EASY))
    at.done(Deal(ANN))
    lay(at, "s1", "R5", {"s1": "R7", "s2": "W", "s3": "R1"})
    at.acts("s1", "R7")
    at.ready()
    out = win(at, "s1", "W").score
    assert out is not None
    assert set(out.played) == {Played(ANN, 2, 2), Played(BEN, 1)}


def test_a_table_that_is_closed_tells_nothing() -> None:
    at = dealt(2, settings=goal(18))
    win(at, "s1")
    assert at.done(End(ANN)).score is None


def test_who_goes_on_as_another_takes_everything_along() -> None:
    at = dealt(3, settings=goal(18))
    win(at, "s2", "R1")
    at.done(Become(BEN, 99))
    at.ready()
    out = win(at, "s1", "W").score
    assert out is not None
    assert Played(99, 2, 1, 2) in out.played
    assert not any(one.player == BEN for one in out.played)


def test_of_who_is_forgotten_nothing_is_told_and_of_who_is_put_out_what_they_had_done() -> None:
    for command, told in ((Erase(BEN, "Bolt"), False), (Oust(BEN, "Bolt"), True)):
        at = dealt(3, settings=goal(18))
        win(at, "s2", "R1")
        at.done(command)
        at.ready()
        out = win(at, "s1", "W").score
        assert out is not None
        assert (Played(BEN, 1, 1, 2) in out.played) is told


def test_who_loses_the_seat_in_the_only_round_has_played_the_match_and_not_the_round() -> None:
    agreed = replace(goal(9), absent=Absent.SUBSTITUTE)
    for command in (Oust(BEN, "Bolt"), TakeSeat(99, "s2", "Dan")):
        at = dealt(3, settings=agreed)
        at.table = changed(at.table, replace(at.table.seat("s2"), offered=True))
        at.done(command)
        out = win(at, "s1").score
        assert out is not None
        assert Played(BEN) in out.played
        assert out.winners == {ANN}


def test_who_comes_between_two_rounds_has_played_those_that_follow() -> None:
    at = dealt(2, settings=goal(18))
    win(at, "s1", "R1")
    at.done(Join(CAT, "Cat"))
    at.ready()
    out = win(at, "s1", "R9").score
    assert out is not None
    assert Played(CAT, 1) in out.played
