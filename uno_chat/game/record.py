"""A finished round as JSON lines: who sat where, what happened when and why, the seed at the end.

The first line says what was played and holds the commitment to the seed; then one event a line;
the last line reveals the seed, so that anyone can deal the same cards again. `replay` reads it.
"""

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from enum import StrEnum

from uno_chat.game.events import Event
from uno_chat.game.match import Match
from uno_chat.game.plain import plain_fields
from uno_chat.game.shuffle import commitment

VERSION = 1


class Cause(StrEnum):
    """Who made it happen."""

    PLAYER = "player"
    TIMEOUT = "timeout"
    COMPUTER = "computer"
    AUTOPILOT = "autopilot"
    PREMOVE = "premove"
    SYSTEM = "system"


@dataclass(frozen=True, slots=True)
class Entry:
    """An event at an aware moment. `actor` is the seat that moved, None for the deal and where
    the table acted; every event of one step has the same actor and cause."""

    at: datetime
    actor: int | None
    cause: Cause
    event: Event


def record_lines(
    match: Match,
    seed: bytes,
    entries: Iterable[Entry],
    revealed_at: datetime,
    notes: Mapping[str, object] | None = None,
) -> Iterator[str]:
    """The lines of a round of this match, its scores being those before the round.

    `notes` go into the first line as they are; replaying ignores them.
    """
    yield header_line(match, commitment(seed), notes or {})
    number = 0
    for number, entry in enumerate(entries, 1):
        yield event_line(number, entry)
    yield seed_line(number + 1, revealed_at, seed)


def header_line(match: Match, committed: str, notes: Mapping[str, object]) -> str:
    known = {
        "record": VERSION,
        "options": match.options.as_mapping(),
        "seats": list(match.seats),
        "dealer": match.seats.index(match.dealer),
        "round_no": match.round_no,
        "scores": dict(match.scores),
        "commitment": committed,
    }
    return _line({**notes, **known})


def event_line(number: int, entry: Entry) -> str:
    """The line of the event with this number; numbers run from 1."""
    said = {"event": entry.event.kind, **plain_fields(entry.event)}
    return _line({"n": number, **_circumstances(entry.at, entry.actor, entry.cause), **said})


def seed_line(number: int, at: datetime, seed: bytes) -> str:
    when = _circumstances(at, None, Cause.SYSTEM)
    return _line({"n": number, **when, "event": "seed", "seed": seed.hex()})


def _circumstances(at: datetime, actor: int | None, cause: Cause) -> dict[str, object]:
    moment = at.astimezone(UTC).isoformat().replace("+00:00", "Z")
    return {"at": moment, "actor": actor, "cause": cause}


def _line(entries: Mapping[str, object]) -> str:
    return json.dumps(entries, ensure_ascii=False, separators=(",", ":"))
