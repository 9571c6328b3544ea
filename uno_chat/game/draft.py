"""A round laid open while one move is carried out: the table the rules lay hands on.

The rules change a draft and say what happened; `done` closes it into the next round. A draft
lives inside one call of the engine and is never handed out.
"""

from typing import NamedTuple

from uno_chat.game.cards import Card
from uno_chat.game.events import Drew, Event, Reshuffled, Skipped, Why
from uno_chat.game.shuffle import shuffled
from uno_chat.game.state import TURNS, Pending, Round, hand_points


class Step(NamedTuple):
    """The round after a move, and what happened on the way."""

    round: Round
    events: tuple[Event, ...]


_new = tuple.__new__  # a named tuple's own constructor takes twice as long


class Draft:
    """The fields of a round, to be changed."""

    __slots__ = (
        "announced",
        "buried",
        "called",
        "colour",
        "deal",
        "direction",
        "discard",
        "events",
        "gone",
        "hands",
        "laid_turn",
        "options",
        "pending",
        "play_no",
        "reshuffles",
        "say",
        "shown",
        "smack",
        "stock",
        "turn_no",
        "window",
    )

    def __init__(self, round_: Round) -> None:
        (
            self.deal,
            hands,
            self.stock,
            self.discard,
            self.colour,
            self.direction,
            self.pending,
            self.turn_no,
            self.play_no,
            self.window,
            self.called,
            self.announced,
            self.buried,
            self.gone,
            self.reshuffles,
            self.shown,
            self.smack,
            self.laid_turn,
        ) = round_
        self.hands = list(hands)
        self.options = self.deal.options
        self.events: list[Event] = []
        self.say = self.events.append

    def done(self) -> Step:
        fields = (
            self.deal,
            tuple(self.hands),
            self.stock,
            self.discard,
            self.colour,
            self.direction,
            self.pending,
            self.turn_no,
            self.play_no,
            self.window,
            self.called,
            self.announced,
            self.buried,
            self.gone,
            self.reshuffles,
            self.shown,
            self.smack,
            self.laid_turn,
        )
        return _new(Step, (_new(Round, fields), tuple(self.events)))

    # Seats

    def seated(self) -> list[int]:
        """The seats still in the round, clockwise from 0."""
        empty = {gone.seat for gone in self.gone}
        return [seat for seat in range(self.deal.seats) if seat not in empty]

    def in_turn(self) -> list[int]:
        """The seats still in the round as play goes, first the one that owes a decision."""
        circle = self.seated()[:: self.direction]
        first = circle.index(self.pending.seat) if self.pending.seat in circle else 0
        return circle[first:] + circle[:first]

    def after(self, seat: int) -> int:
        """The next seat in the direction of play."""
        seats = self.deal.seats
        following = (seat + self.direction) % seats
        if self.gone:
            empty = {gone.seat for gone in self.gone}
            while following in empty:
                following = (following + self.direction) % seats
        return following

    def pass_turn(self, seat: int) -> None:
        """The turn of this seat is over."""
        self.turn_no += 1
        self.announced = False
        self.pending = TURNS[self.after(seat)]

    def turn_to(self, seat: int) -> None:
        self.turn_no += 1
        self.announced = False
        self.pending = TURNS[seat]

    def hand_over(self, pending: Pending) -> None:
        """Some other decision than a turn is owed now; what was said for the play still counts."""
        self.turn_no += 1
        self.pending = pending

    def skip(self, seat: int) -> None:
        """The seat misses its turn, the one after it moves."""
        self.say(Skipped(seat))
        self.turn_to(self.after(seat))

    # Cards

    def has_more(self) -> bool:
        """Whether the stock holds a card or can be made to."""
        return bool(self.stock or self.buried or len(self.discard) > 1)

    def take(self, count: int) -> tuple[Card, ...]:
        """Up to so many cards from the stock, made anew from the discard when it runs out."""
        taken = self.stock[:count]
        self.stock = self.stock[count:]
        if len(taken) < count and self._reshuffle():
            taken += self.take(count - len(taken))
        return taken

    def _reshuffle(self) -> bool:
        """Make a stock of all cards under the top; False where there are none."""
        under = self.buried + self.discard[:-1]
        if not under:
            return False
        self.reshuffles += 1
        self.stock = shuffled(under, self.deal.seed, f"reshuffle:{self.reshuffles}")
        self.discard = self.discard[-1:]
        self.buried = ()
        self.say(Reshuffled(len(under)))
        return True

    def give(self, seat: int, count: int, why: Why) -> tuple[Card, ...]:
        """Let the seat draw; what is not there is not owed."""
        drawn = self.take(count)
        self.receive(seat, drawn, why)
        return drawn

    def receive(self, seat: int, drawn: tuple[Card, ...], why: Why) -> None:
        if drawn:
            self.hands[seat] += drawn
            self.forget_uno(seat)
        self.say(Drew(seat, why, len(drawn), drawn))

    def forget_uno(self, seat: int) -> None:
        """The hand has changed by other than a play: its call and the time to catch it are over."""
        if self.called:
            self.called -= {seat}
        if self.window is not None and self.window.seat == seat:
            self.window = None

    def worth(self, seat: int) -> int:
        return hand_points(self.hands[seat])
