"""Where a sync goes on, and the invitations that were not followed yet: they come only once, so
they are kept with the token until they are settled.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass

from uno_chat_matrix.values import Json, at, fields, items, text


@dataclass(frozen=True, slots=True)
class Invitation:
    """Somebody wants us in a room: as ``direct`` alone, and ``sealed`` if what is said there is
    encrypted.
    """

    room: str
    by: str
    direct: bool = False
    sealed: bool = False


@dataclass(frozen=True, slots=True)
class Cursor:
    """A sync's token, empty before the first, and what is left to do from before it."""

    since: str = ""
    invitations: tuple[Invitation, ...] = ()


def to_text(cursor: Cursor) -> str:
    """Write a cursor for the store."""
    left = [[one.room, one.by, one.direct, one.sealed] for one in cursor.invitations]
    return json.dumps([cursor.since, left], separators=(",", ":"))


def from_text(written: str | None) -> Cursor:
    """Read what ``to_text`` wrote; from None it is the beginning. Raises ValueError."""
    if written is None:
        return Cursor()
    since, left = json.loads(written)
    return Cursor(since, tuple(Invitation(*one) for one in left))


def invitations_in(body: Json, me: str) -> list[Invitation]:
    """The invitations that a sync brings."""
    rooms = fields(body, "rooms", "invite")
    found = (invitation(room, items(rooms, room, "invite_state", "events"), me) for room in rooms)
    return [one for one in found if one is not None]


def invitation(room: str, state: Sequence[object], me: str) -> Invitation | None:
    """Whether somebody wants us in a room of which we are shown so much."""
    kinds = {text(event, "type") for event in state}
    for event in state:
        if text(event, "type") == "m.room.member" and text(event, "state_key") == me:
            direct = at(event, "content", "is_direct") is True
            return Invitation(room, text(event, "sender"), direct, "m.room.encryption" in kinds)
    return None
