"""One account: it connects where it has to, reads the archives, and says one thing once."""

from __future__ import annotations

import asyncio
import json
import re
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Final
from xml.etree.ElementTree import Element, SubElement

from slixmpp import JID

from uno_chat import contract
from uno_chat.contract import Batch, Conversation, Envelope, Receipt, RetryLater, Unreachable
from uno_chat_xmpp.decode import NETWORK, Decoder, private_chat
from uno_chat_xmpp.session import RefusedError, Session, Settings, Stanza, connect

CAPABILITIES: Final = contract.Capabilities(text_limit=8000, edits=True, trusted_time=True)
IDLE: Final = 60.0
"""Seconds after which the archives are read even if nothing seems to have come."""
SOON, LATER = timedelta(seconds=1), timedelta(seconds=30)
_NOT_XML: Final = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""A server hangs up on whoever sends one of these."""
_BUSY: Final = ("resource-constraint", "policy-violation", "internal-server", "remote-server")
_AWAY: Final = {"service-unavailable", "recipient-unavailable", "not-acceptable"}
_SHUT: Final = {"gone", "item-not-found", "not-authorized", "registration-required"}
_MUTE: Final = {"forbidden", "not-allowed", "conflict"}

Marks = dict[str, str | None]
"""The last id read of each archive, ours under an empty name; None where nobody is any more."""


class XmppAdapter:
    """An adapter for one account on one server."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._session: Session | None = None
        self._door = asyncio.Lock()

    @property
    def network(self) -> str:
        return NETWORK

    @property
    def capabilities(self) -> contract.Capabilities:
        return CAPABILITIES

    @property
    def found_as(self) -> str:
        return self._settings.jid

    @property
    def source(self) -> contract.Puller:
        return self

    async def open(self) -> None:
        await self._connected()

    async def close(self) -> None:
        session, self._session = self._session, None
        if session is not None:
            await session.client.disconnect(wait=1.0)

    async def pull(self, cursor: str | None) -> Batch:
        marks: Marks = json.loads(cursor or "{}")
        try:
            while True:
                session = await self._connected()
                session.woken.clear()
                batch = await self._read(session, marks)
                if batch.cursor != json.dumps(marks):
                    return batch
                woken = asyncio.ensure_future(session.woken.wait())
                await session.first(woken, IDLE)
                woken.cancel()
        except OSError as error:
            raise RetryLater(SOON) from error

    async def deliver(self, delivery: contract.Delivery | contract.Toast) -> Receipt:
        if isinstance(delivery, contract.Toast):
            raise contract.Rejected("there are no buttons here")
        to, asked = delivery.to, False
        place = to if isinstance(to, Conversation) else private_chat(to.id)
        in_room = not place.id.startswith("@")
        try:
            session = await self._connected()
            if in_room:
                await session.join(place.id)
            asked = True
            await session.say(_message(session, place, delivery), in_room=in_room)
        except contract.AccountRefused as error:
            raise RetryLater(LATER) from error
        except OSError as error:
            raise (contract.OutcomeUnknown() if asked else RetryLater(SOON)) from error
        except RefusedError as error:
            raise _told(error, in_room=in_room) from error
        return Receipt(delivery.replaces or contract.Message(place, delivery.key))

    async def _connected(self) -> Session:
        """The connection, made anew if it was lost; raises RetryLater or AccountRefused."""
        async with self._door:
            if self._session is not None and not self._session.over.done():
                return self._session
            if self._session is not None and self._session.over.result() == "conflict":
                raise contract.AccountRefused("Another process uses the account: stop it.")
            self._session = await connect(self._settings)
            return self._session

    async def _read(self, session: Session, marks: Marks) -> Batch:
        """The next page of each archive."""
        after, read = dict(marks), Batch()
        for room in dict.fromkeys(("", *self._settings.rooms, *marks)):
            if after.get(room, "") is not None:
                page = await self._page(session, room, after)
                unreadable = read.unreadable + page.unreadable
                read = Batch(read.envelopes + page.envelopes, unreadable=unreadable)
        return replace(read, cursor=json.dumps(after))

    async def _page(self, session: Session, room: str, marks: Marks) -> Batch:
        """What follows in one archive; from its present end on if it is new to us."""
        try:
            if room not in marks:  # before anybody can see us come in
                newest = await session.entries(room, max="1", before="")
                marks[room] = newest[-1].get("id") if newest else ""
            if room:
                await session.join(room)
            entries = await _after(session, room, marks[room])
        except RefusedError as error:
            if not room:
                text = "The server keeps no archive of the account: switch it on (mod_mam)."
                raise contract.AccountRefused(text) from error
            return self._moved(room, error.to, marks) if error.to else Batch()
        if entries:
            marks[room] = entries[-1].get("id")
        return Decoder(self._settings.jid, self._settings.nick, room).batch(entries)

    def _moved(self, old: str, new: str, marks: Marks) -> Batch:
        """Everybody has gone to another room, and we follow."""
        marks[old], marks[new] = None, marks.get(new, "")
        envelope = Envelope(
            id=f"{old}#moved",
            at=datetime.now(UTC),
            sender=contract.User(NETWORK, self._settings.jid),
            name=self._settings.nick,
            conversation=Conversation(NETWORK, old),
            private=False,
            event=contract.Moved(Conversation(NETWORK, new)),
        )
        return Batch((envelope,))


def _message(session: Session, place: Conversation, delivery: contract.Delivery) -> Stanza:
    text = _NOT_XML.sub("\ufffd", contract.plain_text(delivery.document))
    kind = "chat" if place.id.startswith("@") else "groupchat"
    message = session.client.make_message(JID(place.id.removeprefix("@")), text, mtype=kind)
    message["id"] = delivery.key
    SubElement(message.xml, "{urn:xmpp:styling:0}unstyled")
    if delivery.replaces is not None:
        SubElement(message.xml, "{urn:xmpp:message-correct:0}replace", id=delivery.replaces.id)
    return message


def _told(error: RefusedError, *, in_room: bool) -> contract.DeliveryError:
    """What a server's word for why means for what was to be said."""
    match error.condition:
        case why if why.startswith(_BUSY):
            return RetryLater(LATER)
        case why if not in_room:
            return Unreachable("unblock") if why in _AWAY else contract.Rejected(why)
        case "gone" if error.to:
            return contract.TargetMoved(Conversation(NETWORK, error.to))
        case "not-acceptable":  # we are not in there any more: the next attempt goes in
            return RetryLater(SOON)
        case why if why in _SHUT:
            return Unreachable("invite")
        case why:
            return Unreachable("allow") if why in _MUTE else contract.Rejected(why)


async def _after(session: Session, room: str, mark: str | None) -> list[Element]:
    """What follows the mark, or all there is if that is so old that it is kept no more."""
    try:
        return await session.entries(room, **({"after": mark} if mark else {}))
    except RefusedError as error:
        if not mark or error.condition != "item-not-found":
            raise
        return await session.entries(room)
