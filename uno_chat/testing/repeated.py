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

_WRITES: Final = frozenset(
    {"receive", "finish_inbox", "save_table", "append_record", "set_alarms", "queue", "settle"}
)


@dataclass(frozen=True, slots=True)
class Call:
    """A method of a transaction, and with what it was called."""

    name: str
    args: tuple[Any, ...]
    more: dict[str, Any]
    writes: bool


class _Noting:
    """A transaction that notes what is called, in order."""

    def __init__(self, tx: Transaction) -> None:
        self._tx = tx
        self.calls: list[Call] = []

    def __getattr__(self, name: str) -> Callable[..., Any]:
        method = getattr(self._tx, name)

        def noted(*args: Any, **more: Any) -> Any:  # noqa: ANN401 - whatever it is called with
            found = method(*args, **more)
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


async def repeat(lanes: Sequence[tuple[Store, Sequence[Sequence[Call]]]]) -> float:
    """The seconds that stores take for these transactions, side by side; each is open."""
    began = time.perf_counter()
    await asyncio.gather(*(_one_after_the_other(store, done) for store, done in lanes))
    return time.perf_counter() - began


async def _one_after_the_other(store: Store, transactions: Sequence[Sequence[Call]]) -> None:
    for calls in transactions:
        await store.transact(partial(_again, calls))


def _again(calls: Sequence[Call], tx: Transaction) -> None:
    for call in calls:
        getattr(tx, call.name)(*call.args, **call.more)
