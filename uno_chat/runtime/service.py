"""Start, run and stop: the loops of one process around one store and its adapters."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine, Sequence
from dataclasses import dataclass, field
from typing import Self

from uno_chat.contract import Adapter, Puller, Store
from uno_chat.coordinator import House
from uno_chat.runtime.alarm_clock import AlarmClock
from uno_chat.runtime.clock import Now, utc_now
from uno_chat.runtime.receiving import open_account, pull_for_ever
from uno_chat.runtime.sending import Sender
from uno_chat.runtime.working import Did, Worker

LOOK = 1.0
"""Seconds after which a loop looks again although nobody woke it (rows held back, other
processes)."""
DRAIN = 8.0
"""Seconds that deliveries under way get when the service stops."""


@dataclass(slots=True)
class Service:
    """``async with Service(...)`` runs until left; ``quiet()`` waits until nothing is due."""

    house: House
    store: Store
    adapters: Sequence[Adapter]
    now: Now = utc_now
    worker: Worker = field(init=False)
    sender: Sender = field(init=False)
    clock: AlarmClock = field(init=False)
    _work: asyncio.Event = field(default_factory=asyncio.Event)
    _send: asyncio.Event = field(default_factory=asyncio.Event)
    _idle: asyncio.Event = field(default_factory=asyncio.Event)
    _tasks: list[asyncio.Task[None]] = field(default_factory=list)

    def __post_init__(self) -> None:
        by_network = {adapter.network: adapter for adapter in self.adapters}
        self.worker = Worker(self.house, self.store, self.now, self.wake)
        self.sender = Sender(self.house, self.store, by_network, self.now, self._send.set)
        self.clock = AlarmClock(self.wake)

    def wake(self) -> None:
        """Something may have to be done."""
        self._idle.clear()
        self._work.set()

    async def __aenter__(self) -> Self:
        """Open store and accounts, then begin; raises what opening raises."""
        await self.store.open()
        for adapter in self.adapters:
            await open_account(adapter)
        self.clock.start()
        self._begin(self._working())
        self._begin(self._sending())
        for adapter in self.adapters:
            source = adapter.source
            if isinstance(source, Puller):
                pull = pull_for_ever(adapter, source, self.store, self.now, self.wake)
                self._begin(pull)
        self.wake()
        return self

    async def __aexit__(self, *_: object) -> None:
        """Receive no more, let deliveries under way finish, close. The rest waits in the store."""
        self.clock.stop()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        under_way = [*self.sender.tasks, *self.worker.thoughts]
        if under_way:
            await asyncio.wait(under_way, timeout=DRAIN)
        for adapter in self.adapters:
            await adapter.close()
        await self.store.close()

    async def failed(self) -> None:
        """Wait until a loop ends by a fault, and raise it."""
        done, _ = await asyncio.wait(self._tasks, return_when=asyncio.FIRST_EXCEPTION)
        for task in done:
            task.result()

    async def quiet(self) -> None:
        """Wait until the inbox is empty, nothing is due and all is delivered."""
        await self._idle.wait()

    def _begin(self, loop: Coroutine[object, object, None]) -> None:
        self._tasks.append(asyncio.create_task(loop))

    async def _working(self) -> None:
        while True:
            self._work.clear()
            did = await self.worker.step()
            if did is not Did.NOTHING:
                self._send.set()
                continue
            self.clock.arm(await self.store.transact(lambda tx: tx.next_alarm()), self.now())
            self._send.set()
            await _wait(self._work)

    async def _sending(self) -> None:
        while True:
            self._send.clear()
            while await self.sender.step():
                pass
            await self._look_idle()
            await _wait(self._send)

    async def _look_idle(self) -> None:
        """Idle: nothing waits, nothing is under way. Whoever wakes the service ends it."""
        if self.sender.tasks or self.worker.thoughts or self._work.is_set():
            return
        now = self.now()
        alarm, send, row = await self.store.transact(
            lambda tx: (tx.next_alarm(), tx.next_send(), tx.next_inbox(now, ()))
        )
        due = [at for at in (alarm, send) if at is not None and at <= now]
        if row is None and not due and not self._work.is_set():
            self._idle.set()


async def _wait(event: asyncio.Event) -> None:
    try:
        async with asyncio.timeout(LOOK):
            await event.wait()
    except TimeoutError:
        pass
