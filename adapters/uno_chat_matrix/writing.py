"""What we write into a room and read back from it: as it is, or encrypted where the room is."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final, Protocol

from uno_chat_matrix.client import NOT_FOUND, Client, Refused
from uno_chat_matrix.values import Json, needed

MESSAGE: Final = "m.room.message"
ENCRYPTED: Final = "m.room.encrypted"


class Secrecy(Protocol):
    """What can read and write where a room is encrypted."""

    async def take(self, sync: Json) -> None:
        """Learn what a sync brings; raises RetryLater, NoAnswer or Refused."""
        ...

    async def read(self, room: str, event: Json) -> Json | None:
        """An event as it would have come without encryption, None if nobody can read it; raises
        RetryLater.
        """
        ...

    async def seal(self, room: str, kind: str, content: Json) -> Json:
        """The content of an event that everybody in a room can read; raises RetryLater, NoAnswer
        or Refused.
        """
        ...


@dataclass(slots=True)
class Pen:
    """Writes for one account. Without ``secrecy`` it writes as it is, wherever that is."""

    client: Client
    secrecy: Secrecy | None = None
    _encrypted: set[str] = field(default_factory=set)

    async def write(self, room: str, key: str, content: Json) -> str:
        """The event that holds this; the same for the same key. Raises NoAnswer, Refused, and
        RetryLater.
        """
        kind = MESSAGE
        if self.secrecy is not None and await self.encrypts(room):
            kind, content = ENCRYPTED, await self.secrecy.seal(room, MESSAGE, content)
        told = await self.client.put("rooms", room, "send", kind, key, body=content)
        return needed(told, "event_id")

    async def encrypts(self, room: str) -> bool:
        """Whether a room is encrypted; what is, remains so. Raises NoAnswer or Refused."""
        if room in self._encrypted:
            return True
        try:
            await self.client.get("rooms", room, "state", "m.room.encryption", "")
        except Refused as error:
            if error.status == NOT_FOUND:
                return False
            raise
        self._encrypted.add(room)
        return True
