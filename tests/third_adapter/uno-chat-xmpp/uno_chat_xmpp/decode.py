"""From an entry of an archive to an envelope: a function of the entry and of who we are."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Final
from xml.etree.ElementTree import Element, tostring

from uno_chat.contract import (
    Batch,
    Conversation,
    Envelope,
    Event,
    Message,
    Reacted,
    Said,
    Sealed,
    Unreadable,
    User,
)

NETWORK: Final = "xmpp"
_MUC: Final = "{http://jabber.org/protocol/muc#user}"
_REACTIONS: Final = "{urn:xmpp:reactions:0}"


def private_chat(jid: str) -> Conversation:
    """The chat with one account; no room's name begins so."""
    return Conversation(NETWORK, f"@{jid}")


@dataclass(frozen=True, slots=True)
class Decoder:
    """Reads what the archive of a room holds, or with an empty ``room`` our own one."""

    me: str
    nick: str
    room: str = ""

    def batch(self, entries: Iterable[Element]) -> Batch:
        """Envelopes in their order, and what could not be read; without a cursor."""
        envelopes: list[Envelope] = []
        unreadable: list[Unreadable] = []
        for entry in entries:
            name = f"{self.room}#{entry.get('id')}"
            try:
                envelopes += self._read(name, entry)
            except (ValueError, LookupError):
                unreadable.append(Unreadable(name, tostring(entry, encoding="unicode")))
        return Batch(tuple(envelopes), unreadable=tuple(unreadable))

    def _read(self, name: str, entry: Element) -> Iterable[Envelope]:
        stamp, message = entry[0]  # the one is forwarded with the other
        jid, shown = self._sender(message)
        who = jid or message.attrib["from"]
        place = Conversation(NETWORK, self.room) if self.room else private_chat(who)
        event = self._event(message, place)
        if event is None or not shown or (shown == self.nick and jid in {self.me, None}):
            return  # nothing, or what a room says, or we ourselves
        yield Envelope(
            id=name,
            at=datetime.fromisoformat(stamp.attrib["stamp"]).astimezone(UTC),
            sender=User(NETWORK, who),
            name=shown,
            conversation=place,
            private=not self.room and jid is not None,
            event=event,
            title=self.room.partition("@")[0],
            anonymous=jid is None,
        )

    def _sender(self, message: Element) -> tuple[str | None, str]:
        """Account and name. In a room only its server knows the account, if it tells: whatever
        else says so in a message was put there by the sender, and stands before.
        """
        bare, _, nick = message.attrib["from"].partition("/")
        told = message.findall(f"{_MUC}x")
        if not self.room and not told:
            return bare, bare.partition("@")[0]
        item = told[-1].find(f"{_MUC}item") if told else None
        account = item.get("jid") if item is not None and self.room else None
        return account.partition("/")[0] if account else None, nick

    def _event(self, message: Element, place: Conversation) -> Event | None:
        """A correction is no second word, and two numbers are none."""
        text = message.findtext("{jabber:client}body")
        if message.find("{urn:xmpp:eme:0}encryption") is not None:
            return Sealed()
        numbers = message.findall(f"{_REACTIONS}reactions/{_REACTIONS}reaction")
        if len(numbers) == 1 and (sign := (numbers[0].text or "").rstrip("\ufe0f\u20e3")).isdigit():
            on = message.find(f"{_REACTIONS}reactions")
            return None if on is None else Reacted(int(sign), Message(place, on.attrib["id"]))
        corrects = message.find("{urn:xmpp:message-correct:0}replace") is not None
        return None if corrects or not text or message.get("type") == "error" else self._words(text)

    def _words(self, text: str) -> Said:
        name, _, rest = text.partition(" ")
        to_us = name.rstrip(",:").casefold() == self.nick.casefold()
        return Said(rest.strip() if to_us else text, to_us=to_us)
