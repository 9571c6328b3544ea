"""After a table was saved: which pages are stale for whom, and what is said once."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import datetime

from uno_chat import game
from uno_chat.contract import Address, Outgoing, OutKind, StoredTable, Transaction
from uno_chat.coordinator.messages import Message, No, Told, to_payload
from uno_chat.table import Fact, Outcome, Seat, Table, ToAll, ToPlayer

TABLE = "table"
HAND = "hand"


def announce(
    tx: Transaction, before: Table | None, out: Outcome, stored: StoredTable, now: datetime
) -> None:
    """Queue what everybody at the table should see now; nothing that nobody would notice."""
    after = out.table
    tell(tx, out.tell, stored, now)
    for room in stored.rooms:
        stale(tx, TABLE, room, after, now, fresh=_dealt(before, after))
    for seat in after.seats:
        _hand(tx, before, after, seat, now)


def tell(
    tx: Transaction, told: Iterable[ToAll | ToPlayer], stored: StoredTable, now: datetime
) -> None:
    """Queue what is said once. Its key is the version of the table: the same is not said again
    before something has changed.
    """
    for number, one in enumerate(told):
        saying = Told(one.fact) if isinstance(one.fact, Fact) else No(one.fact)
        payload, name = to_payload(Message(saying)), f"told {stored.id} {stored.version} {number}"
        for to in _to(tx, one, stored):
            tx.queue(Outgoing(OutKind.NOTICE, to, stored.id, name, payload=payload), now)


def stale(
    tx: Transaction, name: str, to: Address, table: Table, now: datetime, *, fresh: bool
) -> None:
    """Say that a page has to be shown again: as an edit, or as a new message that notifies.

    Its revision is how much had happened: where nothing can be edited, what came after is told.
    """
    tx.queue(Outgoing(OutKind.SLOT, to, table.id, name, revision=table.happened, fresh=fresh), now)


def _to(tx: Transaction, one: ToAll | ToPlayer, stored: StoredTable) -> Iterator[Address]:
    if isinstance(one, ToAll):
        yield from stored.rooms
        return
    player = tx.player_by_id(one.player)
    if player is not None:
        yield player.private


def _dealt(before: Table | None, after: Table) -> bool:
    return before is None or after.rounds > before.rounds


def _hand(
    tx: Transaction,
    before: Table | None,
    after: Table,
    seat: Seat,
    now: datetime,
) -> None:
    """A hand is shown again if its owner would see a difference, and anew if a decision waits."""
    was, now_is = _seen(before, seat.id), _seen(after, seat.id)
    player = None if seat.player is None or was == now_is else tx.player_by_id(seat.player)
    if player is None:
        return
    asks = _asked(after, seat.id)
    fresh = asks is not None and asks != _asked(before, seat.id) and not _same_turn(after)
    stale(tx, HAND, player.private, after, now, fresh=fresh)


def _asked(table: Table | None, seat: str) -> int | None:
    """The decision that this seat may take now, None if it has to wait."""
    play = table.play if table else None
    if play is None or play.owner != seat or not play.clock.handed:
        return None
    return play.clock.number


def _same_turn(table: Table) -> bool:
    """Whoever has just drawn, or has to say whose hand a seven takes, looks at the hand already."""
    pending = table.play.round.pending if table.play else None
    return isinstance(pending, game.PlayOrKeep | game.ChooseSwap)


def _seen(table: Table | None, seat: str) -> object:
    """All that a hand page depends on which deserves to be shown again."""
    if table is None:
        return None
    play = table.play
    number = play.index(seat) if play else None
    if play is None or number is None:
        ready = [s.ready for s in table.seats if s.id == seat]
        return (table.phase, table.rounds, ready) if table.rounds else None
    sight = game.sight(play.round, number)
    return (
        sight.hand,
        sight.shown,
        sight.jump,
        sight.smack is not None and number not in sight.smack.pressed,
        _asked(table, seat),
        play.early is not None and play.early.seat == seat,
        sight.announced and sight.owner == number,
        number in sight.gone,
    )
