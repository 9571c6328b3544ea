"""Other conversations of a table: one comes in by a code of the host's, any but the last may go.

Both sides have to want it: the code is made by the table's host, and said by somebody who may do so
in the other conversation. Whoever sits at the table stays there, whatever is shown where.
"""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import datetime
from typing import Final

from uno_chat.contract import Conversation, StoredTable, Transaction
from uno_chat.coordinator.asking import Asker, reply, say
from uno_chat.coordinator.customs import IN_A_GROUP, barred_from_connecting
from uno_chat.coordinator.finding import Found, find, is_home, readable
from uno_chat.coordinator.guessing import guessed_wrong, too_many_guesses
from uno_chat.coordinator.house import House
from uno_chat.coordinator.keeping import keep, keep_rooms
from uno_chat.coordinator.messages import No, Puzzled, Remarked, Silence, remarked
from uno_chat.coordinator.places import about_place, numbered, place_of, say_in
from uno_chat.coordinator.profiles import custom
from uno_chat.coordinator.questions import AskRank
from uno_chat.coordinator.ranking import Rank, rank
from uno_chat.coordinator.reading import Request
from uno_chat.table import Outcome, Phase, Refused, Table, Why, tried
from uno_chat.views import Remark, Trouble

MOST: Final = 10
"""In so many conversations a table is shown at most: there are not more seats."""

_CODE: Final = re.compile(r"#?(\d{1,9})\s*-?\s*([0-9a-z]{4,20})")


def connect(house: House, tx: Transaction, who: Asker, code: str, now: datetime) -> str | AskRank:
    """Show a table here, too, if the code is right."""
    if who.room is None:
        return say(tx, who, remarked(Remark.CONNECT_THERE), now)
    refused = barred_from_connecting(house, tx, who, now)
    if refused is not None:
        return refused
    late = too_many_guesses(who, now)
    if late is not None:
        return say(tx, who, late, now)
    typed = _CODE.fullmatch(code)
    found = next(iter(readable(tx, [int(typed[1])] if typed else ())), None)
    if typed is None or found is None:
        return _wrong(tx, who, now)
    stored, table = found
    if who.room in stored.rooms:
        return say(tx, who, remarked(Remark.CONNECTED_ALREADY), now, stored.id)
    if len(tx.tables_in(who.room)) >= IN_A_GROUP:
        return say(tx, who, Puzzled(Trouble.TOO_MANY_TABLES), now)
    if len(stored.rooms) >= MOST:
        return say(tx, who, remarked(Remark.TOO_MANY_ROOMS, count=str(MOST)), now)
    after, right = tried(table, typed[2], now)
    if not right or table.phase is Phase.ENDED:
        keep(tx, found, Outcome(after), now)
        return _wrong(tx, who, now)
    keep_rooms(tx, found, after, (*stored.rooms, who.room), now)
    _tell(tx, who, Remark.CONNECTED, found, who.room, now)
    reply(tx, who, Silence(), now)
    return "connected"


def _wrong(tx: Transaction, who: Asker, now: datetime) -> str:
    guessed_wrong(tx, who, now)
    return say(tx, who, remarked(Remark.BAD_CODE), now)


def disconnect(
    house: House, tx: Transaction, who: Asker, request: Request, which: str, now: datetime
) -> str | AskRank:
    """Show a table no longer in one of its conversations; its page there takes leave."""
    found = find(tx, who, request.table, grave=True)
    if isinstance(found, Puzzled):
        text = found.text or f"disconnect {which}".strip()
        return say(tx, who, replace(found, text=text), now)
    stored, table = found
    if len(stored.rooms) < 2:
        return say(tx, who, remarked(Remark.ONLY_ROOM), now, stored.id)
    room = _meant(stored, who, which)
    if room is None:
        return say(tx, who, _which(tx, who, stored), now, stored.id)
    refused = _why_not(house, who, found, room)
    if isinstance(refused, AskRank):
        return refused
    if refused is not None:
        return say(tx, who, refused, now, stored.id)
    _tell(tx, who, Remark.DISCONNECTED, found, room, now)
    rooms = tuple(one for one in stored.rooms if one != room)
    keep_rooms(tx, found, _moved_home(tx, found, rooms[0]), rooms, now)
    seen = who.room is not None and who.room in rooms
    gone = Silence() if seen else about_place(tx, Remark.DISCONNECTED, table, room, who.address)
    reply(tx, who, gone, now)
    return "disconnected"


def _meant(stored: StoredTable, who: Asker, which: str) -> Conversation | None:
    """The one of that number; without a number the one where it is said, but not the home: its
    people may well mean to have the other ones gone.
    """
    if which.isascii() and which.isdigit() and 0 < int(which) <= len(stored.rooms):
        return stored.rooms[int(which) - 1]
    guest = who.room in stored.rooms and not is_home(stored, who.room)
    return who.room if guest and not which else None


def _why_not(
    house: House, who: Asker, found: Found, room: Conversation
) -> No | Puzzled | AskRank | None:
    """None if the asker may have the table shown no longer in ``room``: its host may, the home's
    admins, and for their own conversation whoever could have had it shown there.
    """
    stored, table = found
    if table.host == who.player.id:
        return None
    guest = who.room == room and not is_home(stored, room)
    asked = who.room if guest or is_home(stored, who.room) else None
    match rank(house, who, asked):
        case AskRank() as question:
            return question
        case Rank.UNKNOWN:
            return Puzzled(Trouble.RANK_UNKNOWN)
        case Rank.ADMIN:
            return None
        case Rank.MEMBER:
            free = guest and not house.able(room.network).ranks
            return None if free else No(Refused(Why.NOT_HOST))


def _moved_home(tx: Transaction, found: Found, home: Conversation) -> Table:
    """The table with the name and the zone of its home."""
    stored, table = found
    if is_home(stored, home):
        return table
    room = tx.room(home)
    return replace(table, title="" if room is None else room.title, zone=custom(room).zone)


def _tell(
    tx: Transaction, who: Asker, remark: Remark, found: Found, room: Conversation, now: datetime
) -> None:
    """All other conversations of the table hear of it."""
    stored, table = found
    for to in stored.rooms:
        if to != room:
            said = about_place(tx, remark, table, room, to)
            say_in(tx, to, table, f"room {table.id} {who.key}", said, now)


def _which(tx: Transaction, who: Asker, stored: StoredTable) -> Remarked:
    places = [place_of(tx, room, who.address) for room in stored.rooms]
    titles = numbered("title", [place.title for place in places])
    networks = numbered("network", [place.network for place in places])
    return remarked(Remark.WHICH_ROOM, **{**titles, **networks})
