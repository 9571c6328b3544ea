"""Cards that the next player has to draw: at once, or after an answer where there is a choice.

Where nothing can be laid against them a seat is not asked.
"""

from collections.abc import Sequence

from uno_chat.game import deflect, stacking
from uno_chat.game.cards import Card, Colour
from uno_chat.game.draft import Draft
from uno_chat.game.events import Accepted, Why
from uno_chat.game.options import FourRule, Options
from uno_chat.game.state import AnswerDraw, AnswerFour, Evidence, Hand, Pending, Round


def owed(pending: Pending) -> int:
    """What was demanded before the card that is being laid."""
    return pending.total if isinstance(pending, AnswerDraw | AnswerFour) else 0


def answers(round_: Round, seat: int) -> tuple[Card, ...]:
    """The different cards of this seat that pass a demand on."""
    pending = round_.pending
    if isinstance(pending, AnswerFour) and not round_.hands[pending.author]:
        return ()
    return _answers(round_.deal.options, round_.hands[seat], round_.colour, round_.discard)


def demand(draft: Draft, author: int, total: int, evidence: Evidence | None) -> None:
    """The seat after the author draws the total and misses a turn, or has to answer first."""
    options, target = draft.options, draft.after(author)
    if evidence is not None and options.wd4 is not FourRule.ALWAYS:
        draft.hand_over(AnswerFour(target, author, evidence, total))
    elif options.jump_in or _answers(options, draft.hands[target], draft.colour, draft.discard):
        draft.hand_over(AnswerDraw(target, total))
    else:
        draft.give(target, total, Why.DRAW_TWO if evidence is None else Why.DRAW_FOUR)
        draft.skip(target)


def accept(draft: Draft, answer: AnswerDraw) -> None:
    draft.say(Accepted(answer.seat))
    draft.give(answer.seat, answer.total, Why.ACCEPTED)
    draft.skip(answer.seat)


def _answers(
    options: Options, hand: Hand, colour: Colour | None, discard: Sequence[Card]
) -> tuple[Card, ...]:
    adding = stacking.answers(options, hand, colour, discard)
    return adding + deflect.answers(options, hand, colour, discard[-1])
