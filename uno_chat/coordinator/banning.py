"""Who may not sit at the tables of a group: set by its admins, or by the host of a table in it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from datetime import datetime
from typing import Final

from uno_chat.contract import Conversation, Player, StoredTable, Transaction
from uno_chat.coordinator import intents
from uno_chat.coordinator.asking import Asker, say
from uno_chat.coordinator.commanding import computer_name
from uno_chat.coordinator.customs import barred
from uno_chat.coordinator.finding import Found, is_home, readable, seat_named
from uno_chat.coordinator.house import House
from uno_chat.coordinator.keeping import keep
from uno_chat.coordinator.marks import mark
from uno_chat.coordinator.messages import Puzzled, Remarked, remarked
from uno_chat.coordinator.profiles import Ban, custom, keep_custom
from uno_chat.coordinator.questions import AskRank
from uno_chat.table import NOBODY, Oust, Outcome, Seat, decide
from uno_chat.views import Remark, Trouble

MOST: Final = 200
"""So many people are banned from a group at most."""


def set_ban(
    house: House,
    tx: Transaction,
    who: Asker,
    wanted: intents.BanOne | intents.UnbanOne,
    now: datetime,
) -> str | AskRank:
    """Ban somebody who sits here, or take it back; without a name tell who is banned."""
    if who.room is None:
        return say(tx, who, Puzzled(Trouble.ONLY_IN_GROUP), now)
    refused = barred(house, tx, who, now)
    if refused is not None:
        return refused
    if not wanted.whom:
        return say(tx, who, _listed(tx, who.room), now)
    if isinstance(wanted, intents.UnbanOne):
        return _unban(tx, who, who.room, wanted.whom, now)
    return _ban(house, tx, who, who.room, wanted.whom, now)


def banned(
    tx: Transaction, player: Player, rooms: Iterable[Conversation | None]
) -> Remarked | None:
    """What to say to somebody who may not sit at tables of one of these groups, and who said so;
    None to all others.
    """
    marks = {mark(user) for user in player.users}
    bans = (ban for room in {*rooms} if room is not None for ban in custom(tx.room(room)).bans)
    ban = next((ban for ban in bans if marks & {*ban.accounts}), None)
    if ban is None:
        return None
    chief = tx.player_by_id(ban.by)
    return remarked(Remark.BANNED, name="" if chief is None else chief.name)


def homes(stored: StoredTable, who: Asker) -> tuple[Conversation | None, ...]:
    """Where a ban counts: the group whose table it is, and the one where somebody asks."""
    return (*stored.rooms[:1], who.room)


def forget_names(tx: Transaction, player: Player, tables: Iterable[int]) -> None:
    """A ban stays when somebody is forgotten, but tells no name."""
    marks = {mark(user) for user in player.users}
    stored = filter(None, map(tx.table, tables))
    for room in {room for one in stored for room in one.rooms}:
        known = custom(tx.room(room))
        bans = tuple(
            replace(ban, name=NOBODY) if marks & {*ban.accounts} else ban for ban in known.bans
        )
        if bans != known.bans:
            keep_custom(tx, room, replace(known, bans=bans))


def _listed(tx: Transaction, room: Conversation) -> Remarked:
    bans = custom(tx.room(room)).bans
    return remarked(Remark.BANS, **{str(number): ban.name for number, ban in enumerate(bans, 1)})


def _ban(
    house: House, tx: Transaction, who: Asker, room: Conversation, name: str, now: datetime
) -> str:
    seat = _seat(tx, room, name)
    if isinstance(seat, Puzzled):
        return say(tx, who, seat, now)
    player = None if seat.player is None else tx.player_by_id(seat.player)
    if player is None:
        return say(tx, who, remarked(Remark.BAN_NOBODY, name=seat.name), now)
    if player.id == who.player.id:
        return say(tx, who, remarked(Remark.BAN_YOURSELF), now)
    known = custom(tx.room(room))
    if len(known.bans) >= MOST:
        return say(tx, who, remarked(Remark.BANS_FULL, count=str(MOST)), now)
    ban = Ban(seat.name, tuple(mark(user) for user in player.users), who.player.id)
    others = (one for one in known.bans if not {*one.accounts} & {*ban.accounts})
    keep_custom(tx, room, replace(known, bans=(*others, ban)))
    for stored, table in _here(tx, room):
        if table.seat_of(player.id) is not None:
            command = Oust(player.id, computer_name(table), who.player.id)
            out = decide(table, command, now, house.seeds(table.id, table.rounds + 1))
            if isinstance(out, Outcome):
                keep(tx, (stored, table), out, now)
    return say(tx, who, remarked(Remark.BANNED_NOW, name=seat.name), now)


def _unban(tx: Transaction, who: Asker, room: Conversation, name: str, now: datetime) -> str:
    known = custom(tx.room(room))
    found = [
        ban
        for number, ban in enumerate(known.bans, 1)
        if name.casefold() in {ban.name.casefold(), str(number)}
    ]
    if len(found) != 1:
        remark = Remark.NOT_BANNED if not found else Remark.WHICH_BAN
        return say(tx, who, remarked(remark, text=name), now)
    keep_custom(tx, room, replace(known, bans=tuple(b for b in known.bans if b is not found[0])))
    return say(tx, who, remarked(Remark.UNBANNED, name=found[0].name), now)


def _here(tx: Transaction, room: Conversation) -> Iterator[Found]:
    """The open tables that are this group's own."""
    return (found for found in readable(tx, tx.tables_in(room)) if is_home(found[0], room))


def _seat(tx: Transaction, room: Conversation, name: str) -> Seat | Puzzled:
    """The seat of this name at the tables here: at any, if at several it is the same person."""
    puzzled = Puzzled(Trouble.NO_SUCH_PLAYER, name)
    seats: dict[object, Seat] = {}
    for _, table in _here(tx, room):
        seat = seat_named(table, name, by_id=False)
        if isinstance(seat, Seat):
            seats[seat.player or seat.name] = seat
        elif seat.trouble is Trouble.WHICH_PLAYER:
            puzzled = seat
    if len(seats) > 1:
        return Puzzled(Trouble.WHICH_PLAYER, name, names=tuple(s.name for s in seats.values()))
    return next(iter(seats.values()), puzzled)
