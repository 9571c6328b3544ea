"""The far end of a network, as the author of an adapter fakes it for the kit."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol, runtime_checkable

from uno_chat.contract import Adapter, Address, Conversation, Request, User
from uno_chat.testing.faults import Fault


class Wire(Protocol):
    """One network with one person, Ann, who is in one group and can be written to in private.

    Fake the network's own interface (its HTTP answers, its bytes), not your adapter. Every test
    gets a new wire. Derive yours from this one, and what your network does not have is answered
    for. Whose adapter declares ``threads`` or ``peeks`` makes it a ``Threaded`` or a ``Discreet``
    one, too.
    """

    @property
    def adapter(self) -> Adapter:
        """The adapter under test, connected to this wire; there from ``start`` on, always the
        same one.
        """
        ...

    @property
    def ann(self) -> User:
        """Ann, as the adapter names her."""
        ...

    @property
    def group(self) -> Conversation:
        """The group in which Ann is."""
        ...

    @property
    def elsewhere(self) -> Conversation:
        """Another conversation, for a group that moves."""
        ...

    @property
    def cursor(self) -> str | None:
        """For a puller: the cursor behind which Ann's doings come. None if it needs none."""
        return None

    @property
    def impossible(self) -> Mapping[str, str]:
        """Promises that this network can neither keep nor break: name of the test without
        "test_", and the reason, which is printed.
        """
        return {}

    async def start(self) -> None:
        """Begin; called inside the event loop, before ``open``."""
        ...

    async def stop(self) -> None:
        """End what ``start`` began."""
        ...

    async def say(self, text: str, *, private: bool) -> None:
        """Ann says this, in the group or in private."""
        ...

    async def press(self, label: str) -> None:
        """Ann presses the button with this label in her private chat: what it carries is sent as
        the network kept it.
        """
        raise LookupError(f"there are no buttons here, and no {label!r}")

    async def react(self, number: int) -> bool:  # noqa: ARG002 - nobody can, unless a wire says how
        """Ann puts a number on the newest message of her private chat; False where nobody can."""
        return False

    async def bridge(self, text: str) -> bool:  # noqa: ARG002 - there is none, unless a wire has one
        """Somebody who is on another network says this in the group, over a bridge; False where
        there are no bridges.
        """
        return False

    async def garble(self) -> None:
        """Something comes that nobody can read: broken, half, of an unknown kind."""
        ...

    async def echo(self) -> None:
        """The network tells us what we said ourselves in the group."""
        ...

    def requests(self) -> Sequence[Request]:
        """For a webhook: everything that was posted so far, in order."""
        return ()

    def forged(self) -> Sequence[Request]:
        """For a webhook: requests as an outsider would make them."""
        return ()

    async def seen(self, where: Address) -> Sequence[str]:
        """The messages that Ann sees there now, oldest first: text and labels of buttons."""
        ...

    async def toasts(self) -> Sequence[str]:
        """The answers to presses that Ann has seen."""
        return ()

    async def fail(self, fault: Fault) -> None:
        """The next delivery meets this."""
        ...


@runtime_checkable
class Threaded(Protocol):
    """A wire on which the group has a thread."""

    @property
    def thread(self) -> Conversation:
        """The thread; there from ``start`` on."""
        ...

    async def say_in_thread(self, text: str) -> None:
        """Ann says this there."""
        ...


@runtime_checkable
class Discreet(Protocol):
    """A wire on which somebody else is in the group, who may not see what is for Ann alone."""

    async def press_in_group(self, label: str) -> None:
        """Ann presses the newest button with this label in the group."""
        ...

    async def peeked(self) -> Sequence[str]:
        """The pages that the group shows to Ann and to nobody else: text and labels."""
        ...

    async def seen_by_others(self) -> Sequence[str]:
        """Everything that somebody else was ever shown in the group."""
        ...

    async def expose(self) -> None:
        """From now on this network shows to all what is meant for one, as an older one might."""
        ...
