"""House rule: after a six everybody presses a button, and the last one draws two (rules.md 3.1).

Play is not held up. A second six while the button rings changes nothing; the time to press is
the table's: when it is over all who have not pressed draw. If it says that the last two pressed
so close that neither was last, nobody does. The last card of a seat and an opening six ring
nothing, and when somebody goes out the ringing stops.
"""

from uno_chat.game.draft import Draft
from uno_chat.game.events import Smacked, SmackEnded, Why
from uno_chat.game.refusals import Reason, Refusal
from uno_chat.game.state import Round, SmackOpen, is_gone

PENALTY = 2
EVEN = 2
"""Two can be even; with more to press somebody was first."""


def ring(draft: Draft) -> None:
    if draft.smack is None:
        draft.smack = SmackOpen(draft.play_no, frozenset())


def refuse(round_: Round, seat: int) -> Refusal | None:
    if round_.smack is None:
        return Refusal(Reason.NOTHING_TO_SMACK)
    if seat in round_.smack.pressed:
        return Refusal(Reason.ALREADY_SMACKED)
    return None


def press(draft: Draft, seat: int) -> None:
    if draft.smack is None:
        return
    draft.say(Smacked(seat))
    draft.smack = SmackOpen(draft.smack.play_no, draft.smack.pressed | {seat})
    settle(draft)


def settle(draft: Draft) -> None:
    """End the event if no more than one seat has still to press."""
    if draft.smack is not None and len(_slow(draft, draft.smack)) < 2:
        end(draft)


def end(draft: Draft) -> None:
    """Whoever has not pressed draws, the seat to move first and then as play goes."""
    if draft.smack is None:
        return
    slow = _slow(draft, draft.smack)
    draft.smack = None
    draft.say(SmackEnded(slow))
    for seat in slow:
        draft.give(seat, PENALTY, Why.SMACKED_LAST)


def end_even(draft: Draft) -> None:
    """All have pressed, and nobody was last."""
    if draft.smack is None:
        return
    slow = _slow(draft, draft.smack)
    draft.smack = None
    draft.say(SmackEnded(()))
    for seat in slow:
        draft.say(Smacked(seat))


def to_press(round_: Round) -> int:
    """How many still have to."""
    smack = round_.smack
    if smack is None:
        return 0
    seats = range(round_.deal.seats)
    return sum(seat not in smack.pressed and not is_gone(round_, seat) for seat in seats)


def _slow(draft: Draft, smack: SmackOpen) -> tuple[int, ...]:
    return tuple(seat for seat in draft.in_turn() if seat not in smack.pressed)
