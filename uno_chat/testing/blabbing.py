"""An adapter around another one that fails now and then and says everything it knows."""

from __future__ import annotations

from random import Random

from uno_chat.contract import (
    Adapter,
    Capabilities,
    Delivery,
    Puller,
    Receipt,
    Rejected,
    Toast,
    Webhook,
)


class Blabbing:
    """An adapter that sometimes fails with everything it knows in its error."""

    def __init__(self, adapter: Adapter, luck: Random, token: str) -> None:
        self._adapter = adapter
        self._luck = luck
        self._token = token
        self.failed = 0
        self.blabs = False

    @property
    def network(self) -> str:
        return self._adapter.network

    @property
    def capabilities(self) -> Capabilities:
        return self._adapter.capabilities

    @property
    def source(self) -> Webhook | Puller:
        return self._adapter.source

    async def open(self) -> None:
        await self._adapter.open()

    async def close(self) -> None:
        await self._adapter.close()

    async def deliver(self, delivery: Delivery | Toast) -> Receipt:
        luck = self._luck.random()
        if self.blabs and luck < 0.04:
            self.failed += 1
            secrets = f"POST /bot{self._token}/send: {delivery}"
            raise Rejected(secrets) if luck < 0.02 else RuntimeError(secrets)
        return await self._adapter.deliver(delivery)
