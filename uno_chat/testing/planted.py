"""A good adapter with one fault put in front of it: what a kit has to find."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace

from uno_chat.contract import (
    Adapter,
    Batch,
    Capabilities,
    Delivery,
    DeliveryError,
    Envelope,
    Puller,
    Receipt,
    Request,
    Toast,
    Webhook,
)

Deliver = Callable[[Delivery | Toast], Awaitable[Receipt]]
Sending = Callable[[Deliver, Delivery | Toast], Awaitable[Receipt]]
Dress = Callable[[Adapter], Adapter]


@dataclass
class Planted:
    """A good adapter with a fault put in front of it. ``reading`` is its source unless it is the
    good one's own, which may be another one as soon as that is open.
    """

    good: Adapter
    sending: Sending
    reading: Webhook | Puller | None = None
    knows_itself: bool = True
    closed: int = 0

    @property
    def network(self) -> str:
        return self.good.network

    @property
    def capabilities(self) -> Capabilities:
        return self.good.capabilities

    @property
    def source(self) -> Webhook | Puller:
        return self.reading or self.good.source

    async def open(self) -> None:
        if self.knows_itself:
            await self.good.open()

    async def deliver(self, delivery: Delivery | Toast) -> Receipt:
        return await self.sending(self.good.deliver, delivery)

    async def close(self) -> None:
        self.closed += 1
        await self.good.close()


@dataclass
class Pulling:
    good: Adapter
    change: Callable[[Batch], Batch]

    async def pull(self, cursor: str | None) -> Batch:
        assert isinstance(self.good.source, Puller)
        return self.change(await self.good.source.pull(cursor))


@dataclass
class Posted:
    good: Adapter
    change: Callable[[Request], Request]

    async def decode(self, request: Request) -> Batch:
        assert not isinstance(self.good.source, Puller)
        return await self.good.source.decode(self.change(request))


async def as_it_should(send: Deliver, what: Delivery | Toast) -> Receipt:
    return await send(what)


def reads(change: Callable[[Batch], Batch]) -> Dress:
    return lambda good: Planted(good, as_it_should, Pulling(good, change))


def hears(change: Callable[[Envelope], Envelope]) -> Dress:
    return reads(lambda batch: replace(batch, envelopes=tuple(map(change, batch.envelopes))))


def sends(sending: Sending) -> Dress:
    return lambda good: Planted(good, sending)


def shows(change: Callable[[Delivery], Delivery]) -> Dress:
    async def sending(send: Deliver, what: Delivery | Toast) -> Receipt:
        return await send(change(what) if isinstance(what, Delivery) else what)

    return sends(sending)


def tells(error: type[DeliveryError], otherwise: Callable[[DeliveryError], Exception]) -> Dress:
    async def sending(send: Deliver, what: Delivery | Toast) -> Receipt:
        try:
            return await send(what)
        except error as told:
            raise otherwise(told) from told

    return sends(sending)


# what arrives
