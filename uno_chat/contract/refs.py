"""Opaque, storable names for who, where and which message; ``str`` and ``parse`` round-trip, and
what could not be read back, or found again in a database, is not made: that raises ValueError.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache
from typing import Final
from urllib.parse import quote, unquote

LONGEST: Final = 800
"""Bytes of an id as it is written, or of a thread: what can be found again has to fit into an index
of a database with what else stands there. That of Matrix is 255 signs, those of others less.
"""
_REMEMBERED: Final = 10_000
"""Names and addresses that are at hand: the same few are written and read all the time."""


@lru_cache(_REMEMBERED)
def _quoted(text: str) -> str:
    return quote(text, safe="@!.-_")


def _check(network: str, id_: str, thread: str = "") -> None:
    if not network or ":" in network or not id_:
        raise ValueError(f"nothing is called {id_!r} on {network!r}")
    for part in (id_, thread):
        # encode() raises on half a character, which no database takes.
        if len(part.encode()) * 3 > LONGEST and len(_quoted(part)) > LONGEST:
            raise ValueError(f"nothing on {network!r} has a name of {len(part)} signs")


@dataclass(frozen=True, slots=True)
class User:
    """One account on one network. Names are for showing; this is the key."""

    network: str
    id: str

    def __post_init__(self) -> None:
        _check(self.network, self.id)

    def __str__(self) -> str:
        return f"{self.network}:{_quoted(self.id)}"

    @classmethod
    def parse(cls, text: str) -> User:
        """Read what ``str`` wrote; raises ValueError."""
        network, _, id_ = text.partition(":")
        return cls(network, unquote(id_))


@dataclass(frozen=True, slots=True)
class Conversation:
    """A group, a room or a private chat; ``thread`` is empty where there are no threads."""

    network: str
    id: str
    thread: str = ""

    def __post_init__(self) -> None:
        _check(self.network, self.id, self.thread)

    def __str__(self) -> str:
        base = f"{self.network}:{_quoted(self.id)}"
        return f"{base}/{_quoted(self.thread)}" if self.thread else base

    @classmethod
    def parse(cls, text: str) -> Conversation:
        """Read what ``str`` wrote; raises ValueError."""
        network, _, rest = text.partition(":")
        id_, _, thread = rest.partition("/")
        return cls(network, unquote(id_), unquote(thread))


@dataclass(frozen=True, slots=True)
class Message:
    """A message that was sent and can perhaps be edited.

    ``place`` counts the messages of its conversation, ours and all others, where the network
    does: how much higher the newest is tells how deep this one is buried. It is not part of what
    names the message.
    """

    conversation: Conversation
    id: str
    place: int | None = field(default=None, compare=False)

    def __post_init__(self) -> None:
        _check(self.conversation.network, self.id)

    def __str__(self) -> str:
        place = "" if self.place is None else f"+{self.place}"
        return f"{self.conversation}#{_quoted(self.id)}{place}"

    @classmethod
    def parse(cls, text: str) -> Message:
        """Read what ``str`` wrote; raises ValueError."""
        conversation, _, rest = text.partition("#")
        id_, _, place = rest.partition("+")
        return cls(Conversation.parse(conversation), unquote(id_), int(place) if place else None)


Address = User | Conversation
"""Where something is delivered: to one person, in private, or to a conversation."""


def address_to_text(address: Address) -> str:
    """Write an address so that a person and a conversation never read alike."""
    kind = "user" if isinstance(address, User) else "room"
    return f"{kind} {address}"


def address_from_text(text: str) -> Address:
    """Read what ``address_to_text`` wrote; raises ValueError."""
    return _read(text)


@lru_cache(_REMEMBERED)
def _read(text: str) -> Address:
    kind, _, rest = text.partition(" ")
    return User.parse(rest) if kind == "user" else Conversation.parse(rest)
