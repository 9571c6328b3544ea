"""What an adapter is: a translator of what arrives and a sender that tries once."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final, Protocol, runtime_checkable

from uno_chat.contract.capabilities import Capabilities
from uno_chat.contract.inbound import Envelope
from uno_chat.contract.outbound import Delivery, Receipt, Toast
from uno_chat.contract.refs import Conversation, User


@dataclass(frozen=True, slots=True)
class Unreadable:
    """Something that could not be decoded; it is kept aside and never blocks what follows."""

    id: str
    raw: str


@dataclass(frozen=True, slots=True)
class Request:
    """What somebody asks of us over HTTP; ``path`` is what stands behind the address that leads to
    the adapter, empty or from its "/" on.
    """

    headers: Mapping[str, str] = field(repr=False)
    body: bytes = field(repr=False)
    method: str = "POST"
    path: str = ""


@dataclass(frozen=True, slots=True)
class Reply:
    """What a network is told once everything in its request is stored. A body is JSON."""

    status: int = 200
    body: str = ""


NOT_SERVED: Final = Reply(404)
"""To whoever asks for something else."""


@dataclass(frozen=True, slots=True)
class Batch:
    """What arrived, in order, and the cursor after it (None where there is none); ``reply`` is
    what a webhook answers.
    """

    envelopes: tuple[Envelope, ...] = ()
    cursor: str | None = None
    unreadable: tuple[Unreadable, ...] = ()
    reply: Reply = Reply()


@dataclass(frozen=True, slots=True)
class Finding:
    """What an adapter found out about its account, or a store about its database, and the sentence
    that mends it if it is bad.
    """

    name: str
    trouble: str | None = None


class Webhook(Protocol):
    """A reader of requests that the network makes to us; it keeps nothing."""

    async def decode(self, request: Request) -> Batch:
        """The envelopes in a request. Raises NotAuthentic, and RetryLater where the network has to
        be asked about them and does not answer: then it is told to make the request again.
        """
        ...


@runtime_checkable
class Puller(Protocol):
    """A source that is asked; it keeps no cursor of its own."""

    async def pull(self, cursor: str | None) -> Batch:
        """Wait for the next batch after ``cursor``; raises RetryLater or AccountRefused."""
        ...


class Adapter(Protocol):
    """One bot account on one network. No retry, no state, no fallback, no game knowledge.

    Whatever must outlive the process is kept for it (``Remembering``).
    """

    @property
    def network(self) -> str:
        """The prefix of every name on this network ("telegram")."""
        ...

    @property
    def capabilities(self) -> Capabilities:
        """Constant for the life of the adapter."""
        ...

    @property
    def source(self) -> Webhook | Puller:
        """Where envelopes come from."""
        ...

    async def open(self) -> None:
        """Check the account; idempotent; raises RetryLater or AccountRefused."""
        ...

    async def deliver(self, delivery: Delivery | Toast) -> Receipt:
        """Try once; raises one of the six DeliveryErrors. "Not modified" is success."""
        ...

    async def close(self) -> None:
        """Let go of connections; idempotent."""
        ...


@runtime_checkable
class Examined(Protocol):
    """An adapter or a store that can tell more than that it opens."""

    async def examine(self) -> tuple[Finding, ...]:
        """What works and what does not, for the operator; open or not, it changes nothing. Raises
        as open.
        """
        ...


@runtime_checkable
class Ranked(Protocol):
    """An adapter whose network knows who manages a conversation; it declares ``ranks``."""

    async def manages(self, user: User, conversation: Conversation) -> bool:
        """Whether this user is an admin there, now; it changes nothing. Raises a DeliveryError
        where that cannot be found out.
        """
        ...


@runtime_checkable
class Parting(Protocol):
    """An adapter whose network, or whose memory, keeps something for us about single people."""

    async def part(self, user: User) -> None:
        """Give that up: this person is forgotten, and the last was said. What is gone already is
        no error. Raises a DeliveryError, or RetryLater, where it cannot be done now.
        """
        ...


class Memory(Protocol):
    """Texts by name that outlive the process, of one account and nobody else's."""

    async def read(self, begins: str = "") -> Mapping[str, str]:
        """All texts whose names begin so; raises RetryLater."""
        ...

    async def write(self, changes: Mapping[str, str | None]) -> None:
        """Keep these texts, forget those that are None, all or nothing; raises RetryLater."""
        ...


@runtime_checkable
class Remembering(Protocol):
    """An adapter with something to keep that no other place holds, as the keys of encryption."""

    def remember_in(self, memory: Memory) -> None:
        """What to keep it in; called once, before anything else."""
        ...


@runtime_checkable
class Findable(Protocol):
    """An adapter whose account people can look for by themselves."""

    @property
    def found_as(self) -> str:
        """What they look for ("@uno:example.org"); empty before it was open, or for nothing."""
        ...


class AdapterPlugin(Protocol):
    """What an entry point of the group ``uno_chat.adapters`` names."""

    def __call__(self, settings: Mapping[str, str]) -> Adapter:
        """Make an adapter from its settings (lower case, without the network's prefix).

        ``profile`` is how we present ourselves, for networks that register it beforehand: JSON
        with ``group`` and ``private`` (commands and what they do), ``about`` and ``description``,
        by language. ``webhook_url`` is the address that leads to this adapter, from outside.
        """
        ...
