"""The room that we share with one person: found, made or asked for, and looked at before each hand.

A room is private only as long as exactly two are in it. Ours are made so that nobody else can be
invited and that whoever came later would not read what was said before; a person's own room is
taken as it is, for what is in it the person has seen.
"""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from enum import Enum
from typing import Final

from uno_chat.contract import Rejected, Unreachable
from uno_chat_matrix.client import FORBIDDEN, NOT_FOUND, Client, NoAnswer, Refused
from uno_chat_matrix.direct import Direct
from uno_chat_matrix.errors import read_error
from uno_chat_matrix.places import alias_of, server_of
from uno_chat_matrix.values import fields, number, text

ACCEPT: Final = "accept"
_UNBLOCK: Final = "unblock"
_NEWEST: Final = 3
"""So many rooms of one person are looked at."""
_GENERATIONS: Final = 20
_ENCRYPTION: Final = {
    "type": "m.room.encryption",
    "content": {"algorithm": "m.megolm.v1.aes-sha2"},
}
_AGAIN: Final = timedelta(hours=1)
"""Whoever has declined is not asked again before."""


class Standing(Enum):
    """How a room stands that should be private."""

    PRIVATE = "exactly we two are in it"
    INVITED = "the other has not come yet"
    ALONE = "the other has left, or was never asked"
    SEALED = "only we two are in it, and we cannot read what is said there"
    SPOILT = "it is of no use any more: somebody else is in it, or we are not"


@dataclass(frozen=True, slots=True)
class PrivateRooms:
    """The private rooms of the account ``me``; new ones are perhaps ``encrypted``, and where they
    are not, those that are serve nobody. ``clear`` are rooms that were seen to be without;
    ``making``: a room is there already, and not noted yet whose it is.
    """

    client: Client
    me: str
    direct: Direct
    encrypted: bool = False
    clear: set[str] = field(default_factory=set)
    making: asyncio.Lock = field(default_factory=asyncio.Lock)

    async def room_of(self, person: str, now: datetime) -> str:
        """The room in which exactly this person reads us; raises DeliveryError."""
        if not server_of(person):
            raise Rejected("that is no account of Matrix")
        try:
            found = await self._found(person, now)
            if found is not None:
                return found
            async with self.making:
                return await self._made(person, now)
        except (NoAnswer, Refused) as error:
            raise read_error(error) from error

    async def standing(self, room: str, person: str) -> Standing:
        """How a room stands; raises NoAnswer or Refused."""
        try:
            inside = set(fields(await self.client.get("rooms", room, "joined_members"), "joined"))
            if inside == {self.me, person}:
                return Standing.SEALED if await self._sealed(room) else Standing.PRIVATE
            if inside != {self.me}:
                return Standing.SPOILT
            member = await self.client.get("rooms", room, "state", "m.room.member", person)
        except Refused as error:
            if error.says_nothing:
                raise
            return Standing.ALONE if error.status == NOT_FOUND else Standing.SPOILT
        invited = text(member, "membership") == "invite"
        return Standing.INVITED if invited else Standing.ALONE

    async def _sealed(self, room: str) -> bool:
        """Whether what is said there is encrypted, and we read nothing of it."""
        if self.encrypted or room in self.clear:
            return False
        sealed = bool(await self.client.look("rooms", room, "state", "m.room.encryption", ""))
        if not sealed:
            self.clear.add(room)
        return sealed

    async def _found(self, person: str, now: datetime) -> str | None:
        """Of the rooms that are known, the newest that is private; else the person is asked to
        come into one of them, if there is one.
        """
        empty = []
        for room in reversed((await self.direct.of(person))[-_NEWEST:]):
            match await self.standing(room, person):
                case Standing.PRIVATE:
                    return room
                case Standing.INVITED:
                    raise Unreachable(ACCEPT)
                case Standing.ALONE:
                    empty.append(room)
        for room in empty:
            if await self._asked(room, person, now):
                raise Unreachable(ACCEPT)
        return None

    async def _made(self, person: str, now: datetime) -> str:
        """A new room; one that an attempt before this has made, and nobody has noted, is found by
        its alias. The person is asked in last: whoever comes at once must find it noted as theirs.
        """
        for generation in range(_GENERATIONS):
            alias = alias_of(self.me, person, generation)
            room = await self._called(alias) or await self._make(alias)
            standing = await self.standing(room, person)
            if standing is Standing.SPOILT or not await self._is_ours(room):
                continue
            await self.direct.add(person, room)
            if standing in {Standing.PRIVATE, Standing.SEALED}:
                return room  # a homeserver may encrypt all: so are the others
            if standing is Standing.ALONE and not await self._asked(room, person, now):
                raise Unreachable(_UNBLOCK)
            raise Unreachable(ACCEPT)
        raise Rejected("no private room could be made")

    async def _called(self, alias: str) -> str:
        """The room of this alias, empty if there is none."""
        whole = f"#{alias}:{server_of(self.me)}"
        return text(await self.client.look("directory", "room", whole), "room_id")

    async def _make(self, alias: str) -> str:
        """A room of this alias, which somebody may have made meanwhile."""
        visible = {"history_visibility": "joined"}
        state = [{"type": "m.room.history_visibility", "content": visible}]
        state += [_ENCRYPTION] if self.encrypted else []
        try:
            made = await self.client.post(
                "createRoom",
                body={
                    "preset": "private_chat",
                    "is_direct": True,
                    "room_alias_name": alias,
                    "power_level_content_override": {"invite": 100},
                    "initial_state": state,
                },
            )
        except Refused as error:
            if error.code == "M_ROOM_IN_USE":
                return await self._called(alias)
            raise
        return text(made, "room_id")

    async def _is_ours(self, room: str) -> bool:
        """Whether we made it: an alias can be given to any room."""
        made = await self.client.look("rooms", room, "state", "m.room.create", "", format="event")
        return text(made, "sender") == self.me

    async def _asked(self, room: str, person: str, now: datetime) -> bool:
        """Invite somebody who is not there, but not too often; False where we cannot."""
        if not await self._may_ask(room, person, now):
            return True
        try:
            # Not by "invite", which cannot say that the room is meant for two.
            body = {"membership": "invite", "is_direct": True}
            await self.client.put("rooms", room, "state", "m.room.member", person, body=body)
        except Refused as error:
            if error.status == FORBIDDEN:
                return False
            raise
        return True

    async def _may_ask(self, room: str, person: str, now: datetime) -> bool:
        """Whoever was in the room is asked at once, whoever has declined not too often."""
        here = ("rooms", room, "state", "m.room.member", person)
        left = await self.client.look(*here, format="event")
        before = text(left, "unsigned", "replaces_state")
        if not before:
            return True  # never asked
        was = await self.client.look("rooms", room, "event", before)
        declined = text(was, "content", "membership") == "invite"
        at = number(left, "origin_server_ts") or 0
        return not declined or now.timestamp() - at / 1000 > _AGAIN.total_seconds()
