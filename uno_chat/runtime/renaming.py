"""Another account on a network that has an adapter: the same, under a name of its own, "telegram2".

A private chat with one bot is none with another, and each has limits of its own. So every account
is a network of its own to everybody inside; only the adapter hears the name that it knows.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, fields, is_dataclass, replace
from typing import Any, TypeVar, cast

from uno_chat.contract import (
    Adapter,
    Batch,
    Capabilities,
    Conversation,
    Delivery,
    Examined,
    Findable,
    Puller,
    Ranked,
    Receipt,
    Remembering,
    Request,
    TargetMoved,
    Toast,
    User,
    Webhook,
)

T = TypeVar("T")


def renamed(value: T, old: str, new: str) -> T:
    """The same value with users and conversations of another network, however deep they stand."""
    made: object = value
    if isinstance(value, User | Conversation):
        made = replace(value, network=new) if value.network == old else value
    elif isinstance(value, tuple):
        made = tuple(renamed(part, old, new) for part in value)
    elif is_dataclass(value) and not isinstance(value, type):
        parts = {one.name: getattr(value, one.name) for one in fields(value) if one.init}
        changed = {name: renamed(part, old, new) for name, part in parts.items()}
        if any(changed[name] is not part and changed[name] != part for name, part in parts.items()):
            made = cast("Any", replace)(value, **changed)
    return cast("T", made)


class Renamed:
    """An adapter under another name. What it can do besides, it can do still: a protocol that it
    keeps is found by the names on the object, and so are put there only if the adapter has them.
    """

    def __init__(self, adapter: Adapter, network: str) -> None:
        self.adapter = adapter
        self.network = network
        if isinstance(adapter, Ranked):
            self.manages = self._asking(adapter)
        if isinstance(adapter, Remembering):
            self.remember_in = adapter.remember_in
        if isinstance(adapter, Examined):
            self.examine = adapter.examine

    @property
    def found_as(self) -> str:
        return self.adapter.found_as if isinstance(self.adapter, Findable) else ""

    @property
    def capabilities(self) -> Capabilities:
        return self.adapter.capabilities

    @property
    def source(self) -> Webhook | Puller:
        source = self.adapter.source
        return _Pulled(self, source) if isinstance(source, Puller) else _Posted(self, source)

    async def open(self) -> None:
        await self.adapter.open()

    async def deliver(self, delivery: Delivery | Toast) -> Receipt:
        try:
            return self.ours(await self.adapter.deliver(self.theirs(delivery)))
        except TargetMoved as moved:
            raise TargetMoved(self.ours(moved.to)) from moved

    async def close(self) -> None:
        await self.adapter.close()

    def _asking(self, adapter: Ranked) -> Callable[[User, Conversation], Awaitable[bool]]:
        async def manages(user: User, conversation: Conversation) -> bool:
            return await adapter.manages(self.theirs(user), self.theirs(conversation))

        return manages

    def ours(self, value: T) -> T:
        """What the adapter has said, as it is called inside."""
        return renamed(value, self.adapter.network, self.network)

    def theirs(self, value: T) -> T:
        """The other way round."""
        return renamed(value, self.network, self.adapter.network)


@dataclass(frozen=True, slots=True)
class _Pulled:
    home: Renamed
    source: Puller

    async def pull(self, cursor: str | None) -> Batch:
        return self.home.ours(await self.source.pull(cursor))


@dataclass(frozen=True, slots=True)
class _Posted:
    home: Renamed
    source: Webhook

    async def decode(self, request: Request) -> Batch:
        return self.home.ours(await self.source.decode(request))
