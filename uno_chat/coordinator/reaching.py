"""Whom no hand reaches: remembered on the seat, told at the table, forgotten when one arrives; the
same of conversations that no page reaches.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Final

from uno_chat.contract import (
    Address,
    Conversation,
    OutboxRow,
    Outgoing,
    OutKind,
    Player,
    Private,
    Transaction,
    User,
)
from uno_chat.coordinator.accounts import send_hands, write_to
from uno_chat.coordinator.announcing import HAND, stale
from uno_chat.coordinator.asking import Asker, is_reply
from uno_chat.coordinator.finding import Found, readable
from uno_chat.coordinator.house import House
from uno_chat.coordinator.keeping import NO_SEED, at_each, keep
from uno_chat.coordinator.losing import find_again, lose
from uno_chat.coordinator.messages import remarked
from uno_chat.coordinator.profiles import Unheard, keep_person, person
from uno_chat.table import Outcome, Reach, Refused, Seen, Table, decide
from uno_chat.views import Remark

_START: Final = "start"
_ACCEPT: Final = "accept"
_STILL: Final = timedelta(minutes=10)
"""For so long an answer is of use to whoever asked."""


def unreached(tx: Transaction, row: OutboxRow, remedy: str, now: datetime) -> None:
    """What was for one person or conversation did not arrive, and will not before the remedy is
    done; where another of the person's accounts can be tried, hands arrive there from now on.
    """
    to = row.out.to
    if isinstance(to, Conversation):
        lose(tx, to, now)
        return
    player = tx.player(to)
    if player is None:
        return
    other = _another_place(tx, player, to)
    if other is not None:
        send_hands(tx, player, other, now)
        back = remarked(Remark.HANDS_BACK, network=to.network)
        write_to(tx, other, back, f"instead of {row.key}", now)
    elif to == player.private:
        at_each(tx, tx.tables_of(player.id), Reach(player.id, remedy), now)
        known = replace(person(player), reached=False)
        if is_reply(row.out):
            said = Unheard(str(to), row.out.table, row.out.name, row.out.payload, now)
            known = replace(known, unheard=said)
        keep_person(tx, player.id, known)
    if row.out.kind is OutKind.NOTICE and to != (other or player.private):
        tx.queue(replace(row.out, to=other or player.private), now)


def _another_place(tx: Transaction, player: Player, failed: Address) -> User | None:
    """Where hands can arrive instead of where they did not; each place is left but once."""
    if failed != player.private or len(player.users) == 1:
        return None
    known = person(player)
    closed = (*known.closed, str(failed))
    keep_person(tx, player.id, replace(known, closed=closed))
    return next((user for user in player.users if str(user) not in closed), None)


def arrived(house: House, tx: Transaction, row: OutboxRow, now: datetime) -> None:
    """Something arrived at a person or a conversation where it did not before: the hands of all
    other tables can arrive there, too.
    """
    if isinstance(row.out.to, Conversation):
        find_again(tx, row.out.to, now)
    player = tx.player(row.out.to) if isinstance(row.out.to, User) else None
    if player is None:
        return
    for found in _waiting(readable(tx, tx.tables_of(player.id)), player):
        table = _reach(house, tx, player, found, now)
        if (table.id, HAND) != (row.out.table, row.out.name):
            stale(tx, HAND, player.private, table, now, fresh=True)


def heard_from(house: House, tx: Transaction, user: User, now: datetime) -> bool:
    """Somebody opened the private chat or spoke there: what did not arrive is shown now, here.
    Returns whether there was something.
    """
    player = tx.player(user)
    if player is None:
        return False
    _opened(tx, player, user)
    answered = _answered(tx, user, now)
    waiting = _all_waiting(tx, user)
    if waiting and user != player.private:
        send_hands(tx, player, user, now)
    for found in waiting:
        table = _reach(house, tx, player, found, now)
        stale(tx, HAND, user, table, now, fresh=True)
    return bool(waiting) or answered


def _answered(tx: Transaction, user: User, now: datetime) -> bool:
    """Say what was asked before anybody could be answered; whether there was something."""
    player = tx.player(user)
    known = None if player is None else person(player)
    if player is None or known is None or known.unheard is None or known.unheard.to != str(user):
        return False
    said = known.unheard
    keep_person(tx, player.id, replace(known, unheard=None))
    if now - said.at > _STILL:
        return False
    again = Outgoing(OutKind.NOTICE, user, said.table, f"{said.name} again", payload=said.payload)
    tx.queue(again, now)
    return True


def _opened(tx: Transaction, player: Player, user: User) -> None:
    """An account that was given up can be written to again."""
    if len(player.users) > 1 and str(user) in (known := person(player)).closed:
        still = tuple(one for one in known.closed if one != str(user))
        keep_person(tx, player.id, replace(known, closed=still))


def seen(tx: Transaction, who: Asker, now: datetime) -> None:
    """Somebody did something in a group: the tables there that wait for that person may say so."""
    if who.room is not None:
        own = frozenset(tx.tables_of(who.player.id))
        here = (number for number in tx.tables_in(who.room) if number in own)
        at_each(tx, here, Seen(who.player.id), now)


def marked(house: House, tx: Transaction, who: Asker, out: Outcome, now: datetime) -> Outcome:
    """Whoever sits down in a group is not ready before a page has arrived in private, if something
    has to be done for that first and nothing has arrived there yet.
    """
    step = _first_step(house, who)
    if who.room is None or not step or _is_known(tx, who):
        return out
    beyond = decide(out.table, Reach(who.player.id, step), now, NO_SEED)
    if isinstance(beyond, Refused):
        return out
    if (player := tx.player_by_id(who.player.id)) is not None:
        keep_person(tx, player.id, replace(person(player), reached=False))
    return replace(out, table=beyond.table)


def greet(house: House, tx: Transaction, who: Asker, table: Table, now: datetime) -> None:
    """Show a seat to whoever has sat down, which also tells whether a hand will arrive. Whoever
    has come into the room to which we invite need not hear that again.
    """
    step = _first_step(house, who)
    if step == _START or (step and not _is_known(tx, who)):
        stale(tx, HAND, who.player.private, table, now, fresh=True)


def _first_step(house: House, who: Asker) -> str:
    """What a person has to do before anything can arrive in private, where that can be said before
    it was tried; empty for nothing.
    """
    able = house.able(who.player.private.network)
    match able.private:
        case Private.AFTER_CONTACT if able.contact_links:
            return _START
        case Private.BY_INVITE:
            return _ACCEPT
    return ""


def _is_known(tx: Transaction, who: Asker) -> bool:
    """Whether a page has arrived before."""
    return any(slot.message for slot in tx.slots_at(who.player.private))


def _all_waiting(tx: Transaction, user: User) -> list[Found]:
    """The tables at which somebody is waited for. All of them are read to know it, so that there is
    none is remembered until it may be otherwise.
    """
    player = tx.player(user)
    if player is None or person(player).reached:
        return []
    tables = tx.tables_of(player.id)
    read = list(readable(tx, tables))
    waiting = list(_waiting(read, player))
    if not waiting and len(read) == len(tables):
        keep_person(tx, player.id, replace(person(player), reached=True))
    return waiting


def _waiting(tables: Iterable[Found], player: Player) -> Iterator[Found]:
    for found in tables:
        seat = found[1].seat_of(player.id)
        if seat is not None and seat.unreachable:
            yield found


def _reach(house: House, tx: Transaction, player: Player, found: Found, now: datetime) -> Table:
    table = found[1]
    out = decide(table, Reach(player.id), now, house.seeds(table.id, table.rounds + 1))
    if isinstance(out, Refused):
        return table
    keep(tx, found, out, now)
    return out.table
