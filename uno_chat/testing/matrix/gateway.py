"""A reverse proxy between a bot and its homeserver that breaks what networks and proxies break."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import timedelta
from random import Random
from typing import Final

import httpx

from uno_chat.testing.http import Answer, Dropped, HttpServer, Request, Silent

Fault = Answer | Dropped | Silent
"""An Answer is given instead, and the call has no effect."""

BAD_GATEWAY: Final = Answer(502, b"<html><h1>502 Bad Gateway</h1></html>", "text/html")
_PASSED: Final = ("authorization", "content-type")
_SYNC: Final = "/sync"


def flood(after: timedelta) -> Answer:
    """The answer to one who sends too much, as Synapse words it."""
    ms = round(after / timedelta(milliseconds=1))
    told = {"errcode": "M_LIMIT_EXCEEDED", "error": "Too Many Requests", "retry_after_ms": ms}
    seconds = str(-(-ms // 1000))
    return Answer(429, json.dumps(told).encode(), headers={"Retry-After": seconds})


@dataclass(frozen=True, slots=True)
class Called:
    """A call that went through, or not: ``status`` is 0 where no answer came back."""

    method: str
    path: str
    status: int


@dataclass(slots=True)
class Gateway:
    """Passes calls on to the server ``there`` and their answers back. A server that is away is a
    bad gateway, as behind any proxy. A sync meets only faults whose ``path`` names it. What it
    brings becomes what ``spoil`` makes of its body: foreign servers say what ours would not take.
    """

    there: str
    port: int = 0
    spoil: Callable[[bytes], bytes] | None = field(default=None, repr=False)
    calls: list[Called] = field(default_factory=list, repr=False)
    _http: HttpServer = field(init=False, repr=False)
    _client: httpx.AsyncClient = field(init=False, repr=False)
    _passing: set[asyncio.Task[Answer]] = field(default_factory=set, repr=False)
    _planned: list[tuple[Fault | None, str]] = field(default_factory=list)
    _share: float = 0
    _kinds: Sequence[Fault] = ()
    _rng: Random = field(default_factory=Random)

    async def start(self) -> str:
        """Listen, at the same address as before; returns it."""
        self._client = httpx.AsyncClient(timeout=None)  # noqa: S113 - whoever asked waits, or not
        self._http = HttpServer(self._serve)
        url = await self._http.start(self.port)
        self.port = int(url.rpartition(":")[2])
        return url

    async def cut(self) -> None:
        """Hang up on everybody and refuse connections; ``start`` may follow."""
        await self._http.stop()
        await asyncio.gather(*self._passing)
        self._passing.clear()
        await self._client.aclose()

    def plan(self, *faults: Fault | None, path: str = "") -> None:
        """The next calls meet these, one each (None: nothing goes wrong); only those whose path
        has this in it, if named.
        """
        self._planned += [(fault, path) for fault in faults]

    def often(self, share: float, kinds: Sequence[Fault], rng: Random) -> None:
        """From now on this share of all calls (0 to 1), a sync also, meets one of these."""
        self._share, self._kinds, self._rng = share, kinds, rng

    async def _serve(self, request: Request) -> Answer | None:
        answer = await self._met(request, self._drawn(request.path))
        status = answer.status if answer else 0
        self.calls.append(Called(request.method, request.path, status))
        return answer

    async def _met(self, request: Request, fault: Fault | None) -> Answer | None:
        match fault:
            case Answer():
                return fault
            case Dropped(done) | Silent(done):
                if done:  # whether or not anybody waits for it any more
                    passing = asyncio.ensure_future(self._passed(request))
                    self._passing.add(passing)
                    await asyncio.shield(passing)
                    self._passing.discard(passing)
                if isinstance(fault, Silent):
                    await asyncio.Event().wait()
                return None
            case None:
                return await self._passed(request)

    def _drawn(self, path: str) -> Fault | None:
        for plan in self._planned:
            if plan[1] in path if plan[1] else not path.endswith(_SYNC):
                self._planned.remove(plan)
                return plan[0]
        if self._share and self._rng.random() < self._share:
            return self._rng.choice(self._kinds)
        return None

    async def _passed(self, request: Request) -> Answer:
        target = f"{request.path}?{request.query}" if request.query else request.path
        url = httpx.URL(self.there).copy_with(raw_path=target.encode("latin-1"))
        headers = {name: request.headers[name] for name in _PASSED if name in request.headers}
        try:
            told = await self._client.request(
                request.method, url, headers=headers, content=request.body
            )
        except httpx.TransportError:
            return BAD_GATEWAY
        kind = told.headers.get("content-type", "application/octet-stream")
        kept = {name: told.headers[name] for name in ("Retry-After",) if name in told.headers}
        spoilt = self.spoil if request.path.endswith(_SYNC) else None
        body = spoilt(told.content) if spoilt else told.content
        return Answer(told.status_code, body, kind, kept)
