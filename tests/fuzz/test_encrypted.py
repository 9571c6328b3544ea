"""Whatever somebody who shares an encrypted room with us writes there, or sends to us alone: it is
read or not, and what everybody else wrote is read after it.
"""

from __future__ import annotations

import json
from base64 import b64encode
from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from typing import Any, Final

import pytest
from hypothesis import strategies as st
from vodozemac import Account, GroupSession, InboundGroupSession

from uno_chat.testing.fuzzing import (
    DEEP,
    DEPTHS,
    TAKEN,
    Tally,
    Target,
    at_once,
    evil,
    mangled,
    search,
    written,
)
from uno_chat.testing.keeping import kept
from uno_chat_matrix.account import account
from uno_chat_matrix.batch import batch_of
from uno_chat_matrix.client import Client
from uno_chat_matrix.decode import Part
from uno_chat_matrix.encryption.cipher import Cipher
from uno_chat_matrix.encryption.devices import devices_of
from uno_chat_matrix.encryption.kept import Heard, heard_in, pickled
from uno_chat_matrix.encryption.own import MEGOLM
from uno_chat_matrix.encryption.pairs import OLM, Us
from uno_chat_matrix.encryption.signing import signed
from uno_chat_matrix.session import Me
from uno_chat_matrix.values import Json

NOW: Final = datetime(2026, 12, 1, tzinfo=UTC)
ME: Final = Me("@uno:localhost", "Uno", "UNO", reads=True)
MO: Final = "@mo:localhost"
ROOM: Final = "!r"
SAID: Final = {
    "type": "m.room.message",
    "room_id": ROOM,
    "content": {"msgtype": "m.text", "body": "r7", "m.relates_to": {"rel_type": "m.thread"}},
}


class Nobody(Client):
    """A homeserver that knows nothing."""

    async def _ask(self, *_: object, **__: object) -> Json:
        return {}


class Kept:
    """A memory of a dict."""

    def __init__(self) -> None:
        self.texts: dict[str, str] = {}

    async def read(self, begins: str = "") -> Mapping[str, str]:
        return {name: text for name, text in self.texts.items() if name.startswith(begins)}

    async def write(self, changes: Mapping[str, str | None]) -> None:
        self.texts = {n: t for n, t in {**self.texts, **changes}.items() if t is not None}


def opened() -> tuple[Cipher, Kept]:
    memory = Kept()
    us = Us(ME.id, ME.device, Account())
    return Cipher(Nobody("http://matrix.test"), memory, us, lambda: NOW), memory


def sealed(event: str, session: GroupSession, plain: bytes) -> dict[str, Any]:
    content = {
        "algorithm": MEGOLM,
        "session_id": session.session_id,
        "ciphertext": session.encrypt(plain).to_base64(),
    }
    told = {"type": "m.room.encrypted", "sender": MO, "event_id": event, "content": content}
    return {**told, "origin_server_ts": 1_796_013_877_812}


def in_a_room(case: tuple[bytes, dict[str, object]]) -> str:
    """Mo writes something, and then a word that must be heard."""
    plain, outside = case
    cipher, memory = opened()
    session = GroupSession()
    heard = Heard(ROOM, MO, InboundGroupSession(session.session_key))
    memory.texts[heard_in(ROOM, session.session_id)] = pickled(heard)
    strange = {**sealed("$1", session, plain), **outside}
    events = [strange, sealed("$2", session, written(SAID))]
    read = [at_once(cipher.read(ROOM, event)) or event for event in events]
    batch = batch_of([Part(ROOM, tuple(read))], account(cipher.client, ME), NOW, None)
    assert [one for one in batch.envelopes if one.id == "$2"]
    return kept("matrix", batch) if len(batch.envelopes) < 2 else TAKEN


def letter(us: Us, name: str, plain: bytes) -> dict[str, Any]:
    """What a device that we do not know sends to us alone, in a session of its own."""
    theirs = Account()
    once = us.account.one_time_keys[name]
    session = theirs.create_outbound_session(us.account.curve25519_key, once)
    kind, text = session.encrypt(plain).to_parts()
    content = {
        "algorithm": OLM,
        "sender_key": theirs.curve25519_key.to_base64(),
        "ciphertext": {us.key: {"type": kind, "body": b64encode(text).decode().rstrip("=")}},
    }
    return {"type": "m.room.encrypted", "sender": MO, "content": content}


