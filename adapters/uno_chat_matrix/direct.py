"""Who shares which private room with us: ``m.direct``, which the homeserver keeps and Matrix knows.

It is read once and then as it comes with a sync; to lose it would only mean to read it again.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from uno_chat_matrix.client import Client
from uno_chat_matrix.values import Json, texts

DIRECT: Final = "m.direct"


def read_direct(content: Json) -> dict[str, tuple[str, ...]]:
    """Rooms by person, the newest last."""
    return {person: tuple(texts(content, person)) for person in content}


@dataclass(slots=True)
class Direct:
    """The private rooms of the account ``me``."""

    client: Client
    me: str
    rooms: Mapping[str, tuple[str, ...]] | None = None
    _writes: asyncio.Lock = field(default_factory=asyncio.Lock)

    async def of(self, person: str) -> tuple[str, ...]:
        """The rooms of one person, the newest last; raises NoAnswer or Refused."""
        return (await self._read()).get(person, ())

    async def whose(self, room: str) -> str:
        """The person of a room, empty if it is nobody's; raises NoAnswer or Refused."""
        rooms = await self._read()
        return next((person for person, theirs in rooms.items() if room in theirs), "")

    async def add(self, person: str, room: str) -> None:
        """From now on this is the newest; raises NoAnswer or Refused."""
        async with self._writes:
            known = dict(await self._read())
            theirs = known.get(person, ())
            if theirs[-1:] == (room,):
                return
            known[person] = (*(one for one in theirs if one != room), room)
            await self._write(known)

    async def forget(self, person: str) -> None:
        """Nothing is this person's any more; raises NoAnswer or Refused."""
        async with self._writes:
            known = dict(await self._read())
            if known.pop(person, None) is not None:
                await self._write(known)

    async def _write(self, known: Mapping[str, tuple[str, ...]]) -> None:
        content = {one: list(rooms) for one, rooms in known.items()}
        await self.client.put("user", self.me, "account_data", DIRECT, body=content)
        self.rooms = known

    def heard(self, content: Json) -> None:
        """It was changed, by us or by another client of the account."""
        self.rooms = read_direct(content)

    async def _read(self) -> Mapping[str, tuple[str, ...]]:
        if self.rooms is None:
            self.heard(await self.client.look("user", self.me, "account_data", DIRECT))
        return self.rooms or {}
