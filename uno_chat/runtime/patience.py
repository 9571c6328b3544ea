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
from uno_chat.runtime.outages import Outage

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


@dataclass(slots=True)
class PatientStore:
    """Tells the operator and tries again after each of the ``pauses`` (seconds), then gives up.
    However many bodies wait for it, they are told of once.

    A body that was committed although it failed does no harm when it runs again: an envelope, a
    row or a notice that is there already is not doubled.
    """

    store: Store
    pauses: tuple[float, ...] = (1, 2, 4, 8)
    counts: Storing = field(default_factory=lambda: meters().storing)
    _outage: Outage = field(default_factory=Outage)
    _waiting: int = 0

    async def open(self) -> None:
        await self.store.open()

    async def transact(self, body: Callable[[Transaction], T]) -> T:
        try:
            return await self._once(body)
        except StoreError as error:
            first = error
        self._waiting += 1
        try:
            done = await self._again(body, first)
        finally:
            self._waiting -= 1
            was_away = not self._waiting and self._outage.ends()
        if was_away:
            log.info("the database can be used again")
        return done

    async def _again(self, body: Callable[[Transaction], T], error: StoreError) -> T:
        for pause in self.pauses:
            if self._outage.is_news(str(error)):
                log.error("the database could not be used, trying again: %s", error)
            await asyncio.sleep(pause)
            try:
                return await self._once(body)
            except StoreError as again:
                error = again
        raise error

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
