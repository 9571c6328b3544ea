"""The lines of a record, read and checked for their form; replaying checks what they say."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from uno_chat.game.cards import Card, Colour, cards
from uno_chat.game.json_text import read_json
from uno_chat.game.match import Match, begin_match
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
from uno_chat.game.option_faults import OptionsError
from uno_chat.game.options import Options
from uno_chat.game.record import VERSION, Cause
from uno_chat.game.shuffle import SEED_SIZE, commitment


class ReplayError(ValueError):
    """Line `line` of the record, counted from 1, does not fit; the text says why."""

    def __init__(self, line: int, reason: str) -> None:
        super().__init__(f"Line {line}: {reason}")
        self.line = line
        self.reason = reason


@dataclass(frozen=True, slots=True)
class Line:
    """An event with its place in the file; `entries` is what the line holds."""

    number: int
    actor: int | None
    cause: Cause
    entries: Mapping[str, Any]

    @property
    def event(self) -> dict[str, Any]:
        """The line without its circumstances."""
        outside = ("n", "at", "actor", "cause")
        return {key: value for key, value in self.entries.items() if key not in outside}


def read_lines(lines: Iterable[str]) -> tuple[Mapping[str, Any], list[Line]]:
    """The first line, and all others in order."""
    rows = [(number, _json(number, text)) for number, text in enumerate(lines, 1) if text.strip()]
    if not rows:
        raise ReplayError(1, "the record is empty.")
    return rows[0][1], [_line(number, n, row) for n, (number, row) in enumerate(rows[1:], 1)]


def _json(number: int, text: str) -> Mapping[str, Any]:
    try:
        row = read_json(text)
    except ValueError:
        row = None
    if not isinstance(row, dict):
        raise ReplayError(number, "this is not a JSON object.")
    return row


def _line(number: int, n: int, row: Mapping[str, Any]) -> Line:
    if row.get("n") != n:
        raise ReplayError(number, f"event {n} belongs here, not {row.get('n')}.")
    actor, cause = row.get("actor"), row.get("cause")
    if cause not in tuple(Cause):
        raise ReplayError(number, f"there is no cause {cause!r}.")
    if actor is not None and type(actor) is not int:
        raise ReplayError(number, "actor is the number of a seat or null.")
    return Line(number, actor, Cause(cause), row)


def read_header(row: Mapping[str, Any]) -> tuple[Match, str]:
    """The match as it stood before the round, and the commitment to the seed."""
    version = row.get("record")
    if version != VERSION:
        raise ReplayError(
            1, f"the record has version {version!r}; this program reads version {VERSION}."
        )
    try:
        return _match(row), str(row["commitment"])
    except OptionsError as error:
        raise ReplayError(1, f"options: {error}") from None
    except (LookupError, TypeError, ValueError, AttributeError, OverflowError):
        raise ReplayError(
            1, "it must hold options, seats, dealer, round_no, scores and commitment."
        ) from None


def _match(row: Mapping[str, Any]) -> Match:
    seats = tuple(map(str, row["seats"]))
    scores = {str(name): int(points) for name, points in row["scores"].items()}
    begun = begin_match(Options.of(row["options"]), seats, seats[row["dealer"]])
    return replace(begun, scores=scores, round_no=int(row["round_no"]))


def read_seed(lines: list[Line], committed: str) -> bytes:
    """The seed that the last line reveals, if it is the one committed to."""
    last = lines[-1] if lines else None
    if last is None or last.entries.get("event") != "seed":
        raise ReplayError(len(lines) + 1, "the last line does not reveal the seed.")
    try:
        seed = bytes.fromhex(last.entries["seed"])
    except (LookupError, TypeError, ValueError):
        seed = b""
    if len(seed) != SEED_SIZE:
        raise ReplayError(last.number, f"a seed is {SEED_SIZE} bytes in hexadecimal digits.")
    if commitment(seed) != committed:
        raise ReplayError(last.number, "the seed is not the one committed to at the deal.")
    return seed


def move_of(line: Line) -> tuple[int, Move] | None:
    """Who moved and how, if this event is a move and not the consequence of one."""
    event = line.entries
    seat = event.get("seat")
    match event.get("event"):
        case "played" | "wrong-card":
            return _seat(line, seat), _play(line)
        case "drew" if event.get("why") == "turn":
            return _seat(line, seat), Draw()
        case "caught" if event.get("by") is None:
            return None
        case "caught" | "false-catch":
            return _seat(line, event.get("by")), Catch(_seat(line, seat))
        case "swapped":
            return _seat(line, seat), Swap(_seat(line, event.get("other")))
        case "colour-named":
            return _seat(line, seat), NameColour(_colour(line))
        case str(kind) if kind in _PLAIN:
            return _seat(line, seat), _PLAIN[kind]
        case _:
            return None


_PLAIN: Mapping[str, Move] = {
    "passed": Draw(),
    "kept": Keep(),
    "accepted": Accept(),
    "challenged": Challenge(),
    "uno-called": CallUno(),
    "departed": Leave(),
    "smacked": Smack(),
}


def seat_of(line: Line) -> int:
    """The seat that the event is about."""
    return _seat(line, line.entries.get("seat"))


def _seat(line: Line, seat: object) -> int:
    if type(seat) is not int:
        raise ReplayError(line.number, "a seat is a number.")
    return seat


def _play(line: Line) -> Play:
    entries = line.entries
    colour = None if entries.get("colour") is None else _colour(line)
    swap = None if entries.get("swap") is None else _seat(line, entries["swap"])
    laid = _cards(line, str(entries.get("card")))
    if len(laid) != 1:
        raise ReplayError(
            line.number, "card is one card; others that were laid with it stand in more."
        )
    more = _cards(line, str(entries.get("more", "")))
    return Play(laid[0], colour, entries.get("uno") is True, swap, more)


def _cards(line: Line, text: str) -> tuple[Card, ...]:
    try:
        return cards(text)
    except ValueError as error:
        raise ReplayError(line.number, str(error)) from None


def _colour(line: Line) -> Colour:
    try:
        return Colour(str(line.entries.get("colour")))
    except ValueError:
        raise ReplayError(line.number, "colour is one of R, Y, G, B.") from None
