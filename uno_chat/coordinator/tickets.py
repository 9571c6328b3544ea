"""Codes by which accounts are linked: one at a time for an account, soon over, used once.

A code is no secret that lets anybody in: whoever writes it gets a number, and only the account that
was given the code can take the number. So both private chats are seen by one person, or nothing
comes of it: who looks over a shoulder cannot write the number, and who talks somebody into writing
a code does not get to see it.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Iterator
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Final

import cattrs

from uno_chat.contract import Transaction, User
from uno_chat.coordinator.converting import converter, plain
from uno_chat.coordinator.house import Chance

LASTS: Final = timedelta(minutes=10)
TRIES: Final = 3
"""How often a number may be tried."""
_LETTERS: Final = "bcdfghjkmnpqrstvwxz"
"""None that make words or look like another."""
_LENGTH: Final = 6
_NUMBERS: Final = 10_000
OURS: Final = ""
"""The account under which the house itself keeps texts: no network is called that."""
_BEGINS: Final = "link "


@dataclass(frozen=True, slots=True)
class Ticket:
    """A code that ``owner`` was given, and the number that ``guest`` got for it."""

    owner: User
    code: str = field(repr=False)
    until: datetime
    guest: User | None = None
    number: str = field(default="", repr=False)
    tries: int = 0


def _converter() -> cattrs.Converter:
    made = converter(strict=False)
    plain(made, User, str, User.parse)
    return made


_CONVERTER: Final = _converter()


def issue(tx: Transaction, owner: User, chance: Chance, now: datetime) -> Ticket:
    """A new code, in place of the one before."""
    for over in (one for one in _all(tx) if now >= one.until):
        void(tx, over)
    waiting = {ticket.code for ticket in _all(tx)}
    code = next(code for code in _codes(chance) if code not in waiting)
    ticket = Ticket(owner, code, now + LASTS)
    keep(tx, ticket)
    return ticket


def a_number(chance: Chance) -> str:
    """What a guest is told: short, for it is tried a few times at most."""
    return f"{chance(_NUMBERS):04}"


def ticket_of(tx: Transaction, owner: User, now: datetime) -> Ticket | None:
    """The code that an account was given, if it still is one."""
    return next((one for one in _valid(tx, now) if one.owner == owner), None)


def ticket_with(tx: Transaction, code: str, now: datetime) -> Ticket | None:
    """Whose code this is, if it still is one."""
    return next((one for one in _valid(tx, now) if one.code == code), None)


def keep(tx: Transaction, ticket: Ticket) -> None:
    """Remember a ticket as it is now."""
    text = json.dumps(_CONVERTER.unstructure(ticket), separators=(",", ":"))
    tx.remember(OURS, {f"{_BEGINS}{ticket.owner}": text})


def void(tx: Transaction, ticket: Ticket) -> None:
    """The code is none any more."""
    tx.remember(OURS, {f"{_BEGINS}{ticket.owner}": None})


def void_all(tx: Transaction, users: Collection[User]) -> None:
    """Whatever these accounts have to do with any code is over."""
    for ticket in _all(tx):
        if ticket.owner in users or ticket.guest in users:
            void(tx, ticket)


def _codes(chance: Chance) -> Iterator[str]:
    while True:
        yield "".join(_LETTERS[chance(len(_LETTERS))] for _ in range(_LENGTH))


def _valid(tx: Transaction, now: datetime) -> Iterator[Ticket]:
    return (ticket for ticket in _all(tx) if now < ticket.until)


def _all(tx: Transaction) -> list[Ticket]:
    """The few that wait at a time."""
    texts = tx.memory(OURS, _BEGINS).values()
    return [_CONVERTER.structure(json.loads(text), Ticket) for text in texts]
