"""The record of a round in play: its first line, a line an event, the seed at the end.

The first line of a record has no number, so event number n stands after n lines.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable
from datetime import datetime

from uno_chat import game
from uno_chat.table.state import Play, Table


def opening(
    table: Table, play: Play, events: Iterable[game.Event], now: datetime
) -> tuple[str, ...]:
    """Who sits where, what is played, the commitment to the seed, and the deal."""
    assert table.match is not None
    names = {seat: table.seat(seat).name for seat in play.order}
    notes = {"table": table.id, "names": names, "at": now.isoformat()}
    first = game.header_line(table.match, game.commitment(play.round.deal.seed), notes)
    return (first, *_events(1, events, None, game.Cause.SYSTEM, now))


def written(
    play: Play, events: Iterable[game.Event], actor: str | None, cause: game.Cause, now: datetime
) -> tuple[str, ...]:
    """The lines of a step; ``actor`` is the seat that moved."""
    number = None if actor is None else play.index(actor)
    return _events(play.lines, events, number, cause, now)


def closing(play: Play, now: datetime) -> tuple[str, ...]:
    """The last line, which reveals the seed."""
    return (game.seed_line(play.lines, now, play.round.deal.seed),)


def without_names(first: str, seats: Collection[str], instead: str) -> str:
    """The first line of a record with the names of these seats left out."""
    entries = json.loads(first)
    names = entries.get("names", {})
    entries["names"] = {seat: instead if seat in seats else name for seat, name in names.items()}
    return json.dumps(entries, ensure_ascii=False, separators=(",", ":"))


def _events(
    first: int,
    events: Iterable[game.Event],
    actor: int | None,
    cause: game.Cause,
    now: datetime,
) -> tuple[str, ...]:
    return tuple(
        game.event_line(number, game.Entry(now, actor, cause, event))
        for number, event in enumerate(events, first)
    )
