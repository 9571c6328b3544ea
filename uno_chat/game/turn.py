"""A turn: play a card, or draw one and perhaps play that (rules.md 1.5)."""

from uno_chat.game import uno
from uno_chat.game.actions import act, act_last
from uno_chat.game.cards import Card
from uno_chat.game.draft import Draft
from uno_chat.game.events import Kept, Passed, Played, Why, WrongCard
from uno_chat.game.going_out import win
from uno_chat.game.legal import may_lay
from uno_chat.game.moves import Play
from uno_chat.game.state import Evidence, Hand, PlayOrKeep, fits

WRONG_CARD_PENALTY = 2


def play(draft: Draft, seat: int, move: Play) -> None:
    if draft.window is not None:
        uno.begin_turn(draft, seat)
    if draft.options.strict and not fits(move.card, draft.colour, draft.discard[-1].symbol):
        _take_back(draft, seat, move)
        return
    said = move.uno or draft.announced
    evidence = _lay(draft, seat, move)
    effect = move.card.effect
    if not draft.hands[seat] and evidence is None:
        if effect is not None:
            act_last(draft, seat, effect)
        win(draft, seat)
        return
    uno.judge_play(draft, seat, said=said)
    act(draft, seat, effect, evidence)


def _lay(draft: Draft, seat: int, move: Play) -> Evidence | None:
    """Move the card from the hand to the top; what a Wild Draw Four will be judged by."""
    card = move.card
    rest = without(draft.hands[seat], card)
    evidence = None
    if card.effect is not None and card.effect.challenged and draft.colour is not None:
        evidence = Evidence(draft.colour, rest)
    draft.hands[seat] = rest
    draft.discard += (card,)
    draft.colour = move.colour or card.colour
    draft.play_no += 1
    draft.say(Played(seat, card, move.colour, move.uno, len(rest)))
    return evidence


def _take_back(draft: Draft, seat: int, move: Play) -> None:
    draft.say(WrongCard(seat, move.card, move.colour, move.uno))
    draft.give(seat, WRONG_CARD_PENALTY, Why.WRONG_CARD)
    draft.turn_to(draft.after(seat))


def draw(draft: Draft, seat: int) -> None:
    """Draw one card; one that cannot be laid ends the turn, as does an empty stock."""
    card = _draw_one(draft, seat)
    options, hand, top = draft.options, draft.hands[seat], draft.discard[-1]
    if card is None or not may_lay(options, card, hand, draft.colour, top):
        draft.turn_to(draft.after(seat))
    elif options.force_play and not card.wild:
        play(draft, seat, Play(card))
    else:
        draft.pending = PlayOrKeep(seat, card)


def keep(draft: Draft, seat: int) -> None:
    draft.say(Kept(seat))
    draft.turn_to(draft.after(seat))


def draw_and_pass(draft: Draft, seat: int) -> None:
    """What the clock does for a silent seat: one card, and nothing decided in its name."""
    _draw_one(draft, seat)
    draft.turn_to(draft.after(seat))


def _draw_one(draft: Draft, seat: int) -> Card | None:
    uno.begin_turn(draft, seat)
    draft.announced = False
    if not (draft.stock or draft.buried or len(draft.discard) > 1):
        draft.say(Passed(seat))
        return None
    return draft.give(seat, 1, Why.TURN)[0]


def without(hand: Hand, card: Card) -> Hand:
    """The hand less one card of this face."""
    place = hand.index(card)
    return hand[:place] + hand[place + 1 :]
