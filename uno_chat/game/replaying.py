"""Play a record again: deal from its seed, derive every move, compare every event.

Nothing in a record is believed. The seed must fit the commitment, each move must be allowed and
have exactly the consequences that stand there, and a time-out must do what the rules do.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from uno_chat.game import before
from uno_chat.game.draft import Step
from uno_chat.game.engine import apply, close_window, end_smack, expire, fine
from uno_chat.game.events import Event
from uno_chat.game.match import Match, deal_round, finish_round
from uno_chat.game.plain import plain_fields
from uno_chat.game.record import Cause
from uno_chat.game.recorded import (
    Line,
    ReplayError,
    move_of,
    read_header,
    read_lines,
    read_seed,
    seat_of,
)
from uno_chat.game.refusals import IllegalMove
from uno_chat.game.state import Over, Round


@dataclass(frozen=True, slots=True)
class Replayed:
    """The round after event number `at`; the match has counted it if it is over."""

    match: Match
    round: Round
    at: int


def replay(lines: Iterable[str], stop_at: int | None = None) -> Replayed:
    """The end of a recorded round, or how it stood when event number `stop_at` had happened.

    A move and its consequences are one step and never cut in two. Raises ReplayError with the
    line that does not fit.
    """
    first, events = read_lines(lines)
    match, committed = read_header(first)
    seed = read_seed(events, committed)
    events = events[:-1]
    round_, done = _deal(match, seed, events)
    while done < len(events) and (stop_at is None or done < stop_at):
        round_, count = _follow(round_, events[done:])
        done += count
    if isinstance(round_.pending, Over):
        match = finish_round(match, round_)
    return Replayed(match, round_, done)


def _deal(match: Match, seed: bytes, lines: Sequence[Line]) -> tuple[Round, int]:
    try:
        dealt = deal_round(match, seed)
    except ValueError as error:
        raise ReplayError(1, str(error)) from None
    return dealt.round, _compare(dealt, lines, actors=(None,), after=1)


def _follow(round_: Round, lines: Sequence[Line]) -> tuple[Round, int]:
    """Make the move that begins here; the number of its events."""
    first = lines[0]
    try:
        step, mover = _step(round_, lines)
    except IllegalMove as error:
        raise ReplayError(first.number, f"the move is refused: {error}.") from None
    by_table = first.cause is Cause.SYSTEM
    count = _compare(step, lines, (mover, None) if by_table else (mover,), first.number)
    return step.round, count


def _step(round_: Round, lines: Sequence[Line]) -> tuple[Step, int | None]:
    first = lines[0]
    if first.cause is Cause.TIMEOUT:
        return _timed_out(round_, first), round_.pending.seat
    if first.entries.get("event") == "window-closed":
        play_no = round_.window.play_no if round_.window is not None else 0
        return close_window(round_, play_no), None
    if first.entries.get("event") == "smack-ended":
        return _smack_over(round_, first), None
    if first.entries.get("event") == "fined":
        return fine(round_, seat_of(first)), None
    for line in lines:
        move = move_of(line)
        if move is not None:
            return apply(round_, *move), move[0]
    raise ReplayError(first.number, "no move stands here that could lead to this.")


def _smack_over(round_: Round, first: Line) -> Step:
    play_no = round_.smack.play_no if round_.smack is not None else 0
    return end_smack(round_, play_no, even=not first.entries.get("slow"))


def _timed_out(round_: Round, first: Line) -> Step:
    """What the rules do now or, where that is what is recorded, did before."""
    step = expire(round_)
    return step if first.event == _recorded(step.events[0]) else before.expire(round_)


def _compare(step: Step, lines: Sequence[Line], actors: Sequence[int | None], after: int) -> int:
    """Hold what happened against what is recorded; the number of events."""
    if not step.events:
        raise ReplayError(after, "nothing happens by this.")
    cause = lines[0].cause if lines else Cause.SYSTEM
    for place, event in enumerate(step.events):
        expected = _recorded(event)
        if place >= len(lines):
            raise ReplayError(after + place, f"an event is missing: {event.kind}.")
        line = lines[place]
        if line.event != expected:
            raise ReplayError(line.number, f"the rules give {_said(expected)} here.")
        if line.actor not in actors or line.cause is not cause:
            raise ReplayError(line.number, "actor or cause is not that of the move.")
    return len(step.events)


def _recorded(event: Event) -> dict[str, object]:
    """An event as it stands in a line."""
    return {"event": event.kind, **plain_fields(event)}


def _said(event: Mapping[str, object]) -> str:
    return ", ".join(f"{key} {value}" for key, value in event.items())
