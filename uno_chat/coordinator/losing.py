"""Conversations where nothing arrives any more: remembered, told wherever else their tables are,
forgotten when something arrives. The game goes on in the others, and in private.

What is lost is a conversation (we were taken out of it, its topic was closed) or for a while a
whole network. A table is told once of each.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Final

from uno_chat.contract import Conversation, StoredTable, Transaction
from uno_chat.coordinator.announcing import TABLE, stale
from uno_chat.coordinator.calling import person_on
from uno_chat.coordinator.finding import readable
from uno_chat.coordinator.messages import remarked
from uno_chat.coordinator.outages import fails_since
from uno_chat.coordinator.places import about_place, called, numbered, say_in
from uno_chat.coordinator.profiles import custom, keep_custom
from uno_chat.table import Table
from uno_chat.views import Remark

LONG: Final = timedelta(minutes=10)
"""A network that fails for so long is spoken of."""


def lose(tx: Transaction, room: Conversation, now: datetime) -> None:
    """Nothing arrives in a conversation, and will not before somebody does something there."""
    known = tx.room(room)
    if known is not None and custom(known).lost is None:
        keep_custom(tx, room, replace(custom(known), lost=now))
        _tell(tx, room, Remark.LOST, now)


def find_again(tx: Transaction, room: Conversation, now: datetime) -> None:
    """Something has arrived there again."""
    known = tx.room(room)
    if known is not None and custom(known).lost is not None:
        keep_custom(tx, room, replace(custom(known), lost=None))
        _tell(tx, room, Remark.FOUND, now)


def _tell(tx: Transaction, room: Conversation, remark: Remark, now: datetime) -> None:
    """All other conversations of its tables hear of it, and show it on their pages."""
    for stored, table in readable(tx, tx.tables_in(room)):
        networks = [one.network for one in stored.rooms]
        people = tuple(_people(tx, table, room.network))
        if remark is not Remark.LOST or networks.count(room.network) > 1:
            people = ()
        for to in stored.rooms:
            if to != room:
                said = about_place(tx, remark, table, room, to, people)
                say_in(tx, to, table, f"{remark} {table.id} {room} {now.isoformat()}", said, now)
                stale(tx, TABLE, to, table, now, fresh=False)


def cut_off(tx: Transaction, stored: StoredTable, table: Table, now: datetime) -> None:
    """Say at a table that is on several networks which of them fails for long, once each time."""
    networks = dict.fromkeys(room.network for room in stored.rooms)
    for network in networks if len(networks) > 1 else ():
        since = fails_since(tx, network)
        if since is None or now - since < LONG:
            continue
        people = numbered("name", _people(tx, table, network))
        said = remarked(Remark.CUT_OFF, table=called(table), network=network, **people)
        for to in (room for room in stored.rooms if room.network != network):
            name = f"{Remark.CUT_OFF} {table.id} {network} {since.isoformat()}"
            say_in(tx, to, table, name, said, now)


def _people(tx: Transaction, table: Table, network: str) -> Iterator[str]:
    """Who plays from there."""
    for seat in table.present:
        person = person_on(tx, seat)
        if person is not None and person.private.network == network:
            yield seat.name
