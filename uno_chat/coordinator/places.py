"""The conversations of a table as they are called in each other."""

from __future__ import annotations

from collections.abc import Iterator

from uno_chat.contract import Address, Conversation, StoredTable, Transaction
from uno_chat.views import Place


def place_of(tx: Transaction, room: Conversation, to: Address) -> Place:
    """A conversation as it is called elsewhere: its title, and its network if that is another."""
    known = tx.room(room)
    network = "" if room.network == to.network else room.network
    return Place("" if known is None else known.title, network)


def elsewhere(tx: Transaction, stored: StoredTable, here: Address) -> Iterator[Place]:
    """All other conversations of a table."""
    return (place_of(tx, room, here) for room in stored.rooms if room != here)
