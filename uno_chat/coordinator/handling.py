"""One inbox row in one transaction: read it, find the table, decide, save, queue what to say."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime

from uno_chat import game
from uno_chat.contract import (
    Envelope,
    InboxRow,
    Moved,
    Transaction,
    envelope_from_json,
)
from uno_chat.coordinator import ordering
from uno_chat.coordinator.asking import asker, reply
from uno_chat.coordinator.house import House
from uno_chat.coordinator.messages import Puzzled
from uno_chat.coordinator.reading import OldButton, read
from uno_chat.coordinator.shelf import from_stored
from uno_chat.table import (
    AtTable,
    Computer,
    ComputerActs,
    Kind,
    Refused,
    Ring,
    Table,
    decide,
)
from uno_chat.views import Trouble

ALARM = "alarm"
"""The inbox account of alarms."""


@dataclass(frozen=True, slots=True)
class Think:
    """A computer has to choose; done outside the transaction, because it may take its time."""

    table: int
    seat: str
    decision: int
    player: Computer
    sight: game.Sight
    seed: bytes


@dataclass(frozen=True, slots=True)
class Thought:
    """What it chose."""

    decision: int
    move: game.Move


def handle(
    house: House, tx: Transaction, row: InboxRow, now: datetime, thought: Thought | None = None
) -> str | Think:
    """Handle a row to its end and return a word for the operator, or ask for a thought first."""
    if row.arrival.account == ALARM:
        return _alarm(tx, row, now, thought)
    envelope = envelope_from_json(row.arrival.payload)
    if isinstance(envelope.event, Moved):
        tx.move_conversation(envelope.conversation, envelope.event.to)
        return "moved"
    return _envelope(house, tx, envelope, now)


def _envelope(house: House, tx: Transaction, envelope: Envelope, now: datetime) -> str:
    known = tx.player(envelope.sender)
    language = (known.language if known else envelope.language) or house.language
    request = read(envelope, language)
    if request is None:
        return "ignored"
    who = asker(tx, envelope, house.networks[envelope.sender.network], now)
    if isinstance(request, OldButton):
        reply(tx, who, Puzzled(Trouble.OLD_BUTTON), now)
        return "old button"
    return ordering.order(house, tx, who, request, now)


def _alarm(tx: Transaction, row: InboxRow, now: datetime, thought: Thought | None) -> str | Think:
    table_text, kind, number, due_ms = row.arrival.payload.split(":")
    stored = tx.table(int(table_text))
    if stored is None:
        return "no table"
    # A clock that was set back must not make an alarm ring in vain: it rings only once.
    now = max(now, datetime.fromtimestamp(int(due_ms) / 1000, UTC))
    table = from_stored(stored)
    command: AtTable = Ring(kind, int(number))
    if kind == Kind.COMPUTER:
        wanted = _wanted(table, int(number))
        if wanted is None:
            return "stale"
        if thought is None:
            return wanted
        command = ComputerActs(wanted.seat, thought.decision, thought.move)
    out = decide(table, command, now, b"")
    if isinstance(out, Refused) or out.table == table:
        return "stale"
    ordering.keep(tx, table, out, stored.version, stored.rooms, now)
    return kind


def _wanted(table: Table, decision: int) -> Think | None:
    """The thought that an alarm asks for, if its decision is still owed by a computer."""
    play = table.play
    if play is None or play.clock.number != decision or play.owner is None:
        return None
    sitter = table.seat(play.owner).sitter
    number = play.index(play.owner)
    if number is None or not isinstance(sitter, Computer) or play.clock.act_at is None:
        return None
    sight = game.sight(play.round, number)
    return Think(table.id, play.owner, decision, sitter, sight, play.round.deal.seed)
