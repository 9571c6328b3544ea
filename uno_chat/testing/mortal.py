"""A process that dies at a chosen step: its store and its adapter stop dead, everything else lives.

A step is the moment before or after a transaction, a delivery or a pull: between two of them
nothing can be lost that a test could tell apart. What a dead process still does has no effect.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TypeVar

from uno_chat.contract import (
    Adapter,
    Batch,
    Capabilities,
    Delivery,
    OutboxRow,
    Outgoing,
    Puller,
    Receipt,
    Store,
    Toast,
    Transaction,
    Webhook,
)

T = TypeVar("T")


class Died(BaseException):
    """The process is gone. No handler of errors may catch it, and ``finally`` does no more good."""


@dataclass(slots=True)
class Fuse:
    """Counts steps; at step ``length`` it calls ``burnt``, which may raise. 0 never burns down.

    ``rows`` are the outbox rows that were taken to be sent, by their keys.
    """

    length: int = 0
    burnt: Callable[[], None] = lambda: None
    steps: int = 0
    dead: bool = False
    rows: dict[str, Outgoing] = field(default_factory=dict)

    def step(self) -> None:
        """One more; raises Died from the moment on at which the process died."""
        if self.dead:
            raise Died
        self.steps += 1
        if self.steps == self.length:
            self.burnt()

    def die(self) -> None:
        """To be ``burnt``: the process is killed."""
        self.dead = True
        raise Died


@dataclass(frozen=True, slots=True)
class MortalStore:
    """A store of a process that may die; what was committed stays."""

    store: Store
    fuse: Fuse

    async def open(self) -> None:
        await self.store.open()

    async def transact(self, body: Callable[[Transaction], T]) -> T:
        self.fuse.step()
        found = await self.store.transact(body)
        if isinstance(found, OutboxRow):
            self.fuse.rows[found.key] = found.out
        self.fuse.step()
        return found

    async def close(self) -> None:
        """Also of a dead process: the system closes its files."""
        await self.store.close()


@dataclass(frozen=True, slots=True)
class MortalAdapter:
    """An adapter, which pulls, of a process that may die; what was shown stays."""

    adapter: Adapter
    fuse: Fuse

    @property
    def network(self) -> str:
        return self.adapter.network

    @property
    def capabilities(self) -> Capabilities:
        return self.adapter.capabilities

    @property
    def source(self) -> Webhook | Puller:
        return self

    async def open(self) -> None:
        self.fuse.step()
        await self.adapter.open()

    async def pull(self, cursor: str | None) -> Batch:
        source = self.adapter.source
        assert isinstance(source, Puller)
        self.fuse.step()
        batch = await source.pull(cursor)
        self.fuse.step()
        return batch

    async def deliver(self, delivery: Delivery | Toast) -> Receipt:
        self.fuse.step()
        receipt = await self.adapter.deliver(delivery)
        self.fuse.step()
        return receipt

    async def close(self) -> None:
        await self.adapter.close()
