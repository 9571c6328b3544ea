"""Guesses at the cards a seat cannot see: hands that agree with all that it knows.

It knows its own hand, what lies open, how many cards everybody holds, and the hand it was shown
after a challenge, as far as those cards have not turned up since.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from uno_chat.game import Card, Sight, side_of
from uno_chat.strategies.faces import COLOURS, SYMBOLS, Faces, faces_of
from uno_chat.strategies.luck import Luck, mix
from uno_chat.strategies.playout import Playout
from uno_chat.strategies.reading import own_seat


@dataclass(frozen=True, slots=True)
class Known:
    """A sight as bits and places. Seats that left are taken out and the others count anew.

    `side` are the seats that win with `me`. `certain` are the cards of each seat that are known
    for sure, `missing` how many more it has. `open` lies face up, `hidden` can be anywhere.
    """

    faces: Faces
    me: int
    side: tuple[int, ...]
    step: int
    colour: int
    symbol: int
    certain: tuple[int, ...]
    missing: tuple[int, ...]
    hidden: tuple[int, ...]
    stock_size: int
    open: tuple[int, ...]


def known(sight: Sight) -> Known:
    faces, me = faces_of(sight.options.pack), own_seat(sight)
    places = _Places(faces)
    own = _bits(places.take(sight.hand))
    lying = tuple(places.take(sight.discard))
    certain = [0] * len(sight.sizes)
    certain[me] = own
    if sight.shown is not None:
        author = sight.shown.author
        certain[author] = _bits(places.take(sight.shown.cards)[: sight.sizes[author]])
    seats = [seat for seat in range(len(sight.sizes)) if seat not in sight.gone]
    side = side_of(sight.options, range(len(sight.sizes)), me)
    return Known(
        faces=faces,
        me=seats.index(me),
        side=tuple(seats.index(seat) for seat in side if seat in seats),
        step=sight.direction,
        colour=0 if sight.colour is None else COLOURS.index(sight.colour),
        symbol=0 if sight.top is None else SYMBOLS.index(sight.top.symbol),
        certain=tuple(certain[seat] for seat in seats),
        missing=tuple(sight.sizes[seat] - certain[seat].bit_count() for seat in seats),
        hidden=places.left(),
        stock_size=sight.stock_size,
        open=lying,
    )


def guess(known: Known, luck: Luck) -> tuple[tuple[int, ...], list[int]]:
    """Hands as bits, and the other hidden cards in an order that all are equally likely in."""
    order = list(known.hidden)
    mix(luck, order)
    hands = []
    for certain, missing in zip(known.certain, known.missing, strict=True):
        hands.append(certain | _bits(order[:missing]))
        order = order[missing:]
    return tuple(hands), order


def playout(known: Known, hands: tuple[int, ...], rest: list[int], luck: Luck) -> Playout:
    """The round as guessed, with the seat to move."""
    size = known.stock_size
    play = Playout(known.faces, luck, list(hands), rest[:size], [*rest[size:], *known.open])
    play.seat, play.step = known.me, known.step
    play.colour, play.symbol = known.colour, known.symbol
    return play


def places_of(known: Known, cards: Iterable[Card]) -> list[int]:
    """Where these cards of the own hand lie."""
    own, faces = known.certain[known.me], known.faces.cards
    free = [place for place in range(len(faces)) if own >> place & 1]
    found = []
    for card in cards:
        found.append(next(place for place in free if faces[place] is card))
        free.remove(found[-1])
    return found


class _Places:
    """Hands out the places of cards, each once."""

    def __init__(self, faces: Faces) -> None:
        self._free: dict[Card, list[int]] = {}
        for place, card in enumerate(faces.cards):
            self._free.setdefault(card, []).append(place)

    def take(self, cards: Iterable[Card]) -> list[int]:
        """The places of these cards, but of those that all have been handed out."""
        return [self._free[card].pop() for card in cards if self._free[card]]

    def left(self) -> tuple[int, ...]:
        return tuple(place for places in self._free.values() for place in places)


def _bits(places: Iterable[int]) -> int:
    return sum(1 << place for place in places)
