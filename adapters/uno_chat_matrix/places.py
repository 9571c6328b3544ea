"""Rooms, people and messages of Matrix as the contract names them, and names that we make up.

Ids are never taken apart, but for the server behind a user's, which is what a user id is made of.
"""

from __future__ import annotations

import hashlib
from typing import Final

from uno_chat.contract import Conversation, Delivery, Message, User

NETWORK: Final = "matrix"


def user(id_: str) -> User:
    """A person, a bot, a ghost of a bridge."""
    return User(NETWORK, id_)


def conversation(room: str, thread: str = "") -> Conversation:
    """A room; a thread is named by the event that it hangs on."""
    return Conversation(NETWORK, room, thread)


def message(where: Conversation, event: str) -> Message:
    """A message that can be edited."""
    return Message(where, event)


def server_of(user_id: str) -> str:
    """The homeserver of an account."""
    return user_id.partition(":")[2]


def localpart_of(user_id: str) -> str:
    """What an account is called on its homeserver."""
    return user_id.removeprefix("@").partition(":")[0]


def device_of(user_id: str) -> str:
    """The one device of an account that logs in with a password."""
    return f"UNO{_digest(user_id)[:10].upper()}"


def alias_of(us: str, other: str, generation: int) -> str:
    """The local name of the room that we share with somebody, the same however often it is made."""
    return f"uno-{_digest(us, other, str(generation))[:24]}"


def transaction_of(delivery: Delivery) -> str:
    """The same for every attempt; one that edits is another than one that sends anew."""
    edited = delivery.replaces.id if delivery.replaces else ""
    return f"uno-{_digest(delivery.key, edited)[:32]}"


def transaction_in(room: str, about: str) -> str:
    """Of something that is said once in a room."""
    return f"uno-{_digest(room, about)[:32]}"


def _digest(*parts: str) -> str:
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()
