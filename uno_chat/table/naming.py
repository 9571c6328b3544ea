"""What people are called at a table, so that nobody is taken for another: by the own name, with a
number behind it where two of one network are called alike, and with the network where two of
different ones are.
"""

from __future__ import annotations

import unicodedata
from collections import Counter
from dataclasses import replace
from itertools import chain, count

from uno_chat.table.seats import Seat
from uno_chat.table.state import Table

_TOLD_APART = 24
"""How many signs of a name are surely shown, with room for a number behind them."""


def named(seat: Seat, table: Table, name: str, network: str) -> Seat:
    """The seat with a name that nobody of its network has at the table, nor who is of none."""
    others = (s for s in table.seats if s.id != seat.id)
    taken = {_look(_own(s)) for s in others if not s.network or s.network == network or not network}
    numbered = (f"{name[:_TOLD_APART].strip()} {number}" for number in count(2))
    free = next(one for one in chain((name,), numbered) if _look(one) not in taken)
    return replace(seat, name=free, own="", network=network)


def told_apart(table: Table) -> Table:
    """The table with the network behind every name that people of different networks have, and
    behind no other.
    """
    if len({seat.network for seat in table.seats}) < 2 and not any(s.own for s in table.seats):
        return table
    alike = Counter(_look(_own(seat)) for seat in table.seats)
    names = {s.id: _full(s) if alike[_look(_own(s))] > 1 else _own(s) for s in table.seats}
    # Somebody may call themselves by a name with a network behind it.
    shown = Counter(map(_plain, names.values()))
    names = {s.id: _full(s) if shown[_plain(names[s.id])] > 1 else names[s.id] for s in table.seats}
    seats = tuple(_called(seat, names[seat.id]) for seat in table.seats)
    return table if seats == table.seats else replace(table, seats=seats)


def _called(seat: Seat, name: str) -> Seat:
    own = _own(seat)
    return replace(seat, name=name, own="" if name == own else own)


def _own(seat: Seat) -> str:
    return seat.own or seat.name


def _full(seat: Seat) -> str:
    return f"{_own(seat)} ({seat.network})" if seat.network else _own(seat)


def _look(name: str) -> str:
    """What is left of a name for the eye, as far as it is surely shown."""
    return _plain(name)[: _TOLD_APART + 2]


def _plain(name: str) -> str:
    plain = unicodedata.normalize("NFKC", name).casefold()
    return "".join(sign for sign in plain if sign.isprintable() and sign != " ")
