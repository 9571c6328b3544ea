"""The conversations of a table as they are called in each other, and what is said of one there."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import datetime

from uno_chat.contract import (
    Address,
    Conversation,
    Outgoing,
    OutKind,
    StoredTable,
    Transaction,
)
from uno_chat.coordinator.messages import Message, Remarked, remarked, to_payload
from uno_chat.coordinator.profiles import custom
from uno_chat.table import Table
from uno_chat.views import Place, Remark, safe_name


def place_of(tx: Transaction, room: Conversation, to: Address) -> Place:
    """A conversation as it is called elsewhere: its title, and its network if that is another."""
    known = tx.room(room)
    network = "" if room.network == to.network else room.network
    lost = custom(known).lost is not None
    return Place("" if known is None else known.title, network, lost=lost)


def elsewhere(tx: Transaction, stored: StoredTable, here: Address) -> Iterator[Place]:
    """All other conversations of a table."""
    return (place_of(tx, room, here) for room in stored.rooms if room != here)


def about_place(
    tx: Transaction,
    remark: Remark,
    table: Table,
    room: Conversation,
    to: Address,
    people: Iterable[str] = (),
) -> Remarked:
    """What is remarked elsewhere of a conversation of a table, and of people."""
    place = place_of(tx, room, to)
    parts = {"title": place.title, "network": place.network, **numbered("name", people)}
    return remarked(remark, table=called(table), **parts)


def numbered(part: str, values: Iterable[str]) -> dict[str, str]:
    """Several values as parts of a remark: how many, then each by its number."""
    found = {f"{part}{number}": value for number, value in enumerate(values, 1)}
    return {"count": str(len(found)), **found}


def called(table: Table) -> str:
    """What a table is called in any language."""
    return f"{safe_name(table.title)} #{table.id}" if table.title else f"#{table.id}"


def say_in(
    tx: Transaction, to: Conversation, table: Table, name: str, said: Remarked, now: datetime
) -> None:
    """Say something once in a conversation of a table."""
    payload = to_payload(Message(said))
    tx.queue(Outgoing(OutKind.NOTICE, to, table.id, name, payload=payload), now)
