"""The rules favour no colour, no seat and no direction: a changed table plays the changed game."""

import random
from collections.abc import Iterator
from dataclasses import dataclass, fields, is_dataclass, replace
from typing import TypeVar, cast

from hypothesis import given, settings
from hypothesis import strategies as st

from uno_chat.game import (
    CARDS,
    CallUno,
    Card,
    Catch,
    ChooseColour,
    Colour,
    Leave,
    Move,
    Options,
    Play,
    Round,
    Smack,
    Step,
    apply,
    check,
    choices,
    deal,
    expire,
    owner,
    seed_from_int,
)

LONGEST = 250
T = TypeVar("T")
SEATS = ("seat", "author", "winner", "to", "by", "dealer", "other", "swap")


@dataclass(frozen=True)
class Change:
    """Seat `seats[i]` takes the place of seat i; `turn` is -1 where the direction changes."""

    seats: tuple[int, ...]
    colours: dict[Colour, Colour]
    turn: int = 1

    def of(self, value: T) -> T:
        """The same thing at the changed table."""
        return cast("T", self._of(value, ""))

    def _of(self, value: object, name: str) -> object:
        match value:
            case Card():
                colour = value.colour and self.colours[value.colour]
                return CARDS[colour + value.symbol] if colour else value
            case Colour():
                return self.colours[value]
            case Round():
                return Round._make(self._of(getattr(value, one), one) for one in Round._fields)
            case frozenset():
                return frozenset(self.seats[seat] for seat in value)
            case tuple() if name == "slow":
                return tuple(self.seats[seat] for seat in value)
            case tuple() if name in ("hands", "points"):
                moved = [value[self.seats.index(seat)] for seat in range(len(value))]
                return tuple(self._of(entry, "") for entry in moved)
            case tuple():
                return tuple(self._of(entry, "") for entry in value)
            case int() if name in SEATS:
                return self.seats[value]
            case int() if name == "direction":
                return value * self.turn
            case Options():
                return value
            case _ if is_dataclass(value) and not isinstance(value, type):
                own = {one.name: getattr(value, one.name) for one in fields(value)}
                return replace(value, **{key: self._of(entry, key) for key, entry in own.items()})
            case _:
                return value


RULES: list[dict[str, object]] = [
    {},
    {"strict": True, "false_catch": 2, "uno_mode": "call"},
    {"stacking": "cross", "jump_in": True, "smackdown": True},
    {"seven_o": True, "multi_play": True, "edition": "pack112_2015"},
    {"deflect": True, "no_action_finish": True, "jump_in": True, "jump_in_fours": True},
    {"auto_draw": True, "deflect": True, "stacking": "cross", "force_play": True},
    {"seven_o": True, "last_card_trades": True, "multi_play": True, "smackdown": True},
    {"stacking": "same", "seven_o": True, "jump_in": True, "keep_drawing": True},
]


def moves_of_a_round(
    number: int, seats: int, rules: dict[str, object]
) -> Iterator[tuple[Round, int, Move | None]]:
    """Who did what in a random round; no move is a time-out."""
    luck = random.Random(number)
    round_ = deal(Options.of(rules), seats, number % seats, seed_from_int(number)).round
    for _ in range(LONGEST):
        seat = owner(round_)
        if seat is None:
            return
        actor, move = some_deed(round_, seat, luck)
        yield round_, actor, move
        round_ = made(round_, actor, move).round


def some_deed(round_: Round, seat: int, luck: random.Random) -> tuple[int, Move | None]:
    dice, speaker = luck.random(), luck.randrange(round_.deal.seats)
    word: Move = CallUno() if dice < 0.1 else Catch(luck.randrange(round_.deal.seats))
    word = Smack() if dice > 0.2 else word
    word = Play(round_.discard[-1]) if dice > 0.25 and speaker != seat else word
    word = Leave() if dice < 0.01 else word
    if dice < 0.3 and check(round_, speaker, word) is None:
        return speaker, word
    if dice < 0.35 and not isinstance(round_.pending, ChooseColour):
        return seat, None
    offered = choices(round_, seat)
    return seat, luck.choice(offered[:-1] or offered)


def made(round_: Round, actor: int, move: Move | None) -> Step:
    return expire(round_) if move is None else apply(round_, actor, move)


def assert_played_alike(change: Change, number: int, seats: int, rules: dict[str, object]) -> None:
    for round_, actor, move in moves_of_a_round(number, seats, rules):
        here = made(round_, actor, move)
        there = made(change.of(round_), change.seats[actor], change.of(move))
        assert there.round == change.of(here.round)
        assert there.events == change.of(here.events)


SAME = {colour: colour for colour in Colour}
numbers = st.integers(0, 2**32)
tables = st.integers(2, 10)
rules = st.sampled_from(RULES)


@given(st.permutations(list(Colour)), numbers, tables, rules)
@settings(max_examples=25)
def test_no_colour_is_different_from_another(
    order: list[Colour], number: int, seats: int, how: dict[str, object]
) -> None:
    colours = dict(zip(Colour, order, strict=True))
    assert_played_alike(Change(tuple(range(seats)), colours), number, seats, how)


@given(st.integers(1, 9), numbers, tables, rules)
@settings(max_examples=25)
def test_it_does_not_matter_where_the_first_seat_is(
    by: int, number: int, seats: int, how: dict[str, object]
) -> None:
    turned = tuple((seat + by) % seats for seat in range(seats))
    assert_played_alike(Change(turned, SAME), number, seats, how)


@given(numbers, tables, rules)
@settings(max_examples=25)
def test_playing_to_the_right_mirrors_playing_to_the_left(
    number: int, seats: int, how: dict[str, object]
) -> None:
    mirrored = tuple(-seat % seats for seat in range(seats))
    assert_played_alike(Change(mirrored, SAME, turn=-1), number, seats, how)
