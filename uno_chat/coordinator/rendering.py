"""What a saying or a page reads like to whoever looks: the choice of the page, not its words."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from datetime import datetime

from uno_chat import views
from uno_chat.contract import Address, Conversation, Document, Player, Transaction
from uno_chat.coordinator.announcing import HAND, TABLE, beyond_reach
from uno_chat.coordinator.calling import account_on, person_on
from uno_chat.coordinator.customs import group_sheet
from uno_chat.coordinator.exporting import MOST_PARTS, exported, parts_of
from uno_chat.coordinator.finding import readable
from uno_chat.coordinator.house import House
from uno_chat.coordinator.messages import (
    GROUP_HELP,
    PRIVACY,
    STATS,
    No,
    Page,
    Part,
    Puzzled,
    Remarked,
    Saying,
    Sheet,
    Silence,
    Told,
)
from uno_chat.coordinator.outages import caught_up
from uno_chat.coordinator.profiles import person
from uno_chat.coordinator.reminding import still_true
from uno_chat.coordinator.scores import scores_of_group, scores_of_person
from uno_chat.game import Reason
from uno_chat.table import Refused, Table
from uno_chat.views import Place, Reader


@dataclass(frozen=True, slots=True)
class Viewer:
    """Who will read it on which network: a person in private, or (None) everybody in a
    conversation; ``also`` are the others where the table is shown; ``far``: its home is on another
    network; ``lost``: nothing has arrived there lately.
    """

    reader: Reader
    player: Player | None
    network: str
    also: tuple[Place, ...] = ()
    far: bool = field(default=False, kw_only=True)
    lost: bool = field(default=False, kw_only=True)

    def seat(self, table: Table | None) -> str | None:
        """Where the viewer sits, if anywhere."""
        seat = table.seat_of(self.player.id) if table and self.player else None
        return None if seat is None else seat.id


def living_page(
    tx: Transaction,
    table: Table,
    name: str,
    viewer: Viewer,
    now: datetime,
    leaf: int = 1,
) -> Document | None:
    """A page of a table that is edited as the table changes; a hand only for its owner."""
    if name == TABLE:
        called = None if viewer.player else beyond_reach(table)
        calls = None if called is None else account_on(person_on(tx, called), viewer.network)
        return views.table_page(table, viewer.reader, now, calls=calls, also=viewer.also)
    seat = viewer.seat(table)
    if name == HAND and seat is not None:
        return views.hand_page(table, seat, viewer.reader, now, leaf=leaf)
    return None


def said(
    tx: Transaction, saying: Saying, table: Table | None, viewer: Viewer, now: datetime
) -> Document | None:
    """What is said once; None for nothing."""
    match saying:
        case Silence():
            return None
        case Told():
            return None if table is None else _told(tx, saying, table, viewer, now)
        case No(refused, number):
            return _refusal(table, refused, viewer, number)
        case Puzzled():
            return _puzzled(tx, saying, viewer, now)
        case Page(name, leaf) if leaf:
            return None if table is None else living_page(tx, table, name, viewer, now, leaf)
        case Page(name):
            return _named(tx, name, table, viewer, now)
        case Remarked(remark, parts):
            return views.remark_page(remark, dict(parts), viewer.reader, now)
        case Sheet(part):
            return _sheet(part, viewer, now)
        case Part():
            return _part(tx, saying, viewer)


def of_house(
    house: House, tx: Transaction, saying: Saying, table: Table | None, viewer: Viewer, to: Address
) -> Document | None:
    """A page that tells something of the house itself."""
    if isinstance(saying, Sheet) and isinstance(to, Conversation):
        return group_sheet(house, tx.room(to), saying.part, table, viewer.reader)
    if saying == Page(STATS) and isinstance(to, Conversation):
        return views.group_scores_page(scores_of_group(tx, to), viewer.reader)
    if saying == Page(STATS) and viewer.player is not None:
        return views.own_scores_page(scores_of_person(tx, viewer.player), viewer.reader)
    if saying == Page(PRIVACY) and viewer.player is not None:
        networks = tuple(user.network for user in viewer.player.users)
        keeping = views.Keeping(networks, house.operator, house.kept.days)
        return views.privacy_page(keeping, viewer.reader)
    return None


def _sheet(part: str, viewer: Viewer, now: datetime) -> Document | None:
    if viewer.player is None:
        return None
    networks = tuple(user.network for user in viewer.player.users)
    accounts = views.Accounts(networks, viewer.player.private.network)
    return views.personal_page(person(viewer.player).told, part, accounts, viewer.reader, now)


def _part(tx: Transaction, part: Part, viewer: Viewer) -> Document | None:
    if viewer.player is None:
        return None
    parts = parts_of(exported(tx, viewer.player), part.room)
    if part.number >= len(parts):
        return None
    place = views.PartOf(part.number + 1, part.count, MOST_PARTS)
    return views.part_page(parts[part.number], place, viewer.reader)


def _told(
    tx: Transaction, told: Told, table: Table, viewer: Viewer, now: datetime
) -> Document | None:
    """A fact; a reminder only as long as it is one."""
    if not still_true(told, table):
        return None
    if told.fact.code not in views.REMINDERS:
        return views.fact_page(table, told.fact, viewer.reader)
    if viewer.player is not None:
        return views.reminder_page(table, told.fact, viewer.reader, now)
    called = person_on(tx, table.seat(told.fact.seat)) if told.fact.seat else None
    calls = account_on(called, viewer.network)
    return views.group_reminder_page(table, told.fact, viewer.reader, now, calls=calls)


def _refusal(table: Table | None, refused: Refused, viewer: Viewer, number: int) -> Document | None:
    seat = viewer.seat(table)
    if refused.reason == Reason.ONLY_THE_DRAWN_CARD and table is not None:
        drawn = None if seat is None else views.hand_view(table, seat).drawn
        if drawn is None:
            return None
        refused = replace(refused, card=drawn.code)
    return views.refusal_page(table, refused, seat, viewer.reader, number=number)


def _puzzled(tx: Transaction, puzzled: Puzzled, viewer: Viewer, now: datetime) -> Document:
    entries = () if viewer.player is None else _entries(tx, puzzled.tables, viewer.player, now)
    return views.trouble_page(
        puzzled.trouble,
        viewer.reader,
        text=puzzled.text,
        names=puzzled.names,
        tables=entries,
        parts=puzzled.parts,
    )


def _named(
    tx: Transaction, name: str, table: Table | None, viewer: Viewer, now: datetime
) -> Document | None:
    reader, player = viewer.reader, viewer.player
    match name:
        case "rules":
            return views.rules_page(table, reader)
        case "settings":
            return None if table is None else views.settings_page(table, reader)
        case "hand" | "table":
            return None if table is None else living_page(tx, table, name, viewer, now)
        case "digest" if player is not None:
            entries = _entries(tx, tx.tables_of(player.id), player, now)
            return views.digest_page(entries, reader, now)
        case "tables" | "start" if player is not None:
            entries = _entries(tx, tx.tables_of(player.id), player, now)
            if entries or name == "tables":
                return views.tables_page(entries, reader, now)
            return views.help_page(reader, private=True)
        case _:
            return views.help_page(reader, private=name != GROUP_HELP)


def _entries(
    tx: Transaction, tables: Iterable[int], player: Player, now: datetime
) -> tuple[views.TableEntry, ...]:
    """The tables of a list, as far as this version can read them."""
    return tuple(
        views.table_entry(caught_up(tx, table, now), player.id) for _, table in readable(tx, tables)
    )
