"""What has to be known about a room to understand what is said in it: asked once, then remembered
until something there changes. To forget it all changes nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Final, TypeVar

from uno_chat_matrix.client import Client
from uno_chat_matrix.decode import Above, Part, is_arrival, refers_to
from uno_chat_matrix.direct import Direct
from uno_chat_matrix.private import PrivateRooms, Standing
from uno_chat_matrix.said import thread_of
from uno_chat_matrix.session import Me
from uno_chat_matrix.values import Json, fields, is_state, text

K = TypeVar("K")
T = TypeVar("T")

_MEMBER: Final = "m.room.member"

_REMEMBERED: Final = 2000
"""So many messages and rooms."""


@dataclass(slots=True)
class Knowing:
    """What the account ``me`` knows of its rooms."""

    client: Client
    me: Me
    direct: Direct
    private: PrivateRooms
    titles: dict[str, str] = field(default_factory=dict)
    others: dict[str, str] = field(default_factory=dict)
    above: dict[str, Above] = field(default_factory=dict)
    names: dict[tuple[str, str], str] = field(default_factory=dict)

    async def part(
        self,
        room: str,
        state: Iterable[Json],
        events: tuple[Json, ...],
        called: Mapping[str, str] | None = None,
    ) -> Part:
        """The events, the state before them, and all that belongs to them, beside how people are
        ``called`` for all that is known; raises NoAnswer or Refused.
        """
        told = (*state, *events)
        self._hear(room, told)
        other, names = await self._other(room), {**(called or {}), **dict(_names(told))}
        if other and events and other not in names:
            names[other] = await self._name(room, other)
        return Part(
            room,
            events,
            title="" if other else await self._title(room),
            other=other,
            names=names,
            above={event: await self._above(room, event) for event in self._referred(events)},
            before=await self._before(room) if self._arrives(events) else "",
            encrypted=await self._encrypted(room) if self._arrives(events) else False,
        )

    async def called(self, room: str, people: Iterable[str]) -> dict[str, str]:
        """How these people are called in a room, for a source that does not tell."""
        for person in people:
            if (room, person) not in self.names:
                _keep(self.names, (room, person), await self._name(room, person))
        return {who: name for who in people if (name := self.names[room, who])}

    def _hear(self, room: str, events: Iterable[Json]) -> None:
        """What the events themselves tell."""
        for event in events:
            if is_state(event, "m.room.name"):
                _keep(self.titles, room, text(event, "content", "name"))
            elif is_state(event, _MEMBER):
                self.others.pop(room, None)
                self.names.pop((room, text(event, "state_key")), None)
            elif is_state(event, "m.room.encryption"):
                self.others.pop(room, None)
                self.private.clear.discard(room)
            elif text(event, "sender") == self.me.id:
                _keep(self.above, text(event, "event_id"), self._read(event))

    def _referred(self, events: Iterable[Json]) -> set[str]:
        return {refers_to(event, self.me) for event in events} - {""}

    async def _other(self, room: str) -> str:
        """Who is in the room with us alone, if it is meant to be so."""
        async with self.private.making:  # whoever is quick comes in before that is noted
            person = await self.direct.whose(room)
        if not person:
            return ""
        if room not in self.others:
            standing = await self.private.standing(room, person)
            _keep(self.others, room, person if standing is Standing.PRIVATE else "")
        return self.others[room]

    async def _name(self, room: str, person: str) -> str:
        """How somebody is shown who has not done anything yet but to invite us."""
        member = await self.client.look("rooms", room, "state", _MEMBER, person)
        return text(member, "displayname")

    async def _title(self, room: str) -> str:
        if room not in self.titles:
            state = await self.client.look("rooms", room, "state", "m.room.name", "")
            _keep(self.titles, room, text(state, "name"))
        return self.titles[room]

    async def _above(self, room: str, event: str) -> Above:
        if event not in self.above:
            found = await self.client.look("rooms", room, "event", event)
            _keep(self.above, event, self._read(found))
        return self.above[event]

    def _arrives(self, events: Iterable[Json]) -> bool:
        return any(is_arrival(event, self.me.id) for event in events)

    async def _before(self, room: str) -> str:
        """The room that this one has replaced, as both of them say; any room can say so alone."""
        made = await self.client.look("rooms", room, "state", "m.room.create", "")
        old = text(made, "predecessor", "room_id")
        if not old:
            return ""
        tomb = await self.client.look("rooms", old, "state", "m.room.tombstone", "")
        return old if text(tomb, "replacement_room") == room else ""

    async def _encrypted(self, room: str) -> bool:
        """Whether we cannot read what is said there."""
        state = await self.client.look("rooms", room, "state", "m.room.encryption", "")
        return bool(state) and not self.me.reads

    def _read(self, event: Json) -> Above:
        ours = text(event, "sender") == self.me.id
        return Above(ours, thread_of(fields(event, "content")) if ours else "")


def _names(events: Iterable[Json]) -> Iterator[tuple[str, str]]:
    """How people want to be shown; for showing only, everybody may take any name."""
    for event in events:
        name = text(event, "content", "displayname")
        if is_state(event, _MEMBER) and name:
            yield text(event, "state_key"), name


def _keep(known: dict[K, T], key: K, value: T) -> None:
    """Keep the newest."""
    known.pop(key, None)
    while len(known) >= _REMEMBERED:
        del known[next(iter(known))]
    known[key] = value
