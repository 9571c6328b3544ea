"""The sync: what came after a token, whole and in order, or nothing.

The first one only says where we are: what was said before was not said to us. A sync that says it
leaves something out is filled up to the token before it. Rooms that we have just come into begin
with our arrival.
"""

from __future__ import annotations

import json
import logging
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from uno_chat.contract import Batch, RetryLater
from uno_chat_matrix.account import Account, readable
from uno_chat_matrix.batch import batch_of, moves
from uno_chat_matrix.client import BAD_REQUEST, NoAnswer, Refused
from uno_chat_matrix.cursor import Cursor, from_text, invitations_in, to_text
from uno_chat_matrix.decode import KINDS, Part, is_arrival, since_arrival
from uno_chat_matrix.direct import DIRECT
from uno_chat_matrix.doors import kept
from uno_chat_matrix.errors import SOON, account_error
from uno_chat_matrix.values import Json, at, fields, objects, text

log = logging.getLogger(__name__)

LONGEST: Final = 30.0
"""Seconds that one sync waits for something to come."""
_PAGE: Final = 100
_PAGES: Final = 100
"""So much of a room is fetched after an absence, 10,000 events at the most."""

_MESSAGES: Final = {"types": KINDS, "lazy_load_members": True}
_NOTHING: Final[Json] = {"types": []}
_ALL: Final = {"presence": _NOTHING, "account_data": {"types": [DIRECT]}}
_OF_ROOMS: Final = {"account_data": _NOTHING, "ephemeral": _NOTHING}
_STATE: Final = {
    "types": ["m.room.member", "m.room.name"],
    "lazy_load_members": True,
    "include_redundant_members": True,  # so that nobody has to remember names
}
_FILTER: Final = json.dumps(
    _ALL | {"room": _OF_ROOMS | {"timeline": _MESSAGES | {"limit": _PAGE}, "state": _STATE}}
)
_FIRST: Final = json.dumps(_ALL | {"room": _OF_ROOMS | {"timeline": _NOTHING, "state": _NOTHING}})
_FILL: Final = json.dumps(_MESSAGES)


@dataclass(frozen=True, slots=True)
class Syncing:
    """Long polling, for whatever account is open."""

    account: Callable[[], Account | None]
    now: Callable[[], datetime]

    async def pull(self, cursor: str | None) -> Batch:
        """What came since; raises RetryLater or AccountRefused."""
        account = self.account()
        if account is None:
            raise RetryLater(SOON, "the account is not open")
        try:
            return await _pull(account, from_text(cursor), self.now())
        except (NoAnswer, Refused) as error:
            raise account_error(error) from error


async def _pull(account: Account, cursor: Cursor, now: datetime) -> Batch:
    left = await account.doors.follow(cursor.invitations, now)
    body = await _since(account, cursor.since, account.doors.wait(left, now))
    if body is None:
        body = await account.client.sync(0, filter=_FIRST)
        after = Cursor(text(body, "next_batch"), kept(left, invitations_in(body, account.me.id)))
        return Batch(cursor=to_text(after))
    for event in objects(body, "account_data", "events"):
        if text(event, "type") == DIRECT:
            account.direct.heard(fields(event, "content"))
    if account.pen.secrecy is not None:
        await account.pen.secrecy.take(body)
    parts = [
        await _part(account, room, fields(body, "rooms", kind, room), cursor.since)
        for kind in ("join", "leave")
        for room in fields(body, "rooms", kind)
    ]
    invitations = kept(left, (*invitations_in(body, account.me.id), *moves(parts)))
    after = Cursor(text(body, "next_batch"), invitations)
    return batch_of(parts, account, now, to_text(after))


async def _since(account: Account, since: str, wait: timedelta | None) -> Json | None:
    """One sync; None if there was none before it, or none that the homeserver knows: it may have
    lost what it had.
    """
    if not since:
        return None
    longest = LONGEST if wait is None else min(LONGEST, wait.total_seconds())
    try:
        return await account.client.sync(longest, since=since, filter=_FILTER)
    except Refused as error:
        if error.status != BAD_REQUEST:
            raise
        log.warning("the homeserver does not know where we were; going on from where it is")
        return None


async def _part(account: Account, room: str, told: Json, since: str) -> Part:
    """What happened in a room since then, or since we came in."""
    events, me = objects(told, "timeline", "events"), account.me.id
    state = objects(told, "state", "events")
    limited = at(told, "timeline", "limited") is True
    if limited and not any(is_arrival(event, me) for event in events):
        start = text(told, "timeline", "prev_batch")
        for page in await _pages(account, room, start, since):
            state += objects(page, "state")
            events = [*reversed(objects(page, "chunk")), *events]
    before, since_then = since_arrival(events, me)
    heard = tuple([await readable(account, room, event) for event in since_then])
    return await account.knowing.part(room, (*state, *before), heard)


async def _pages(account: Account, room: str, start: str, since: str) -> list[Json]:
    """What lies between a token and the beginning of what came, the newest first."""
    pages: list[Json] = []
    span = {"dir": "b", "to": since, "limit": str(_PAGE), "filter": _FILL}
    while start and len(pages) < _PAGES:
        page = await account.client.look("rooms", room, "messages", **span, **{"from": start})
        pages.append(page)
        events, start = objects(page, "chunk"), text(page, "end")
        if not events or any(is_arrival(event, account.me.id) for event in events):
            return pages
    if start:
        log.warning("a room said more while we were away than is fetched: the oldest is left out")
    return pages
