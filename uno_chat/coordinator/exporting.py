"""All that is kept of a person, as lines of JSON: the own moves and hands, and nobody else's."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import Any, Final

from uno_chat import game
from uno_chat.contract import Player, Sat, Transaction, address_to_text
from uno_chat.coordinator.finding import readable
from uno_chat.coordinator.profiles import as_data, person

_SHOWN: Final = "hand-shown"
"""The event in which one is shown the hand of another."""
_END: Final = "seed"
MOST_PARTS: Final = 25
"""So many messages are written with the data of one person; whoever has more asks the host."""
_ROOM: Final = 400
"""What a message needs beside the data, in the longest language."""

Line = dict[str, Any]


def exported(tx: Transaction, player: Player) -> tuple[str, ...]:
    """One JSON object a line; what comes to be known later stands behind what is known now."""
    seats = seats_of(tx, player)
    lines = [*_person(player), *_tables(tx, player, seats), *_scores(tx, player)]
    lines += _pages(tx, player)
    for sat in seats:
        if sat.round_no:
            lines += _round(tx, sat)
    return tuple(json.dumps(one, ensure_ascii=False, separators=(",", ":")) for one in lines)


def seats_of(tx: Transaction, player: Player) -> tuple[Sat, ...]:
    """All seats that were ever a person's, also before accounts were linked."""
    numbers = (player.id, *person(player).was)
    found = [sat for number in numbers for sat in tx.seats_of(number)]
    return tuple(sorted(found, key=lambda s: (s.table, s.round_no, s.seat, s.line)))


def _person(player: Player) -> Iterator[Line]:
    yield {"is": "person", "number": player.id, "name": player.name, "language": player.language}
    for user in player.users:
        yield {"is": "account", "who": str(user), "hands": user == player.private}
    yield {"is": "settings", **as_data(person(player))}


def _tables(tx: Transaction, player: Player, seats: Sequence[Sat]) -> Iterator[Line]:
    """Where one sits or sat, and how one is called there."""
    numbers = (player.id, *person(player).was)
    tables = sorted({sat.table for sat in seats} | {*tx.tables_of(player.id)})
    for stored, table in readable(tx, tables):
        mine = [seat for seat in table.seats if seat.player in numbers]
        yield {
            "is": "table",
            "table": stored.id,
            "title": table.title,
            "open": stored.open,
            "host": table.host in numbers,
            "seats": [{"seat": seat.id, "name": seat.name, "left": seat.gone} for seat in mine],
        }


def _scores(tx: Transaction, player: Player) -> Iterator[Line]:
    """What one has played and won, by group; sums, which no record is needed for."""
    for one in tx.standings_of(player.id):
        yield {
            "is": "score",
            "group": str(one.conversation),
            "matches": one.matches,
            "won": one.won,
            "rounds": one.rounds,
            "rounds_won": one.rounds_won,
            "points": one.points,
        }


def _pages(tx: Transaction, player: Player) -> Iterator[Line]:
    """Which messages in the own chats we know, to edit them."""
    for user in player.users:
        for slot in tx.slots_at(user):
            on = None if slot.message is None else str(slot.message)
            at = address_to_text(slot.to)
            yield {"is": "page", "table": slot.table, "page": slot.name, "at": at, "message": on}


def _round(tx: Transaction, sat: Sat) -> Iterator[Line]:
    """The own part of a round that is over: hands, and what one did."""
    record = tx.record(sat.table, sat.round_no)
    if not record or json.loads(record[-1]).get("event") != _END:
        return
    first = json.loads(record[0])
    if sat.seat not in first["seats"]:
        return
    me, until = first["seats"].index(sat.seat), _until(tx, sat, len(record))
    begins, ends = _hand(record, me, max(sat.line - 1, 0)), _hand(record, me, until - 1)
    place = {"table": sat.table, "round": sat.round_no, "seat": sat.seat}
    yield {"is": "round", **place, "at": first.get("at"), "begins": begins, "ends": ends}
    for line in record[max(sat.line, 1) : until]:
        event = json.loads(line)
        if event.get("seat") == me and event["event"] != _SHOWN:
            yield {"is": "move", **place, **event}


def _until(tx: Transaction, sat: Sat, last: int) -> int:
    """The line of a record from which on the seat was somebody else's."""
    same = (o for o in tx.seats_at(sat.table) if (o.round_no, o.seat) == (sat.round_no, sat.seat))
    return min((other.line for other in same if other.line > sat.line), default=last)


def _hand(record: Sequence[str], me: int, at: int) -> str | None:
    """A hand after this event; None where this version does not play by those rules."""
    try:
        return game.text_of(game.replay(record, at).round.hands[me])
    except game.ReplayError:
        return None


def parts_of(lines: Sequence[str], most: int) -> list[tuple[str, ...]]:
    """The lines in as few messages as they fit into; one that is longer than any is cut where its
    reader sees it.
    """
    return [tuple(part) for part in _parts(lines, most - _ROOM)]


def _parts(lines: Sequence[str], most: int) -> Iterator[list[str]]:
    part: list[str] = []
    size = 0
    for line in lines:
        length = len(line.encode("utf-16-le")) // 2 + 1
        if part and size + length > most:
            yield part
            part, size = [], 0
        part.append(line)
        size += length
    if part:
        yield part
