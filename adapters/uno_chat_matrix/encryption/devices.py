"""The devices of people as the homeserver names them; one keeps the keys it was first seen with.

Nobody compares emojis with a bot: a device is trusted when it is first seen, and one that comes
back with other keys is not. So whoever takes over a homeserver later can add devices of its own to
those of its users, as with every client that does not verify, but pass for none that is there.
"""

from __future__ import annotations

import json
import logging
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final

from uno_chat.contract import Memory
from uno_chat_matrix.client import Client
from uno_chat_matrix.encryption.signing import is_signed
from uno_chat_matrix.values import Json, fields, is_text, text

log = logging.getLogger(__name__)

_KNOWN: Final = "device "
_NAME: Final = 255
"""So long is no name of a device; its own homeserver says how it is called."""


@dataclass(frozen=True, slots=True)
class Device:
    """One device: ``key`` is what is encrypted to (Curve25519), ``sign`` what it signs with
    (Ed25519).
    """

    user: str
    id: str
    key: str
    sign: str

    @property
    def name(self) -> str:
        return f"{self.user} {self.id}"


async def devices_of(client: Client, memory: Memory, users: Iterable[str]) -> list[Device]:
    """All devices of these people that can read what is encrypted; raises NoAnswer or Refused."""
    everybody: dict[str, list[str]] = {user: [] for user in users}
    answer = await client.post("keys", "query", body={"device_keys": everybody})
    found = [one for user in everybody for one in _devices(user, fields(answer, "device_keys"))]
    return await _known(memory, found)


def _devices(user: str, told: Json) -> Iterator[Device]:
    for id_ in fields(told, user):
        keys = fields(told, user, id_)
        if len(id_) > _NAME or not is_text((id_, keys)):
            continue
        one = Device(
            user,
            id_,
            text(keys, "keys", f"curve25519:{id_}"),
            text(keys, "keys", f"ed25519:{id_}"),
        )
        named = (text(keys, "user_id"), text(keys, "device_id")) == (user, id_)
        if named and one.key and is_signed(keys, user, id_, one.sign):
            yield one


async def _known(memory: Memory, found: list[Device]) -> list[Device]:
    """Those that are who they were; new ones are remembered."""
    trusted, new = [], {}
    for one in found:
        keys = json.dumps([one.key, one.sign])
        name = f"{_KNOWN}{one.name}"
        if (before := (await memory.read(name)).get(name)) is None:
            new[name] = keys
        elif before != keys:
            log.warning("a device came back with other keys and is not encrypted for")
            continue
        trusted.append(one)
    if new:
        await memory.write(new)
    return trusted
