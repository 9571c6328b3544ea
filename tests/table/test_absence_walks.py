"""What holds whoever stays away, leaves, is replaced or votes, at any moment of a round."""

from __future__ import annotations

import random
from dataclasses import replace
from datetime import timedelta

import pytest
from hypothesis import assume, given
from hypothesis import settings as examples
from hypothesis import strategies as st

from uno_chat import game
from uno_chat.table import (
    PRESETS,
    Absent,
    Act,
    Answer,
    Ask,
    ComputerActs,
    Kind,
    Leave,
    Motion,
    Phase,
    Refused,
    Settings,
    Table,
    TakeSeat,
)
from uno_chat.testing.census import astray
from uno_chat.testing.positions import unheld
from uno_chat.testing.sitting import Sitting, dealt

few = examples(max_examples=40)


def check_cards(table: Table) -> None:
    """Every card is in one place, and every hand has one owner."""
    play = table.play
    if play is None:
        return
    round_ = play.round
    assert astray(round_) == {}
    assert len(set(play.order)) == len(play.order)
    for seat, hand in zip(play.order, round_.hands, strict=True):
        assert play.plays(seat) or not hand
        assert not play.plays(seat) or not table.seat(seat).gone
    people = [seat.player for seat in table.present if seat.player is not None]
    assert len(set(people)) == len(people)


def some_moves(at: Sitting, luck: random.Random, count: int) -> None:
    """People and computers play, whatever may be played."""
    for _ in range(count):
        if at.table.play is None or at.table.dormant:
            return
        step(at, luck)


def step(at: Sitting, luck: random.Random) -> None:
    """Whoever is to move does something, with time for the hold before it."""
    while at.table.play is not None and not at.clock.handed:
        at.wait(at.table.settings.hold)
    owner = at.play.owner
    assert owner is not None
    move = luck.choice(game.choices(at.play.round, at.order().index(owner)))
    seat = at.table.seat(owner)
    if seat.pilot is not None:
        at.now += timedelta(minutes=1)
        at.done(ComputerActs(owner, at.clock.number, move))
    elif seat.player is not None:
        at.done(Act(seat.player, move))


def table(people: int, absent: Absent, seed: int) -> Sitting:
    at = dealt(people, settings=Settings(pace=PRESETS["daily"].pace, absent=absent))
    at.seed += seed
    return at


@pytest.mark.reported("T47")
@few
@given(
    st.integers(2, 6),
    st.sampled_from([Absent.SUBSTITUTE, Absent.REMOVE]),
    st.integers(0, 60),
    st.integers(0, 10_000),
)
def test_whoever_leaves_or_is_replaced_at_any_moment_all_cards_stay_in_the_game(
    people: int, absent: Absent, moves: int, seed: int
) -> None:
    luck = random.Random(seed)
    at = table(people, absent, seed)
    some_moves(at, luck, moves)
    assume(at.table.play is not None)
    gone = luck.choice([seat for seat in at.order() if at.play.plays(seat)])
    seats = tuple(replace(s, away=at.now) if s.id == gone else s for s in at.table.seats)
    at.table = replace(at.table, seats=seats)
    hand = at.play.round.hands[at.order().index(gone)]
    at.ring(Kind.ABANDONED)
    check_cards(at.table)
    if absent is Absent.SUBSTITUTE:
        at.done(TakeSeat(99, gone, "Gus"))
        assert at.play.round.hands[at.order().index(gone)] == hand
    check_cards(at.table)
    some_moves(at, luck, 10)
    check_cards(at.table)
    for seat in at.table.present:
        if at.table.phase is not Phase.ENDED and seat.player is not None:
            at.done(Leave(seat.player))
            check_cards(at.table)


@few
@given(st.integers(3, 6), st.integers(0, 10_000))
def test_a_round_that_computers_play_for_people_comes_to_its_end(people: int, seed: int) -> None:
    luck = random.Random(seed)
    at = table(people, Absent.KEEP, seed)
    away = tuple(replace(s, away=at.now) for s in at.table.seats[1:])
    at.table = replace(at.table, seats=(at.table.seats[0], *away))
    some_moves(at, luck, 5000)
    assert at.phase() is not Phase.PLAYING


@few
@given(
    st.integers(1, 6),
    st.sampled_from([Motion.PAUSE, Motion.PACE, Motion.SKIP]),
    st.lists(st.tuples(st.integers(1, 6), st.booleans()), max_size=8),
    st.sets(st.integers(1, 6)),
)
def test_a_vote_ends_whoever_answers_leaves_or_says_nothing(
    people: int, motion: Motion, answers: list[tuple[int, bool]], leavers: set[int]
) -> None:
    at = dealt(people, 1, settings=unheld())
    at.now += timedelta(hours=30)
    ask = Ask(1, motion, timedelta(hours=2), settings=at.table.settings, seat=at.play.owner or "")
    if isinstance(at.do(ask), Refused):
        assert motion is Motion.SKIP
    else:
        assert people == 1 or at.table.vote is not None
    for by, agree in answers:
        at.do(Answer(by, agree))
    for by in sorted(leavers):
        if at.table.phase is not Phase.ENDED:
            at.do(Leave(by))
    if at.table.vote is not None:
        at.ring(Kind.VOTE)
    assert at.table.vote is None
