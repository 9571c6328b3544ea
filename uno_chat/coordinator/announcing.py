"""After a table was saved: which pages are stale for whom, and what is said once."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime

from uno_chat import game
from uno_chat.contract import Address, Conversation, Outgoing, OutKind, StoredTable, Transaction
from uno_chat.coordinator.calling import called_in
from uno_chat.coordinator.messages import Message, No, Told, to_payload
from uno_chat.coordinator.reminding import called_by_name, spared
from uno_chat.table import Code, Fact, Outcome, Phase, Seat, Table, ToAll, ToPlayer
from uno_chat.views import table_view

TABLE = "table"
HAND = "hand"
_GONE = "gone"
"""The remedy for an account that is no more: there is none."""


def announce(
    tx: Transaction, before: Table | None, out: Outcome, stored: StoredTable, now: datetime
) -> None:
    """Queue what everybody at the table should see now; nothing that nobody would notice."""
    after = out.table
    tell(tx, out, stored, now)
    fresh = _fresh_in(tx, before, after, stored)
    for room in stored.rooms if _differs(before, after) else ():
        stale(tx, TABLE, room, after, now, fresh=room in fresh)
    gone = () if before is None else (s for s in before.seats if s.id not in _ids(after))
    for seat in (*after.seats, *gone):
        _hand(tx, before, after, seat, now)
    for seat in () if before is None else before.seats:
        if seat.player not in {one.player for one in after.seats if one.id == seat.id}:
            _closed(tx, after, seat, now)


def tell(tx: Transaction, out: Outcome, stored: StoredTable, now: datetime) -> None:
    """Queue what is said once. Its key is the version of the table: the same is not said again
    before something has changed.
    """
    for number, one in enumerate(out.tell):
        saying = Told(one.fact, one.decision) if isinstance(one.fact, Fact) else No(one.fact)
        payload, name = to_payload(Message(saying)), f"told {stored.id} {stored.version} {number}"
        for to in _to(tx, one, stored, out.table):
            row = Outgoing(OutKind.NOTICE, to, stored.id, name, payload=payload)
            tx.queue(spared(tx, row, one, out.table, now), now)


def stale(
    tx: Transaction, name: str, to: Address, table: Table, now: datetime, *, fresh: bool
) -> None:
    """Say that a page has to be shown again: as an edit, or as a new message that notifies.

    Its revision is how much had happened: where nothing can be edited, what came after is told.
    """
    tx.queue(Outgoing(OutKind.SLOT, to, table.id, name, revision=table.happened, fresh=fresh), now)


def tells_turn(out: Outgoing) -> bool:
    """Whether it shows somebody their hand anew, as is done when they have to act."""
    return out.kind is OutKind.SLOT and out.name == HAND and out.fresh


def _to(
    tx: Transaction, one: ToAll | ToPlayer, stored: StoredTable, table: Table
) -> Iterator[Address]:
    if isinstance(one, ToAll):
        called = called_by_name(one, table)
        yield from stored.rooms if called is None else called_in(tx, stored, called)
        return
    player = tx.player_by_id(one.player)
    if player is not None:
        yield player.private


def _fresh_in(
    tx: Transaction, before: Table | None, after: Table, stored: StoredTable
) -> tuple[Conversation, ...]:
    """Where the page of the table has to be seen: in all conversations when cards were dealt, else
    where somebody has to be called.
    """
    if _dealt(before, after) or _set_back(before, after):
        return stored.rooms
    called = beyond_reach(after) if _calls(before, after) else None
    return () if called is None else called_in(tx, stored, called)


def _differs(before: Table | None, after: Table) -> bool:
    """Whether the page of the table reads differently: not after a catch in vain, nor after a move
    chosen in advance, which would even give it away.
    """
    return before is None or table_view(before) != table_view(after)


def beyond_reach(table: Table) -> Seat | None:
    """Whoever has to act now and can be told so nowhere but before everybody."""
    play = table.play
    if play is None or play.owner is None or not play.clock.handed:
        return None
    seat = table.seat(play.owner)
    return seat if seat.unreachable not in {"", _GONE} else None


def _calls(before: Table | None, after: Table) -> bool:
    """Whether somebody is to be called to the table, once in a turn: an edit calls nobody."""
    called = beyond_reach(after)
    return called is not None and _turn(after) != _turn(before)


def _turn(table: Table | None) -> object:
    """Whose turn it is, which one, and whether the owner has to be called."""
    called = None if table is None else beyond_reach(table)
    play = None if table is None else table.play
    return None if called is None or play is None else (called.id, play.clock.since)


def _dealt(before: Table | None, after: Table) -> bool:
    return before is None or after.rounds > before.rounds


def _set_back(before: Table | None, after: Table) -> bool:
    """Whether all have before them what was lost."""
    return before is not None and after.set_back != before.set_back


def _hand(
    tx: Transaction,
    before: Table | None,
    after: Table,
    seat: Seat,
    now: datetime,
) -> None:
    """A hand is shown again if its owner would see a difference, and anew if a decision waits."""
    left = _sits(before, seat.id) and not _sits(after, seat.id)
    new = _new(before, seat) or _set_back(before, after)
    same = _seen(before, seat.id) == _seen(after, seat.id) and not new
    if not left and same:
        return
    player = None if seat.player is None else tx.player_by_id(seat.player)
    if player is None:
        return
    waits = asked(after, seat.id) is not None and not _looks(before, after, seat.id)
    fresh = waits or new
    stale(tx, HAND, player.private, after, now, fresh=fresh)


def _new(before: Table | None, seat: Seat) -> bool:
    """Whether somebody else sat here before."""
    old = () if before is None else before.seats
    return any(one.id == seat.id and one.player != seat.player for one in old)


def _closed(tx: Transaction, after: Table, seat: Seat, now: datetime) -> None:
    """The hand of somebody whose seat another has taken: nothing is to be seen there any more."""
    player = None if seat.player is None else tx.player_by_id(seat.player)
    if player is not None:
        stale(tx, HAND, player.private, after, now, fresh=False)


def asked(table: Table | None, seat: str) -> int | None:
    """The decision that this seat is asked for now, None if it has to wait, if a computer plays
    for it or if what it prepared is tried first."""
    play = table.play if table else None
    if table is None or play is None or play.owner != seat or not play.clock.handed:
        return None
    if table.seat(seat).pilot is not None:
        return None
    mine = play.prepared_by(seat)
    if mine is not None and mine.due is not None:
        return None
    return play.clock.number


def _looks(before: Table | None, after: Table, seat: str) -> bool:
    """Whoever has just answered one decision looks at the hand already when the next one comes,
    unless it was the clock that answered.
    """
    if asked(before, seat) is None:
        return False
    happened = 0 if before is None else before.happened
    return not any(fact.code == Code.TIMED_OUT for fact in after.since(happened))


def _sits(table: Table | None, seat: str) -> bool:
    return table is not None and any(one.id == seat for one in table.present)


def _ids(table: Table) -> frozenset[str]:
    return frozenset(seat.id for seat in table.seats)


def _seen(table: Table | None, seat: str) -> object:
    """All that a hand page depends on which deserves to be shown again."""
    if table is None:
        return None
    play = table.play
    number = play.index(seat) if play else None
    if play is None or number is None:
        ready = [s.ready for s in table.seats if s.id == seat]
        over = table.phase is Phase.ENDED
        vote = _vote(table, seat)
        return (
            (table.phase, table.rounds, ready, vote, table.muster) if table.rounds or over else None
        )
    sight = game.sight(play.round, number)
    return (
        sight.hand,
        sight.shown,
        sight.jump,
        sight.smack is not None and number not in sight.smack.pressed,
        asked(table, seat),
        play.early is not None and play.early.seat == seat and play.early.due is None,
        play.prepared_by(seat),
        sight.announced and sight.owner == number,
        play.clock.deadline if sight.owner == number else None,
        number in sight.gone,
        table.pauses,
        _vote(table, seat),
        table.standoff,
        any(one.id == seat and one.pilot for one in table.seats),
    )


def _vote(table: Table, seat: str) -> tuple[int, bool] | None:
    """The question that is open, and whether this seat still has to answer it."""
    vote = table.vote
    return None if vote is None else (vote.number, seat not in (*vote.yes, *vote.no))
