"""What an adapter promises about its own life."""

from __future__ import annotations

import asyncio

from uno_chat.contract import (
    Delivery,
)
from uno_chat.testing.adapter_kit.promising import promise
from uno_chat.testing.adapter_kit.steps import (
    page,
    shown,
)
from uno_chat.testing.wire import Wire


class LivingPromises:
    @promise
    async def test_it_opens_and_closes_as_often_as_one_likes(self, wire: Wire) -> None:
        declared = wire.adapter.capabilities
        await wire.adapter.open()
        for _ in range(2):
            await wire.adapter.close()
        await wire.adapter.open()
        await shown(wire, wire.ann, "open again")
        assert wire.adapter.capabilities == declared

    @promise
    async def test_a_cancelled_delivery_leaves_it_usable(self, wire: Wire) -> None:
        for steps in range(8):
            delivery = Delivery(f"cancelled {steps}", wire.group, page("half"))
            attempt = asyncio.ensure_future(wire.adapter.deliver(delivery))
            for _ in range(steps):
                await asyncio.sleep(0)
            attempt.cancel()
            await asyncio.gather(attempt, return_exceptions=True)
            whole = f"whole {steps}"
            await wire.adapter.deliver(Delivery(whole, wire.group, page(whole)))
            # What was under way may still come, and stand below it.
            assert sum(whole in text for text in await wire.seen(wire.group)) == 1
