"""House rule: who holds the very card that lies on top may play it out of turn (rules.md 3.1, 3.2).

Only coloured cards, one at a time, and not while a colour, a swap, a challenge or a drawn card
waits. The card beneath loses its effect if nobody has acted on it yet: its two cards are not
drawn, its reversal is taken back. A trade of hands stays done. Play goes on after the jumper.

With `jump_in_fours` a Wild Draw Four may be jumped in on with another one, also while it waits to
be challenged: its own four cards are not drawn, and the second can be challenged in its turn, by
the colour that the first one named. A last card that awaits its answer is not jumped in on.
"""

from dataclasses import replace

from uno_chat.game.cards import Card, Colour
from uno_chat.game.draft import Draft
from uno_chat.game.events import JumpedIn
from uno_chat.game.legal import may_lay
from uno_chat.game.moves import PLAYS, Move, Play
from uno_chat.game.options import Options, Stacking
from uno_chat.game.refusals import Reason, Refusal
from uno_chat.game.state import AnswerDraw, AnswerFour, Hand, Round, Turn

NOBODY = -1


def is_jump(round_: Round, seat: int, card: Card) -> bool:
    """Whether playing this card now is a jump-in; the target of a demand may jump in too."""
    options, pending = round_.deal.options, round_.pending
    if card is not round_.discard[-1] or not _has_twins(options, card):
        return False
    match pending:
        case Turn():
            return pending.seat != seat
        case AnswerDraw():
            return True
        case AnswerFour():
            return bool(round_.hands[pending.author])
    return False


def rivals(round_: Round) -> int:
    """With how many cards anybody could jump in now, as far as all can know: of those that have not
    been laid since the last reshuffle."""
    top = round_.discard[-1] if round_.discard else None
    if top is None or not is_jump(round_, NOBODY, top):
        return 0
    return round_.deal.options.pack.count(top) - round_.discard.count(top)


def jumps_in(round_: Round, seat: int, move: Move) -> bool:
    """Whether this move, which is allowed, is a jump-in."""
    return isinstance(move, Play) and is_jump(round_, seat, move.card)


def refuse(round_: Round, seat: int, card: Card) -> Refusal | None:
    """Why this seat, which is not to move, may not play this card."""
    if not is_jump(round_, seat, card):
        return Refusal(Reason.NOT_YOUR_TURN, seat=round_.pending.seat)
    if card not in round_.hands[seat]:
        return Refusal(Reason.NOT_IN_HAND, card=card)
    return None


def twins(round_: Round, seat: int) -> tuple[Play, ...]:
    """The plays with which this seat could jump in now, of a wild card one for each colour."""
    top = round_.discard[-1] if round_.discard else None
    if top is None or top not in round_.hands[seat] or not is_jump(round_, seat, top):
        return ()
    options = round_.deal.options
    return PLAYS[top] if may_lay(options, top, round_.hands[seat], round_.colour, top) else ()


def chance(round_: Round, seat: int) -> Play | None:
    """The play with which this seat, not being to move, could jump in: a wild card in the colour
    of which it holds most."""
    plays = twins(round_, seat) if round_.pending.seat != seat else ()
    return max(plays, key=lambda play: _held(round_.hands[seat], play.colour), default=None)


def prepare(draft: Draft, seat: int, move: Play) -> None:
    """If this play is a jump-in, take back what the top card has done before its twin is laid.

    With stacking the target of a demand does not jump in: its twin passes the cards on.
    """
    pending, effect = draft.pending, move.card.effect
    if pending.seat != seat:
        draft.say(JumpedIn(seat))
        draft.announced = False
    if isinstance(pending, AnswerDraw | AnswerFour) and effect is not None and effect.draw:
        if pending.seat != seat or draft.options.stacking is Stacking.OFF:
            draft.pending = replace(pending, total=pending.total - effect.draw)
    elif pending.seat != seat and effect is not None and effect.reverses:
        _take_back_reverse(draft)


def _has_twins(options: Options, card: Card) -> bool:
    if not card.wild:
        return options.jump_in
    return options.jump_in_fours and card.effect is not None and card.effect.challenged


def _held(hand: Hand, colour: Colour | None) -> int:
    return sum(card.colour is colour for card in hand)


def _take_back_reverse(draft: Draft) -> None:
    """Only if nobody has moved since it was laid."""
    if draft.turn_no == draft.laid_turn:
        draft.direction = -draft.direction