def to_us_alone(case: tuple[bytes, object]) -> str:
    """One device sends something, then another one the key of a room."""
    plain, outside = case
    cipher, memory = opened()
    us, room = cipher.us, GroupSession()
    us.account.generate_one_time_keys(2)
    first, second = us.account.one_time_keys
    key = {"room_id": ROOM, "session_key": room.session_key.to_base64(), "algorithm": MEGOLM}
    good = {"type": "m.room_key", "content": key, "sender": MO, "recipient": ME.id}
    good |= {"recipient_keys": {"ed25519": us.sign}}
    strange = plain.replace(b"OUR-KEY", us.sign.encode())
    events = [outside, letter(us, first, strange), letter(us, second, written(good))]
    at_once(cipher.take({"to_device": {"events": events}}))
    assert heard_in(ROOM, room.session_id) in memory.texts, "the key was lost"
    return TAKEN if len(memory.texts) > 3 else "not read"


plains = st.builds(
    written, mangled([SAID]), st.just(DEPTHS[0]) | st.sampled_from(DEPTHS)
) | st.binary(max_size=30)
LETTER: Final = {
    "type": "m.room_key",
    "content": {"room_id": ROOM, "session_key": "AAAA", "algorithm": MEGOLM},
    "sender": MO,
    "recipient": ME.id,
    "recipient_keys": {"ed25519": "OUR-KEY"},
}
letters = st.builds(written, mangled([LETTER]), st.just(DEPTHS[0]) | st.sampled_from(DEPTHS))
fields = st.sampled_from(("sender", "content", "event_id", "origin_server_ts", "unsigned"))
outsides: st.SearchStrategy[dict[str, object]] = st.just({}) | st.dictionaries(
    fields, evil.filter(lambda value: value != "$2"), max_size=1
)
others = mangled(
    [{"type": "m.room.encrypted", "sender": MO, "content": {"ciphertext": {}, "sender_key": "x"}}]
)

TARGETS: Final = (
    Target("encrypted: in a room", st.tuples(plains, outsides), in_a_room),
    Target("encrypted: to us alone", st.tuples(letters | plains, others), to_us_alone),
)


@pytest.mark.parametrize("target", TARGETS, ids=str)
def test_whoever_writes_anything_is_read_or_not(target: Target[Any]) -> None:
    tally = Tally()
    search(target, 200, 1, tally)
    assert tally.inputs > 100


@pytest.mark.parametrize("take", [in_a_room, to_us_alone])
def test_who_nests_without_end_where_no_server_looks_stops_nobody(
    take: Callable[[tuple[bytes, dict[str, object]]], str],
) -> None:
    take((written({**SAID, "more": DEEP}, DEPTHS[-1]), {}))


@pytest.mark.parametrize("strange", ["\ud800", DEEP])
def test_a_letter_that_cannot_be_written_down_stops_nobody(strange: str) -> None:
    """Whoever knows our id can send us one, with whatever it says of its key."""
    letter = {"type": "m.room.encrypted", "sender": MO, "content": {"sender_key": strange}}
    to_us_alone((b"", json.loads(written(letter, 900))))
    in_a_room((b"", {"content": {"session_id": strange, "ciphertext": strange}}))


@pytest.mark.parametrize("name", ["x" * 5000, "\ud800", ""])
def test_a_device_with_a_name_that_is_none_keeps_no_hand_from_the_others(name: str) -> None:
    """Its own homeserver says how it is called, and that was signed."""
    theirs, cipher = Account(), opened()[0]

    class Telling(Nobody):
        async def _ask(self, *_: object, **__: object) -> Json:
            return {"device_keys": {MO: {"GOOD": keys("GOOD"), name: keys(name)}}}

    def keys(device: str) -> Json:
        plain = {
            "user_id": MO,
            "device_id": device,
            "keys": {
                f"curve25519:{device}": theirs.curve25519_key.to_base64(),
                f"ed25519:{device}": theirs.ed25519_key.to_base64(),
            },
            "algorithms": [OLM, MEGOLM],
        }
        return signed(theirs, MO, device, plain) if device.isascii() and device else plain

    found = at_once(devices_of(Telling("http://matrix.test"), cipher.memory, [MO]))
    assert [one.id for one in found] == ["GOOD"]
