"""The Wild Draw Four: laid, accepted, challenged (rules.md 1.8).

It is judged by what its author held at the play, so nothing that happens later changes the
verdict. On an author's last card the answer comes first and the round ends after it, unless the
author drew: a hand of no cards is never guilty, so that takes a rule that is not played here.
"""

from uno_chat.game.draft import Draft
from uno_chat.game.events import Accepted, Challenged, HandShown, Why
from uno_chat.game.going_out import is_out, win
from uno_chat.game.options import FourRule
from uno_chat.game.state import AnswerFour, Evidence, Shown

WRONG_CHALLENGE = 2


def lay_before(draft: Draft, author: int, evidence: Evidence, total: int) -> None:
    """The next seat has to answer; where the card is always allowed it only draws."""
    target = draft.after(author)
    if draft.options.wd4 is FourRule.ALWAYS:
        _draw_and_miss(draft, author, target, total, Why.ACCEPTED)
        return
    draft.turn_no += 1
    draft.announced = False
    draft.pending = AnswerFour(target, author, evidence, total)


def accept(draft: Draft, answer: AnswerFour) -> None:
    draft.say(Accepted(answer.seat))
    _draw_and_miss(draft, answer.author, answer.seat, answer.total, Why.ACCEPTED)


def challenge(draft: Draft, answer: AnswerFour) -> None:
    evidence, author, seat = answer.evidence, answer.author, answer.seat
    draft.shown = Shown(seat, author, evidence.rest)
    draft.say(Challenged(seat, author, evidence.guilty))
    draft.say(HandShown(seat, author, evidence.rest))
    if not evidence.guilty:
        _draw_and_miss(draft, author, seat, answer.total + WRONG_CHALLENGE, Why.INNOCENT)
        return
    draft.give(author, answer.total, Why.GUILTY)
    if is_out(draft, author):
        win(draft, author)
    else:
        draft.turn_to(seat)


def _draw_and_miss(draft: Draft, author: int, seat: int, count: int, why: Why) -> None:
    draft.give(seat, count, why)
    if is_out(draft, author):
        win(draft, author)
    else:
        draft.skip(seat)
