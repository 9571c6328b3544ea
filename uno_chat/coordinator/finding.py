"""Which table is meant, and who at it: by number, by place, or by who waits for whom."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from uno_chat.contract import StoredTable, Transaction
from uno_chat.coordinator.asking import Asker
from uno_chat.coordinator.messages import Puzzled
from uno_chat.coordinator.shelf import from_stored
from uno_chat.table import Phase, Seat, Table
from uno_chat.views import Trouble

Found = tuple[StoredTable, Table]


def find(tx: Transaction, who: Asker, named: int | None) -> Found | Puzzled:
    """The table that the asker means; a question back where several fit."""
    if named is not None:
        stored = tx.table(named)
        if stored is None or not _may_see(stored, who):
            return Puzzled(Trouble.NO_TABLE_HERE)
        return stored, from_stored(stored)
    if who.room is not None:
        found = _load(tx, tx.tables_in(who.room))
        return _one(found, who, Puzzled(Trouble.NO_TABLE_HERE))
    return _one(_load(tx, tx.tables_of(who.player.id)), who, Puzzled(Trouble.NO_TABLES))


def _may_see(stored: StoredTable, who: Asker) -> bool:
    """A number alone opens no table of strangers: one sits there, or asks where it stands."""
    return who.room is None or who.room in stored.rooms or who.player.id in stored.players


def _load(tx: Transaction, numbers: Sequence[int]) -> list[Found]:
    rows = (tx.table(number) for number in numbers)
    return [(row, from_stored(row)) for row in rows if row is not None]


def _one(found: list[Found], who: Asker, nothing: Puzzled) -> Found | Puzzled:
    """The only table; else the only one that waits for the asker; else the only one to sit at."""
    if not found:
        return nothing
    tests: tuple[Callable[[Table], bool], ...] = (
        lambda _: True,
        lambda table: table.seat_of(who.player.id) is not None,
        lambda table: waits_for(table, who.player.id),
    )
    for test in tests:
        found = [one for one in found if test(one[1])] or found
        if len(found) == 1:
            return found[0]
    return Puzzled(Trouble.WHICH_TABLE, tables=tuple(stored.id for stored, _ in found))


def waits_for(table: Table, player: int) -> bool:
    """Whether the next step at this table is this player's."""
    seat = table.seat_of(player)
    if seat is None:
        return False
    if table.play is not None:
        return table.play.owner == seat.id
    return table.phase in {Phase.BETWEEN, Phase.MATCH_OVER} and not seat.ready


def seat_named(table: Table, name: str) -> Seat | Puzzled:
    """The seat of this id or name, or of the only name that begins so."""
    wanted = name.strip().lstrip("@").casefold()
    exact = [s for s in table.seats if wanted in (s.id, s.name.casefold())]
    found = exact or [s for s in table.present if s.name.casefold().startswith(wanted)]
    if len(found) == 1:
        return found[0]
    if not found:
        return Puzzled(Trouble.NO_SUCH_PLAYER, name)
    return Puzzled(Trouble.WHICH_PLAYER, name, names=tuple(s.name for s in found))
