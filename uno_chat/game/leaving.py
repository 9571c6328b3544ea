"""A seat leaves in the middle of a round (rules.md 1.15).

Its cards stay in the game, face down under the discard; their worth at that moment goes to
whoever wins. Nothing aimed at the seat or threatened by it remains: play goes on with the next.
"""

from uno_chat.game import smackdown
from uno_chat.game.draft import Draft
from uno_chat.game.events import Departed
from uno_chat.game.going_out import is_out, win
from uno_chat.game.state import AnswerFour, ChooseColour, Gone
from uno_chat.game.teams import one_side


def leave(draft: Draft, seat: int) -> None:
    finisher = _finisher(draft)
    _get_up(draft, seat)
    others = draft.seated()
    if finisher is not None:
        _settle_last_card(draft, seat, finisher)
    elif one_side(draft.options, others):
        win(draft, draft.after(seat))
    else:
        _pass_on(draft, seat)
        smackdown.settle(draft)


def _finisher(draft: Draft) -> int | None:
    """The author of a Wild Draw Four that was a last card and is not answered yet."""
    pending = draft.pending
    last = isinstance(pending, AnswerFour) and is_out(draft, pending.author)
    return pending.author if isinstance(pending, AnswerFour) and last else None


def _get_up(draft: Draft, seat: int) -> None:
    hand = draft.hands[seat]
    draft.say(Departed(seat, len(hand)))
    draft.gone += (Gone(seat, draft.worth(seat)),)
    draft.buried += hand
    draft.hands[seat] = ()
    draft.forget_uno(seat)


def _settle_last_card(draft: Draft, seat: int, finisher: int) -> None:
    """The finisher is out, also when leaving at once; nobody draws for an answer never given."""
    if seat in (finisher, draft.pending.seat):
        win(draft, finisher)


def _pass_on(draft: Draft, seat: int) -> None:
    pending = draft.pending
    if isinstance(pending, AnswerFour) and pending.author == seat:
        draft.turn_to(pending.seat)
    elif pending.seat != seat:
        return
    elif isinstance(pending, ChooseColour):
        draft.hand_over(ChooseColour(draft.after(seat)))
    else:
        draft.pass_turn(seat)
