"""The game's front door: deal, check, apply, list the choices, let time run out.

Every function takes a round and gives back a new one; none knows a clock, a chat or chance
other than the round's own seed.
"""

from typing import assert_never

from uno_chat.game import checks, leaving, opening, turn, uno, wild_four
from uno_chat.game.cards import Colour
from uno_chat.game.dealing import deal_hands, new_round
from uno_chat.game.draft import Draft, Step
from uno_chat.game.events import WindowClosed
from uno_chat.game.legal import drawn_choices, turn_choices
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
)
from uno_chat.game.options import Options
from uno_chat.game.refusals import IllegalMove, Reason, Refusal
from uno_chat.game.state import (
    AnswerFour,
    ChooseColour,
    Deal,
    Over,
    PlayOrKeep,
    Round,
    Turn,
    Unopened,
)

_ANSWERS: tuple[Move, ...] = (Accept(), Challenge())
_COLOURS: tuple[Move, ...] = tuple(NameColour(colour) for colour in Colour)

check = checks.check


def deal(options: Options, seats: int, dealer: int, seed: bytes) -> Step:
    """Shuffle, deal seven each, turn up the first card and carry out what it demands."""
    draft = Draft(new_round(Deal(options, seats, dealer, seed)))
    deal_hands(draft)
    opening.turn_up(draft)
    return draft.done()


def open_round(round_: Round) -> Step:
    """Turn up the first card of a round that was dealt without; raises IllegalMove."""
    if not isinstance(round_.pending, Unopened):
        raise IllegalMove(Refusal(Reason.ALREADY_OPENED))
    if not opening.can_open(round_.deal.options.printed, round_.stock):
        raise IllegalMove(Refusal(Reason.NOTHING_OPENS))
    draft = Draft(round_)
    opening.turn_up(draft)
    return draft.done()


def apply(round_: Round, seat: int, move: Move) -> Step:
    """The round after this move; raises IllegalMove with the refusal of `check`."""
    refusal = check(round_, seat, move)
    if refusal is not None:
        raise IllegalMove(refusal)
    draft = Draft(round_)
    _carry_out(draft, round_, seat, move)
    return draft.done()


def choices(round_: Round, seat: int) -> tuple[Move, ...]:
    """Every answer to the decision this seat owes, each once; nothing for the other seats.

    Calling, catching and leaving are no decisions owed and not listed.
    """
    pending = round_.pending
    if pending.seat != seat:
        return ()
    match pending:
        case Turn():
            return turn_choices(round_, seat)
        case PlayOrKeep():
            return drawn_choices(round_, pending)
        case AnswerFour():
            return _ANSWERS
        case ChooseColour():
            return _COLOURS
    assert_never(pending)


def expire(round_: Round) -> Step:
    """What happens when the seat that owes a decision does not answer in time (rules.md 3.3).

    It draws and passes, keeps or accepts, never plays; raises IllegalMove if nobody owes one.
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
        case ChooseColour():
            opening.name_colour(draft, pending.seat, opening.colour_by_lot(draft))
        case Unopened():
            raise IllegalMove(Refusal(Reason.NOT_OPENED))
        case Over():
            raise IllegalMove(Refusal(Reason.ROUND_OVER))
        case _:
            assert_never(pending)
    return draft.done()


def close_window(round_: Round, play_no: int) -> Step:
    """End the time to catch what this play left uncalled; without effect if it is over."""
    window = round_.window
    if window is None or window.play_no != play_no:
        return Step(round_, ())
    return Step(round_._replace(window=None), (WindowClosed(window.seat),))


def _carry_out(draft: Draft, round_: Round, seat: int, move: Move) -> None:
    match move:
        case Play():
            turn.play(draft, seat, move)
        case Draw():
            turn.draw(draft, seat)
        case Keep():
            turn.keep(draft, seat)
        case Accept() | Challenge():
            _answer(draft, round_, move)
        case NameColour():
            opening.name_colour(draft, seat, move.colour)
        case CallUno():
            uno.call(draft, round_, seat)
        case Catch():
            uno.catch(draft, round_, seat, move.seat)
        case Leave():
            leaving.leave(draft, seat)
        case _:
            assert_never(move)


def _answer(draft: Draft, round_: Round, move: Accept | Challenge) -> None:
    pending = round_.pending
    if not isinstance(pending, AnswerFour):  # `check` has made sure of it
        raise IllegalMove(Refusal(Reason.NOTHING_TO_ANSWER))
    if isinstance(move, Accept):
        wild_four.accept(draft, pending)
    else:
        wild_four.challenge(draft, pending)
