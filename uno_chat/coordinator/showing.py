"""One outbox row to what an adapter can send: the newest state, for one reader, on one network.

Nothing is rendered before it is sent, so no hand rests in the outbox and no old page can
overwrite a new one.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from uno_chat import views
from uno_chat.contract import (
    Capabilities,
    Conversation,
    Delivery,
    Document,
    OutboxRow,
    OutKind,
    Player,
    Toast,
    Transaction,
    User,
)
from uno_chat.coordinator.announcing import HAND, TABLE
from uno_chat.coordinator.house import House
from uno_chat.coordinator.messages import (
    Message,
    No,
    Page,
    Puzzled,
    Silence,
    Told,
    from_payload,
)
from uno_chat.coordinator.shelf import from_stored
from uno_chat.table import Code, Fact, Table
from uno_chat.views import Reader


@dataclass(frozen=True, slots=True)
class Shown:
    """What to deliver, and what the numbers on it mean."""

    delivery: Delivery | Toast
    menu: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class _Viewer:
    """Who will read it: a person in private, or everybody in a conversation."""

    reader: Reader
    player: Player | None


def show(house: House, tx: Transaction, row: OutboxRow, now: datetime) -> Shown | None:
    """What this row asks to be delivered now; None if there is nothing to show any more."""
    out = row.out
    able = house.networks[out.to.network]
    viewer = _viewer(house, tx, out.to)
    stored = None if out.table is None else tx.table(out.table)
    table = None if stored is None else from_stored(stored)
    if out.kind is OutKind.SLOT:
        return _slot(tx, row, table, viewer, able, now)
    message = from_payload(out.payload)
    document = _document(tx, message, table, viewer, now)
    if out.kind is OutKind.TOAST:
        return _toast(row, message, document, able)
    if document is None:
        return None
    lowered = views.lower(document, able)
    return Shown(Delivery(row.key, out.to, lowered.document, notify=True))


def _viewer(house: House, tx: Transaction, to: User | Conversation) -> _Viewer:
    if isinstance(to, Conversation):
        return _Viewer(house.room_reader(tx.room(to), to), None)
    player = tx.player(to)
    assert player is not None
    return _Viewer(house.reader(player, to), player)


def _slot(
    tx: Transaction,
    row: OutboxRow,
    table: Table | None,
    viewer: _Viewer,
    able: Capabilities,
    now: datetime,
) -> Shown | None:
    """A living page as it should look now: an edit of the message that shows it, or a new one."""
    out = row.out
    document = None if table is None else _page(table, out.name, viewer, now)
    if document is None or out.table is None:
        return None
    slot = tx.slot(out.table, out.name, out.to)
    replaces = slot.message if slot and able.edits and not out.fresh else None
    lowered = views.lower(document, able)
    delivery = Delivery(row.key, out.to, lowered.document, replaces, notify=out.fresh)
    return Shown(delivery, lowered.menu)


def _page(table: Table, name: str, viewer: _Viewer, now: datetime) -> Document | None:
    if name == TABLE:
        return views.table_page(table, viewer.reader, now)
    seat = None if viewer.player is None else table.seat_of(viewer.player.id)
    if name == HAND and seat is not None:
        return views.hand_page(table, seat.id, viewer.reader, now)
    return None


def _toast(
    row: OutboxRow, message: Message, document: Document | None, able: Capabilities
) -> Shown | None:
    if message.ack is None or able.toast is None:
        return None
    text = "" if document is None else views.short(document, able.toast.chars)
    alert = isinstance(message.saying, Page | No)
    return Shown(Toast(row.key, message.ack, text, alert=alert))


def _document(
    tx: Transaction, message: Message, table: Table | None, viewer: _Viewer, now: datetime
) -> Document | None:
    reader = viewer.reader
    match message.saying:
        case Silence():
            return None
        case Told(fact):
            return None if table is None else _told(table, fact, reader)
        case No(refused):
            seat = table.seat_of(viewer.player.id) if table and viewer.player else None
            return views.refusal_page(table, refused, seat.id if seat else None, reader)
        case Puzzled() as puzzled:
            return _puzzled(tx, puzzled, viewer)
        case Page(name):
            return _named(tx, name, table, viewer, now)


def _puzzled(tx: Transaction, puzzled: Puzzled, viewer: _Viewer) -> Document:
    entries = () if viewer.player is None else _entries(tx, puzzled.tables, viewer.player)
    return views.trouble_page(
        puzzled.trouble, viewer.reader, text=puzzled.text, names=puzzled.names, tables=entries
    )


def _told(table: Table, fact: Fact, reader: Reader) -> Document:
    """The end of a round or a match is a page of its own, while the table still has it."""
    result = table.result
    if fact.code == Code.ROUND_OVER and result and fact.text == str(result.number):
        return views.result_page(table, result, reader)
    if fact.code == Code.MATCH_OVER and table.match and table.match.over:
        return views.match_page(table, reader)
    return views.fact_page(table, fact, reader)


def _named(
    tx: Transaction, name: str, table: Table | None, viewer: _Viewer, now: datetime
) -> Document | None:
    reader, player = viewer.reader, viewer.player
    match name:
        case "rules":
            return views.rules_page(table, reader)
        case "settings" if table is not None:
            return views.settings_page(table, reader)
        case "hand" if table is not None:
            return _page(table, HAND, viewer, now)
        case "tables" | "start" if player is not None:
            entries = _entries(tx, tx.tables_of(player.id), player)
            if entries or name == "tables":
                return views.tables_page(entries, reader, now)
            return views.help_page(reader, private=True)
        case _:
            return views.help_page(reader, private=player is not None)


def _entries(
    tx: Transaction, tables: Iterable[int], player: Player
) -> tuple[views.TableEntry, ...]:
    rows = (tx.table(number) for number in tables)
    return tuple(views.table_entry(from_stored(row), player.id) for row in rows if row is not None)
