"""Reading and writing in encrypted rooms (Megolm), for one device of ours.

Whatever moves on when it is used is kept before anybody sees what it made, so that a killed process
never uses a key twice. One call at a time changes it.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
import logging
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from typing import Final

from vodozemac import GroupSession, InboundGroupSession, MegolmMessage, SessionKey

from uno_chat.contract import Memory, Unreachable
from uno_chat_matrix.client import Client, NoAnswer, Refused
from uno_chat_matrix.encryption.devices import Device, devices_of
from uno_chat_matrix.encryption.kept import (
    Heard,
    Pair,
    Spoken,
    heard_in,
    heard_session,
    heard_sessions,
    pickled,
    spoken_session,
)
from uno_chat_matrix.encryption.own import MEGOLM, left_there, our_device, refill
from uno_chat_matrix.encryption.pairs import ONE_TIME, Us, open_for_us, pair_up, seal_for
from uno_chat_matrix.values import Json, fields, is_text, items, needed, number, read, text
from uno_chat_matrix.writing import ENCRYPTED

log = logging.getLogger(__name__)

MOST: Final = 100
"""Messages in one session of ours."""
LONGEST: Final = timedelta(days=7)
"""How long we speak in one session."""
FORGOTTEN: Final = timedelta(days=60)
"""How long the key of somebody else's session is kept: clients begin a new one every week."""
MENDED_EVERY: Final = timedelta(hours=1)
"""How often a new session is begun with a device that we cannot understand."""
_MS: Final = timedelta(milliseconds=1)
_EPOCH: Final = datetime.fromisoformat("1970-01-01T00:00:00+00:00")


