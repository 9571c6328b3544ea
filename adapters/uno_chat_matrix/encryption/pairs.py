"""What is sent to one device alone (Olm): the keys of rooms, and nothing else."""

from __future__ import annotations

import json
from base64 import b64decode, b64encode
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from vodozemac import (
    Account,
    AnyOlmMessage,
    Curve25519PublicKey,
    OlmDecryptionException,
    PreKeyMessage,
)

from uno_chat.contract import Memory
from uno_chat_matrix.client import Client
from uno_chat_matrix.encryption.devices import Device
from uno_chat_matrix.encryption.kept import ACCOUNT, Pair, pairs_in, pickled, pickled_account
from uno_chat_matrix.encryption.signing import is_signed
from uno_chat_matrix.values import Json, fields, needed, number, read, text

OLM: Final = "m.olm.v1.curve25519-aes-sha2"
ONE_TIME: Final = "signed_curve25519"
PAIRS: Final = 5
"""Sessions with one device that are kept."""


@dataclass(frozen=True, slots=True)
class Us:
    """Our own device."""

    user: str
    device: str
    account: Account = field(repr=False)

    @property
    def key(self) -> str:
        return self.account.curve25519_key.to_base64()

    @property
    def sign(self) -> str:
        return self.account.ed25519_key.to_base64()


@dataclass(frozen=True, slots=True)
class Opened:
    """What was sent to us alone, and what has to be kept before it counts."""

    payload: Json = field(repr=False)
    changes: Mapping[str, str | None] = field(repr=False)


async def open_for_us(us: Us, memory: Memory, event: Json) -> Opened:
    """Read what a device sent to us alone; raises ValueError if nobody can."""
    key = needed(event, "content", "sender_key")
    sealed = fields(event, "content", "ciphertext", us.key)
    body = _decoded(needed(sealed, "body"))
    message = AnyOlmMessage.from_parts(number(sealed, "type") or 0, body)
    raw, changes = await _decrypt(us, memory, key, message)
    payload = read(raw)
    _check(us, event, payload)
    return Opened(fields(payload), changes)


async def _decrypt(
    us: Us, memory: Memory, key: str, message: AnyOlmMessage
) -> tuple[bytes, Mapping[str, str | None]]:
    pairs, first = await pairs_in(memory, key), message.to_pre_key()
    newest = pairs[0].used + 1 if pairs else 1
    for pair in pairs:
        if (plain := _tried(pair, message, first)) is not None:
            used = replace(pair, used=newest)
            return plain, {used.name: pickled(used)}
    if first is None:
        raise ValueError("it belongs to no session that we know")
    session, plain = us.account.create_inbound_session(Curve25519PublicKey.from_base64(key), first)
    made = Pair(key, session, newest)
    old = {pair.name: None for pair in pairs[PAIRS - 1 :]}
    return plain, {**old, made.name: pickled(made), ACCOUNT: pickled_account(us.account)}


def _tried(pair: Pair, message: AnyOlmMessage, first: PreKeyMessage | None) -> bytes | None:
    """What a session makes of a message. One that begins another session is not tried, for a
    session that fails on its own first message has seen it before.
    """
    if first is not None and not pair.session.session_matches(first):
        return None
    try:
        return pair.session.decrypt(message)
    except OlmDecryptionException:
        if first is not None:
            raise
        return None


def _check(us: Us, event: Json, payload: object) -> None:
    """That it comes from whom the homeserver says, and was written for us."""
    told = (text(payload, "sender"), text(payload, "recipient"))
    if told != (needed(event, "sender"), us.user):
        raise ValueError("it was written by or for somebody else")
    if text(payload, "recipient_keys", "ed25519") != us.sign:
        raise ValueError("it was written for another device")


async def pair_up(
    client: Client, us: Us, memory: Memory, devices: Sequence[Device], *, anew: bool = False
) -> dict[Device, Pair]:
    """A session with each of these devices that can be had, perhaps a new one even where there is
    one; raises NoAnswer or Refused.
    """
    found: dict[Device, Pair] = {}
    for device in () if anew else devices:
        if pairs := await pairs_in(memory, device.key):
            found[device] = pairs[0]
    missing = [device for device in devices if device not in found]
    if missing:
        found |= await _claimed(client, us, memory, missing)
    return found


async def _claimed(
    client: Client, us: Us, memory: Memory, devices: Sequence[Device]
) -> dict[Device, Pair]:
    wanted: dict[str, dict[str, str]] = {}
    for device in devices:
        wanted.setdefault(device.user, {})[device.id] = ONE_TIME
    answer = await client.post("keys", "claim", body={"one_time_keys": wanted})
    made: dict[Device, Pair] = {}
    for device in devices:
        for given in fields(answer, "one_time_keys", device.user, device.id).values():
            if isinstance(given, Mapping) and is_signed(given, device.user, device.id, device.sign):
                session = us.account.create_outbound_session(
                    Curve25519PublicKey.from_base64(device.key),
                    Curve25519PublicKey.from_base64(text(given, "key")),
                )
                pairs = await pairs_in(memory, device.key)
                made[device] = Pair(device.key, session, pairs[0].used + 1 if pairs else 1)
    return made


def seal_for(us: Us, device: Device, pair: Pair, kind: str, content: Json) -> Json:
    """The content of an event that one device can read; the session has moved on and must be kept
    before it is sent.
    """
    payload = {
        "type": kind,
        "content": content,
        "sender": us.user,
        "sender_device": us.device,  # some clients still want it
        "recipient": device.user,
        "recipient_keys": {"ed25519": device.sign},
        "keys": {"ed25519": us.sign},
    }
    number_, body = pair.session.encrypt(json.dumps(payload).encode()).to_parts()
    sealed = {"type": number_, "body": b64encode(body).decode().rstrip("=")}
    return {"algorithm": OLM, "sender_key": us.key, "ciphertext": {device.key: sealed}}


def _decoded(text_: str) -> bytes:
    return b64decode(text_ + "=" * (-len(text_) % 4))
