"""One outbox row to what an adapter can send: the newest state, for one reader, on one network.

Nothing is rendered before it is sent, so no hand rests in the outbox and no old page can
overwrite a new one.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import datetime

from uno_chat import contract, views
from uno_chat.contract import (
    Address,
    Capabilities,
    Conversation,
    Delivery,
    Message,
    OutboxRow,
    Outgoing,
    OutKind,
    Peek,
    Player,
    Slot,
    StoredTable,
    Toast,
    Transaction,
    User,
)
from uno_chat.coordinator.announcing import HAND, TABLE
from uno_chat.coordinator.forgetting import is_farewell
from uno_chat.coordinator.house import House
from uno_chat.coordinator.messages import (
    No,
    Page,
    Remarked,
    Saying,
    Sheet,
    Silence,
    from_payload,
)
from uno_chat.coordinator.outages import caught_up
from uno_chat.coordinator.places import elsewhere
from uno_chat.coordinator.profiles import custom, keep_person, person
from uno_chat.coordinator.rendering import Viewer, living_page, of_house, said
from uno_chat.coordinator.serving import tells_late
from uno_chat.coordinator.shelf import from_stored
from uno_chat.coordinator.sparing import News, news_for, spares, traded
from uno_chat.table import Code, Phase, Table


@dataclass(frozen=True, slots=True)
class Shown:
    """What to deliver, and what the numbers on it mean. ``farewell`` is worth one try afterwards:
    it takes the buttons off the message in whose place ``delivery`` was sent. ``awaited``: nothing
    reached its reader so far. ``tells`` is the decision that its reader hears of only now.
    """

    delivery: Delivery | Toast
    menu: tuple[str, ...] = ()
    farewell: Delivery | None = None
    awaited: bool = False
    tells: int | None = None


Buried = Callable[[Message], bool]
"""Whether a page, where it stands, is out of sight."""


def show(
    house: House, tx: Transaction, row: OutboxRow, now: datetime, buried: Buried = lambda _: False
) -> Shown | None:
    """What this row asks to be delivered now; None if there is nothing to show any more. A table
    that is buried is shown anew, at the bottom, if something happened there.

    Raises UnreadableTable.
    """
    out = row.out
    stored = None if out.table is None else tx.table(out.table)
    table = None if stored is None else caught_up(tx, from_stored(stored), now)
    able = house.able(out.to.network)
    if isinstance(out.to, User) and tx.player(out.to) is None:
        return _farewell_to(house, out.to, row, able, now)
    match out.kind:
        case OutKind.SLOT:
            if stored is None or table is None:
                return None
            viewer = _at(tx, _viewer(house, tx, out.to, table), stored, out.to)
            if isinstance(out.to, Conversation) and out.to not in stored.rooms:
                return _left(tx, row, table, viewer, able)
            if out.name == HAND and _elsewhere(viewer, out.to):
                return _taken_leave(tx, row, table, viewer, able)
            keyed = replace(row, key=_key(row, stored, able))
            return _slot(tx, keyed, table, viewer, able, now, buried)
        case OutKind.NOTICE:
            viewer = _viewer(house, tx, out.to, table)
            return _notice(house, tx, row, table, viewer, able, now)
        case OutKind.TOAST:
            return _toast(house, tx, row, table, able, now)


def _farewell_to(
    house: House, to: User, row: OutboxRow, able: Capabilities, now: datetime
) -> Shown | None:
    """Somebody we do not know is told that it is so, and nothing else."""
    saying = from_payload(row.out.payload).saying if is_farewell(row) else None
    if not isinstance(saying, Remarked):
        return None
    reader = house.strangers_reader(to, dict(saying.parts).get("language", ""))
    document = views.remark_page(saying.remark, dict(saying.parts), reader, now)
    return Shown(Delivery(row.key, to, views.lower(document, able).document, notify=True))


def _key(row: OutboxRow, stored: StoredTable, able: Capabilities) -> str:
    """Where the same key is shown once, a page with numbers has one for each state of the table: if
    that has changed since an attempt whose answer was lost, the older page would be shown again,
    and its numbers would be read as those of the newer one.
    """
    numbered = able.idempotent_sends and able.buttons is None
    return f"{row.key}.{stored.version}" if numbered else row.key


def spared(house: House, tx: Transaction, row: OutboxRow, now: datetime) -> bool:
    """Whether this row is worth neither a call nor a place among those who wait for one.

    Raises UnreadableTable.
    """
    stored = None if row.out.table is None else tx.table(row.out.table)
    if stored is None or (isinstance(row.out.to, Conversation) and row.out.to not in stored.rooms):
        return False
    return spares(tx, row.out, from_stored(stored), house.able(row.out.to.network), now)


def _viewer(house: House, tx: Transaction, to: Address, table: Table | None) -> Viewer:
    if isinstance(to, Conversation):
        room = tx.room(to)
        lost = custom(room).lost is not None
        return Viewer(house.room_reader(room, to), None, to.network, lost=lost)
    player = tx.player(to)
    assert player is not None, "what is for strangers is told apart before"
    return _person(house, player, to, table)


def _at(tx: Transaction, viewer: Viewer, stored: StoredTable, to: Address) -> Viewer:
    """Whoever reads a living page, knowing where the table is."""
    if viewer.player is None:
        return replace(viewer, also=tuple(elsewhere(tx, stored, to)))
    return replace(viewer, far=any(home.network != to.network for home in stored.rooms[:1]))


def _person(house: House, player: Player, user: User, table: Table | None) -> Viewer:
    near = None if table is None else table.zone
    return Viewer(house.reader(player, user, near), player, user.network)


def _slot(
    tx: Transaction,
    row: OutboxRow,
    table: Table,
    viewer: Viewer,
    able: Capabilities,
    now: datetime,
    buried: Buried,
) -> Shown | None:
    """A living page as it should look now: an edit of the message that shows it, or a new one.

    Where nothing can be edited, a chat that has seen the table is told only what is new. Whoever
    types does not look above the own line: without buttons a hand is always a new message, and its
    numbers are the newest in the chat.
    """
    out = row.out
    slot = tx.slot(table.id, out.name, out.to)
    if spares(tx, out, table, able, now):
        return None
    if slot and out.name == TABLE and not able.edits and not out.fresh:
        return _told_on(row, slot, table, viewer, able, now)
    document = living_page(tx, table, out.name, viewer, now)
    if document is None and slot is not None:
        document = views.left_page(table, viewer.reader)
    if document is None:
        return None
    if out.fresh and _offers_zone(tx, viewer, table):
        document = views.with_zone_offer(document, viewer.reader)
    anew = out.fresh or _sunken(row, slot, table, buried)
    edited = able.edits and (able.buttons is not None or out.name == TABLE) and not anew
    replaces = slot.message if slot and edited else None
    lowered = views.lower(document, able)
    notify = out.fresh or _calls(tx, out, table, able)
    delivery = Delivery(row.key, out.to, lowered.document, replaces, notify=notify)
    player = viewer.player
    seat = None if player is None else table.seat_of(player.id)
    awaited = viewer.lost or (seat is not None and seat.unreachable != "")
    farewell = _farewell(row, slot, table, viewer, able) if anew else None
    tells = tells_late(tx, table, player, now) if player is not None and out.fresh else None
    return Shown(delivery, lowered.menu, farewell, awaited, tells)


def _told_on(
    row: OutboxRow, slot: Slot, table: Table, viewer: Viewer, able: Capabilities, now: datetime
) -> Shown | None:
    """What is new since a chat has seen the table, if anything is."""
    news = views.table_news(table, slot.revision, viewer.reader, now)
    if news is None:
        return None
    delivery = Delivery(row.key, row.out.to, views.lower(news, able).document)
    return Shown(delivery, slot.menu, awaited=viewer.lost)


def _left(
    tx: Transaction, row: OutboxRow, table: Table, viewer: Viewer, able: Capabilities
) -> Shown | None:
    """The page of a table that is not shown in a conversation any more, if it ever was."""
    slot = tx.slot(table.id, row.out.name, row.out.to)
    if slot is None:
        return None
    document = views.farewell_page(table, viewer.also, viewer.reader)
    replaces = slot.message if able.edits else None
    return Shown(Delivery(row.key, row.out.to, views.lower(document, able).document, replaces))


def _calls(tx: Transaction, out: Outgoing, table: Table, able: Capabilities) -> bool:
    """Whether a hand asks something that its owner does not see in a message above."""
    if able.buttons is not None or out.name != HAND:
        return False
    return news_for(tx, out.to, table) is News.QUESTION


def _elsewhere(viewer: Viewer, to: Address) -> bool:
    """Whether the hands of this viewer arrive at another account than this one."""
    return viewer.player is not None and viewer.player.private != to


def _taken_leave(
    tx: Transaction, row: OutboxRow, table: Table, viewer: Viewer, able: Capabilities
) -> Shown | None:
    """In the place of a hand that was shown here: no card, and that it is shown elsewhere now."""
    slot = tx.slot(table.id, HAND, row.out.to)
    if slot is None or viewer.player is None:
        return None
    there = viewer.player.private.network
    document = views.elsewhere_page(table, row.out.to.network, there, viewer.reader)
    lowered = views.lower(document, able)
    on = slot.message if able.edits else None
    return Shown(Delivery(row.key, row.out.to, lowered.document, on), lowered.menu)


def _offers_zone(tx: Transaction, viewer: Viewer, table: Table) -> bool:
    """Whether it is time to ask where somebody lives: once, when a slow clock runs for the first
    time for whoever has not told, nor the group at home on the same network.
    """
    player, play = viewer.player, table.play
    if player is None or play is None or not play.clock.deadline:
        return False
    if table.zone is not None and not viewer.far:
        return False
    known, owner = person(player), table.seat_of(player.id)
    timely = table.settings.pace.slow and owner is not None and owner.id == play.owner
    if known.asked or known.told.habits.zone is not None or not timely:
        return False
    keep_person(tx, player.id, replace(known, asked=True))
    return True


def _sunken(row: OutboxRow, slot: Slot | None, table: Table, buried: Buried) -> bool:
    """Whether a table is out of sight while something happens there. One try: whoever gets no
    answer to it edits what there is.
    """
    if row.out.name != TABLE or slot is None or slot.message is None or row.attempts:
        return False
    happens = any(fact.code != Code.HANDED_OVER for fact in table.since(slot.revision))
    return happens and table.phase is not Phase.ENDED and buried(slot.message)


def _farewell(
    row: OutboxRow, slot: Slot | None, table: Table, viewer: Viewer, able: Capabilities
) -> Delivery | None:
    """The old page, when a new one stands below it: nothing there can be pressed. An old hand that
    asks nothing any more is left as it is, unless somebody else holds those cards since: taking
    leave would be one more call in every turn.
    """
    if slot is None or slot.message is None or able.buttons is None or not able.edits:
        return None
    if row.out.name == TABLE:
        document = views.moved_page(viewer.reader)
    elif _asks(slot, table, viewer):
        document = views.older_page(table, viewer.reader)
    else:
        return None
    document = views.lower(document, able).document
    return Delivery(f"{row.key}.farewell", row.out.to, document, slot.message)


def _asks(slot: Slot, table: Table, viewer: Viewer) -> bool:
    """Whether a hand, as it was shown last, may still ask for an answer: it was not shown again
    since its owner acted or ran out of time, or since cards were dealt or hands were traded; or
    nothing happened since.
    """
    seat = None if viewer.player is None else table.seat_of(viewer.player.id)
    if seat is None or slot.revision < seat.seen or slot.revision == table.happened:
        return True
    return any(
        fact.code == Code.ROUND_STARTED
        or (fact.code, fact.seat) == (Code.TIMED_OUT, seat.id)
        or traded(fact, seat.id)
        for fact in table.since(slot.revision)
    )


def _notice(
    house: House,
    tx: Transaction,
    row: OutboxRow,
    table: Table | None,
    viewer: Viewer,
    able: Capabilities,
    now: datetime,
) -> Shown | None:
    to, saying = row.out.to, from_payload(row.out.payload).saying
    if isinstance(saying, Page) and saying.leaf and _elsewhere(viewer, to):
        return None
    document = of_house(house, tx, saying, table, viewer, to)
    document = document or said(tx, saying, table, viewer, now)
    if document is None:
        return None
    if able.edits and able.buttons is not None and (on := _leafed(tx, saying, to, table)):
        lowered = views.lower(document, able)
        return Shown(Delivery(row.key, to, lowered.document, on))
    before = able.prefix if isinstance(to, Conversation) else ""
    kept = isinstance(saying, Sheet)
    if isinstance(to, Conversation) and able.edits and able.buttons is not None and not kept:
        document = views.without_choices(document)
    lowered = views.lower(document, able, typed_by=views.Typed(viewer.reader, before))
    return Shown(Delivery(row.key, to, lowered.document, notify=True), awaited=viewer.lost)


def _leafed(
    tx: Transaction, saying: Saying, to: Address, table: Table | None
) -> contract.Message | None:
    """The message in whose place something is shown: a living page, a sheet that was tapped."""
    match saying:
        case Page(name, leaf) if leaf and table is not None:
            slot = tx.slot(table.id, name, to)
            return slot.message if slot else None
        case Sheet(_, on) if on:
            message = contract.Message.parse(on)
            return message if message.conversation.network == to.network else None
    return None


def _toast(
    house: House,
    tx: Transaction,
    row: OutboxRow,
    table: Table | None,
    able: Capabilities,
    now: datetime,
) -> Shown | None:
    """The answer to a press; where there is nothing to say, it only ends the press."""
    message = from_payload(row.out.payload)
    press = message.press
    player = None if press is None else tx.player_by_id(press.player)
    if press is None or able.toast is None:
        return None
    if player is None:  # somebody who was forgotten: the press ends all the same
        return Shown(Toast(row.key, press.ack, "")) if message.saying == Silence() else None
    user = User.parse(press.user) if press.user else player.private
    if user not in player.users:
        return None
    document = said(tx, message.saying, table, _person(house, player, user, table), now)
    text = "" if document is None else views.short(document, able.toast.chars)
    alert = _deserves_a_look(message.saying)
    peek = None
    if document is not None and able.peeks and press.room and message.saying == Page(HAND):
        page = views.lower(document, able).document
        peek = Peek(Conversation.parse(press.room), user, page)
    return Shown(Toast(row.key, press.ack, text, alert=alert, peek=peek))


def _deserves_a_look(saying: Saying) -> bool:
    return isinstance(saying, Page | No)
