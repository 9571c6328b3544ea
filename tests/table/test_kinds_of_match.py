"""Matches in which somebody is out, rounds are counted, or two play against two."""

from __future__ import annotations

from dataclasses import replace

import pytest

from uno_chat import game
from uno_chat.table import (
    Act,
    AddComputer,
    Code,
    ComputerActs,
    Deal,
    Join,
    Kind,
    Leave,
    Level,
    Phase,
    Ready,
    Settings,
    Why,
)
from uno_chat.testing.sitting import Sitting, dealt, lay, sit


def playing(**options: object) -> Settings:
    return Settings(options=game.Options.of(options))


def win(at: Sitting, seat: str, **hands: str) -> None:
    """The seat lays its last card while the others hold these hands."""
    lay(at, seat, "R5", {seat: "R7", **hands})
    at.acts(seat, "R7")


OUT = {"edition": "elimination", "goal": 50}


def test_who_is_out_is_not_waited_for_and_gets_no_cards() -> None:
    at = dealt(3, settings=playing(**OUT))
    win(at, "s1", s2="W G5", s3="B1")
    assert at.table.match is not None
    assert at.table.match.out == ("s2",)
    assert [seat.id for seat in at.table.waits_for] == ["s1", "s3"]
    at.done(Ready(1))
    at.done(Ready(3))
    assert at.play.order == ("s1", "s3")
    assert at.refused(Act(2, game.Draw())).reason == Why.OUT_OF_MATCH


def test_the_last_one_left_wins_also_when_the_other_stands_up() -> None:
    at = dealt(3, settings=playing(**OUT))
    win(at, "s1", s2="W G5", s3="B1")
    at.done(Leave(3))
    assert at.phase() is Phase.MATCH_OVER
    assert at.table.match is not None
    assert at.table.match.winners == ("s1",)


def test_of_two_the_first_to_have_the_goal_loses_and_everybody_plays_the_rematch() -> None:
    at = dealt(3, settings=playing(**OUT))
    win(at, "s1", s2="W G5", s3="B1")
    at.done(Ready(1))
    at.done(Ready(3))
    win(at, "s3", s1="W")
    assert at.phase() is Phase.MATCH_OVER
    assert at.facts()[-1].code == Code.MATCH_OVER
    assert at.facts()[-1].seat == "s3"
    at.ready()
    assert len(at.play.order) == 3


def test_who_is_out_may_set_computers_going_that_are_left() -> None:
    at = dealt(1, 2, settings=playing(**OUT), level=Level.EASY)
    lay(at, "s2", "R5", {"s1": "W G5", "s2": "R7", "s3": "B1"})
    at.done(ComputerActs("s2", at.clock.number, game.Play(game.card("R7"))))
    assert at.table.waits_for == ()
    at.done(Ready(1))
    assert at.play.order == ("s2", "s3")


def test_who_is_out_is_not_called_and_not_dropped() -> None:
    at = dealt(4, settings=playing(**OUT))
    win(at, "s1", s2="W G5", s3="B1", s4="B2")
    asked = at.done(Ready(1))
    assert {tell.player for tell in asked.tell if hasattr(tell, "player")} == {3, 4}
    at.done(Ready(3))
    at.ring(Kind.MUSTER)
    assert at.play.order == ("s1", "s3")
    assert [seat.id for seat in at.table.present] == ["s1", "s2", "s3"]


def test_rounds_are_counted_to_the_end_of_a_match() -> None:
    at = dealt(2, settings=playing(best_of=3))
    for _ in range(2):
        assert at.table.play is not None
        win(at, "s1", s2="Y1")
        if at.phase() is Phase.BETWEEN:
            at.ready()
    assert at.phase() is Phase.MATCH_OVER
    assert at.table.match is not None
    assert at.table.match.scores == {"s1": 2, "s2": 0}
    assert at.facts()[-1].number == 0


PAIRS = playing(teams=True)


def test_two_against_two_are_exactly_four() -> None:
    at = sit(3, settings=PAIRS)
    few = at.refused(Deal(1))
    assert (few.reason, few.number) == (Why.TOO_FEW, 4)
    at.done(AddComputer(1, "Abacus", Level.EASY))
    full = at.refused(Join(9, "Ida"))
    assert (full.reason, full.number) == (Why.TABLE_FULL, 4)
    at.done(Deal(1))
    assert len(at.play.order) == 4


def test_five_who_agree_on_pairs_are_too_many() -> None:
    at = sit(5)
    at.table = replace(at.table, settings=PAIRS)
    many = at.refused(Deal(1))
    assert (many.reason, many.number) == (Why.TOO_MANY, 4)


def test_partners_get_the_points_together() -> None:
    at = dealt(4, settings=PAIRS)
    win(at, "s1", s2="Y1", s3="Y2", s4="B9")
    assert at.table.match is not None
    assert at.table.match.scores == {"s1": 10, "s2": 0, "s3": 10, "s4": 0}


@pytest.mark.parametrize(
    ("leavers", "order"),
    [
        ((2,), ("s1", "s5", "s3", "s4")),
        ((3,), ("s1", "s2", "s5", "s4")),
        ((4, 2), ("s1", "s5", "s3", "s6")),
        ((2, 3), ("s1", "s5", "s6", "s4")),
    ],
)
def test_who_sits_down_for_a_leaver_gets_the_same_partner(
    leavers: tuple[int, ...], order: tuple[str, ...]
) -> None:
    at = dealt(4, settings=PAIRS)
    win(at, "s1", s2="Y1", s3="Y2", s4="B9")
    for leaver in leavers:
        at.done(Leave(leaver))
    at.ready()
    assert at.phase() is Phase.BETWEEN
    for number in range(len(leavers)):
        at.done(Join(9 + number, "Ida"))
    at.ready()
    assert at.play.order == order


def test_a_pair_has_the_points_that_one_of_them_has() -> None:
    at = dealt(4, settings=playing(teams=True, goal=20))
    win(at, "s1", s2="Y1", s3="Y2", s4="B9")
    at.done(Leave(3))
    at.done(Join(5, "Ida"))
    at.ready()
    win(at, "s5", s2="Y1", s1="Y2", s4="B9")
    assert at.table.match is not None
    assert at.table.match.scores == {"s1": 20, "s2": 0, "s3": 10, "s4": 0, "s5": 10}
    assert at.table.match.winners == ("s1", "s5")
