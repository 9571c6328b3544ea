"""What an adapter is asked to do, once, and what it answers."""

from __future__ import annotations

from dataclasses import dataclass, field

from uno_chat.contract.document import Document
from uno_chat.contract.refs import Address, Conversation, Message, User


@dataclass(frozen=True, slots=True)
class Delivery:
    """Show a document at an address.

    ``key`` is the same for every attempt at the same content (idempotent networks use it);
    ``replaces`` asks for an edit; ``notify`` asks the network to make a sound.
    To a ``User`` it arrives in private or not at all.
    """

    key: str
    to: Address
    document: Document
    replaces: Message | None = None
    notify: bool = False


@dataclass(frozen=True, slots=True)
class Peek:
    """A page for the eyes of one person, in the conversation where that person pressed."""

    to: Conversation
    user: User
    document: Document = field(repr=False)


@dataclass(frozen=True, slots=True)
class Toast:
    """Answer a press with a short text that only the presser sees; ``text`` may be empty.

    A ``peek`` is shown to the presser and to nobody else, and then the press is answered without
    a text; an attempt that cannot be sure of that raises and shows nothing. It comes only where
    the network has ``peeks``; whatever the error, the core answers once more without it.
    """

    key: str
    ack: str
    text: str
    alert: bool = False
    peek: Peek | None = None


@dataclass(frozen=True, slots=True)
class Receipt:
    """What was sent; the answer to a press is no message."""

    message: Message | None
