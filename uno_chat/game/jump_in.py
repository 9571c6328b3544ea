"""House rule: who holds the very card that lies on top may play it out of turn (rules.md 3.1, 3.2).

Only coloured cards, one at a time, and not while a colour, a swap, a challenge or a drawn card
waits. The card beneath loses its effect if nobody has acted on it yet: its two cards are not
drawn, its reversal is taken back. A trade of hands stays done. Play goes on after the jumper.
"""

from uno_chat.game.cards import Card
from uno_chat.game.draft import Draft
from uno_chat.game.events import JumpedIn
from uno_chat.game.moves import PLAYS, Play
from uno_chat.game.options import Stacking
from uno_chat.game.refusals import Reason, Refusal
from uno_chat.game.state import AnswerDraw, Round, Turn


def is_jump(round_: Round, seat: int, card: Card) -> bool:
    """Whether playing this card now is a jump-in; the target of a Draw Two may jump in too."""
    pending, top = round_.pending, round_.discard[-1]
    open_to_all = isinstance(pending, Turn) and pending.seat != seat
    waiting = isinstance(pending, AnswerDraw)
    allowed = round_.deal.options.jump_in and (open_to_all or waiting)
    return allowed and card is top and not card.wild


def refuse(round_: Round, seat: int, card: Card) -> Refusal | None:
    """Why this seat, which is not to move, may not play this card."""
    if not is_jump(round_, seat, card):
        return Refusal(Reason.NOT_YOUR_TURN, seat=round_.pending.seat)
    if card not in round_.hands[seat]:
        return Refusal(Reason.NOT_IN_HAND, card=card)
    return None


def chance(round_: Round, seat: int) -> Play | None:
    """The play with which this seat could jump in now."""
    top = round_.discard[-1] if round_.discard else None
    if top is None or round_.pending.seat == seat or top not in round_.hands[seat]:
        return None
    return PLAYS[top][0] if is_jump(round_, seat, top) else None


def prepare(draft: Draft, seat: int, move: Play) -> None:
    """If this play is a jump-in, take back what the top card has done before its twin is laid.

    With stacking the target of a Draw Two does not jump in: its twin passes the cards on.
    """
    pending, effect = draft.pending, move.card.effect
    if pending.seat != seat:
        draft.say(JumpedIn(seat))
        draft.announced = False
    if isinstance(pending, AnswerDraw) and effect is not None and effect.draw:
        if pending.seat != seat or draft.options.stacking is Stacking.OFF:
            draft.pending = AnswerDraw(pending.seat, pending.total - effect.draw)
    elif pending.seat != seat and effect is not None and effect.reverses:
        _take_back_reverse(draft)


def _take_back_reverse(draft: Draft) -> None:
    """Only if nobody has moved since it was laid."""
    if draft.turn_no == draft.laid_turn:
        draft.direction = -draft.direction
