"""The hard player guesses only what can be, plays guesses to the end, and picks what wins."""

import random
from collections import Counter
from collections.abc import Callable
from itertools import chain

import pytest

from uno_chat.game import (
    Colour,
    Options,
    Play,
    Round,
    Shown,
    Sight,
    apply,
    card,
    cards,
    choices,
    deal,
    owner,
    seed_from_int,
    sight,
)
from uno_chat.strategies import Budget, choose, luck_from
from uno_chat.strategies.faces import COLOURS, faces_of
from uno_chat.strategies.guess import guess, known, playout
from uno_chat.strategies.playout import Playout

Look = Callable[..., Sight]


def rounds() -> list[Round]:
    """Positions of every kind, out of random play."""
    luck, found = random.Random(1), []
    for number in range(12):
        round_ = deal(Options(), 2 + number % 5, 0, seed_from_int(number)).round
        for _ in range(40):
            seat = owner(round_)
            if seat is None:
                break
            found.append(round_)
            round_ = apply(round_, seat, luck.choice(choices(round_, seat))).round
    return found


def test_a_guess_agrees_with_all_that_the_seat_knows() -> None:
    luck = luck_from(bytes(32))
    for round_ in rounds():
        seen = sight(round_, round_.pending.seat)
        facts = known(seen)
        faces = facts.faces.cards
        hands, rest = guess(facts, luck)
        held = [[faces[place] for place in range(108) if hand >> place & 1] for hand in hands]
        assert tuple(map(len, held)) == seen.sizes
        assert Counter(held[facts.me]) == Counter(seen.hand)
        hidden = [faces[place] for place in rest]
        assert len(hidden) == seen.stock_size + seen.buried
        everything = Counter(hidden) + Counter(seen.discard) + Counter(chain(*held))
        assert everything == Counter(seen.options.pack)


def test_a_hand_that_was_shown_stays_where_it_was_seen(look: Look) -> None:
    sight = look("R1 G2", "B1 B2 W", "Y1 Y2")
    facts = known(sight._replace(shown=Shown(0, 1, cards("B1 W R9"))))
    faces = facts.faces.cards
    for number in range(20):
        hands, _ = guess(facts, luck_from(bytes(32), str(number)))
        held = {faces[place] for place in range(108) if hands[1] >> place & 1}
        assert {card("B1"), card("W"), card("R9")} == held


def test_a_shown_card_that_turned_up_since_is_no_longer_held(look: Look) -> None:
    sight = look("R1 G2", "B1", discard="B0 R5")
    facts = known(sight._replace(shown=Shown(0, 1, cards("B0 B1"))))
    hands, _ = guess(facts, luck_from(bytes(32)))
    assert [facts.faces.cards[place] for place in range(108) if hands[1] >> place & 1] == [
        card("B1")
    ]


def start(look: Look, hands: str, others: tuple[str, ...] = ("B1 B2 B3", "Y1 Y2 Y3")) -> Playout:
    """A playout of three in which the hands are what they are and the stock is in pack order."""
    facts = known(look(hands, *others))
    taken = [sum(1 << place for place in _places(hand)) for hand in (hands, *others)]
    rest = [place for place in range(108) if not any(hand >> place & 1 for hand in taken)]
    return playout(facts, tuple(taken), rest, luck_from(bytes(32)))


def _places(hand: str) -> list[int]:
    """The places of cards of which no two are equal."""
    return [faces_of(Options().pack).cards.index(face) for face in cards(hand)]


@pytest.mark.parametrize(
    ("played", "following", "drawn"),
    [("R7", 1, 0), ("RS", 2, 0), ("RR", 2, 0), ("R+2", 2, 2), ("W", 1, 0), ("W+4", 2, 4)],
)
def test_in_a_playout_actions_act(look: Look, played: str, following: int, drawn: int) -> None:
    play = start(look, f"{played} R1 G2")
    assert not play.lay(_places(played)[0], COLOURS.index(Colour.GREEN))
    assert (play.seat, play.hands[1].bit_count()) == (following, 3 + drawn)
    assert play.colour == COLOURS.index(Colour.GREEN if played[0] == "W" else Colour.RED)


@pytest.mark.parametrize("played", ["RS", "RR", "R+2"])
def test_in_a_playout_of_two_an_action_gives_another_turn(look: Look, played: str) -> None:
    play = start(look, f"{played} R1 G2", ("B1 B2 B3",))
    play.lay(_places(played)[0], 0)
    assert play.seat == 0


def test_a_playout_keeps_all_cards_and_ends_with_an_empty_hand() -> None:
    luck = luck_from(bytes(32))
    for round_ in rounds():
        facts = known(sight(round_, round_.pending.seat))
        play = playout(facts, *guess(facts, luck), luck)
        winner = play.winner()
        assert winner is not None
        assert not play.hands[winner]
        held = [place for hand in play.hands for place in range(108) if hand >> place & 1]
        assert sorted([*held, *play.stock, *play.under]) == list(range(108))


def test_where_no_card_is_left_a_playout_goes_on_without(look: Look) -> None:
    play = start(look, "G1 G2", ("R9",))
    play.stock, play.under = [], play.under[-1:]
    assert play.winner() == 1


def test_a_playout_without_end_is_given_up(look: Look) -> None:
    play = start(look, "G1 G2", ("G9",))
    play.stock, play.under = [], play.under[-1:]
    assert play.winner() is None


def test_it_does_not_name_a_colour_that_lets_the_next_go_out(look: Look) -> None:
    shown = Shown(0, 1, cards("G9"))
    sight = look("W G1 G2 G3 Y1", "G9", discard="R5")._replace(shown=shown)
    plain, thought = (choose(level, sight, luck_from(bytes(32))) for level in ("normal", "hard"))
    assert isinstance(plain, Play)
    assert isinstance(thought, Play)
    assert plain.colour is Colour.GREEN
    assert thought.colour is not Colour.GREEN


def test_with_samples_alone_the_same_luck_gives_the_same_move() -> None:
    seen = [sight(round_, round_.pending.seat) for round_ in rounds()[::9]]
    once, again = (
        [choose("hard", one, luck_from(bytes(32)), Budget(5)) for one in seen] for _ in range(2)
    )
    assert once == again


def test_without_any_sample_it_moves_like_the_normal_player(look: Look) -> None:
    sight = look("R9 RS G2 W", "B1 B2 B3", "Y1 Y2 Y3")
    luck = luck_from(bytes(32))
    assert choose("hard", sight, luck, Budget(0)) == choose("normal", sight, luck)
