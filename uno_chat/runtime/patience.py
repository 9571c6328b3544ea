"""A store that is asked again when its database could not be used for a moment."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final, TypeVar

from uno_chat.contract import Conflict, Store, StoreError, Transaction
from uno_chat.runtime.meters import Storing, meters

log = logging.getLogger(__name__)

T = TypeVar("T")

OUTRUN: Final = 5
"""How often a body runs again at once because somebody else saved its table first."""


async def outrun(store: Store, body: Callable[[Transaction], T]) -> T:
    """One transaction, at once again when somebody else saved the table first."""
    for _ in range(OUTRUN):
        try:
            return await store.transact(body)
        except Conflict:
            continue
    return await store.transact(body)


@dataclass(frozen=True, slots=True)
class PatientStore:
    """Tells the operator and tries again after each of the ``pauses`` (seconds), then gives up.

    A body that was committed although it failed does no harm when it runs again: an envelope, a
    row or a notice that is there already is not doubled.
    """

    store: Store
    pauses: tuple[float, ...] = (1, 2, 4, 8)
    counts: Storing = field(default_factory=lambda: meters().storing)

    async def open(self) -> None:
        await self.store.open()

    async def transact(self, body: Callable[[Transaction], T]) -> T:
        for pause in self.pauses:
            try:
                return await self._once(body)
            except StoreError as error:
                log.error("%s Trying again in %s seconds.", error, pause)  # noqa: TRY400 - a sentence for the operator, no trace
                await asyncio.sleep(pause)
        return await self._once(body)

    async def _once(self, body: Callable[[Transaction], T]) -> T:
        begun = time.perf_counter()
        try:
            done = await self.store.transact(body)
        except Conflict:
            self.counts.conflicted()
            raise
        except StoreError:
            self.counts.failed()
            raise
        self.counts.took(time.perf_counter() - begun)
        return done

    async def close(self) -> None:
        await self.store.close()
