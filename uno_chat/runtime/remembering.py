"""What an adapter keeps, in the store."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import timedelta
from typing import Final

from uno_chat.contract import RetryLater, Store, StoreError

AGAIN: Final = timedelta(seconds=5)


@dataclass(frozen=True, slots=True)
class KeptMemory:
    """The ``Memory`` of one account. Without a database nothing is received or said either: the
    adapter's call fails as one that had no effect.
    """

    store: Store
    account: str

    async def read(self, begins: str = "") -> Mapping[str, str]:
        try:
            return await self.store.transact(lambda tx: tx.memory(self.account, begins))
        except StoreError as error:
            raise RetryLater(AGAIN, str(error)) from error

    async def write(self, changes: Mapping[str, str | None]) -> None:
        try:
            await self.store.transact(lambda tx: tx.remember(self.account, changes))
        except StoreError as error:
            raise RetryLater(AGAIN, str(error)) from error
