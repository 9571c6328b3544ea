"""The client: one HTTP client for the calls of the client-server API, which asks and never repeats.

An answer that is none is sorted here by the one thing that counts: whether the request may have
been heard.
"""

from __future__ import annotations

import logging
from collections.abc import Mapping
from datetime import timedelta
from typing import Final
from urllib.parse import quote

import httpx

from uno_chat_matrix.values import NOTHING, Json, number, read, text

PATIENCE: Final = 10.0
"""Seconds within which a homeserver answers a call."""

_NEVER_SENT: Final = (
    httpx.ConnectError,
    httpx.ConnectTimeout,
    httpx.PoolTimeout,
    httpx.ProxyError,
    httpx.UnsupportedProtocol,
)
"""Before any of these a request has not left us."""
_API: Final = "/_matrix/client"
_MS: Final = timedelta(milliseconds=1)
_LONGEST: Final = timedelta(hours=1)
"""After that we ask again, whatever a homeserver says."""
_DIGITS: Final = 10

BAD_REQUEST: Final = 400
UNAUTHORIZED: Final = 401
FORBIDDEN: Final = 403
NOT_FOUND: Final = 404
TOO_MANY: Final = 429


class NoAnswer(Exception):
    """The homeserver did not answer, or something before it did; ``heard``: it may have acted."""

    def __init__(self, why: str, *, heard: bool) -> None:
        super().__init__(why)
        self.heard = heard


class Refused(Exception):
    """The homeserver said no. The text names the call and the error, no room and no person."""

    def __init__(self, call: str, status: int, body: Json, after: timedelta | None = None) -> None:
        self.status = status
        self.code = text(body, "errcode")
        self.body = body
        self.after = after
        super().__init__(f"{call} was answered with {status} {self.code}")

    @property
    def says_nothing(self) -> bool:
        """Whether only the account, or its pace, was refused."""
        return self.status in {UNAUTHORIZED, TOO_MANY}


class Client:
    """One account. Paths are given in pieces, which may hold any sign."""

    def __init__(self, homeserver: str, *, patience: float = PATIENCE) -> None:
        logging.getLogger("httpx").setLevel(logging.WARNING)  # it would log who writes to whom
        self._patience = patience
        self._web = httpx.AsyncClient(
            base_url=homeserver,
            timeout=patience,
            # Reading certificates takes longer than everything else, and http:// needs none.
            verify=homeserver.startswith("https:"),
        )

    def authorize(self, token: str) -> None:
        """Call as the account of this token from now on."""
        self._web.headers["Authorization"] = f"Bearer {token}"

    async def close(self) -> None:
        """Let go of the connections."""
        await self._web.aclose()

    async def get(self, *path: str, **query: str) -> Json:
        """Read something; raises NoAnswer or Refused."""
        return await self._ask("GET", path, query=query)

    async def sync(self, longest: float, **query: str) -> Json:
        """Read what comes within so many seconds; raises NoAnswer or Refused."""
        query["timeout"] = str(int(longest * 1000))
        return await self._ask("GET", ("sync",), query=query, wait=longest)

    async def look(self, *path: str, **query: str) -> Json:
        """Read something that need not be there, nor be for us: then it is empty. Raises NoAnswer,
        and Refused where that says nothing about it.
        """
        try:
            return await self.get(*path, **query)
        except Refused as error:
            if error.says_nothing:
                raise
            return NOTHING

    async def post(self, *path: str, body: Json | None = None, **query: str) -> Json:
        """Do something; raises NoAnswer or Refused. Some servers read no empty body."""
        return await self._ask("POST", path, body=body or {}, query=query)

    async def put(self, *path: str, body: Json) -> Json:
        """Put something in its place; raises NoAnswer or Refused."""
        return await self._ask("PUT", path, body=body)

    async def _ask(
        self,
        method: str,
        path: tuple[str, ...],
        *,
        body: Json | None = None,
        query: Mapping[str, str] | None = None,
        wait: float = 0,
    ) -> Json:
        version = () if path[0] == "versions" else ("v3",)
        url = "/".join((_API, *version, *(quote(piece, safe="") for piece in path)))
        try:
            answer = await self._web.request(
                method, url, json=body, params=query, timeout=self._patience + wait
            )
        except httpx.TransportError as error:
            sent = not isinstance(error, _NEVER_SENT)
            raise NoAnswer(type(error).__name__, heard=sent) from error
        return _read(f"{method} {path[0]}", answer)


def _read(call: str, answer: httpx.Response) -> Json:
    """The body; what is no answer of a homeserver comes from something that stands before it."""
    try:
        body = read(answer.content)
    except ValueError:
        body = None
    if answer.status_code >= httpx.codes.INTERNAL_SERVER_ERROR or not isinstance(body, dict):
        if answer.status_code == TOO_MANY:
            body = {}
        else:
            raise NoAnswer(f"{call} was answered with {answer.status_code}", heard=True)
    if answer.is_success:
        return body
    raise Refused(call, answer.status_code, body, _pause(answer, body))


def _pause(answer: httpx.Response, body: Json) -> timedelta | None:
    """How long to wait, if that was told."""
    told = number(body, "retry_after_ms")
    header = answer.headers.get("Retry-After", "")
    if told is None and header.isascii() and header.isdecimal() and len(header) < _DIGITS:
        told = int(header) * 1000
    return None if told is None else min(max(told, 0), _LONGEST // _MS) * _MS