@dataclass(slots=True)
class Cipher:
    """Of the device ``us``, from ``open_cipher``."""

    client: Client
    memory: Memory
    us: Us
    now: Callable[[], datetime]
    _mended: dict[str, datetime] = field(default_factory=dict)
    _one: asyncio.Lock = field(default_factory=asyncio.Lock)

    async def take(self, sync: Json) -> None:
        """Keep the keys that came with a sync, and bring new ones of ours where few are left.
        Raises RetryLater, NoAnswer or Refused; the same sync may be taken twice.
        """
        async with self._one:
            for event in items(sync, "to_device", "events"):
                await self._given(event)
            left = number(sync, "device_one_time_keys_count", ONE_TIME)
            if left is not None:
                await refill(self.client, self.memory, self.us, left)

    async def read(self, room: str, event: Json) -> Json | None:
        """An event as it would have come without encryption. None if its key was not given to us,
        or if it is a copy; raises RetryLater.
        """
        if not is_text(event):
            return None
        async with self._one:
            try:
                return await self._read(room, event)
            except ValueError:
                return None

    async def seal(self, room: str, kind: str, content: Json) -> Json:
        """The content of an ``m.room.encrypted`` that everybody in the room can read, at every
        device whose key can be had. Raises RetryLater, NoAnswer, Refused, and Unreachable if there
        is no such device.
        """
        async with self._one:
            inside = await self.client.get("rooms", room, "joined_members")
            others = await devices_of(self.client, self.memory, fields(inside, "joined"))
            others = [one for one in others if one.key != self.us.key]
            spoken = await self._spoken(room, others)
            spoken = await self._shared(spoken, others)
            if not spoken.shared:
                raise Unreachable("keys")
            return await self._sealed(spoken, kind, content)

    # what others say

    async def _given(self, event: object) -> None:
        """A key for a room, or whatever else was sent to us alone, which means nothing to us."""
        if not isinstance(event, Mapping) or text(event, "type") != ENCRYPTED:
            return
        if not is_text(event):  # no device sends that
            return
        try:
            opened = await open_for_us(self.us, self.memory, event)
            changes: dict[str, str | None] = dict(opened.changes)
            if text(opened.payload, "type") == "m.room_key":
                changes |= await self._room_key(event, fields(opened.payload, "content"))
        except ValueError as error:
            log.warning("a device sent something that cannot be read: %s", type(error).__name__)
            await self._mend(event)
            return
        await self.memory.write(changes)

    async def _room_key(self, event: Json, given: Json) -> dict[str, str | None]:
        """Keep the key, and forget those that nobody has used for long."""
        room, user = needed(given, "room_id"), needed(event, "sender")
        session = InboundGroupSession(SessionKey(needed(given, "session_key")))
        known = await heard_sessions(self.memory, room)
        if any(one.session.session_id == session.session_id for one in known):
            return {}  # the first one counts, and was perhaps used already
        now = self._ms()
        old = (one for one in known if one.since < now - FORGOTTEN // _MS)
        heard = Heard(room, user, session, now)
        return {**{one.name: None for one in old}, heard.name: pickled(heard)}

    def _ms(self) -> int:
        return (self.now() - _EPOCH) // _MS

    async def _mend(self, event: Json) -> None:
        """Begin a new session with a device whose messages we cannot open."""
        user, key = text(event, "sender"), text(event, "content", "sender_key")
        now = self.now()
        if self._mended.get(key, _EPOCH) + MENDED_EVERY > now:
            return
        self._mended[key] = now
        try:
            found = await devices_of(self.client, self.memory, [user])
            devices = [one for one in found if one.key == key]
            pairs = await pair_up(self.client, self.us, self.memory, devices, anew=True)
            await self._tell(pairs, "m.dummy", {}, f"mend {key} {now.isoformat()}")
        except (NoAnswer, Refused) as error:
            log.warning("no new session with a device: %s", error)

    async def _read(self, room: str, event: Json) -> Json | None:
        session = needed(event, "content", "session_id")
        heard = await heard_session(self.memory, room, session)
        if heard is None or heard.user != needed(event, "sender"):
            return None
        message = MegolmMessage.from_base64(needed(event, "content", "ciphertext"))
        plain = heard.session.decrypt(message)
        index, id_ = str(plain.message_index), needed(event, "event_id")
        payload = read(plain.plaintext)
        if heard.seen.get(index, id_) != id_ or text(payload, "room_id") != room:
            return None
        seen = replace(heard, seen={**heard.seen, index: id_})
        await self.memory.write({heard_in(room, session): pickled(seen)})
        content = dict(fields(payload, "content"))
        if relates := fields(event, "content", "m.relates_to"):
            content.setdefault("m.relates_to", relates)
        return {**event, "type": text(payload, "type"), "content": content}

    # what we say

    async def _spoken(self, room: str, devices: Sequence[Device]) -> Spoken:
        """The session in which we speak; a new one when it is old, or when a device that has its
        key is gone.
        """
        spoken, now = await spoken_session(self.memory, room), self._ms()
        keys = {one.name: one.key for one in devices}
        if (
            spoken is None
            or spoken.session.message_index >= MOST
            or not 0 <= now - spoken.since < LONGEST // _MS
            or not spoken.shared.items() <= keys.items()
        ):
            return Spoken(room, GroupSession(), now)
        return spoken

    async def _shared(self, spoken: Spoken, devices: Sequence[Device]) -> Spoken:
        """The session, once every device that can be had was given its key."""
        new = [one for one in devices if one.name not in spoken.shared]
        pairs = await pair_up(self.client, self.us, self.memory, new) if new else {}
        if not pairs:
            return spoken
        content = {
            "algorithm": MEGOLM,
            "room_id": spoken.room,
            "session_id": spoken.session.session_id,
            "session_key": spoken.session.session_key.to_base64(),
        }
        about = f"{spoken.session.session_id} {spoken.session.message_index}"
        await self._tell(pairs, "m.room_key", content, about)
        return replace(spoken, shared={**spoken.shared, **{d.name: d.key for d in pairs}})

    async def _tell(
        self, pairs: Mapping[Device, Pair], kind: str, content: Json, about: str
    ) -> None:
        """Send something to each of these devices alone."""
        messages: dict[str, dict[str, Json]] = {}
        for device, pair in pairs.items():
            sealed = seal_for(self.us, device, pair, kind, content)
            messages.setdefault(device.user, {})[device.id] = sealed
        await self.memory.write({pair.name: pickled(pair) for pair in pairs.values()})
        key = hashlib.sha256(f"{about} {sorted(d.name for d in pairs)}".encode()).hexdigest()
        await self.client.put("sendToDevice", ENCRYPTED, key, body={"messages": messages})

    async def _sealed(self, spoken: Spoken, kind: str, content: Json) -> Json:
        payload = {"type": kind, "content": content, "room_id": spoken.room}
        message = spoken.session.encrypt(json.dumps(payload).encode())
        await self.memory.write({spoken.name: pickled(spoken)})
        sealed: dict[str, object] = {
            "algorithm": MEGOLM,
            "sender_key": self.us.key,
            "device_id": self.us.device,
            "session_id": spoken.session.session_id,
            "ciphertext": message.to_base64(),
        }
        if relates := fields(content, "m.relates_to"):
            sealed["m.relates_to"] = relates
        return sealed


async def open_cipher(
    client: Client, memory: Memory, user: str, device: str, now: Callable[[], datetime]
) -> Cipher:
    """Make our device known. Raises NoAnswer, Refused, RetryLater, AccountRefused."""
    us = await our_device(client, memory, user, device)
    await refill(client, memory, us, await left_there(client))
    return Cipher(client, memory, us, now)
