"""A round in a hurry: guessed hands of bits, played to the end by a quick sensible policy.

The policy is that of the normal player, so nobody bluffs. UNO, challenges and what extra cards do
are left out: they would cost more time than they tell.
"""

from uno_chat.strategies.faces import WILD, Faces
from uno_chat.strategies.luck import Luck, mix
from uno_chat.strategies.normal import CLOSE

EVERY_CARD = -1
LONGEST = 1000
"""Turns after which a playout is given up; next to none gets there."""


class Playout:
    """Changed while it runs and thrown away. Seats count clockwise, without those that left."""

    __slots__ = ("colour", "faces", "hands", "luck", "seat", "step", "stock", "symbol", "under")

    def __init__(
        self, faces: Faces, luck: Luck, hands: list[int], stock: list[int], under: list[int]
    ) -> None:
        self.faces = faces
        self.luck = luck
        self.hands = hands
        self.stock = stock
        self.under = under
        self.seat = 0
        self.step = 1
        self.colour = 0
        self.symbol = 0

    def winner(self) -> int | None:
        """Play on from here; the seat that is out first."""
        for _ in range(LONGEST):
            seat = self.seat
            if self._turn():
                return seat
        return None

    def lay(self, place: int, named: int) -> bool:
        """Lay the card of this place, in this colour if it is wild; whether the seat is out."""
        faces, seat, bit = self.faces, self.seat, 1 << place
        self.put_under(place)
        self.symbol = faces.symbols[place]
        printed = faces.colours[place]
        self.colour = named if printed == WILD else printed
        if bit & faces.acting:
            self._act(bit, place)
        else:
            self.pass_on()
        return not self.hands[seat]

    def put_under(self, place: int) -> None:
        """Move the card of this place from the hand to the discard, without effect."""
        self.hands[self.seat] ^= 1 << place
        self.under.append(place)

    def pass_on(self) -> None:
        self.seat = (self.seat + self.step) % len(self.hands)

    def _act(self, bit: int, place: int) -> None:
        """Carry out an action; among two a Reverse gives the turn back like a Skip."""
        seats, far = len(self.hands), 2
        if bit & self.faces.reverses:
            self.step = -self.step
            far = 2 if seats == 2 else 1
        elif self.faces.draws[place]:
            target = (self.seat + self.step) % seats
            self.hands[target] |= self._draw(self.faces.draws[place])
        self.seat = (self.seat + far * self.step) % seats

    def _turn(self) -> bool:
        """The seat plays or draws; whether it is out."""
        faces, hands, seat = self.faces, self.hands, self.seat
        hand = hands[seat]
        fits = faces.fits[self.colour][self.symbol]
        fitting = hand & fits or hand & faces.wild
        if fitting:
            return self._lay_best(hand, fitting)
        drawn = self._draw(1)
        hands[seat] = hand | drawn
        if drawn & (fits | faces.wild):
            return self._lay_best(hand | drawn, drawn)
        self.pass_on()
        return False

    def _lay_best(self, hand: int, fitting: int) -> bool:
        """Among the cards that fit: actions where they are wanted, the strongest colour, points."""
        of_colour = self.faces.of_colour
        attacks = fitting & self.faces.attacks
        if attacks and self._wants_action():
            fitting = attacks
        colour = 0
        if fitting & self.faces.wild:
            colour = self._strongest(hand, EVERY_CARD)
        elif fitting & ~of_colour[self.colour]:
            fitting &= of_colour[self._strongest(hand, fitting)]
        return self.lay(fitting.bit_length() - 1, colour)

    def _wants_action(self) -> bool:
        seats = len(self.hands)
        return seats == 2 or self.hands[(self.seat + self.step) % seats].bit_count() <= CLOSE

    def _strongest(self, hand: int, among: int) -> int:
        """The colour of which the hand holds most, of those that these cards have."""
        most, strongest = -1, 0
        for colour, mask in enumerate(self.faces.of_colour):
            if among & mask:
                count = (hand & mask).bit_count()
                if count > most:
                    most, strongest = count, colour
        return strongest

    def _draw(self, count: int) -> int:
        """So many cards as bits, fewer where there are no more."""
        drawn = 0
        for _ in range(count):
            if not self.stock:
                self._reshuffle()
                if not self.stock:
                    break
            drawn |= 1 << self.stock.pop()
        return drawn

    def _reshuffle(self) -> None:
        self.stock, self.under = self.under[:-1], self.under[-1:]
        mix(self.luck, self.stock)
