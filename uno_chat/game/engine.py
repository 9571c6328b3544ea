"""The game's front door: deal, check, apply, list the choices, let time run out.

Every function takes a round and gives back a new one; none knows a clock, a chat or chance
other than the round's own seed.
"""

from typing import assert_never

from uno_chat.game import (
    auto_draw,
    checks,
    choosing,
    demands,
    fining,
    jump_in,
    leaving,
    opening,
    smackdown,
    trading,
    turn,
    uno,
    wild_four,
)
from uno_chat.game.dealing import deal_hands, new_round
from uno_chat.game.draft import Draft, Step
from uno_chat.game.events import WindowClosed
from uno_chat.game.moves import (
    Accept,
    CallUno,
    Catch,
    Challenge,
    Draw,
    Keep,
    Leave,
    Move,
    NameColour,
    Play,
    Smack,
    Swap,
)
from uno_chat.game.options import Options
from uno_chat.game.refusals import IllegalMove, Reason, Refusal
from uno_chat.game.state import (
    AnswerDraw,
    AnswerFour,
    ChooseColour,
    ChooseSwap,
    Deal,
    Over,
    PlayOrKeep,
    Round,
    Turn,
    Unopened,
)

check = checks.check
choices = choosing.choices
check_fine = fining.refuse


def deal(options: Options, seats: int, dealer: int, seed: bytes) -> Step:
    """Shuffle, deal seven each, turn up the first card and carry out what it demands.

    Raises ValueError for a number of seats, a dealer or a seed that cannot be.
    """
    draft = Draft(new_round(Deal(options, seats, dealer, seed)))
    deal_hands(draft)
    opening.turn_up(draft)
    return _done(draft)


def open_round(round_: Round) -> Step:
    """Turn up the first card of a round that was dealt without; raises IllegalMove."""
    if not isinstance(round_.pending, Unopened):
        raise IllegalMove(Refusal(Reason.ALREADY_OPENED))
    if not opening.can_open(round_.deal.options.printed, round_.stock):
        raise IllegalMove(Refusal(Reason.NOTHING_OPENS))
    draft = Draft(round_)
    opening.turn_up(draft)
    return _done(draft)


def apply(round_: Round, seat: int, move: Move) -> Step:
    """The round after this move; raises IllegalMove with the refusal of `check`."""
    refusal = check(round_, seat, move)
    if refusal is not None:
        raise IllegalMove(refusal)
    draft = Draft(round_)
    _carry_out(draft, round_, seat, move)
    return _done(draft)


def expire(round_: Round) -> Step:
    """What happens when the seat that owes a decision does not answer in time (rules.md 3.3).

    It draws and passes, keeps or accepts, never plays; it names the colour of which it holds most
    and swaps with any of the others. Raises IllegalMove if nobody owes one.
    """
    draft = Draft(round_)
    pending = round_.pending
    match pending:
        case Turn():
            turn.draw_and_pass(draft, pending.seat)
        case PlayOrKeep():
            turn.keep(draft, pending.seat)
        case AnswerFour():
            wild_four.accept(draft, pending)
        case AnswerDraw():
            demands.accept(draft, pending)
        case ChooseSwap():
            turn.choose_swap(draft, pending.seat, trading.any_other(draft, pending.seat))
        case ChooseColour():
            opening.name_colour(draft, pending.seat, opening.colour_most_held(draft, pending.seat))
        case Unopened():
            raise IllegalMove(Refusal(Reason.NOT_OPENED))
        case Over():
            raise IllegalMove(Refusal(Reason.ROUND_OVER))
        case _:
            assert_never(pending)
    return _done(draft)


def close_window(round_: Round, play_no: int) -> Step:
    """End the time to catch what this play left uncalled; without effect if it is over."""
    window = round_.window
    if window is None or window.play_no != play_no:
        return Step(round_, ())
    draft = Draft(round_)
    draft.window = None
    draft.say(WindowClosed(window.seat))
    return _done(draft)


def end_smack(round_: Round, play_no: int, *, even: bool = False) -> Step:
    """The time to press after this six is over; without effect if everybody has pressed. ``even``:
    the last two have pressed so close to each other that neither was last.
    """
    if round_.smack is None or round_.smack.play_no != play_no:
        return Step(round_, ())
    draft = Draft(round_)
    if even and smackdown.to_press(round_) == smackdown.EVEN:
        smackdown.end_even(draft)
    else:
        smackdown.end(draft)
    return _done(draft)


def fine(round_: Round, seat: int) -> Step:
    """The table fines this seat for its advice; raises IllegalMove with the refusal of
    `check_fine`."""
    refusal = check_fine(round_, seat)
    if refusal is not None:
        raise IllegalMove(refusal)
    draft = Draft(round_)
    fining.fine(draft, seat)
    return _done(draft)


def _done(draft: Draft) -> Step:
    if draft.options.auto_draw:
        auto_draw.go_on(draft)
    return draft.done()


def _carry_out(draft: Draft, round_: Round, seat: int, move: Move) -> None:
    match move:
        case Play():
            if draft.options.jump_in:
                jump_in.prepare(draft, seat, move)
            turn.play(draft, seat, move)
        case Draw():
            turn.draw(draft, seat)
        case Keep():
            turn.keep(draft, seat)
        case Accept() | Challenge():
            _answer(draft, round_, move)
        case NameColour():
            opening.name_colour(draft, seat, move.colour)
        case Swap():
            turn.choose_swap(draft, seat, move.seat)
        case Smack():
            smackdown.press(draft, seat)
        case CallUno():
            uno.call(draft, round_, seat)
        case Catch():
            uno.catch(draft, round_, seat, move.seat)
        case Leave():
            leaving.leave(draft, seat)
        case _:
            assert_never(move)


def _answer(draft: Draft, round_: Round, move: Accept | Challenge) -> None:
    match move, round_.pending:
        case Accept(), AnswerFour() as answer:
            wild_four.accept(draft, answer)
        case Challenge(), AnswerFour() as answer:
            wild_four.challenge(draft, answer)
        case Accept(), AnswerDraw() as answer:
            demands.accept(draft, answer)
        case _:  # `check` has made sure that this does not come
            raise IllegalMove(Refusal(Reason.NOTHING_TO_ANSWER))
