"""Which table is meant, and who at it: by number, by place, or by who waits for whom."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from hmac import compare_digest
from typing import Final

from uno_chat.contract import Conversation, StoredTable, Transaction
from uno_chat.coordinator.asking import Asker
from uno_chat.coordinator.messages import Puzzled
from uno_chat.coordinator.shelf import UnreadableTable, from_stored
from uno_chat.table import Seat, Table
from uno_chat.views import Trouble, as_seen, without_accents

Found = tuple[StoredTable, Table]
_CUT: Final = "..."
"""An ellipsis at the end of a name, in the form in which names are compared."""
_NOWHERE: Final = {False: Trouble.NO_SUCH_TABLE, True: Trouble.NO_TABLE_TO_JOIN}
_Test = Callable[[Table], bool]


def find(
    tx: Transaction,
    who: Asker,
    named: int | None,
    *,
    door: str | None = None,
    ahead: bool = False,
    grave: bool = False,
    suits: _Test = lambda _: True,
) -> Found | Puzzled:
    """The table that the asker means; a question back where several fit. For what is ``grave`` it
    is not enough that one of them waits for the asker; where it ``suits`` no other it is enough.
    Whoever wants to sit down has a ``door``, perhaps an empty one.

    Raises UnreadableTable when only a table could be meant that this version cannot read.
    """
    if named is not None:
        one = _named(tx, who, named, door if who.room is None else None)
        return one or Puzzled(_NOWHERE[door is not None], str(named))
    here = tx.tables_of(who.player.id) if who.room is None else tx.tables_in(who.room)
    found = readable(tx, here)
    if not found:
        _refuse_unreadable(tx, here)
        nowhere = Trouble.NO_TABLES if door is None else Trouble.NO_TABLE_TO_JOIN
        return Puzzled(nowhere if who.room is None else Trouble.NO_TABLE_HERE)
    if ahead:
        return _one(found, _busy(who))
    if door is not None:
        return _one(found, _new_to(who))
    sits, waits = _usual(who)
    return _one(found, (sits, suits) if grave else (sits, suits, waits))


def _named(tx: Transaction, who: Asker, number: int, door: str | None) -> Found | None:
    """A number alone opens no table of strangers, for anybody can count: one sits there, asks where
    it stands, or joins in private through the ``door`` that its link names.
    """
    stored = tx.table(number)
    if stored is None:
        return None
    if who.player.id in stored.players or who.room in stored.rooms:
        return stored, from_stored(stored)
    if door is None:
        return None
    table = from_stored(stored)
    return (stored, table) if compare_digest(table.door.encode(), door.encode()) else None


def is_home(stored: StoredTable, room: Conversation | None) -> bool:
    """Whether a table was opened in this conversation, or is left to it: its name and its zone are
    the table's, and its admins may do what the host may.
    """
    return stored.rooms[:1] == (room,)


def readable(tx: Transaction, numbers: Iterable[int]) -> list[Found]:
    """The tables of these numbers, without those that this version cannot read."""
    found: list[Found] = []
    for row in filter(None, map(tx.table, numbers)):
        with suppress(UnreadableTable):
            found.append((row, from_stored(row)))
    return found


def _refuse_unreadable(tx: Transaction, numbers: Iterable[int]) -> None:
    for row in filter(None, map(tx.table, numbers)):
        from_stored(row)


def _one(found: list[Found], tests: Sequence[_Test]) -> Found | Puzzled:
    """The only table; else the only one that passes the tests, as far as any passes them."""
    for test in tests:
        if len(found) > 1:
            found = [one for one in found if test(one[1])] or found
    if len(found) == 1:
        return found[0]
    return Puzzled(Trouble.WHICH_TABLE, tables=tuple(stored.id for stored, _ in found))


def _usual(who: Asker) -> tuple[_Test, _Test]:
    player = who.player.id
    return (
        lambda table: table.seat_of(player) is not None,
        lambda table: table.seat_of(player) in table.waits_for,
    )


def _busy(who: Asker) -> tuple[_Test, ...]:
    """Where the asker plays and waits for others: there one can think ahead."""
    player = who.player.id
    return (
        lambda table: table.seat_of(player) is not None,
        lambda table: table.play is not None,
        lambda table: table.seat_of(player) not in table.waits_for,
    )


def _new_to(who: Asker) -> tuple[_Test, ...]:
    player = who.player.id
    return (lambda table: table.seat_of(player) is None,)


def seat_named(table: Table, name: str, *, by_id: bool) -> Seat | Puzzled:
    """The seat of this name, or of the only name that begins so, or of this id; an id that comes
    from a button goes before a name that reads like one.
    """
    wanted = typed(name)
    ids = [seat for seat in table.seats if seat.id == wanted]
    named = [seat for seat in table.seats if typed(seat.name) == wanted]
    exact = ids or named if by_id else named or ids
    found = exact or _like(table.present, wanted)
    if len(found) == 1:
        return found[0]
    if not found:
        names = tuple(seat.name for seat in table.present)
        return Puzzled(Trouble.NO_SUCH_PLAYER, name, names=names)
    return Puzzled(Trouble.WHICH_PLAYER, name, names=tuple(s.name for s in found))


def _like(seats: Sequence[Seat], wanted: str) -> list[Seat]:
    """Those whose name begins so, or is the beginning of what was typed, because long names are
    cut; else without accents, else by a later word of their name.
    """
    if not wanted:
        return list(seats)
    names = [(seat, typed(seat.name)) for seat in seats]
    plain = [(seat, without_accents(name)) for seat, name in names]
    tests = (
        [seat for seat, name in names if name.startswith(wanted) or _is_cut(name, wanted)],
        [seat for seat, name in plain if name == without_accents(wanted)],
        [seat for seat, name in plain if name.startswith(without_accents(wanted))],
        [seat for seat, name in plain if f" {without_accents(wanted)}" in name],
    )
    return next(filter(None, tests), [])


def _is_cut(name: str, wanted: str) -> bool:
    front = name.removesuffix(_CUT)
    return front not in {"", name} and wanted.startswith(front)


def is_called(seat: Seat, name: str) -> bool:
    """Whether this is the whole name of whoever sits there."""
    return typed(seat.name) == typed(name)


def typed(name: str) -> str:
    """A name as it is typed: "ann matrix" is enough for "Ann (Matrix)", with or without "@".
    What nobody sees is left out, for names may be copied from a page.
    """
    return as_seen(name).casefold().strip().lstrip("@").replace("(", "").replace(")", "")
