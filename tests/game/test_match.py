"""Rounds add up to a match; the deal goes to the left; people come and go between rounds."""

import random

import pytest

from uno_chat.game import (
    Leave,
    Match,
    Options,
    Over,
    Play,
    Round,
    apply,
    begin_match,
    choices,
    deal_round,
    finish_round,
    next_dealer,
    next_round,
    owner,
    seed_from_int,
)


def ended(match: Match, winner: str, points: dict[str, int]) -> Round:
    """A round of this match that is over with these points."""
    round_ = deal_round(match, seed_from_int(1)).round
    written = tuple(points.get(name, 0) for name in match.seats)
    return round_._replace(pending=Over(match.seats.index(winner), written))


def test_a_match_goes_on_to_500_with_the_deal_moving_left() -> None:
    match, luck = begin_match(Options(), ["ann", "bo", "cy"], "cy"), random.Random(2)
    dealers, rounds = [], []
    while not match.over:
        dealers.append(match.dealer)
        match = finish_round(match, played(match, luck))
        rounds.append(match.round_no)
        match = match if match.over else next_round(match, match.seats)
    assert dealers == (["cy", "ann", "bo"] * len(dealers))[: len(dealers)]
    assert rounds == list(range(1, len(rounds) + 1))
    assert match.scores[match.winners[0]] >= 500
    assert all(score < 500 for name, score in match.scores.items() if name not in match.winners)


def played(match: Match, luck: random.Random) -> Round:
    round_ = deal_round(match, seed_from_int(4, round_no=match.round_no)).round
    for _ in range(20_000):
        seat = owner(round_)
        if seat is None:
            return round_
        offered = choices(round_, seat)
        plays = [move for move in offered if isinstance(move, Play)]
        round_ = apply(round_, seat, luck.choice(plays or offered[:1])).round
    raise AssertionError("the round does not end")


def test_scores_of_earlier_rounds_stay() -> None:
    match = begin_match(Options(), ["ann", "bo"], "ann")
    match = next_round(finish_round(match, ended(match, "bo", {"bo": 40})), match.seats)
    match = finish_round(match, ended(match, "ann", {"ann": 25}))
    assert match.scores == {"ann": 25, "bo": 40}
    assert not match.over


def test_a_newcomer_starts_with_nothing_and_a_leaver_keeps_the_points() -> None:
    match = begin_match(Options(), ["ann", "bo", "cy"], "ann")
    match = finish_round(match, ended(match, "bo", {"bo": 40}))
    match = next_round(match, ["ann", "dee", "cy"])
    assert match.scores == {"ann": 0, "bo": 40, "cy": 0, "dee": 0}
    assert (match.seats, match.dealer) == (("ann", "dee", "cy"), "dee")


@pytest.mark.parametrize(
    ("dealer", "now", "following"),
    [
        ("ann", ["ann", "bo", "cy"], "bo"),
        ("cy", ["ann", "bo", "cy"], "ann"),
        ("bo", ["ann", "cy"], "cy"),
        ("cy", ["ann", "bo"], "ann"),
        ("bo", ["ann", "dee"], "ann"),
        ("bo", ["dee", "eli"], "dee"),
        ("ann", ["ann", "dee"], "dee"),
    ],
)
def test_the_deal_goes_to_the_first_seat_on_the_left_that_is_taken(
    dealer: str, now: list[str], following: str
) -> None:
    match = begin_match(Options(), ["ann", "bo", "cy"], dealer)
    assert next_dealer(match, now) == following


def test_equal_lowest_totals_share_the_match() -> None:
    options = Options.of({"scoring": "lowest", "goal": 100})
    match = begin_match(options, ["ann", "bo", "cy"], "ann")
    match = finish_round(match, ended(match, "ann", {"ann": 20, "bo": 20, "cy": 100}))
    assert match.winners == ("ann", "bo")


def test_who_has_left_wins_no_match_by_the_lowest_total() -> None:
    options = Options.of({"scoring": "lowest", "goal": 100})
    match = begin_match(options, ["ann", "bo", "cy"], "ann")
    round_ = apply(deal_round(match, seed_from_int(2)).round, 0, Leave()).round
    round_ = round_._replace(pending=Over(1, (0, 3, 101)))
    assert finish_round(match, round_).winners == ("bo",)


def test_only_the_winner_of_a_round_can_reach_the_goal() -> None:
    match = begin_match(Options(goal=0), ["ann", "bo"], "ann")
    assert finish_round(match, ended(match, "bo", {})).winners == ("bo",)


def test_seats_have_different_names_and_one_of_them_deals() -> None:
    for seats, dealer in ((["ann", "ann"], "ann"), (["ann", "bo"], "cy")):
        with pytest.raises(ValueError, match="different names"):
            begin_match(Options(), seats, dealer)


def test_a_round_that_is_not_over_is_not_counted() -> None:
    match = begin_match(Options(), ["ann", "bo"], "ann")
    with pytest.raises(ValueError, match="not over"):
        finish_round(match, deal_round(match, seed_from_int(1)).round)
