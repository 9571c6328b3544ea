"""Rows that were sent are settled together: what comes while the store is busy waits for the next
transaction, and shares it.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field

from uno_chat.contract import OutboxRow, Store, StoreError, Transaction, address_to_text

Body = Callable[[Transaction], None]


@dataclass(frozen=True, slots=True)
class _Waiting:
    """How a row is settled, and who is told when it is."""

    lane: str
    body: Body
    done: asyncio.Future[None]


@dataclass(slots=True)
class Settling:
    """One for a process. Bodies lock a lane and no table: together they do so in the order of the
    lanes, as everybody does, so that nobody waits in a circle.
    """

    store: Store
    _waiting: list[_Waiting] = field(default_factory=list)
    _turn: asyncio.Lock = field(default_factory=asyncio.Lock)

    async def settle(self, row: OutboxRow, body: Body) -> None:
        """Run a body, perhaps with those of other rows."""
        mine = _Waiting(address_to_text(row.out.to), body, asyncio.Future())
        self._waiting.append(mine)
        async with self._turn:
            if not mine.done.done():
                these, self._waiting = self._waiting, []
                await self._together(these)
        await mine.done

    async def _together(self, these: list[_Waiting]) -> None:
        these = sorted(these, key=lambda one: one.lane)

        def body(tx: Transaction) -> None:
            for one in these:
                one.body(tx)

        try:
            await self.store.transact(body)
        except StoreError as error:
            _tell(these, error)
        except asyncio.CancelledError:
            for one in these:
                one.done.cancel()
            raise
        except Exception:  # noqa: BLE001 - one bad row must not stop the others
            await self._one_by_one(these)
        else:
            _tell(these, None)

    async def _one_by_one(self, these: list[_Waiting]) -> None:
        for one in these:
            try:
                await self.store.transact(one.body)
            except Exception as error:  # noqa: BLE001 - it is for whoever waits for this row
                _tell([one], error)
            else:
                _tell([one], None)


def _tell(these: list[_Waiting], error: Exception | None) -> None:
    for one in these:
        if one.done.done():
            continue  # whoever waited for it was stopped
        if error is None:
            one.done.set_result(None)
        else:
            one.done.set_exception(error)
