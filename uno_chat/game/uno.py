"""The word UNO: who has to say it, who has said it, and how long a silent seat can be caught.

A window opens when a play leaves one card uncalled. It closes with the next play or draw of a
seat on its turn; drawing for a Draw Two or a Wild Draw Four does not close it (rules.md 1.10, 6.5).
"""

from uno_chat.game.draft import Draft
from uno_chat.game.events import Caught, FalseCatch, UnoCalled, Why
from uno_chat.game.options import UnoMode
from uno_chat.game.refusals import Reason, Refusal
from uno_chat.game.state import ChooseSwap, PlayOrKeep, Round, Turn, UnoWindow, is_gone


def begin_turn(draft: Draft, seat: int) -> None:
    """A seat plays or draws on its turn: whoever was not caught by now is safe."""
    window, draft.window = draft.window, None
    if window is not None and window.seat != seat and _noticed_by_itself(draft):
        _penalise(draft, window.seat, by=None)


def judge_play(draft: Draft, seat: int, *, said: bool) -> None:
    """A play is complete: does the seat hold one card, and has it called?"""
    if draft.called:
        draft.called -= {seat}
    mode = draft.options.uno_mode
    if len(draft.hands[seat]) != 1:
        if said and draft.options.false_uno:
            draft.give(seat, draft.options.false_uno, Why.FALSE_UNO)
    elif mode is UnoMode.AUTO:
        _call(draft, seat)
    elif mode is UnoMode.NONE:
        return
    elif said:
        draft.called |= {seat}
    else:
        draft.window = UnoWindow(seat, draft.play_no)


def refuse_call(round_: Round, seat: int) -> Refusal | None:
    options = round_.deal.options
    if not options.uno_mode.by_players:
        return Refusal(Reason.NO_CALLS)
    if not round_.hands[seat]:  # out, and only an answer to its last card is awaited
        return Refusal(Reason.NOTHING_TO_CALL)
    if round_.window is not None and round_.window.seat == seat:
        return None
    if _on_turn(round_, seat):
        return Refusal(Reason.ALREADY_CALLED) if round_.announced else None
    if seat in round_.called:
        return Refusal(Reason.ALREADY_CALLED)
    return None if options.false_uno else Refusal(Reason.NOTHING_TO_CALL)


def call(draft: Draft, round_: Round, seat: int) -> None:
    if draft.window is not None and draft.window.seat == seat:
        draft.window = None
        _call(draft, seat)
    elif _on_turn(round_, seat):
        draft.announced = True
        draft.say(UnoCalled(seat))
    else:
        draft.say(UnoCalled(seat))
        draft.give(seat, draft.options.false_uno, Why.FALSE_UNO)


def refuse_catch(round_: Round, by: int, seat: int) -> Refusal | None:
    options = round_.deal.options
    if options.uno_mode is not UnoMode.CALL:
        return Refusal(Reason.NO_CALLS)
    if not 0 <= seat < round_.deal.seats or is_gone(round_, seat):
        return Refusal(Reason.NOT_SEATED, seat=seat)
    if by == seat:
        return Refusal(Reason.NOT_YOURSELF)
    if not round_.hands[by]:
        return Refusal(Reason.NOTHING_TO_CATCH, seat=seat)
    if options.false_catch or _catchable(round_, seat):
        return None
    if seat in round_.called:
        return Refusal(Reason.ALREADY_CALLED, seat=seat)
    return Refusal(Reason.NOTHING_TO_CATCH, seat=seat)


def catch(draft: Draft, round_: Round, by: int, seat: int) -> None:
    if _catchable(round_, seat):
        _penalise(draft, seat, by=by)
    else:
        draft.say(FalseCatch(seat, by))
        draft.give(by, draft.options.false_catch, Why.FALSE_CATCH)


def _penalise(draft: Draft, seat: int, *, by: int | None) -> None:
    draft.window = None
    draft.say(Caught(seat, by))
    draft.give(seat, draft.options.uno_penalty, Why.UNO_MISSED)


def _call(draft: Draft, seat: int) -> None:
    draft.called |= {seat}
    draft.say(UnoCalled(seat))


def _on_turn(round_: Round, seat: int) -> bool:
    """Whether the seat is at its play, or before it, so that a call can be meant for that."""
    at_play = isinstance(round_.pending, Turn | PlayOrKeep | ChooseSwap)
    return at_play and round_.pending.seat == seat


def _catchable(round_: Round, seat: int) -> bool:
    return round_.window is not None and round_.window.seat == seat


def _noticed_by_itself(draft: Draft) -> bool:
    return draft.options.uno_mode is UnoMode.AUTO_PENALTY
