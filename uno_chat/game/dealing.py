"""Before the first turn: who deals, and seven cards for everybody (rules.md 1.3, 1.4)."""

from dataclasses import dataclass

from uno_chat.game.cards import Card
from uno_chat.game.draft import Draft
from uno_chat.game.events import Dealt
from uno_chat.game.options import Options
from uno_chat.game.shuffle import shuffled
from uno_chat.game.state import CLOCKWISE, Deal, Hand, Round, Unopened

HAND_SIZE = 7


@dataclass(frozen=True, slots=True)
class DealerDraw:
    """Each draw as (seat, card) pairs, the later ones among the leaders; who deals in the end."""

    draws: tuple[tuple[tuple[int, Card], ...], ...]
    dealer: int


def draw_for_dealer(seats: int, seed: bytes, options: Options) -> DealerDraw:
    """Everybody draws a card, the highest number deals, leaders who tie draw again.

    Cards without a number count 0. Every draw is from a full, newly shuffled pack.
    """
    leaders = tuple(range(seats))
    draws: list[tuple[tuple[int, Card], ...]] = []
    while len(leaders) > 1:
        pack = shuffled(options.pack, seed, f"dealer:{len(draws) + 1}")
        draw = tuple(zip(leaders, pack, strict=False))
        best = max(_rank(card) for _, card in draw)
        leaders = tuple(seat for seat, card in draw if _rank(card) == best)
        draws.append(draw)
    return DealerDraw(tuple(draws), leaders[0])


def deal_hands(draft: Draft) -> None:
    """One card after the other, from the dealer's left, until everybody holds seven."""
    seats, first = draft.deal.seats, draft.deal.dealer + 1
    dealt = draft.take(HAND_SIZE * seats)
    for place in range(seats):
        draft.hands[(first + place) % seats] = dealt[place::seats]
    draft.say(Dealt(draft.deal.dealer))


def new_round(deal: Deal) -> Round:
    """The shuffled pack on the table and empty hands."""
    check_seats(deal.options, deal.seats)
    if not 0 <= deal.dealer < deal.seats:
        raise ValueError(f"The dealer is one of the seats 0 to {deal.seats - 1}.")
    stock = shuffled(deal.options.pack, deal.seed, "deal")
    hands: tuple[Hand, ...] = ((),) * deal.seats
    return Round(deal, hands, stock, (), None, CLOCKWISE, Unopened())


def check_seats(options: Options, seats: int) -> None:
    """Raises ValueError where so many cannot play."""
    if seats in options.seats:
        return
    if options.teams:
        raise ValueError(f"Two against two have four seats, not {seats}.")
    fewest, most = options.seats[0], options.seats[-1]
    raise ValueError(f"A round has {fewest} to {most} seats, not {seats}.")


def _rank(card: Card) -> int:
    return 0 if card.wild or card.effect is not None else card.points
