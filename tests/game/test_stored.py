"""What is read back goes on exactly as what was written."""

import json
import random

import pytest

from uno_chat.game import (
    Leave,
    Match,
    Options,
    Round,
    apply,
    begin_match,
    choices,
    deal,
    finish_round,
    next_round,
    owner,
    seed_from_int,
)
from uno_chat.game.stored import (
    StoredError,
    match_from_data,
    match_to_data,
    round_from_data,
    round_to_data,
)


def through_json(round_: Round) -> Round:
    return round_from_data(json.loads(json.dumps(round_to_data(round_))))


@pytest.mark.parametrize("number", range(8))
def test_every_round_of_a_random_game_comes_back_as_it_was(number: int) -> None:
    luck = random.Random(number)
    round_ = deal(Options(), 2 + number, 0, seed_from_int(number)).round
    for turn in range(400):
        assert through_json(round_) == round_
        seat = owner(round_)
        if seat is None:
            break
        leaves = turn == 40 and number > 3
        move = Leave() if leaves else luck.choice(choices(round_, seat))
        round_ = apply(through_json(round_), seat, move).round


def test_a_match_comes_back_as_it_was() -> None:
    match = Match(Options(goal=200), ("ann", "bo"), "bo", {"ann": 10, "bo": 0}, 3, ("ann",))
    assert match_from_data(json.loads(json.dumps(match_to_data(match)))) == match


@pytest.mark.parametrize("read", [round_from_data, match_from_data])
@pytest.mark.parametrize("version", [2, None, "1"])
def test_an_unknown_version_is_refused(read: type, version: object) -> None:
    with pytest.raises(StoredError, match="reads version 1"):
        read({"version": version})


def test_broken_data_is_refused_without_telling_a_card() -> None:
    data = round_to_data(deal(Options(), 3, 0, seed_from_int(1)).round)
    for broken in (
        {**data, "hands": ["R7 X9", "", ""]},
        {**data, "pending": {"is": "nap"}},
        {key: value for key, value in data.items() if key != "stock"},
    ):
        with pytest.raises(StoredError) as caught:
            round_from_data(broken)
        assert "X9" not in str(caught.value)
    with pytest.raises(StoredError, match="not a stored match"):
        match_from_data({"version": 1})


def test_a_waiting_round_takes_about_a_thousand_bytes() -> None:
    text = json.dumps(round_to_data(deal(Options(), 4, 0, seed_from_int(1)).round))
    assert len(text) < 1500


def test_a_match_goes_on_after_it_was_read() -> None:
    match = begin_match(Options(), ["ann", "bo"], "bo")
    read = match_from_data(match_to_data(match))
    round_ = apply(deal(Options(), 2, 1, seed_from_int(3)).round, 0, Leave()).round
    assert next_round(finish_round(read, round_), ["ann", "bo"]).dealer == "ann"


def test_a_round_of_an_earlier_version_is_read_with_the_usual_options() -> None:
    dealt = deal(Options.of({"stacking": "cross", "strict": True}), 3, 0, seed_from_int(1)).round
    data = round_to_data(dealt)
    earlier = ("edition", "goal", "scoring", "wd4", "uno_mode", "stacking", "strict")
    data["options"] = {name: data["options"][name] for name in earlier}
    assert round_from_data(data) == dealt
