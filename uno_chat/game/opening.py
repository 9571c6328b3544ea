"""The first discard: which cards may open a round, and what they do (rules.md 1.4)."""

from collections import Counter

from uno_chat.game.cards import Card, Colour
from uno_chat.game.draft import Draft
from uno_chat.game.editions import Edition, ReverseStarter
from uno_chat.game.events import (
    ColourNamed,
    Opened,
    OpeningIgnored,
    OpeningReturned,
    Reversed,
    Why,
)
from uno_chat.game.shuffle import pick, shuffled
from uno_chat.game.state import ChooseColour


def turn_up(draft: Draft) -> None:
    """Expose cards until one may open the round, then let it take effect."""
    edition = draft.options.printed
    while not _may_open(edition, draft.stock[0]):
        _set_aside(draft, edition)
    card = draft.take(1)[0]
    draft.discard += (card,)
    draft.colour = card.colour
    draft.say(Opened(card))
    if edition.only_numbers_open:
        draft.turn_to(draft.after(draft.deal.dealer))
    else:
        _take_effect(draft, card)


def can_open(edition: Edition, stock: tuple[Card, ...]) -> bool:
    return any(_may_open(edition, card) for card in stock)


def name_colour(draft: Draft, seat: int, colour: Colour) -> None:
    """The Wild is given its colour, and the same seat takes an ordinary turn."""
    draft.colour = colour
    draft.say(ColourNamed(seat, colour))
    draft.turn_to(seat)


def colour_most_held(draft: Draft, seat: int) -> Colour:
    """The colour for a seat that does not answer; by lot among those it holds as many of."""
    held = Counter(card.colour for card in draft.hands[seat])
    most = max(held[colour] for colour in Colour)
    best = tuple(colour for colour in Colour if held[colour] == most)
    return pick(best, draft.deal.seed, "colour")


def _may_open(edition: Edition, card: Card) -> bool:
    if edition.only_numbers_open:
        return card.effect is None and not card.wild
    return card.symbol not in edition.returned


def _set_aside(draft: Draft, edition: Edition) -> None:
    """The card on top of the stock does not open: it is ignored, or goes back and is mixed in."""
    card = draft.stock[0]
    if edition.only_numbers_open:
        draft.discard += draft.take(1)
        draft.say(OpeningIgnored(card))
    else:
        tries = 1 + sum(isinstance(event, OpeningReturned) for event in draft.events)
        draft.stock = shuffled(draft.stock, draft.deal.seed, f"opening:{tries}")
        draft.say(OpeningReturned(card))


def _take_effect(draft: Draft, card: Card) -> None:
    first = draft.after(draft.deal.dealer)
    effect = card.effect
    if card.wild:
        draft.hand_over(ChooseColour(first))
    elif effect is None:
        draft.turn_to(first)
    elif effect.reverses:
        _reverse(draft)
    else:
        if effect.draw:
            draft.give(first, effect.draw, Why.OPENING)
        draft.skip(first)


def _reverse(draft: Draft) -> None:
    """Play runs to the right: the dealer starts, or where the edition says so who sits there.

    Of two players it is the dealer in either case, as if the other had been skipped.
    """
    draft.direction = -draft.direction
    draft.say(Reversed(draft.direction))
    dealer, seated = draft.deal.dealer, draft.seated()
    right = draft.options.printed.reverse_starter is ReverseStarter.DEALERS_RIGHT
    dealer_starts = dealer in seated and (not right or len(seated) == 2)
    draft.turn_to(dealer if dealer_starts else draft.after(dealer))
