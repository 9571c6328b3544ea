"""Somebody who pulls from an adapter as the runtime does: the cursor is kept with what came."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field

from uno_chat.contract import (
    Adapter,
    Address,
    Batch,
    Delivery,
    Document,
    Envelope,
    Message,
    Puller,
    line,
)
from uno_chat.testing.patience import PATIENCE


@dataclass(slots=True)
class Ear:
    """``heard`` is everything that came, in order, and ``cursor`` the one after it."""

    adapter: Adapter
    cursor: str | None = None
    heard: list[Envelope] = field(default_factory=list)
    said: int = 0

    async def begin(self) -> None:
        """Open the account and learn where we are."""
        await self.adapter.open()
        await self.pull()

    async def pull(self) -> Batch:
        """What comes next."""
        source = self.adapter.source
        assert isinstance(source, Puller)
        batch = await source.pull(self.cursor)
        self.cursor = batch.cursor or self.cursor
        self.heard += batch.envelopes
        return batch

    async def hear(self, count: int = 1) -> list[Envelope]:
        """Pull until so many envelopes have come; returns all that came."""
        before = len(self.heard)
        async with asyncio.timeout(PATIENCE):
            while len(self.heard) < before + count:
                await self.pull()
        return self.heard[before:]

    async def say(
        self,
        to: Address,
        text: str,
        *,
        key: str = "",
        replaces: Message | None = None,
        notify: bool = False,
    ) -> Message | None:
        """Deliver a page of one line; each has its own key unless one is named."""
        self.said += 1
        document = Document((line(text),))
        name = key or f"page {self.said}"
        sent = Delivery(name, to, document, replaces=replaces, notify=notify)
        return (await self.adapter.deliver(sent)).message
