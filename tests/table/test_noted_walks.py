"""Whatever happens meanwhile: what waits for a race is played, or its owner is told."""

from __future__ import annotations

import random
from datetime import timedelta

from hypothesis import given
from hypothesis import settings as examples
from hypothesis import strategies as st

from uno_chat import game
from uno_chat.table import Code, Fact, Kind, Outcome, Play, Settings, ToPlayer, alarms
from uno_chat.testing.sitting import sit
from uno_chat.testing.walking import Step, Walk

SECOND = timedelta(seconds=1)
MS = timedelta(milliseconds=1)
"""Alarms are kept to the next whole one."""


@st.composite
def races(draw: st.DrawFn) -> Walk:
    """A table at which anybody may jump in and press, with few cards in the hands."""
    options = game.Options(
        jump_in=True,
        jump_in_fours=draw(st.booleans()),
        smackdown=True,
        seven_o=draw(st.booleans()),
        auto_draw=draw(st.booleans()),
        stacking=draw(st.sampled_from(game.Stacking)),
    )
    seats = draw(st.integers(2, 5))
    people = draw(st.integers(2, seats))
    hold = draw(st.sampled_from((0 * SECOND, 4 * SECOND)))
    agreed = Settings(options, hold=hold, tie=2 * SECOND, pause=(2 * SECOND, 5 * SECOND))
    table = sit(people, seats - people, agreed).table
    return Walk(random.Random(draw(st.integers(0, 2**32))), table, draw(st.booleans()))


def came_of_it(step: Step, play: Play) -> bool:
    """Whether what was noted was played, or its owner told, or it still waits. A computer is told
    nothing: it is asked again.
    """
    was, now = play.early, step.after.play
    assert was is not None
    if now is not None and now.number == play.number:
        if now.early is not None and (now.early.seat, now.early.move) == (was.seat, was.move):
            return True
        if not now.plays(was.seat):
            return True
    else:
        return True  # the round is over
    new = step.after.happened - step.before.happened
    facts = step.after.happenings[-new:] if new else ()
    player = step.before.seat(was.seat).player
    if player is None:
        return now.owner != was.seat or any(
            wake.kind in {Kind.COMPUTER, Kind.HOLD, Kind.TIE} for wake in alarms(step.after)
        )
    tells = step.out.tell if isinstance(step.out, Outcome) else ()
    told = {one.player for one in tells if isinstance(one, ToPlayer) and _dropped(one)}
    return player in told or any(fact.seat == was.seat for fact in facts)


def _dropped(one: ToPlayer) -> bool:
    return isinstance(one.fact, Fact) and one.fact.code == Code.EARLY_DROPPED


@examples(max_examples=60, deadline=None)
@given(races())
def test_what_is_noted_is_played_or_its_owner_is_told(walk: Walk) -> None:
    for step in walk.steps():
        play = step.before.play
        if play is not None and play.early is not None:
            assert came_of_it(step, play)


@examples(max_examples=60, deadline=None)
@given(races())
def test_what_is_noted_can_be_played(walk: Walk) -> None:
    for step in walk.steps():
        play = step.after.play
        if play is not None and play.early is not None:
            number = play.order.index(play.early.seat)
            assert game.check(play.round, number, play.early.move) is None


@examples(max_examples=60, deadline=None)
@given(races())
def test_nothing_waits_for_a_race_longer_than_the_tie(walk: Walk) -> None:
    for step in walk.steps():
        play = step.after.play
        if play is None:
            continue
        tie = step.after.settings.tie
        if play.early is not None and play.early.due is not None:
            assert play.early.due <= step.now + tie
            due = {wake.due for wake in alarms(step.after) if wake.kind is Kind.HOLD}
            assert due
            assert max(due) <= play.early.due + MS
        if play.pressing is not None and play.pressing.claim is not None:
            assert play.pressing.claim.due <= step.now + tie
            assert game.to_press(play.round) == 2
