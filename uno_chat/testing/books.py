"""The books of a house, held against what was sent to it and what people saw.

Like ``audit``: sentences about what does not hold, none is a good answer. A store's author reads
the rows out of the database, because no store has to list what is done.
"""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import pairwise
from typing import Final, Protocol

from uno_chat import game
from uno_chat.contract import Envelope, User
from uno_chat.coordinator.intents import Do
from uno_chat.coordinator.reading import Request, read
from uno_chat.table import Table
from uno_chat.testing.audit import Record, opened
from uno_chat.testing.fake_chats import Showing
from uno_chat.testing.fake_network import FakeNetwork
from uno_chat.testing.people import own_hand
from uno_chat.views import words_of

_SAID: Final = {
    "passed": "draw",
    "kept": "keep",
    "accepted": "accept",
    "challenged": "challenge",
    "uno-called": "uno",
}
"""Events of a record that are a move of somebody, and the words of the move."""


class Busy(Protocol):
    """A network on which something was done and seen."""

    def sent(self) -> tuple[Envelope, ...]:
        """Every event that people made, once, in the order in which it came first."""

    @property
    def shown(self) -> tuple[Showing, ...]:
        """Every moment at which anybody saw something new, in order."""


@dataclass(frozen=True, slots=True)
class Arrived:
    """An inbox row: its event, the word for the operator (None while it waits), the attempts."""

    event: str
    result: str | None
    attempts: int


@dataclass(frozen=True, slots=True)
class Said:
    """An outbox row of a notice or toast: its number and how it ended (None while it waits)."""

    row: int
    ended: str | None


def arrival_faults(arrived: Iterable[Arrived], network: Busy) -> Iterator[str]:
    """Whatever was sent is finished, once, and nothing went wrong with it."""
    rows = tuple(arrived)
    count = Counter(row.event for row in rows)
    sent = {envelope.id for envelope in network.sent()}
    yield from (f"event {event} was lost" for event in sent - count.keys())
    yield from (f"event {event} was never sent" for event in count.keys() - sent)
    yield from (
        f"event {event} arrived {times} times" for event, times in count.items() if times > 1
    )
    for row in rows:
        if row.result in {None, "set aside"} or row.attempts:
            yield f"event {row.event} ended as {row.result} after {row.attempts} faults"


Moves = Counter[tuple[int, User, str]]
"""How often a person made a move at a table."""


def accepted(arrived: Iterable[Arrived], network: Busy) -> Moves:
    """The moves that were accepted, as the inbox has them; they have to name their table."""
    done = {row.event for row in arrived if row.result == "done"}
    moves: Moves = Counter()
    for envelope in network.sent():
        request = read(envelope, "en") if envelope.id in done else None
        if isinstance(request, Request) and isinstance(request.intent, Do):
            words = _without_uno(words_of(request.intent.move))
            moves[request.table or 0, envelope.sender, words] += 1
    return moves


def recorded(table: Table, records: Mapping[int, Record], users: Mapping[int, User]) -> Moves:
    """The moves that people made, as the records have them; ``users`` are those of players."""
    moves: Moves = Counter()
    for lines in records.values():
        seats = json.loads(lines[0])["seats"]
        for event in map(json.loads, lines[1:]):
            words = _move_of(event)
            if words is not None and event["cause"] == "player":
                player = table.seat(seats[event["actor"]]).player
                moves[table.id, users[player or 0], words] += 1
    return moves


def _move_of(event: Mapping[str, str | None]) -> str | None:
    """The words of a move by the event that it leaves behind; None for a consequence."""
    kind, card, colour = (event.get(name) or "" for name in ("event", "card", "colour"))
    match kind:
        case "played":
            return f"{card} {colour}".lower().strip()
        case "drew":
            return "draw" if event.get("why") == "turn" else None
        case "colour-named":
            return f"colour {colour}".lower()
        case _:
            return _SAID.get(kind)


def _without_uno(words: str) -> str:
    return words.removesuffix(" uno")


def move_faults(table: Table, was_accepted: Moves, was_recorded: Moves) -> Iterator[str]:
    """Every accepted move is in the record, once; one may wait until its turn is handed over."""
    early = table.play.early if table.play else None
    wanted = {key: count for key, count in was_accepted.items() if key[0] == table.id}
    waits = None if early is None else _without_uno(words_of(early.move))
    for key in wanted.keys() | {k for k in was_recorded if k[0] == table.id}:
        lacking = wanted.get(key, 0) - was_recorded[key]
        if lacking and not (lacking == 1 and key[2] == waits):
            yield f"table {key[0]}: {key[1]} did {key[2]!r} {-lacking:+} times too often"


def showing_faults(
    said: Iterable[Said], network: FakeNetwork, *, most_doubled: int
) -> Iterator[str]:
    """What is said once was shown once, or perhaps; a page whose sender died may come twice."""
    rows = {row.row: row for row in said}
    shown = Counter(row_of(s) for s in network.shown if s.kind != "edit")
    for row in rows.values():
        count = shown[row.row]
        if count > 1 or row.ended is None or (row.ended == "sent") > count:
            yield f"notice {row.row} ended as {row.ended} and was shown {count} times"
    doubled = [row for row, count in shown.items() if count > 1 and row not in rows]
    if len(doubled) > most_doubled:
        yield f"{len(doubled)} pages were shown twice"
    yield from _order_faults(network)


def row_of(showing: Showing) -> int:
    """The outbox row that made somebody see this."""
    return int(showing.key.partition(".")[0])


def hand_faults(table: Table, records: Mapping[int, Record], network: Busy) -> Iterator[str]:
    """Whoever was shown a hand as their own held it at some time; nobody else ever saw it."""
    held = _hands(table, records)
    title = f"{table.title} #{table.id}"
    for showing in network.shown:
        first, _, rest = showing.page.text.partition("\n")
        hand = own_hand(rest) if first.split(" · ")[0] == title else None
        if hand is None:
            continue
        seats = {s.id for s in table.seats if s.name in showing.viewers}
        if len(showing.viewers) != 1 or not any(hand in held[seat] for seat in seats):
            yield f"{set(showing.viewers)} saw a hand that is not theirs in {showing.chat}"


def _hands(table: Table, records: Mapping[int, Record]) -> dict[str, set[str]]:
    """Every hand that a seat held after any event of any round."""
    held: dict[str, set[str]] = defaultdict(set)
    for number, record in records.items():
        lines = opened(table, number, record)
        for stop in range(1, len(lines) - 1):
            replayed = game.replay(lines, stop)
            for seat, hand in zip(replayed.match.seats, replayed.round.hands, strict=True):
                held[seat].add(game.text_of(game.in_order(hand)))
    return held


def _order_faults(network: FakeNetwork) -> Iterator[str]:
    chats: dict[str, list[int]] = defaultdict(list)
    for showing in network.shown:
        if showing.kind != "toast":  # the answer to a press waits for nothing
            chats[showing.chat].append(row_of(showing))
    for chat, rows in chats.items():
        for earlier, later in pairwise(rows):
            if later < earlier:
                yield f"row {later} was shown in {chat} after row {earlier}"
