"""What an adapter keeps, in the store."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import timedelta
from typing import Final

from uno_chat.contract import RetryLater, Store, StoreError, Transaction

AGAIN: Final = timedelta(seconds=5)


@dataclass(frozen=True, slots=True)
class KeptMemory:
    """The ``Memory`` of one account. Without a database nothing is received or said either: the
    adapter's call fails as one that had no effect. With a ``worker``, only the one that serves the
    account writes: keys that two have changed are good for nothing.
    """

    store: Store
    account: str
    worker: str = ""

    async def read(self, begins: str = "") -> Mapping[str, str]:
        try:
            return await self.store.transact(lambda tx: tx.memory(self.account, begins))
        except StoreError as error:
            raise RetryLater(AGAIN, str(error)) from error

    async def write(self, changes: Mapping[str, str | None]) -> None:
        def body(tx: Transaction) -> bool:
            mine = not self.worker or tx.has_shift(self.account, self.worker)
            if mine:
                tx.remember(self.account, changes)
            return mine

        try:
            written = await self.store.transact(body)
        except StoreError as error:
            raise RetryLater(AGAIN, str(error)) from error
        if not written:
            raise RetryLater(AGAIN, "another worker serves this account")
