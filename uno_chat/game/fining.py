"""Strict play: whoever gave advice draws two, if the table says so (rules.md 1.13).

Who advised whom nobody can see but people, so that a fine is not a move of any seat: the table
decides on it, however it decides such things. Turns are not touched by it.
"""

from uno_chat.game.draft import Draft
from uno_chat.game.events import Fined, Why
from uno_chat.game.refusals import Reason, Refusal
from uno_chat.game.state import Over, Round, Unopened, is_gone

ADVICE_PENALTY = 2


def refuse(round_: Round, seat: int) -> Refusal | None:
    """Why this seat cannot be fined now."""
    if not round_.deal.options.strict:
        return Refusal(Reason.NO_FINES)
    if isinstance(round_.pending, Over | Unopened):
        return Refusal(Reason.ROUND_OVER)
    if not 0 <= seat < round_.deal.seats or is_gone(round_, seat) or not round_.hands[seat]:
        return Refusal(Reason.NOT_SEATED, seat=seat)
    return None


def fine(draft: Draft, seat: int) -> None:
    draft.say(Fined(seat))
    draft.give(seat, ADVICE_PENALTY, Why.ADVICE)
