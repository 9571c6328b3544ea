"""What bodies did in a store, noted call by call, and the same calls on a copy of its database.

Bodies think and make pages between their calls; what is repeated is the store's work alone.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any, Final, TypeVar, cast

from uno_chat.contract import Store, Transaction

T = TypeVar("T")

MEASURED: Final = 0.6
"""Of what is repeated, so much is measured."""
_WRITES: Final = frozenset(
    {"receive", "finish_inbox", "save_table", "append_record", "set_alarms", "queue", "settle"}
)
_APART: Final = frozenset({"cursor", "save_cursor", "take_shift", "has_shift", "end_shift"})
"""What belongs to no table: it is left out."""


@dataclass(frozen=True, slots=True)
class Call:
    """A method of a transaction, and with what it was called."""

    name: str
    args: tuple[Any, ...]
    more: dict[str, Any]
    writes: bool


Calls = Sequence[Call]
"""Those of a transaction."""


class _Noting:
    """A transaction that notes what is called, in order."""

    def __init__(self, tx: Transaction) -> None:
        self._tx = tx
        self.calls: list[Call] = []

    def __getattr__(self, name: str) -> Callable[..., Any]:
        method = getattr(self._tx, name)

        def noted(*args: Any, **more: Any) -> Any:  # noqa: ANN401 - whatever it is called with
            found = method(*args, **more)
            if name in _APART:
                return found
            taken = name == "next_outbox" and found is not None
            self.calls.append(Call(name, args, more, taken or name in _WRITES))
            return found

        return noted


@dataclass(slots=True)
class NotedStore:
    """A store that notes the transactions in which something was written."""

    store: Store
    transactions: list[list[Call]] = field(default_factory=list)

    async def open(self) -> None:
        await self.store.open()

    async def transact(self, body: Callable[[Transaction], T]) -> T:
        calls: list[Call] = []

        def noting(tx: Transaction) -> T:
            note = _Noting(tx)
            done = body(cast("Transaction", note))
            calls[:] = note.calls  # a body may be run again
            return done

        done = await self.store.transact(noting)
        if any(call.writes for call in calls):
            self.transactions.append(calls)
        return done

    async def close(self) -> None:
        await self.store.close()


def warm_up(what: Sequence[T]) -> tuple[Sequence[T], Sequence[T]]:
    """Its first part, in which connections are made and statements prepared, and what is to be
    measured: ``MEASURED`` of it.
    """
    first = round(len(what) * (1 - MEASURED))
    return what[:first], what[first:]


async def repeat(lanes: Sequence[tuple[Store, Sequence[Calls]]], at_once: int = 1) -> float:
    """The seconds that stores take for these transactions, side by side, once they are warm; each
    is open. So many of a lane are asked for ``at_once``, where a store does them in their order.
    """
    parts = [(store, *warm_up(transactions)) for store, transactions in lanes]
    await asyncio.gather(*(_in_order(store, first, at_once) for store, first, _ in parts))
    began = time.perf_counter()
    await asyncio.gather(*(_in_order(store, rest, at_once) for store, _, rest in parts))
    return time.perf_counter() - began


async def _in_order(store: Store, transactions: Sequence[Calls], at_once: int) -> None:
    left = iter(transactions)

    async def go_on() -> None:
        for calls in left:
            await store.transact(partial(_again, calls))

    await asyncio.gather(*(go_on() for _ in range(at_once)))


def _again(calls: Calls, tx: Transaction) -> None:
    for call in calls:
        getattr(tx, call.name)(*call.args, **call.more)
