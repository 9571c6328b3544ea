"""Plain calls of the client-server API, as a patient client makes them."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import count
from typing import Any, Final
from urllib.parse import quote

import httpx

from uno_chat.testing.patience import PATIENCE

Json = dict[str, Any]
Query = Mapping[str, str | int]
CLIENT: Final = "/_matrix/client/v3"
ADMIN: Final = "/_synapse/admin/v1"
_AWAY: Final = {502, 503, 504}


class RefusedError(Exception):
    """The server said no: its status, its code and the whole body."""

    def __init__(self, status: int, body: Json) -> None:
        super().__init__(f"{status} {body}")
        self.status = status
        self.code: str = body.get("errcode", "")
        self.body = body


@dataclass(frozen=True, slots=True)
class Account:
    """A user of a homeserver with a device that is logged in."""

    user: str
    token: str = field(repr=False)
    device: str
    password: str = field(repr=False)


@dataclass(frozen=True, slots=True)
class Api:
    """Calls as one account (or as nobody). A server that is away is asked again with the same
    request, which is safe where it has a transaction id or can be repeated.
    """

    http: httpx.AsyncClient
    token: str = field(default="", repr=False)
    numbers: count[int] = field(default_factory=count, repr=False)

    async def call(
        self, method: str, path: str, body: Json | None = None, query: Query | None = None
    ) -> Json:
        """The answer to a call; raises RefusedError, and httpx.TransportError in the end."""
        headers = {"Authorization": f"Bearer {self.token}"} if self.token else {}
        answer = await self._asked(method, path, headers, body, query or {})
        told: Json = answer.json()
        if answer.status_code != httpx.codes.OK:
            raise RefusedError(answer.status_code, told)
        return told

    async def _asked(
        self,
        method: str,
        path: str,
        headers: Mapping[str, str],
        body: Json | None,
        query: Query,
    ) -> httpx.Response:
        clock = asyncio.get_running_loop()
        end = clock.time() + PATIENCE
        while True:
            try:
                answer = await self.http.request(
                    method, path, headers=headers, json=body, params=query
                )
                if answer.status_code not in _AWAY or clock.time() > end:
                    return answer
            except httpx.TransportError:
                if clock.time() > end:
                    raise
            await asyncio.sleep(0.05)

    async def send(self, room: str, kind: str, content: Json) -> str:
        """Send an event once; its id."""
        path = at(CLIENT, "rooms", room, "send", kind, f"m{next(self.numbers)}")
        event: str = (await self.call("PUT", path, content))["event_id"]
        return event

    async def redact(self, room: str, event: str) -> str:
        """Take an event's content away; the id of the redaction."""
        path = at(CLIENT, "rooms", room, "redact", event, f"m{next(self.numbers)}")
        redaction: str = (await self.call("PUT", path, {}))["event_id"]
        return redaction


def at(root: str, *parts: str) -> str:
    """A path of these parts, each quoted."""
    return "/".join((root, *(quote(part, safe="") for part in parts)))
