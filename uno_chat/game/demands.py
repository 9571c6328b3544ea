"""Cards that the next player has to draw: at once, or after an answer where there is a choice."""

from uno_chat.game import stacking
from uno_chat.game.draft import Draft
from uno_chat.game.events import Accepted, Why
from uno_chat.game.options import FourRule
from uno_chat.game.state import AnswerDraw, AnswerFour, Evidence


def demand(draft: Draft, author: int, total: int, evidence: Evidence | None) -> None:
    """The seat after the author draws the total and misses a turn, or has to answer first."""
    target = draft.after(author)
    if evidence is not None and draft.options.wd4 is not FourRule.ALWAYS:
        draft.hand_over(AnswerFour(target, author, evidence, total))
    elif draft.options.jump_in or stacking.has_answer(draft, target):
        draft.hand_over(AnswerDraw(target, total))
    else:
        draft.give(target, total, Why.DRAW_TWO if evidence is None else Why.DRAW_FOUR)
        draft.skip(target)


def accept(draft: Draft, answer: AnswerDraw) -> None:
    draft.say(Accepted(answer.seat))
    draft.give(answer.seat, answer.total, Why.ACCEPTED)
    draft.skip(answer.seat)
