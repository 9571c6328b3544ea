"""Who manages a room: whoever may put people out of it, and since room version 12 its creators."""

from __future__ import annotations

from typing import Final

from uno_chat.contract import DeliveryError, Unreachable
from uno_chat_matrix.client import FORBIDDEN, NOT_FOUND, Client, NoAnswer, Refused
from uno_chat_matrix.errors import read_error
from uno_chat_matrix.values import NOTHING, Json, fields, number, text, texts

_MODERATOR: Final = 50
_LEVELLED: Final = frozenset(str(version) for version in range(1, 12))
"""In these versions a creator is as powerful as the levels say; in all others more than anybody."""


async def manages(client: Client, person: str, room: str) -> bool:
    """Whether somebody manages a room now; raises DeliveryError."""
    try:
        made = await client.get("rooms", room, "state", "m.room.create", "", format="event")
        levels = await _levels(client, room)
    except (NoAnswer, Refused) as error:
        raise _error(error) from error
    if levels is NOTHING or (text(made, "content", "room_version") or "1") not in _LEVELLED:
        creators = {text(made, "sender"), *texts(made, "content", "additional_creators")}
    else:
        creators = set()
    needed = max(_MODERATOR, number(levels, "kick") or 0)
    return person in creators or _level(levels, person) >= needed


async def _levels(client: Client, room: str) -> Json:
    """The power levels of a room; NOTHING if it has none, and then they are the creator's."""
    try:
        return await client.get("rooms", room, "state", "m.room.power_levels", "")
    except Refused as error:
        if error.status == NOT_FOUND:
            return NOTHING
        raise


def _level(levels: Json, person: str) -> int:
    own = number(fields(levels, "users"), person)
    return (number(levels, "users_default") or 0) if own is None else own


def _error(error: NoAnswer | Refused) -> DeliveryError:
    if isinstance(error, Refused) and error.status == FORBIDDEN:
        return Unreachable("invite")
    return read_error(error)
