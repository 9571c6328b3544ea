"""The HTTP door, a small ASGI application: what networks post, and whether we live and are ready.

A network hears 200 only after what it posted is committed. Whatever else it hears makes it post
the same again, so nothing is lost by refusing.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Mapping, MutableMapping
from dataclasses import dataclass, field
from functools import partial
from http import HTTPStatus
from typing import Any, Final

from uno_chat.contract import NotAuthentic, Puller, Request, RetryLater, Store, StoreError, Webhook
from uno_chat.runtime.clock import Now
from uno_chat.runtime.faults import tell
from uno_chat.runtime.meters import Reception, meters
from uno_chat.runtime.outages import Outage
from uno_chat.runtime.receiving import Account, keep
from uno_chat.runtime.roles import Role

log = logging.getLogger(__name__)

LARGEST: Final = 2**23
"""Bytes of a request. An update has a few thousand, but Matrix posts a hundred events at once,
and would post them for ever if they were too many for us.
"""
_DIGITS: Final = 20
READ_WITHIN: Final = 10.0
"""Seconds that a request may take to come in."""
STORED_WITHIN: Final = 2.0
"""Seconds after which a store that does not answer counts as away."""

Event = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Event]]
Send = Callable[[Event], Awaitable[None]]
Answer = tuple[HTTPStatus, str]


@dataclass(frozen=True, slots=True)
class Door:
    """Serves ``/in/NETWORK`` and what is below it for the accounts that are called, ``/livez`` (the
    loop runs) and ``/readyz`` (the store answers and every account is open); nothing else.
    """

    accounts: Mapping[str, Account]
    store: Store
    now: Now
    arrived: Callable[[], None]
    stops: Callable[[], bool]
    counts: Reception = field(default_factory=lambda: meters().reception)
    unstored: Outage = field(default_factory=Outage)

    async def __call__(self, scope: Event, receive: Receive, send: Send) -> None:
        status, text = await self._answer(scope, receive)
        kind = "application/json" if text.startswith("{") else "text/plain"
        await answer(send, status, text.encode(), kind)

    async def _answer(self, scope: Event, receive: Receive) -> Answer:
        match scope["method"], scope["path"].split("/"):
            case "GET" | "HEAD", ["", "livez"]:
                return HTTPStatus.OK, "lives\n"
            case "GET" | "HEAD", ["", "readyz"]:
                return await self._readiness()
            case _, ["", "in", network, *below] if network in self.accounts:
                path = "".join(f"/{name}" for name in below)
                return await self._called(self.accounts[network], scope, path, receive)
        return HTTPStatus.NOT_FOUND, ""

    async def _readiness(self) -> Answer:
        accounts = self.accounts.values()
        closed = [_told(one) for one in accounts if not one.is_open and one.is_needed]
        if self.stops() or closed:
            return HTTPStatus.SERVICE_UNAVAILABLE, f"not open: {', '.join(closed) or 'stopping'}\n"
        try:
            async with asyncio.timeout(STORED_WITHIN):
                await self.store.transact(lambda tx: tx.next_alarm())
        except (StoreError, TimeoutError):
            return HTTPStatus.SERVICE_UNAVAILABLE, "the database does not answer\n"
        return HTTPStatus.OK, "ready\n"

    async def _called(self, account: Account, scope: Event, path: str, receive: Receive) -> Answer:
        source = account.adapter.source
        if isinstance(source, Puller):
            return HTTPStatus.NOT_FOUND, ""
        if self.stops() or not account.is_open or Role.RECEIVE not in account.may:
            return HTTPStatus.SERVICE_UNAVAILABLE, ""
        headers = {name.decode("latin-1"): at.decode("latin-1") for name, at in scope["headers"]}
        body = await _body(headers.get("content-length", ""), receive)
        if isinstance(body, HTTPStatus):
            return body, ""
        return await self._received(account, source, Request(headers, body, scope["method"], path))

    async def _received(self, account: Account, source: Webhook, request: Request) -> Answer:
        network = account.network
        try:
            batch = await source.decode(request)
            account.depths.heard(batch)
            kept = partial(keep, account=network, batch=batch, now=self.now())
            new = await self.store.transact(kept)
        except NotAuthentic:
            self.counts.forged(network)
            if account.forged.is_news("its secret is not known"):  # however often somebody posts
                log.info("somebody who is not %s posted in its name and was refused", network)
            return HTTPStatus.FORBIDDEN, ""
        except RetryLater:
            account.health.fails(self.now())
            return HTTPStatus.SERVICE_UNAVAILABLE, ""
        except StoreError as error:
            if self.unstored.is_news(str(error)):
                log.error("nothing posted can be stored, networks have to post again: %s", error)  # noqa: TRY400 - a sentence for the operator, no trace
            return HTTPStatus.SERVICE_UNAVAILABLE, ""
        except Exception as error:  # noqa: BLE001 - a trace would quote what was posted
            tell(log, error, "receiving from %s", network)
            return HTTPStatus.SERVICE_UNAVAILABLE, ""
        account.forged.ends()
        if self.unstored.ends():
            log.info("what is posted can be stored again")
        account.health.works(self.now())
        self.counts.kept(network, batch, new)
        if new:
            account.health.heard = self.now()
            self.arrived()
        return HTTPStatus(batch.reply.status), batch.reply.body


def _told(closed: Account) -> str:
    why = closed.refused or closed.put_off
    return closed.network if why is None else f"{closed.network} ({why})"


async def answer(send: Send, status: HTTPStatus, body: bytes, kind: str) -> None:
    """Send all of an answer, which is of this kind."""
    headers = [(b"content-type", kind.encode()), (b"content-length", b"%d" % len(body))]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})


async def _body(length: str, receive: Receive) -> bytes | HTTPStatus:
    """The body of a request, or why it is not taken."""
    if length.isdecimal() and (len(length) > _DIGITS or int(length) > LARGEST):
        return HTTPStatus.REQUEST_ENTITY_TOO_LARGE
    body = bytearray()
    try:
        async with asyncio.timeout(READ_WITHIN):
            while (event := await receive())["type"] == "http.request":
                body += event.get("body", b"")
                if len(body) > LARGEST:
                    return HTTPStatus.REQUEST_ENTITY_TOO_LARGE
                if not event.get("more_body", False):
                    return bytes(body)
    except TimeoutError:
        return HTTPStatus.REQUEST_TIMEOUT
    return HTTPStatus.BAD_REQUEST  # whoever posted is gone
