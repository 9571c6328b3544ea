"""A turn: play a card, or draw one and perhaps play that (rules.md 1.5)."""

from uno_chat.game import smackdown, trading, uno
from uno_chat.game.actions import act, act_last
from uno_chat.game.cards import Card, Symbol
from uno_chat.game.draft import Draft
from uno_chat.game.events import Kept, Passed, Played, Why, WrongCard
from uno_chat.game.going_out import goes_out, win
from uno_chat.game.legal import is_honest, may_lay
from uno_chat.game.moves import Play
from uno_chat.game.options import FourRule
from uno_chat.game.state import ChooseSwap, Evidence, Hand, PlayOrKeep, fits

WRONG_CARD_PENALTY = 2


def play(draft: Draft, seat: int, move: Play) -> None:
    if draft.window is not None:
        uno.begin_turn(draft, seat)
    card, options = move.card, draft.options
    if options.strict and not fits(card, draft.colour, draft.discard[-1].symbol):
        _take_back(draft, seat, move)
        return
    said = move.uno or draft.announced
    evidence = _lay(draft, seat, move)
    effect = card.effect
    trades = options.seven_o if effect is None else effect.hands is not None
    if (
        not draft.hands[seat]
        and goes_out(draft, seat, card)
        and not (trades and options.last_card_trades)
    ):
        _go_out(draft, seat, move, evidence)
    elif trades and not trading.trade(draft, seat, move):
        draft.announced = said
        draft.hand_over(ChooseSwap(seat))
    else:
        _finish(draft, seat, move, evidence, said=said)


def choose_swap(draft: Draft, seat: int, other: int) -> None:
    """The seven that lies on top gets its trade, and the turn ends."""
    trading.swap(draft, seat, other)
    _finish(draft, seat, Play(draft.discard[-1]), None, said=draft.announced)


def _finish(draft: Draft, seat: int, move: Play, evidence: Evidence | None, *, said: bool) -> None:
    """The cards lie and the hands are what they will be: UNO is judged, the effect follows."""
    options = draft.options
    if options.last_card_trades and trading.is_decided(draft):
        return
    if said or draft.called or len(draft.hands[seat]) == 1:
        uno.judge_play(draft, seat, said=said)
    if options.smackdown and move.card.symbol is Symbol.SIX:
        smackdown.ring(draft)
    act(draft, seat, move.card.effect, evidence, 1 + len(move.more))
    draft.announced = False
    if options.jump_in:
        draft.laid_turn = draft.turn_no


def _go_out(draft: Draft, seat: int, move: Play, evidence: Evidence | None) -> None:
    """The last card ends the round, once what it demands is drawn or answered."""
    effect, count = move.card.effect, 1 + len(move.more)
    draft.smack = None
    draft.announced = False
    if effect is not None and evidence is not None and draft.options.wd4 is not FourRule.ALWAYS:
        act(draft, seat, effect, evidence, count)
        return
    if effect is not None:
        act_last(draft, seat, effect, count)
    win(draft, seat)


def _lay(draft: Draft, seat: int, move: Play) -> Evidence | None:
    """Move the card from the hand to the top; what a Wild Draw Four will be judged by."""
    card, before = move.card, draft.colour
    rest = without(draft.hands[seat], card)
    draft.discard += (card,)
    draft.colour = move.colour or card.colour
    for other in move.more:
        rest = without(rest, other)
        draft.discard += (other,)
        draft.colour = other.colour
    draft.hands[seat] = rest
    draft.play_no += 1
    draft.say(Played(seat, card, move.colour, move.uno, len(rest), move.swap, move.more))
    if card.effect is not None and card.effect.challenged and before is not None:
        return Evidence(before, rest)
    return None


def _take_back(draft: Draft, seat: int, move: Play) -> None:
    draft.say(WrongCard(seat, move.card, move.colour, move.uno))
    draft.give(seat, WRONG_CARD_PENALTY, Why.WRONG_CARD)
    draft.pass_turn(seat)


def draw(draft: Draft, seat: int) -> None:
    """Draw one card; one that cannot be laid ends the turn, as does an empty stock."""
    card = _draw(draft, seat, until_playable=draft.options.keep_drawing)
    options, hand, top = draft.options, draft.hands[seat], draft.discard[-1]
    if card is None or not may_lay(options, card, hand, draft.colour, top):
        draft.pass_turn(seat)
    elif options.force_play and not card.wild:
        play(draft, seat, Play(card))
    else:
        draft.pending = PlayOrKeep(seat, card)


def keep(draft: Draft, seat: int) -> None:
    draft.say(Kept(seat))
    draft.pass_turn(seat)


def draw_and_pass(draft: Draft, seat: int) -> None:
    """What the clock does for a silent seat: one card, and nothing decided in its name."""
    _draw(draft, seat, until_playable=False)
    draft.pass_turn(seat)


def _draw(draft: Draft, seat: int, *, until_playable: bool) -> Card | None:
    """The card drawn last, by which the turn goes on; None where there is nothing to draw."""
    if draft.window is not None:
        uno.begin_turn(draft, seat)
    draft.announced = False
    if not draft.has_more():
        draft.say(Passed(seat))
        return None
    drawn = draft.take(1)
    while until_playable and not _is_playable(draft, seat, drawn):
        more = draft.take(1)
        if not more:
            break
        drawn += more
    draft.receive(seat, drawn, Why.TURN)
    return drawn[-1]


def _is_playable(draft: Draft, seat: int, drawn: Hand) -> bool:
    """House rule: drawing goes on to the first card that may be laid without a bluff."""
    hand, top = draft.hands[seat] + drawn, draft.discard[-1]
    return is_honest(draft.options, drawn[-1], hand, draft.colour, top)


def without(hand: Hand, card: Card) -> Hand:
    """The hand less one card of this face."""
    place = hand.index(card)
    return hand[:place] + hand[place + 1 :]
