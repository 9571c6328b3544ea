"""Read a step such as `A play W:G uno` and make the move.

What the table does is a step, too: `open` turns up the first card, `A timeout` acts for who is
silent, `uno-over` and `smack-over` end the time to catch and to press, `fine A` fines advice.
"""

from collections.abc import Sequence
from dataclasses import replace

from uno_chat.game.cards import Card, Colour
from uno_chat.game.draft import Step
from uno_chat.game.engine import apply, close_window, end_smack, expire, fine, open_round
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
from uno_chat.game.refusals import IllegalMove, Reason, Refusal
from uno_chat.game.scenario.files import Scenario, ScenarioError
from uno_chat.game.scenario.setting import read_cards, seat_of
from uno_chat.game.state import Round

_PLAIN: dict[str, Move] = {
    "draw": Draw(),
    "keep": Keep(),
    "accept": Accept(),
    "challenge": Challenge(),
    "smack": Smack(),
    "uno": CallUno(),
    "leave": Leave(),
}


def make(scenario: Scenario, round_: Round, step: str) -> Step:
    """The round after the step; raises IllegalMove where it is refused."""
    words = step.split()
    match words:
        case ["open"]:
            return open_round(round_)
        case ["fine", name]:
            return fine(round_, seat_of(scenario, name))
        case ["smack-over"]:
            return end_smack(round_, round_.smack.play_no if round_.smack else 0)
        case ["uno-over"]:
            return close_window(round_, round_.window.play_no if round_.window else 0)
    if len(words) < 2:
        raise ScenarioError(f"{step!r} is no move: say who does what.")
    seat = seat_of(scenario, words[0])
    if words[1:] == ["timeout"]:
        return _time_out(round_, seat)
    return apply(round_, seat, _move(scenario, words[1:]))


def _time_out(round_: Round, seat: int) -> Step:
    owner = round_.pending.seat
    if owner is not None and owner != seat:
        raise IllegalMove(Refusal(Reason.NOT_YOUR_TURN, seat=owner))
    return expire(round_)


def _move(scenario: Scenario, words: Sequence[str]) -> Move:
    match words:
        case [verb] if verb in _PLAIN:
            return _PLAIN[verb]
        case ["play", *how]:
            return _play(scenario, how)
        case ["swap", name]:
            return Swap(seat_of(scenario, name))
        case ["colour", name]:
            return NameColour(_colour(name))
        case ["catch", name]:
            return Catch(seat_of(scenario, name))
        case _:
            raise ScenarioError(f"{' '.join(words)!r} is no move.")


def _play(scenario: Scenario, words: Sequence[str]) -> Play:
    """Cards, then perhaps `swap` with a name, then perhaps `uno`."""
    match words:
        case [*rest, "uno"]:
            return replace(_play(scenario, rest), uno=True)
        case [*rest, "swap", name]:
            return replace(_play(scenario, rest), swap=seat_of(scenario, name))
        case [first, *more]:
            face, colour = _face(first)
            return Play(face, colour, more=read_cards(" ".join(more)))
        case _:
            raise ScenarioError("a play names a card.")


def _face(text: str) -> tuple[Card, Colour | None]:
    """A card, and the colour that a wild one names behind a colon."""
    code, colon, name = text.partition(":")
    faces = read_cards(code)
    return faces[0], _colour(name) if colon else None


def _colour(name: str) -> Colour:
    try:
        return Colour(name.upper())
    except ValueError:
        raise IllegalMove(Refusal(Reason.NOT_A_COLOUR)) from None
