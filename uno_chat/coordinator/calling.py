"""Whom a table waits for, on which networks that person is, and where one can be called by name."""

from __future__ import annotations

from uno_chat.contract import Conversation, Player, StoredTable, Transaction, User
from uno_chat.table import Seat, Table


def mover(tx: Transaction, table: Table) -> Player | None:
    """The person on the seat that is to move."""
    play = table.play
    return None if play is None or play.owner is None else person_on(tx, table.seat(play.owner))


def person_on(tx: Transaction, seat: Seat) -> Player | None:
    """The person on a seat."""
    return None if seat.player is None else tx.player_by_id(seat.player)


def answers_on(tx: Transaction, table: Table) -> str:
    """The network on which the answer of whoever is to move would arrive; empty for none."""
    person = mover(tx, table)
    return "" if person is None else person.private.network


def account_on(person: Player | None, network: str) -> User | None:
    """How a person is called on a network: nobody is mentioned by an account of another one."""
    users = () if person is None else (person.private, *person.users)
    return next((user for user in users if user.network == network), None)


def reads_in(person: Player | None, stored: StoredTable) -> tuple[Conversation, ...]:
    """The conversations of a table that a person may be in, as far as networks tell."""
    return tuple(room for room in stored.rooms if account_on(person, room.network))


def called_in(tx: Transaction, stored: StoredTable, seat: Seat) -> tuple[Conversation, ...]:
    """Where somebody on a seat is called: where they may read it, else in all conversations, for
    somebody may tell them.
    """
    if len(stored.rooms) == 1:
        return stored.rooms
    return reads_in(person_on(tx, seat), stored) or stored.rooms
