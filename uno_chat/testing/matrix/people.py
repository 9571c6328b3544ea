"""People on a homeserver, who do what a client lets them do and read what it shows them."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Final, TypeVar

from uno_chat.testing.matrix.api import CLIENT, Account, Api, Json, RefusedError, at
from uno_chat.testing.matrix.diary import Diary, Page, Showing
from uno_chat.testing.patience import PATIENCE

T = TypeVar("T")

_FILTER: Final = json.dumps(
    {
        "room": {"timeline": {"limit": 500}, "state": {"lazy_load_members": True}},
        "presence": {"types": []},
        "account_data": {"types": []},
    }
)


@dataclass(slots=True)
class Person:
    """One person at one client. Where no room is named, it is the private one: the newest to
    which somebody invited this person directly, or which this person opened with somebody.
    """

    name: str
    account: Account
    api: Api = field(repr=False)
    joins: bool = True
    """Whether invitations are accepted at once."""
    rooms: dict[str, str] = field(default_factory=dict)
    """What this person is in a room: "invite", "join" or "leave"."""
    private: str = ""
    diary: Diary = field(init=False, repr=False)
    _since: str = ""
    _reading: asyncio.Task[None] | None = field(default=None, repr=False)
    _order: asyncio.Lock = field(default_factory=asyncio.Lock, repr=False)
    _news: asyncio.Event = field(default_factory=asyncio.Event, repr=False)

    def __post_init__(self) -> None:
        self.diary = Diary(self.id)

    @property
    def id(self) -> str:
        """The full user id."""
        return self.account.user

    # what people do

    async def say(
        self,
        text: str,
        room: str = "",
        *,
        reply_to: str = "",
        thread: str = "",
        html: str = "",
        mentions: tuple[str, ...] = (),
    ) -> str:
        """Say something; the event's id. RefusedError where the server does not let one."""
        content: Json = {"msgtype": "m.text", "body": text}
        if html:
            content |= {"format": "org.matrix.custom.html", "formatted_body": html}
        if mentions:
            content["m.mentions"] = {"user_ids": list(mentions)}
        relation: Json = {"rel_type": "m.thread", "event_id": thread} if thread else {}
        if reply_to:
            relation["m.in_reply_to"] = {"event_id": reply_to}
        if relation:
            content["m.relates_to"] = relation
        return await self.send(content, room)

    async def send(self, content: Json, room: str = "", kind: str = "m.room.message") -> str:
        """Send any event; its id."""
        return await self.api.send(room or self.private, kind, content)

    async def react(self, key: str, event: str, room: str = "") -> str:
        """Put a reaction on a message; the event's id, by which it is taken back."""
        relation = {"rel_type": "m.annotation", "event_id": event, "key": key}
        return await self.send({"m.relates_to": relation}, room, "m.reaction")

    async def edit(self, event: str, text: str, room: str = "") -> str:
        """Change what one has said (or try to change what another has)."""
        now: Json = {"msgtype": "m.text", "body": text}
        relation = {"rel_type": "m.replace", "event_id": event}
        content = {**now, "body": f"* {text}", "m.new_content": now, "m.relates_to": relation}
        return await self.send(content, room)

    async def redact(self, event: str, room: str = "") -> str:
        """Delete a message, or take a reaction back."""
        return await self.api.redact(room or self.private, event)

    async def opens(
        self,
        name: str,
        *users: str,
        version: str = "",
        direct: bool = False,
        **more: Any,  # noqa: ANN401 - fields of createRoom
    ) -> str:
        """Open a room, private unless ``more`` says otherwise, and invite users; its id."""
        asked = {"preset": "private_chat", "invite": list(users), "is_direct": direct, **more}
        asked |= {"name": name} if name else {}
        asked |= {"room_version": version} if version else {}
        room: str = (await self.api.call("POST", f"{CLIENT}/createRoom", asked))["room_id"]
        self.rooms[room] = "join"
        if direct:
            self.private = room
        return room

    async def direct(self, user: str) -> str:
        """Open a private room with one other user; its id."""
        return await self.opens("", user, direct=True, preset="trusted_private_chat")

    async def join(self, room: str) -> None:
        """Accept an invitation, or come into a public room."""
        await self._in_room(room, "join")
        self.rooms[room] = "join"

    async def leave(self, room: str = "") -> None:
        """Leave a room, or decline an invitation."""
        await self._in_room(room or self.private, "leave")

    async def invite(self, user: str, room: str) -> None:
        """Ask somebody in."""
        await self._in_room(room, "invite", user_id=user)

    async def kick(self, user: str, room: str) -> None:
        """Put somebody out."""
        await self._in_room(room, "kick", user_id=user)

    async def ban(self, user: str, room: str) -> None:
        """Put somebody out for good."""
        await self._in_room(room, "ban", user_id=user)

    async def upgrade(self, room: str, version: str = "12") -> str:
        """Move a room to another version: everybody must be invited anew. The new room's id."""
        told = await self._in_room(room, "upgrade", new_version=version)
        self.rooms[told["replacement_room"]] = "join"
        replacement: str = told["replacement_room"]
        return replacement

    async def ignore(self, *users: str) -> None:
        """See nothing of these users, and of no others, any more; nobody is told."""
        path = at(CLIENT, "user", self.id, "account_data", "m.ignored_user_list")
        await self.api.call("PUT", path, {"ignored_users": {user: {} for user in users}})

    async def rename(self, name: str) -> None:
        """Show another name."""
        path = at(CLIENT, "profile", self.id, "displayname")
        await self.api.call("PUT", path, {"displayname": name})

    async def delete_account(self) -> None:
        """Be gone for good; afterwards this person reads no more."""
        await self.end()
        user = {"type": "m.id.user", "user": self.id}
        auth = {
            "type": "m.login.password",
            "identifier": user,
            "password": self.account.password,
        }
        await self.api.call("POST", f"{CLIENT}/account/deactivate", {"auth": auth})

    async def power(self, user: str, level: int, room: str) -> None:
        """Give somebody a power level (50 moderates)."""
        path = at(CLIENT, "rooms", room, "state", "m.room.power_levels")
        levels = await self.api.call("GET", path)
        levels.setdefault("users", {})[user] = level
        await self.api.call("PUT", path, levels)

    async def set_state(self, kind: str, content: Json, room: str, key: str = "") -> str:
        """Set a state of a room; the event's id."""
        path = at(CLIENT, "rooms", room, "state", kind, key)
        event: str = (await self.api.call("PUT", path, content))["event_id"]
        return event

    async def members(self, room: str = "") -> set[str]:
        """Who is in a room now."""
        path = at(CLIENT, "rooms", room or self.private, "joined_members")
        return set((await self.api.call("GET", path))["joined"])

    async def _in_room(self, room: str, doing: str, **body: str) -> Json:
        return await self.api.call("POST", at(CLIENT, "rooms", room, doing), body)

    # what people see

    def pages(self, room: str = "", sender: str = "") -> tuple[Page, ...]:
        """What stands in a room, edits applied, oldest first; of one sender, if named."""
        return self.diary.pages(room or self.private, sender)

    @property
    def seen(self) -> tuple[Showing, ...]:
        """Everything this person was ever shown, in order."""
        return tuple(self.diary.shown)

    async def until(self, *texts: str, room: str = "", within: float = PATIENCE) -> Page:
        """The newest page that says all this, as soon as it stands there. Raises TimeoutError
        that shows what stands there instead.
        """

        def found() -> Page | None:
            pages = reversed(self.pages(room))
            return next((page for page in pages if all(t in page.text for t in texts)), None)

        try:
            return await self.wait_for(found, within)
        except TimeoutError:
            there = "\n---\n".join(page.text for page in self.pages(room))
            raise TimeoutError(f"{self.name} does not read {texts}, but:\n{there}") from None

    async def inside(self, room: str) -> None:
        """Wait until this person is in a room."""
        await self.wait_for(lambda: True if self.rooms.get(room) == "join" else None)

    async def wait_for(self, found: Callable[[], T | None], within: float = PATIENCE) -> T:
        """What ``found`` finds, as soon as something came that lets it find anything."""
        async with asyncio.timeout(within):
            while (what := found()) is None:
                if self._reading is not None and self._reading.done():
                    await self._reading
                self._news.clear()
                await self._news.wait()
            return what

    async def look(self) -> None:
        """Read what the server has for this person now; afterwards nothing is missing."""
        while not await self._read(0):
            continue

    # the client

    async def begin(self) -> None:
        """Start reading, and go on until ``end``."""
        await self.look()
        self._reading = asyncio.ensure_future(self._read_on())

    async def end(self) -> None:
        """Read no more; raises what went wrong in reading."""
        if self._reading is None:
            return
        self._reading.cancel()
        (how,) = await asyncio.gather(self._reading, return_exceptions=True)
        if isinstance(how, BaseException) and not isinstance(how, asyncio.CancelledError):
            raise how

    async def _read_on(self) -> None:
        try:
            while True:
                await self._read(20000)
        finally:
            self._news.set()

    async def _read(self, wait: int) -> bool:
        """Whether what came was new: where another look was quicker, this one may have seen less,
        and all that it has seen comes again, unless it is known.
        """
        since = self._since
        query: dict[str, str | int] = {"filter": _FILTER, "timeout": wait}
        told = await self.api.call(
            "GET", f"{CLIENT}/sync", query=query | ({"since": since} if since else {})
        )
        async with self._order:
            if since != self._since:
                return False
            await self._take(told.get("rooms", {}))
            self._since = told["next_batch"]
        self._news.set()
        return True

    async def _take(self, rooms: Json) -> None:
        for kind in ("join", "leave"):
            for room, news in rooms.get(kind, {}).items():
                await self._news_of(room, kind, news)
        for room, news in rooms.get("invite", {}).items():
            await self._invited(room, news["invite_state"]["events"])

    async def _news_of(self, room: str, kind: str, news: Json) -> None:
        timeline = news.get("timeline", {})
        events = timeline.get("events", [])
        if timeline.get("limited"):
            events = await self._before(room, timeline["prev_batch"]) + events
        for event in (*news.get("state", {}).get("events", ()), *events):
            self.diary.take(room, event)
            if event["type"] == "m.room.member" and event.get("state_key") == self.id:
                self._member(room, event["content"])
        self.rooms[room] = kind

    async def _before(self, room: str, token: str) -> list[Json]:
        """What came between the last look and a token, oldest first; a room's whole past when it
        is new to this person.
        """
        missed: list[Json] = []
        while token:
            query: dict[str, str | int] = {"from": token, "dir": "b", "limit": 500}
            told = await self.api.call("GET", at(CLIENT, "rooms", room, "messages"), query=query)
            fresh = [e for e in told["chunk"] if e["event_id"] not in self.diary.known]
            missed += fresh
            token = told.get("end", "") if len(fresh) == len(told["chunk"]) else ""
        return missed[::-1]

    def _member(self, room: str, content: Json) -> None:
        if content.get("is_direct"):
            self.private = room

    async def _invited(self, room: str, states: list[Json]) -> None:
        if self.rooms.get(room) == "invite":
            return
        self.rooms[room] = "invite"
        self.diary.invited(room, states)
        for state in states:
            if state["type"] == "m.room.member" and state["state_key"] == self.id:
                self._member(room, state["content"])
        if self.joins:
            try:
                await self.join(room)
            except RefusedError:  # it was withdrawn meanwhile
                self.rooms[room] = "leave"
