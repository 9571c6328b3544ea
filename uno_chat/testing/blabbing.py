"""Deliveries that fail now and then and say everything they know."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from uno_chat.contract import Delivery, Receipt, Rejected, Toast
from uno_chat.testing.planted import Deliver


@dataclass(slots=True)
class Blabbing:
    """While it ``blabs``, it sometimes fails with everything it knows in its error."""

    luck: Random
    token: str
    blabs: bool = False
    failed: int = 0

    async def send(self, deliver: Deliver, delivery: Delivery | Toast) -> Receipt:
        """To be put between the core and an adapter."""
        luck = self.luck.random()
        if self.blabs and luck < 0.04:
            self.failed += 1
            secrets = f"POST /bot{self.token}/send: {delivery}"
            raise Rejected(secrets) if luck < 0.02 else RuntimeError(secrets)
        return await deliver(delivery)
