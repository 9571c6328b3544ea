"""Who deals, how the cards are dealt and what the first discard does."""

from collections import Counter

import pytest

from uno_chat.game import (
    COUNTERCLOCKWISE,
    Card,
    ChooseColour,
    OpeningReturned,
    Options,
    Turn,
    deal,
    draw_for_dealer,
    seed_from_int,
)

CLASSIC = Options()


def rank(card: Card) -> int:
    return card.points if card.effect is None and not card.wild else 0


@pytest.mark.parametrize("seats", [2, 3, 10])
def test_the_highest_number_deals_and_only_leaders_draw_again(seats: int) -> None:
    lengths = set()
    for number in range(300):
        drawn = draw_for_dealer(seats, seed_from_int(number), CLASSIC)
        drawing = list(range(seats))
        for draw in drawn.draws:
            assert [seat for seat, _ in draw] == drawing
            best = max(rank(card) for _, card in draw)
            drawing = [seat for seat, card in draw if rank(card) == best]
        assert drawing == [drawn.dealer]
        lengths.add(len(drawn.draws))
    assert {1, 2} <= lengths


def test_drawing_for_the_dealer_depends_on_the_seed_alone() -> None:
    seed = seed_from_int(3)
    assert draw_for_dealer(4, seed, CLASSIC) == draw_for_dealer(4, seed, CLASSIC)
    dealers = Counter(draw_for_dealer(4, seed_from_int(n), CLASSIC).dealer for n in range(2000))
    assert all(abs(count - 500) < 4 * 20 for count in dealers.values())


@pytest.mark.reported("B9")
def test_ten_players_get_seven_each_and_thirty_seven_cards_are_left() -> None:
    for number in range(50):
        round_ = deal(CLASSIC, 10, 0, seed_from_int(number)).round
        if isinstance(round_.pending, Turn) and round_.discard[0].effect is None:
            assert [len(hand) for hand in round_.hands] == [7] * 10
            assert len(round_.stock) == 37


def test_the_first_card_of_the_pack_goes_to_the_dealers_left() -> None:
    one, other = (deal(CLASSIC, 4, dealer, seed_from_int(8)).round for dealer in (0, 1))
    assert one.hands[1] == other.hands[2]


def test_openings_come_as_often_as_there_are_such_cards() -> None:
    opened = Counter[str]()
    for number in range(4000):
        round_ = deal(CLASSIC, 3, 0, seed_from_int(number)).round
        card = round_.discard[0]
        opened["wild" if card.wild else "number" if card.effect is None else card.symbol] += 1
    expected = {"number": 76, "S": 8, "R": 8, "+2": 8, "wild": 4}
    assert set(opened) == set(expected)
    for kind, count in expected.items():
        share = count / 104
        assert abs(opened[kind] - 4000 * share) < 4 * (4000 * share * (1 - share)) ** 0.5


@pytest.mark.reported("16")
def test_a_wild_draw_four_turned_up_goes_back_before_anything_else() -> None:
    steps = [deal(CLASSIC, 3, 0, seed_from_int(number)) for number in range(200)]
    returned = [step for step in steps if isinstance(step.events[1], OpeningReturned)]
    assert returned
    for step in returned:
        assert len(step.round.discard) == 1
        assert step.round.discard[0].code != "W+4"


@pytest.mark.parametrize("edition", ["classic108", "mattel2001"])
def test_of_two_players_the_dealer_starts_after_a_reverse(edition: str) -> None:
    options = Options.of({"edition": edition})
    steps = (deal(options, 2, 0, seed_from_int(number)).round for number in range(200))
    reversed_ = [round_ for round_ in steps if round_.direction == COUNTERCLOCKWISE]
    assert reversed_
    assert all(round_.pending == Turn(0) for round_ in reversed_)


def test_an_opening_wild_asks_the_dealers_left() -> None:
    steps = (deal(CLASSIC, 4, 3, seed_from_int(number)).round for number in range(100))
    wild = [round_ for round_ in steps if round_.discard[-1].wild]
    assert wild
    assert all(round_.pending == ChooseColour(0) and round_.colour is None for round_ in wild)


@pytest.mark.reported("B9")
@pytest.mark.parametrize(("seats", "dealer"), [(1, 0), (11, 0), (3, 3), (3, -1)])
def test_a_table_that_is_too_small_or_too_large_is_not_dealt(seats: int, dealer: int) -> None:
    with pytest.raises(ValueError, match="seats"):
        deal(CLASSIC, seats, dealer, seed_from_int(1))
