"""The far end of the conformance kit: Ann and her room on a real Prosody."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Final, assert_never
from xml.etree.ElementTree import Element, SubElement

from kit.far_end import PASSWORD, Line, Person, Server
from uno_chat.contract import Address, Conversation, Delivery, Document, Request, User, line
from uno_chat.testing.faults import Blocked, Deleted, Fault, Fine, Lost, Refused, Renamed, TooMany
from uno_chat_xmpp import plugin
from uno_chat_xmpp.adapter import XmppAdapter
from uno_chat_xmpp.decode import NETWORK

IMPOSSIBLE: Final = {
    "a_deleted_target_is_told": "a correction names a message, be it still there or not",
    "too_many_requests_name_the_time_to_wait": "no refusal of XMPP names a time",
}


class XmppWire:
    """One network with one person, Ann, as the kit wants it."""

    def __init__(self, server: Server) -> None:
        self.impossible: Mapping[str, str] = IMPOSSIBLE
        self._server = server
        self._line = Line(server.port)
        self.account = server.account("uno")
        self._room = f"family-of-{self.account.partition('@')[0]}@rooms.localhost"
        self.settings: Mapping[str, str] = {}
        self._adapter: XmppAdapter | None = None
        self._person: Person | None = None

    @property
    def adapter(self) -> XmppAdapter:
        assert self._adapter is not None
        return self._adapter

    @property
    def person(self) -> Person:
        assert self._person is not None
        return self._person

    @property
    def ann(self) -> User:
        return User(NETWORK, self.person.jid)

    @property
    def group(self) -> Conversation:
        return Conversation(NETWORK, self._room)

    @property
    def elsewhere(self) -> Conversation:
        return Conversation(NETWORK, f"new-{self._room}")

    @property
    def hello(self) -> Delivery:
        return Delivery("hello", self.group, Document((line("hello"),)))

    @property
    def cursor(self) -> str:
        return json.dumps({"": "", self._room: ""})

    async def start(self) -> None:
        self._person = await Person.signed_in(self._server, "Ann")
        await self.person.make(self._room)
        server = f"127.0.0.1:{await self._line.start()}"
        account = {"jid": self.account, "password": PASSWORD, "server": server}
        self.settings = {**account, "rooms": self._room}
        self._adapter = plugin(self.settings)

    async def stop(self) -> None:
        await self.adapter.close()
        await self.person.leave()
        await self._line.cut()

    async def say(self, text: str, *, private: bool) -> None:
        self.person.say(text, self.account if private else self._room)
        await self.person.look()

    async def press(self, label: str) -> None:
        raise LookupError(label)

    async def react(self, number: int) -> bool:
        newest = [page for page in self.person.pages if not page.room][-1]
        reactions = Element("{urn:xmpp:reactions:0}reactions", id=newest.id)
        SubElement(reactions, "{urn:xmpp:reactions:0}reaction").text = f"{number}\ufe0f\u20e3"
        self.person.say("", self.account, reactions, Element("{urn:xmpp:hints}store"))
        await self.person.look()
        return True

    async def bridge(self, text: str) -> bool:  # noqa: ARG002 - there is no gateway here
        return False

    async def garble(self) -> None:
        for about in ({}, {"id": ""}):
            reactions = Element("{urn:xmpp:reactions:0}reactions", about)
            SubElement(reactions, "{urn:xmpp:reactions:0}reaction").text = "3"
            self.person.say("", self.account, reactions, Element("{urn:xmpp:hints}store"))
        await self.person.look()

    async def echo(self) -> None:
        """It has done so already: what we say is in the archives, too."""

    def requests(self) -> Sequence[Request]:
        return ()

    def forged(self) -> Sequence[Request]:
        return ()

    async def seen(self, where: Address) -> Sequence[str]:
        await self.person.look()
        room = "" if isinstance(where, User) else where.id
        return [page.text for page in self.person.pages if page.room == room]

    async def toasts(self) -> Sequence[str]:
        return ()

    async def lose_connection(self) -> None:
        await self._line.drop()

    async def fail(self, fault: Fault) -> None:
        match fault:
            case Refused():
                await self._line.cut()
            case Lost():
                self._line.lose = fault
            case Blocked():
                await self.person.block(self.account)
            case Renamed(to):
                await self.person.close(self._room, to.id)
            case TooMany() | Deleted():
                raise AssertionError("it is impossible")
            case Fine():
                pass
            case _:
                assert_never(fault)
