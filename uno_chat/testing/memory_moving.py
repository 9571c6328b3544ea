"""How a conversation changes its name, a user its player, and users are forgotten, in memory."""

from __future__ import annotations

import json
from collections.abc import Collection
from dataclasses import replace

from uno_chat.contract import Conversation, OutKind, Player, Room, User
from uno_chat.testing.memory_books import Books
from uno_chat.testing.memory_rows import Rows, kept_text


def move_conversation(rows: Rows, old: Conversation, new: Conversation) -> None:
    _move_rooms(rows, old, new)
    _move_slots(rows, old, new)
    _move_outbox(rows, old, new)
    _move_standings(rows, old, new)
    for number, waiting in rows.inbox.items():
        if waiting.row.arrival.lane == str(old):
            arrival = replace(waiting.row.arrival, lane=str(new))
            row = replace(waiting.row, arrival=arrival)
            rows.inbox[number] = replace(waiting, row=row)


def move_user(rows: Rows, user: User, number: int) -> Player:
    left = rows.players[rows.users[user]]
    rows.users[user] = number
    rows.players.setdefault(number, Player(number, left.name, left.language, (), user))
    for player in {left.id, number}:
        _settle(rows, player)
    return rows.players[number]


def forget(rows: Rows, users: Collection[User]) -> None:
    for user in users:
        number = rows.users.pop(user, None)
        if number is not None:
            _settle(rows, number)
        rows.outbox = {n: q for n, q in rows.outbox.items() if q.out.to != user}
        rows.said = {key: ended for key, ended in rows.said.items() if key[0] != user}
        rows.slots = {key: slot for key, slot in rows.slots.items() if slot.to != user}
        rows.holds.pop(user, None)
        _forget_unread(rows, user)


def _forget_unread(rows: Rows, user: User) -> None:
    """What came from a user and was set aside."""
    sender = f'"sender":{json.dumps(str(user), ensure_ascii=False)}'
    for key, ended in rows.handled.items():
        if kept_text(sender) in ended.payload:
            rows.handled[key] = replace(ended, payload="")
    rows.unreadable = {
        (account, event): (at, raw)
        for (account, event), (at, raw) in rows.unreadable.items()
        if account != user.network or kept_text(user.id) not in raw
    }


def _settle(rows: Rows, number: int) -> None:
    """Whose users changed has hands at one of them, or is no more."""
    known = rows.players.pop(number)
    users = tuple(sorted((u for u, n in rows.users.items() if n == number), key=str))
    if users:
        private = known.private if known.private in users else users[0]
        rows.players[number] = replace(known, users=users, private=private)


def _move_rooms(rows: Rows, old: Conversation, new: Conversation) -> None:
    if (left := rows.rooms.pop(old, None)) is not None:
        known = rows.rooms.get(new, Room(new, "", None))
        title, language = known.title or left.title, known.language or left.language
        rows.rooms[new] = Room(new, title, language, known.profile or left.profile)
    for table in rows.tables.values():
        if old in table.rooms:
            rooms = dict.fromkeys(new if room == old else room for room in table.rooms)
            rows.tables[table.id] = replace(table, rooms=tuple(rooms))


def _move_standings(rows: Rows, old: Conversation, new: Conversation) -> None:
    """What was played before is added to what has been there since."""
    books = Books(rows)
    for one in books.standings_in(old) if old != new else ():
        del rows.standings[old, one.player]
        books.add_standings([replace(one, conversation=new)])


def _move_slots(rows: Rows, old: Conversation, new: Conversation) -> None:
    """Pages that come along were shown before those that are there."""
    before, rows.slots = rows.slots, {}
    for (table, name, to), slot in before.items():
        if to == old and (table, name, new) not in before:
            rows.slots[table, name, new] = replace(slot, to=new, message=None)
    for page, slot in before.items():
        if slot.to != old:
            gone = slot.message is not None and slot.message.conversation == old
            rows.slots[page] = replace(slot, message=None) if gone else slot


def _move_outbox(rows: Rows, old: Conversation, new: Conversation) -> None:
    said = rows.said
    for queued in [q for q in rows.outbox.values() if q.out.to == old]:
        doubled = queued.out.kind is not OutKind.SLOT and (new, queued.out.name) in said
        if doubled:
            del rows.outbox[queued.id]
        else:
            moved = replace(queued, out=replace(queued.out, to=new))
            rows.outbox[queued.id] = moved
            rows.coalesce(moved.page)
    for to, name in [key for key in said if key[0] == old]:
        ended = said.pop((to, name))
        said.setdefault((new, name), ended)
    holds = [rows.holds.pop(to) for to in (old, new) if to in rows.holds]
    if holds and any(queued.out.to == new for queued in rows.outbox.values()):
        rows.holds[new] = max(holds, key=lambda hold: hold.until)
