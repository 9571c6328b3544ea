"""The Wild Draw Four: accepted or challenged (rules.md 1.8).

It is judged by what its author held at the play, so nothing that happens later changes the
verdict. On an author's last card the answer comes first and the round ends after it, unless the
author drew: a hand of no cards is never guilty, so that takes a rule that is not played here.
"""

from uno_chat.game.draft import Draft
from uno_chat.game.events import Accepted, Challenged, HandShown, Why
from uno_chat.game.going_out import is_out, win
from uno_chat.game.state import AnswerFour, Shown

WRONG_CHALLENGE = 2
"""Cards that a wrong challenge costs beside those that were demanded."""


def accept(draft: Draft, answer: AnswerFour) -> None:
    draft.say(Accepted(answer.seat))
    _draw_and_miss(draft, answer, answer.total, Why.ACCEPTED)


def challenge(draft: Draft, answer: AnswerFour) -> None:
    evidence, author, seat = answer.evidence, answer.author, answer.seat
    draft.shown = Shown(seat, author, evidence.rest)
    draft.say(Challenged(seat, author, evidence.guilty))
    draft.say(HandShown(seat, author, evidence.rest))
    if not evidence.guilty:
        _draw_and_miss(draft, answer, answer.total + WRONG_CHALLENGE, Why.INNOCENT)
        return
    draft.give(author, answer.total, Why.GUILTY)
    if is_out(draft, author):
        win(draft, author)
    else:
        draft.turn_to(seat)


def _draw_and_miss(draft: Draft, answer: AnswerFour, count: int, why: Why) -> None:
    draft.give(answer.seat, count, why)
    if is_out(draft, answer.author):
        win(draft, answer.author)
    else:
        draft.skip(answer.seat)
