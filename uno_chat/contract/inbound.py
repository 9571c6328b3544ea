"""What a network tells us: an envelope around one event, readable from its stored JSON."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass, fields
from datetime import datetime
from typing import Any, Final

from uno_chat.contract.refs import Conversation, Message, User


@dataclass(frozen=True, slots=True)
class Said:
    """A line of text; ``to_us`` when it names us or answers one of our messages."""

    text: str
    to_us: bool = False


@dataclass(frozen=True, slots=True)
class Pressed:
    """A button. The token is never trusted; ``ack`` names the press for a Toast, if it can be
    answered; ``on`` is the message that carried the button, if known.
    """

    token: str
    on: Message | None = None
    ack: str | None = None


@dataclass(frozen=True, slots=True)
class Reacted:
    """A number that somebody put on a message of ours: like typing it about that very page. What
    else people put there, and what they take off again, is no event.
    """

    number: int
    on: Message


@dataclass(frozen=True, slots=True)
class Sealed:
    """Something that we cannot read, because it is encrypted; ``key`` names the key that we lack,
    empty where we can read nothing. What lacks the same key is answered once.
    """

    key: str = ""


@dataclass(frozen=True, slots=True)
class Joined:
    """Somebody (perhaps we ourselves) came into the conversation."""

    user: User


@dataclass(frozen=True, slots=True)
class Left:
    """Somebody left the conversation or was removed; ``us``: that was our own account."""

    user: User
    us: bool = False


@dataclass(frozen=True, slots=True)
class Contacted:
    """The sender opened the private channel; ``payload`` is what a deep link carried."""

    payload: str = ""


@dataclass(frozen=True, slots=True)
class Moved:
    """The conversation has a new name from now on."""

    to: Conversation


Event = Said | Pressed | Reacted | Sealed | Joined | Left | Contacted | Moved

_EVENTS: Final[dict[str, type[Event]]] = {
    kind.__name__: kind for kind in (Said, Pressed, Reacted, Sealed, Joined, Left, Contacted, Moved)
}
_REFS: Final[dict[str, Callable[[str], object]]] = {
    "user": User.parse,
    "to": Conversation.parse,
    "on": Message.parse,
}


@dataclass(frozen=True, slots=True)
class Envelope:
    """One event as it arrived.

    ``id`` is unique per account and the same on redelivery; ``at`` is the network's time, UTC;
    ``name`` is how the sender wants to be shown; ``language`` an IETF tag, if the network says;
    ``anonymous``: the sender hides behind the group or a channel, so that nobody knows who it is
    and nobody can be answered in private; ``bridged``: the account stands for somebody of another
    network, whom nothing reaches that is said to it in private; ``place`` is where the message
    stands, as in ``Message``.
    """

    id: str
    at: datetime
    sender: User
    name: str
    conversation: Conversation
    private: bool
    event: Event
    language: str | None = None
    title: str = ""
    anonymous: bool = False
    bridged: bool = False
    place: int | None = None


def envelope_to_json(envelope: Envelope) -> str:
    """Write an envelope for the inbox."""
    event = envelope.event
    body = {field.name: getattr(event, field.name) for field in fields(event)}
    data = {
        "id": envelope.id,
        "at": envelope.at.isoformat(),
        "sender": str(envelope.sender),
        "name": envelope.name,
        "conversation": str(envelope.conversation),
        "private": envelope.private,
        "language": envelope.language,
        "title": envelope.title,
        "anonymous": envelope.anonymous,
        "bridged": envelope.bridged,
        "place": envelope.place,
        "kind": type(event).__name__,
        "event": {k: str(v) if k in _REFS and v is not None else v for k, v in body.items()},
    }
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"))


def envelope_from_json(text: str) -> Envelope:
    """Read what ``envelope_to_json`` wrote; raises ValueError or KeyError on anything else."""
    data: dict[str, Any] = json.loads(text)
    return Envelope(
        id=data["id"],
        at=datetime.fromisoformat(data["at"]),
        sender=User.parse(data["sender"]),
        name=data["name"],
        conversation=Conversation.parse(data["conversation"]),
        private=data["private"],
        event=_event(data["kind"], data["event"]),
        language=data["language"],
        title=data["title"],
        anonymous=data.get("anonymous", False),
        bridged=data.get("bridged", False),
        place=data.get("place"),
    )


def _event(kind: str, body: dict[str, Any]) -> Event:
    """An event of an older form is as unreadable as one that nobody wrote."""
    read: dict[str, Any] = {
        k: _REFS[k](v) if k in _REFS and v is not None else v for k, v in body.items()
    }
    try:
        return _EVENTS[kind](**read)
    except TypeError as error:
        raise ValueError(f"not a {kind}: {sorted(read)}") from error
