"""Rows that were sent are settled together: what comes while the store is busy waits for the next
transaction, and shares it.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field

from uno_chat.contract import OutboxRow, Store, StoreError, Transaction, address_to_text

Body = Callable[[Transaction], None]
More = Callable[[Transaction], bool]
"""Whether something else is due now."""


def perhaps(_tx: Transaction) -> bool:
    """Where nobody looks."""
    return True


@dataclass(frozen=True, slots=True)
class _Waiting:
    """How a row is settled, and who is told when it is."""

    lane: str
    body: Body
    done: asyncio.Future[bool]


@dataclass(slots=True)
class Settling:
    """One for a process. Bodies lock a lane and no table: together they do so in the order of the
    lanes, as everybody does, so that nobody waits in a circle. ``more`` is asked once after them.
    """

    store: Store
    more: More = perhaps
    _waiting: list[_Waiting] = field(default_factory=list)
    _turn: asyncio.Lock = field(default_factory=asyncio.Lock)

    async def settle(self, row: OutboxRow, body: Body) -> bool:
        """Run a body, perhaps with those of other rows; returns whether there may be more to do."""
        mine = _Waiting(address_to_text(row.out.to), body, asyncio.Future())
        self._waiting.append(mine)
        async with self._turn:
            if not mine.done.done():
                these, self._waiting = self._waiting, []
                await self._together(these)
        return await mine.done

    async def _together(self, these: list[_Waiting]) -> None:
        these = sorted(these, key=lambda one: one.lane)

        def body(tx: Transaction) -> bool:
            for one in these:
                one.body(tx)
            return self.more(tx)

        try:
            more = await self.store.transact(body)
        except StoreError as error:
            _fail(these, error)
        except asyncio.CancelledError:
            for one in these:
                one.done.cancel()
            raise
        except Exception:  # noqa: BLE001 - one bad row must not stop the others
            await self._one_by_one(these)
        else:
            _tell(these, more=more)

    async def _one_by_one(self, these: list[_Waiting]) -> None:
        for one in these:
            try:
                await self.store.transact(one.body)
            except Exception as error:  # noqa: BLE001 - it is for whoever waits for this row
                _fail([one], error)
            else:
                _tell([one], more=True)


def _tell(these: list[_Waiting], *, more: bool) -> None:
    for one in _left(these):
        one.set_result(more)


def _fail(these: list[_Waiting], error: Exception) -> None:
    for one in _left(these):
        one.set_exception(error)


def _left(these: list[_Waiting]) -> list[asyncio.Future[bool]]:
    """Of whoever was not stopped meanwhile."""
    return [one.done for one in these if not one.done.done()]
