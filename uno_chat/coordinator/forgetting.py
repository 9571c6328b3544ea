"""A person is forgotten, in one transaction: seats are given up, names go, accounts go.

Accounts are locked first, tables in their order, lanes of the outbox last, as by everybody else.
What that person has written before and is not handled yet does nothing any more; what comes later
is of somebody new.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Final

from uno_chat.contract import OutboxRow, Outgoing, OutKind, Player, Sat, Transaction, User
from uno_chat.coordinator.banning import forget_names
from uno_chat.coordinator.commanding import computer_name
from uno_chat.coordinator.exporting import seats_of
from uno_chat.coordinator.house import House
from uno_chat.coordinator.keeping import keep
from uno_chat.coordinator.leave import everywhere
from uno_chat.coordinator.marks import mark
from uno_chat.coordinator.messages import Message, remarked, to_payload
from uno_chat.coordinator.profiles import person
from uno_chat.coordinator.shelf import from_stored, save
from uno_chat.coordinator.tickets import OURS, void_all
from uno_chat.table import NOBODY, Erase, Outcome, decide, running, without_names
from uno_chat.views import Remark

LATE: Final = timedelta(minutes=10)
"""For so long it is known what came before somebody was forgotten."""
_GONE: Final = "gone "
_FAREWELL: Final = "forgotten "


def forget(house: House, tx: Transaction, player: Player, key: str, now: datetime) -> None:
    """Forget a player with all accounts; ``key`` names what asked for it. Raises UnreadableTable
    before anything is written.
    """
    for user in player.users:
        player = tx.move_user(user, player.id)  # nobody acts as this player from here on
    seats, numbers = seats_of(tx, player), (player.id, *person(player).was)
    tables = sorted({sat.table for sat in seats} | {*tx.tables_of(player.id)})
    for stored in filter(None, map(tx.table, tables)):
        from_stored(stored)
    if running(person(player).vacations, now) is not None:
        everywhere(tx, player.id, None, now)
    for table in tables:
        theirs = frozenset(sat.seat for sat in seats if sat.table == table)
        _leave(house, tx, table, numbers, theirs, now)
    _unsign(tx, seats)
    tx.move_standings(player.id, None)
    forget_names(tx, player, tables)
    void_all(tx, player.users)
    tx.forget(player.users)
    _say_goodbye(tx, player, key, now)


def _leave(
    house: House,
    tx: Transaction,
    number: int,
    players: Iterable[int],
    seats: frozenset[str],
    now: datetime,
) -> None:
    for player in players:
        stored = tx.table(number)
        if stored is None:
            return
        table = from_stored(stored)
        command = Erase(player, computer_name(table), seats)
        out = decide(table, command, now, house.seeds(number, table.rounds + 1))
        if not isinstance(out, Outcome) or out.table == table:
            continue
        if stored.open:
            keep(tx, (stored, table), out, now)
        else:
            save(tx, out.table, stored, stored.rooms, now)


def _unsign(tx: Transaction, seats: Iterable[Sat]) -> None:
    """No record names who is forgotten."""
    named: dict[tuple[int, int], set[str]] = defaultdict(set)
    for sat in seats:
        if sat.round_no and not sat.line:
            named[sat.table, sat.round_no].add(sat.seat)
    for (table, number), theirs in named.items():
        record = tx.record(table, number)
        if record:
            tx.open_record_anew(table, number, without_names(record[0], theirs, NOBODY))


# what is said last, and what comes too late


def _say_goodbye(tx: Transaction, player: Player, key: str, now: datetime) -> None:
    """Each account hears of it; until that is said, or cannot be, its address is kept."""
    for user in player.users:
        tx.remember(OURS, {f"{_GONE}{mark(user)}": now.isoformat()})
        said = remarked(Remark.FORGOTTEN, language=player.language or "")
        payload, name = to_payload(Message(said)), f"{_FAREWELL}{key}"
        tx.queue(Outgoing(OutKind.NOTICE, user, None, name, payload=payload), now)


def is_farewell(row: OutboxRow) -> bool:
    """Whether it is the last that is said to somebody."""
    return row.out.kind is OutKind.NOTICE and row.out.name.startswith(_FAREWELL)


def let_go(tx: Transaction, row: OutboxRow, *, dropped: bool = False) -> None:
    """The last has been said, or what was to be said to a stranger was not: the address goes as
    well, unless somebody new has begun there.
    """
    to = row.out.to
    if (dropped or is_farewell(row)) and isinstance(to, User) and tx.player(to) is None:
        tx.forget([to])


def came_late(tx: Transaction, user: User, arrived: datetime) -> bool:
    """Whether a stranger wrote something as a person who was forgotten since."""
    name = f"{_GONE}{mark(user)}"
    at = tx.memory(OURS, name).get(name)
    return at is not None and arrived <= datetime.fromisoformat(at)


def tidy(tx: Transaction, now: datetime) -> None:
    """Forget whom we have forgotten."""
    marks = tx.memory(OURS, _GONE)
    old = [name for name, at in marks.items() if datetime.fromisoformat(at) + LATE < now]
    if old:
        tx.remember(OURS, dict.fromkeys(old))
