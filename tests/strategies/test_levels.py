"""Every level plays every edition and house rule by the rules, from what its seat sees alone."""

import random
from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from uno_chat import table
from uno_chat.game import (
    Decision,
    Drew,
    Options,
    Round,
    Sight,
    Step,
    Why,
    apply,
    deal,
    owner,
    seed_from_int,
    sight,
)
from uno_chat.strategies import LEVELS, Budget, choose, luck_from
from uno_chat.strategies.reading import own_seat
from uno_chat.testing.agreements import some_options, some_seats

QUICK = Budget(2)
ENOUGH = 150


def moments(level: str, number: int) -> Iterator[tuple[Sight, Step]]:
    """What a level saw at each decision, whatever is played, and what came of its move."""
    seed, chance = seed_from_int(number), random.Random(number)
    luck, options = luck_from(seed), some_options(chance)
    round_ = deal(options, some_seats(options, chance), 0, seed).round
    for _ in range(ENOUGH):
        seat = owner(round_)
        if seat is None:
            break
        seen = sight(round_, seat)
        step = apply(round_, seat, choose(level, seen, luck, QUICK))
        yield seen, step
        round_ = step.round


@given(st.sampled_from(sorted(LEVELS)), st.integers(0, 10_000))
def test_every_move_is_legal_whatever_is_played(level: str, number: int) -> None:
    for seen, step in moments(level, number):
        assert seen.choices
        assert isinstance(step.round, Round)


@pytest.mark.parametrize("level", LEVELS)
def test_every_kind_of_decision_is_met(level: str) -> None:
    met = {seen.decision for number in range(80) for seen, _ in moments(level, number)}
    assert met == set(Decision) - {Decision.NONE}


@given(st.sampled_from(["normal", "hard"]), st.integers(0, 10_000))
def test_uno_is_said_when_one_card_is_left_and_only_then(level: str, number: int) -> None:
    for seen, step in moments(level, number):
        window = step.round.window
        whys = [event.why for event in step.events if isinstance(event, Drew)]
        forced = seen.options.force_play  # a play for which nobody was asked
        assert forced or window is None or window.seat != seen.seat
        assert Why.FALSE_UNO not in whys


@given(st.sampled_from(sorted(LEVELS)), st.integers(0, 1000), st.randoms(use_true_random=False))
def test_cards_that_a_seat_cannot_see_do_not_change_its_move(
    level: str, number: int, chance: random.Random
) -> None:
    """Deal the hidden cards anew under the same sight: the answer must stay."""
    round_ = deal(Options(), 3, 0, seed_from_int(number)).round
    seat = owner(round_)
    assert seat is not None
    others = [hand for place, hand in enumerate(round_.hands) if place != seat]
    hidden = [*round_.stock, *others[0], *others[1]]
    chance.shuffle(hidden)
    hands = list(round_.hands)
    for place, hand in enumerate(round_.hands):
        if place != seat:
            hands[place] = tuple(hidden.pop() for _ in hand)
    other = round_._replace(hands=tuple(hands), stock=tuple(hidden))
    answers = {
        choose(level, sight(one, seat), luck_from(bytes(32)), QUICK) for one in (round_, other)
    }
    assert len(answers) == 1


def test_a_table_seats_the_levels_that_there_are() -> None:
    assert {level.value for level in table.Level} == set(LEVELS)


def test_another_level_is_refused() -> None:
    seen = sight(deal(Options(), 2, 0, bytes(32)).round, 1)
    with pytest.raises(KeyError):
        choose("best", seen, luck_from(bytes(32)))


def test_an_onlooker_has_no_seat_to_decide_for() -> None:
    onlooker = sight(deal(Options(), 2, 0, seed_from_int(1)).round, None)
    with pytest.raises(ValueError, match="onlooker"):
        own_seat(onlooker)
