"""An application service: the homeserver posts what happens, in order, again until it is taken.

It tells neither who is in a room nor how people are called, so that is asked for. Invitations that
cannot be followed at once are kept and tried again with whatever is posted next.
"""

from __future__ import annotations

import hmac
import logging
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime
from typing import Final

from uno_chat.contract import (
    AccountRefused,
    Batch,
    Memory,
    NotAuthentic,
    Reply,
    Request,
    RetryLater,
)
from uno_chat_matrix.account import Account
from uno_chat_matrix.batch import batch_of, moves
from uno_chat_matrix.client import NoAnswer, Refused
from uno_chat_matrix.cursor import Cursor, Invitation, from_text, invitation, to_text
from uno_chat_matrix.decode import Part, since_arrival
from uno_chat_matrix.doors import kept
from uno_chat_matrix.errors import SOON, account_error
from uno_chat_matrix.values import Json, is_state, items, objects, read, text

log = logging.getLogger(__name__)

HEADER: Final = "authorization"
_TAKEN: Final = Reply(200, "{}")
_UNKNOWN: Final = Reply(404, '{"errcode": "M_NOT_FOUND"}')
_BAD: Final = Reply(400, '{"errcode": "M_BAD_JSON"}')
_LEFT: Final = "invitations"
_API: Final = "/_matrix/app/v1"


@dataclass(frozen=True, slots=True)
class Transactions:
    """For whatever account is open, with a memory; who posts must know the ``secret``."""

    secret: str = field(repr=False)
    account: Callable[[], Account | None]
    memory: Callable[[], Memory]
    now: Callable[[], datetime]

    async def decode(self, request: Request) -> Batch:
        """The envelopes of one transaction; raises NotAuthentic, RetryLater."""
        named = request.headers.items()
        given = next((value for name, value in named if name.lower() == HEADER), "")
        if not hmac.compare_digest(
            given.encode(errors="replace"), f"Bearer {self.secret}".encode()
        ):
            raise NotAuthentic
        match request.method, request.path.removeprefix(_API).split("/"):
            case "PUT", ["", "transactions", _]:
                return await self._transaction(request.body)
            case "POST", ["", "ping"]:
                return Batch(reply=_TAKEN)
        return Batch(reply=_UNKNOWN)

    async def _transaction(self, body: bytes) -> Batch:
        try:
            told = read(body)
        except ValueError:
            return Batch(reply=_BAD)
        account = self.account()
        if account is None:
            raise RetryLater(SOON, "the account is not open")
        try:
            return await self._taken(account, objects(told, "events"))
        except (NoAnswer, Refused) as error:
            raise _again(error) from error

    async def _taken(self, account: Account, events: list[Json]) -> Batch:
        memory = self.memory()
        left = from_text((await memory.read(_LEFT)).get(_LEFT)).invitations
        rooms: dict[str, list[Json]] = {}
        for event in events:
            rooms.setdefault(text(event, "room_id"), []).append(event)
        asked = [one for event in events if (one := _invitation(event, account.me.id))]
        after = await account.doors.follow(kept(left, asked), self.now())
        parts = [await _part(account, room, those) for room, those in rooms.items()]
        after = kept(after, moves(parts))
        if after != left:
            await memory.write({_LEFT: to_text(Cursor(invitations=after)) if after else None})
        batch = batch_of(parts, account, self.now(), None)
        return Batch(batch.envelopes, None, batch.unreadable, _TAKEN)


def _again(error: NoAnswer | Refused) -> RetryLater:
    """What was posted waits until the homeserver answers us, or lets us in again."""
    told = account_error(error)
    if isinstance(told, AccountRefused):
        log.error("the homeserver lets us in no more: %s", told)
        return RetryLater(SOON, "the account is refused")
    return told


async def _part(account: Account, room: str, events: list[Json]) -> Part:
    before, heard = since_arrival(events, account.me.id)
    senders = dict.fromkeys(text(event, "sender") for event in heard)
    called = await account.knowing.called(room, senders)
    return await account.knowing.part(room, before, heard, called)


def _invitation(event: Json, me: str) -> Invitation | None:
    """Whether somebody wants us in."""
    ours = is_state(event, "m.room.member") and text(event, "state_key") == me
    if not ours or text(event, "content", "membership") != "invite":
        return None
    shown = items(event, "unsigned", "invite_room_state")
    return invitation(text(event, "room_id"), [*shown, event], me)
