"""Cards that move whole hands: sevens and zeros (a house rule), Wild Shuffle and Swap Hands.

A trade comes after the card is laid and before UNO is judged: only the seat that played and holds
one card after the trade has to call; one card got by a trade needs no call (rules.md 3.2). An
opening card trades nothing, and a last card ends the round without a trade (rules.md 6.14).

House rule: a last card trades hands, too. Whoever is left without cards is out and has won, so a
last seven or zero gives the round away; after a shuffle it is only its player who can be left
without, and who holds cards then plays on.
"""

from uno_chat.game.cards import Card, Symbol, Trade
from uno_chat.game.draft import Draft
from uno_chat.game.events import HandsShuffled, Rotated, Swapped
from uno_chat.game.going_out import win
from uno_chat.game.moves import PLAYS, Play
from uno_chat.game.refusals import Reason, Refusal
from uno_chat.game.shuffle import pick, shuffled
from uno_chat.game.state import Round, is_gone


def trade(draft: Draft, seat: int, move: Play) -> bool:
    """Move the hands as the card demands; False if the seat has to say with whom first."""
    effect = move.card.effect
    if effect is not None:
        if effect.hands is Trade.SHUFFLE:
            _shuffle(draft, seat)
        elif move.swap is not None:
            swap(draft, seat, move.swap)
    elif move.card.symbol is Symbol.ZERO:
        _rotate(draft, 1 + len(move.more))
    elif move.card.symbol is Symbol.SEVEN:
        return _swap_seven(draft, seat, move.swap)
    return True


def is_decided(draft: Draft) -> bool:
    """End the round if a trade has left somebody without cards."""
    out = [seat for seat in draft.seated() if not draft.hands[seat]]
    if out:
        win(draft, out[0])
    return bool(out)


def swap(draft: Draft, seat: int, other: int) -> None:
    hands = draft.hands
    hands[seat], hands[other] = hands[other], hands[seat]
    draft.say(Swapped(seat, other))
    draft.forget_uno(seat)
    draft.forget_uno(other)


def any_other(draft: Draft, seat: int) -> int:
    """With whom a seat trades that owes it and does not answer."""
    choice = [other for other in draft.in_turn() if other != seat]
    return pick(choice, draft.deal.seed, f"swap:{draft.play_no}")


def others(round_: Round, seat: int) -> tuple[int, ...]:
    """With whom a seat may trade, in clockwise order."""
    seats = round_.deal.seats
    circle = ((seat + step) % seats for step in range(1, seats))
    return tuple(other for other in circle if not is_gone(round_, other))


def refuse_partner(round_: Round, seat: int, card: Card, partner: int) -> Refusal | None:
    """Why this card does not trade hands with that seat."""
    seven = round_.deal.options.seven_o and card.symbol is Symbol.SEVEN
    if not seven and (card.effect is None or card.effect.hands is not Trade.SWAP):
        return Refusal(Reason.NO_SWAP, card=card)
    return refuse_other(round_, seat, partner)


def refuse_other(round_: Round, seat: int, partner: int) -> Refusal | None:
    if partner == seat:
        return Refusal(Reason.NOT_YOURSELF)
    if partner not in others(round_, seat):
        return Refusal(Reason.NOT_SEATED, seat=partner)
    return None


def swapping_plays(round_: Round, seat: int, card: Card) -> tuple[Play, ...]:
    """The plays of a card that may trade hands but need not: with nobody, or with each."""
    plain = PLAYS[card]
    if card.effect is None or card.effect.hands is not Trade.SWAP:
        return plain
    partners = others(round_, seat)
    return plain + tuple(
        Play(card, play.colour, swap=partner) for play in plain for partner in partners
    )


def _swap_seven(draft: Draft, seat: int, partner: int | None) -> bool:
    choice = [other for other in draft.seated() if other != seat]
    if partner is None and len(choice) > 1:
        return False
    swap(draft, seat, choice[0] if partner is None else partner)
    return True


def _rotate(draft: Draft, steps: int) -> None:
    circle = draft.seated()[:: draft.direction]
    hands = [draft.hands[seat] for seat in circle]
    for place, seat in enumerate(circle):
        draft.hands[seat] = hands[(place - steps) % len(circle)]
        draft.forget_uno(seat)
    draft.say(Rotated(steps))


def _shuffle(draft: Draft, seat: int) -> None:
    """All cards are dealt again one by one to the left, whichever way play runs."""
    circle = draft.seated()
    first = circle.index(seat) + 1
    circle = circle[first:] + circle[:first]
    held = tuple(card for one in circle for card in draft.hands[one])
    mixed = shuffled(held, draft.deal.seed, f"hands:{draft.play_no}")
    for place, one in enumerate(circle):
        draft.hands[one] = mixed[place :: len(circle)]
        draft.forget_uno(one)
    draft.say(HandsShuffled(seat))
