"""The far end of a network, as the author of an adapter fakes it for the kit."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol

from uno_chat.contract import Adapter, Address, Conversation, Request, User
from uno_chat.testing.faults import Fault


class Wire(Protocol):
    """One network with one person, Ann, who is in one group and can be written to in private.

    Fake the network's own interface (its HTTP answers, its bytes), not your adapter. Every test
    gets a new wire.
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
        ...

    @property
    def impossible(self) -> Mapping[str, str]:
        """Promises that this network can neither keep nor break: name of the test without
        "test_", and the reason, which is printed.
        """
        ...

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
        ...

    async def react(self, number: int) -> bool:
        """Ann puts a number on the newest message of her private chat; False where nobody can."""
        ...

    async def bridge(self, text: str) -> bool:
        """Somebody who is on another network says this in the group, over a bridge; False where
        there are no bridges.
        """
        ...

    async def garble(self) -> None:
        """Something comes that nobody can read: broken, half, of an unknown kind."""
        ...

    async def echo(self) -> None:
        """The network tells us what we said ourselves in the group."""
        ...

    def requests(self) -> Sequence[Request]:
        """For a webhook: everything that was posted so far, in order."""
        ...

    def forged(self) -> Sequence[Request]:
        """For a webhook: requests as an outsider would make them."""
        ...

    async def seen(self, where: Address) -> Sequence[str]:
        """The messages that Ann sees there now, oldest first: text and labels of buttons."""
        ...

    async def toasts(self) -> Sequence[str]:
        """The answers to presses that Ann has seen."""
        ...

    async def fail(self, fault: Fault) -> None:
        """The next delivery meets this."""
        ...
