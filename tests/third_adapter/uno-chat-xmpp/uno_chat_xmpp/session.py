"""One connection to a server, from its beginning to its end; nothing of it outlives it."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any, Final
from xml.etree.ElementTree import Element, SubElement

from slixmpp import JID, ClientXMPP
from slixmpp.xmlstream.handler import Callback
from slixmpp.xmlstream.matcher import StanzaPath

from uno_chat.contract import AccountRefused, RetryLater

Stanza = Any
"""The library gives the parts of a stanza by name, without a type."""
PATIENCE: Final = 10.0
"""Seconds after which a server is said not to answer."""
PAGE: Final = {"max": "50"}
_MUC: Final = "{http://jabber.org/protocol/muc}"
_MADE: Final = "{http://jabber.org/protocol/muc#user}x/*[@code='201']"
_MAM: Final = "{urn:xmpp:mam:2}"
_PART: Final = "{http://jabber.org/protocol/rsm}"


@dataclass(frozen=True, slots=True)
class Settings:
    """One account. ``server`` is where it is found if not by its domain."""

    jid: str
    password: str = field(repr=False)
    rooms: tuple[str, ...]
    server: tuple[str, int] | None = None

    @property
    def nick(self) -> str:
        """How we are called in rooms."""
        return self.jid.partition("@")[0]


class RefusedError(Exception):
    """A server refuses: ``condition`` is its word for why, ``to`` the room to go to instead."""

    def __init__(self, condition: str, to: str = "") -> None:
        super().__init__(condition)
        self.condition, self.to = condition, to.removeprefix("xmpp:").partition("?")[0]


@dataclass(slots=True)
class Session:
    """Everything that is asked raises OSError when nothing comes back; then it is over."""

    client: ClientXMPP
    nick: str
    over: asyncio.Future[str]
    woken: asyncio.Event = field(default_factory=asyncio.Event)
    joined: set[str] = field(default_factory=set)
    _awaited: dict[str, asyncio.Future[Stanza]] = field(default_factory=dict)
    _entries: list[Element] = field(default_factory=list)

    def hear(self, stanza: Stanza) -> None:
        """Part of an archive, an answer to something of ours, or a sign that there is news."""
        entry = stanza.xml.find(f"{_MAM}result")
        if entry is not None:
            self._entries.append(entry)
            return
        awaited = self._awaited.pop(stanza["id"], None)
        if awaited is not None and not awaited.done():
            awaited.set_result(stanza)
        if stanza["type"] == "unavailable" and stanza["from"].resource == self.nick:
            self.joined.discard(stanza["from"].bare)
        self.woken.set()

    async def first(self, awaited: asyncio.Future[Any], within: float = PATIENCE) -> bool:
        """Whether it comes in time, and before the connection ends."""
        both = {awaited, self.over}
        await asyncio.wait(both, timeout=within, return_when=asyncio.FIRST_COMPLETED)
        return awaited.done()

    async def ask(self, stanza: Stanza) -> Stanza:
        """Send it; what comes back under its id. Raises RefusedError."""
        answer = self._send(stanza)
        if not await self.first(answer):
            self.client.abort()
            raise ConnectionResetError
        return _accepted(answer.result())

    async def say(self, message: Stanza, *, in_room: bool) -> None:
        """A room shows us what we said. A person's server only tells if it refuses, and handles
        one thing after the other: so whatever we ask behind it is answered after that.
        """
        if in_room:
            try:
                await self.ask(message)
            except RefusedError:
                self.joined.discard(message["to"].bare)  # perhaps we are there no more
                raise
            return
        refusal = self._send(message)
        ping = self.client.make_iq_get(ito=self.client.boundjid.domain)
        SubElement(ping.xml, "{urn:xmpp:ping}ping")
        await self.ask(ping)
        if refusal.done():
            _accepted(refusal.result())

    async def join(self, room: str) -> None:
        """Come in, without hearing again what was said. A room that is made by that is none."""
        if room in self.joined:
            return
        presence = self.client.make_presence(pto=JID(f"{room}/{self.nick}"))
        presence["id"] = self.client.new_id()
        entering = SubElement(presence.xml, f"{_MUC}x")
        SubElement(entering, f"{_MUC}history", maxstanzas="0")
        if (await self.ask(presence)).xml.find(_MADE) is not None:
            self.client.send_presence(pto=JID(f"{room}/{self.nick}"), ptype="unavailable")
            raise RefusedError("item-not-found")
        self.joined.add(room)

    async def entries(self, room: str, **part: str) -> list[Element]:
        """Some of the archive of a room, or with an empty name of ours."""
        iq = self.client.make_iq_set(ito=JID(room) if room else None)
        query = SubElement(SubElement(iq.xml, f"{_MAM}query"), f"{_PART}set")
        for name, value in {**PAGE, **part}.items():
            SubElement(query, f"{_PART}{name}").text = value
        self._entries.clear()
        await self.ask(iq)
        return [*self._entries]

    def _send(self, stanza: Stanza) -> asyncio.Future[Stanza]:
        answer = self._awaited[stanza["id"]] = asyncio.get_running_loop().create_future()
        self.client.send(stanza)
        return answer


async def connect(settings: Settings) -> Session:
    """Sign in; raises RetryLater or AccountRefused."""
    local = settings.server is not None and settings.server[0] in {"127.0.0.1", "localhost"}
    lax = {"feature_mechanisms": {"unencrypted_plain": local, "unencrypted_scram": local}}
    place = JID(f"{settings.jid}/{settings.nick}")  # corrections count from the same place only
    client = ClientXMPP(place, settings.password, plugin_config=lax)
    client.enable_direct_tls, client.enable_starttls = settings.server is None, not local
    client.enable_plaintext = local
    begun: asyncio.Future[None] = asyncio.get_running_loop().create_future()
    session = Session(client, settings.nick, asyncio.get_running_loop().create_future())
    refusal = AccountRefused("The server refuses UNO_CHAT_XMPP_JID and _PASSWORD: check them.")

    def ended(why: object) -> None:
        if not session.over.done():
            session.over.set_result(str(why))

    client.add_event_handler("session_start", lambda _: begun.set_result(None), disposable=True)
    client.add_event_handler("failed_all_auth", lambda _: begun.set_exception(refusal))
    client.add_event_handler("stream_error", lambda error: ended(error["condition"]))
    client.add_event_handler("disconnected", ended)
    if settings.server is not None:  # else there may be other places to try
        client.add_event_handler("connection_failed", ended)
    for kind in ("message", "presence", "iq@type=result", "iq@type=error"):
        client.register_handler(Callback(f"every {kind}", StanzaPath(kind), session.hear))
    client.connect(*settings.server or ())
    try:
        there = await session.first(begun)
    finally:
        if not begun.done() or begun.exception():
            client.cancel_connection_attempt()
            client.abort()
    if not there:
        raise RetryLater(timedelta(seconds=1), "no connection")
    begun.result()
    client.send_presence()
    return session


def _accepted(stanza: Stanza) -> Stanza:
    if stanza["type"] == "error":
        raise RefusedError(stanza["error"]["condition"], stanza["error"]["gone"])
    return stanza
