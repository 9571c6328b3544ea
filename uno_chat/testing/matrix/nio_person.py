"""Somebody whose client encrypts, in a process of its own: an implementation that is not ours.

It runs in the environment of Synapse (``make synapse``), reads commands as lines of JSON and tells
what it reads in the same way. It joins wherever it is invited.
"""

from __future__ import annotations

import asyncio
import json
import sys
from typing import Any

import nio

Json = dict[str, Any]


def tell(**what: object) -> None:
    """One line for whoever started this process."""
    print(json.dumps(what), flush=True)  # noqa: T201 - this is how it speaks


async def main(homeserver: str, user: str, device: str, token: str, folder: str) -> None:
    """Until there are no more commands."""
    config = nio.AsyncClientConfig(encryption_enabled=True, store_sync_tokens=False)
    client = nio.AsyncClient(homeserver, user, device, folder, config)
    client.restore_login(user, device, token)
    client.add_event_callback(_read, (nio.RoomMessageText, nio.RoomMessageNotice, nio.MegolmEvent))
    await client.sync(timeout=0, full_state=True)
    if client.should_upload_keys:
        await client.keys_upload()
    tell(ready=True)
    commands = asyncio.create_task(_obey(client))
    while not commands.done():
        await _turn(client)
    await commands
    await client.close()


async def _turn(client: Any) -> None:  # noqa: ANN401 - a library without types
    """Sync once, and do what its own loop does between two syncs."""
    await client.sync(timeout=200)
    for room in list(client.invited_rooms):
        await client.join(room)
    await client.send_to_device_messages()
    if client.should_upload_keys:
        await client.keys_upload()
    if client.should_query_keys:
        await client.keys_query()


async def _read(room: Any, event: Any) -> None:  # noqa: ANN401 - a library without types
    body = getattr(event, "body", None)
    secret = bool(getattr(event, "decrypted", False))
    tell(event=event.event_id, sender=event.sender, room=room.room_id, text=body, secret=secret)


async def _obey(client: Any) -> None:  # noqa: ANN401 - a library without types
    reader = asyncio.StreamReader()
    loop = asyncio.get_running_loop()
    await loop.connect_read_pipe(lambda: asyncio.StreamReaderProtocol(reader), sys.stdin)
    while line := await reader.readline():
        command: Json = json.loads(line)
        if command["anew"]:
            client.invalidate_outbound_session(command["room"])
        content = {"msgtype": "m.text", "body": command["say"]}
        answer = await client.room_send(
            command["room"], "m.room.message", content, ignore_unverified_devices=True
        )
        tell(said=getattr(answer, "event_id", str(answer)))


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:]))
