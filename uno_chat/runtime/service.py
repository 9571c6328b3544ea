"""Start, run and stop: the loops of one process around one store and its adapters."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Coroutine, Iterable, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from functools import partial
from typing import Any, Final, Self

from uno_chat.contract import Adapter, Clearing, Remembering, Shared, Store, Transaction
from uno_chat.coordinator import House, tidy
from uno_chat.runtime.alarm_clock import SWEEP as LONG_SWEEP
from uno_chat.runtime.alarm_clock import AlarmClock
from uno_chat.runtime.bells import Bell
from uno_chat.runtime.clock import Now, SharedTime, utc_now
from uno_chat.runtime.configuration import ConfigurationError
from uno_chat.runtime.gauges import Gauges
from uno_chat.runtime.meters import Meters, meters
from uno_chat.runtime.panel import Panel
from uno_chat.runtime.patience import PatientStore
from uno_chat.runtime.pulse import Pulse
from uno_chat.runtime.ranking import manages, may_ask
from uno_chat.runtime.receiving import Account, Intake, serve
from uno_chat.runtime.remembering import KeptMemory
from uno_chat.runtime.roles import ALL, NONE, Role, Roles
from uno_chat.runtime.sending import Sender
from uno_chat.runtime.sharing import SWEEP, Sharing
from uno_chat.runtime.shifts import Shifts
from uno_chat.runtime.watching import Watch
from uno_chat.runtime.web import Door
from uno_chat.runtime.working import Asks, Did, Worker

log = logging.getLogger(__name__)

DRAIN: Final = 5.0
"""Seconds that deliveries under way get when the service stops."""
ANSWERED: Final = 5.0
"""Seconds that the start waits for the first answer of a network."""
LET_GO: Final = 1.0
"""Seconds that anything else gets to end when it is told to. Everything together is under 10."""
BATCH: Final = 50
"""Rows that are handled in one go before sending begins: a page that changes several times in a
moment is shown once. Under lasting load sending goes on beside the work."""
PRUNED_FIRST: Final = timedelta(minutes=10)
PRUNED_EVERY: Final = timedelta(days=1)
PRUNED_SOON: Final = timedelta(seconds=0.2)
"""Seconds between two times when a few old rows are forgotten, as long as there are some."""

UNREAD: Final = timedelta(seconds=0.5)
"""When to look again at an alarm that is due, while another worker may still read what was sent
before it."""

_WORK, _SEND = "work", "send"


@dataclass(slots=True)
class Service:
    """``async with Service(...)`` runs until left; ``quiet()`` waits until nothing is due.

    ``watches``: what happens while nobody looks at the clock is an outage; not where it is moved by
    hand. ``roles``: what it does, where others that share its store do the rest.
    """

    house: House
    store: Store
    adapters: Sequence[Adapter]
    now: Now = utc_now
    watches: bool = True
    roles: Roles = ALL
    meters: Meters = field(default_factory=meters)
    worker: Worker = field(init=False)
    sender: Sender = field(init=False)
    clock: AlarmClock = field(init=False)
    accounts: dict[str, Account] = field(init=False)
    watch: Watch = field(init=False)
    pulse: Pulse = field(init=False)
    door: Door = field(init=False)
    panel: Panel = field(init=False)
    sharing: Sharing | None = field(init=False, default=None)
    _rows: PatientStore = field(init=False)
    _work: Bell = field(init=False)
    _send: Bell = field(init=False)
    _calm: asyncio.Event = field(default_factory=asyncio.Event)
    _rests: asyncio.Event = field(default_factory=asyncio.Event)
    _fault: BaseException | None = None
    _broken: asyncio.Event = field(default_factory=asyncio.Event)
    _loops: list[asyncio.Task[None]] = field(default_factory=list)
    _receivers: list[asyncio.Task[None]] = field(default_factory=list)
    _stopping: asyncio.Task[None] | None = None
    _prune_at: datetime | None = None

    def __post_init__(self) -> None:
        self.accounts = {one.network: Account(one, may=self.roles) for one in self.adapters}
        self._share()
        for account in self.accounts.values():
            if isinstance(account.adapter, Remembering):
                worker = self._worker if account.pulls else ""
                account.adapter.remember_in(KeptMemory(self.store, account.network, worker))
        reception, storing = self.meters.reception, self.meters.storing
        ring, stops = self._ring_work, self._stops
        self.door = Door(self.accounts, self.store, self.now, ring, stops, reception)
        self._rows = PatientStore(self.store, counts=storing)
        self._work, self._send = Bell(self._parked), Bell(self._parked)
        self.watch = Watch(self._rows, self.now, self.accounts, self._works)
        self.pulse = Pulse(self.accounts)
        house = replace(self.house, pulse=self.pulse)
        asks = Asks(partial(manages, self.accounts), partial(may_ask, self.accounts))
        shares, serves = self.sharing is not None, self._serves
        rings = self.watch.rings
        self.worker = Worker(
            house,
            self._rows,
            self.now,
            self._thought,
            rings,
            asks,
            shares=shares,
            meters=self.meters,
        )
        self.sender = Sender(
            house, self._rows, self.accounts, self.now, self._delivered, serves, self.meters
        )
        if self.sharing is not None:
            shifts = self.sharing.shifts
            shifts.sends, shifts.busy = self.sender.takes_over, self.sender.is_busy
        gauges = Gauges(self.accounts, self.store, self.now, lambda: len(self.sender.tasks))
        self.panel = Panel(self.door, self.meters, gauges)
        bells = {_WORK: self._ring_work, _SEND: self._ring_send}
        self.clock = AlarmClock(bells, SWEEP if shares else LONG_SWEEP)

    def _share(self) -> None:
        """What is done otherwise where other workers use the store."""
        if not isinstance(self.store, Shared):
            return
        time = SharedTime()
        if self.now is utc_now:
            self.now = time
        shifts = Shifts(self.store, self.accounts, self.now, self.wake)
        self.sharing = Sharing(self.store, shifts, time, self.wake, self._begin)
        for account in self.accounts.values():
            account.give(NONE)

    @property
    def _works(self) -> bool:
        return Role.WORK in self.roles

    @property
    def _worker(self) -> str:
        """Who we are among several workers; empty for the only one."""
        return "" if self.sharing is None else self.sharing.shifts.worker

    def _serves(self, network: str) -> bool:
        """Whether we send on a network at this moment, and nobody else does."""
        return self.sharing is None or self.sharing.shifts.has(network)

    async def __aenter__(self) -> Self:
        """Open store and accounts, then begin. Raises StoreError, and ConfigurationError when no
        account at all can be served.
        """
        try:
            await self.store.open()
            await self._start()
        except BaseException:
            await self.stop()
            raise
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.stop()

    def wake(self) -> None:
        """Something may have to be done."""
        self._ring_work()
        self._ring_send()

    async def failed(self) -> None:
        """Wait until there is nothing that could go on, and raise why."""
        await self._broken.wait()
        if self._fault is not None:
            raise self._fault

    async def quiet(self) -> None:
        """Wait until all that was received is handled, what is due is rung and what can be said
        now is delivered. What has to wait for its time is left alone. Raises what ``failed`` does.
        """
        while not self._stops():
            await self._rests.wait()
            if self._fault is not None:
                raise self._fault
            if self._stops():
                return
            if not await self._rows.transact(self._anything_due) and self._rests.is_set():
                return
            self.wake()

    async def stop(self) -> None:
        """Receive no more, let deliveries under way finish, close; within 10 seconds, whatever
        hangs. The rest waits in the store. A second time does nothing more.
        """
        if self._stopping is None:
            self._stopping = asyncio.create_task(self._stop())
        await asyncio.shield(self._stopping)

    def _stops(self) -> bool:
        return self._stopping is not None

    # start and stop

    async def _start(self) -> None:
        if self.sharing is not None:
            await self.sharing.begin()
        reception = self.meters.reception
        into = Intake(self._rows, self.now, self._ring_work, self._worker, reception)
        for account in self.accounts.values():
            self._receivers.append(self._begin(serve(account, into)))
        answers = [asyncio.create_task(a.answered.wait()) for a in self.accounts.values()]
        await _end(answers, ANSWERED)  # who is slower is served from then on
        self._check_served()
        if self._fault is not None:
            raise self._fault
        self.pulse.started = self.now()
        self._prune_at = self.now() + PRUNED_FIRST
        self.clock.start()
        self._loops = [self._begin(self._working()), self._begin(self._sending())]

    async def _stop(self) -> None:
        self.clock.stop()
        self._calm.set()
        self.wake()  # the loops see that it is time to stop, and leave nothing half done
        await _end([*self._receivers, *self.worker.thoughts.values()], 0)
        await _end(self._loops, LET_GO)
        await _end(list(self.sender.tasks.values()), DRAIN)
        await _end([asyncio.create_task(self._leave())], LET_GO)
        await self.store.close()
        self._rests.set()
        self._broken.set()

    async def _leave(self) -> None:
        """Close accounts; only then others may serve them."""
        await asyncio.gather(*(a.close() for a in self.adapters), return_exceptions=True)
        if self.sharing is not None:
            await self.sharing.end()

    def _begin(self, loop: Coroutine[object, object, None]) -> asyncio.Task[None]:
        task = asyncio.create_task(loop)
        task.add_done_callback(self._ended)
        return task

    def _ended(self, task: asyncio.Task[None]) -> None:
        """A fault that nobody could handle ends the service; so does the last refusal."""
        if task.cancelled():
            return
        fault = task.exception()
        if fault is not None:
            self._break(fault)
        else:
            self._check_served()

    def _check_served(self) -> None:
        refusals = [f"{a.network}: {a.refused}" for a in self.accounts.values() if a.refused]
        if not self.accounts:
            self._break(ConfigurationError("There is no network to serve: name one."))
        elif not self._works and all(one.is_for_others for one in self.accounts.values()):
            names = " and ".join(self.accounts)
            self._break(
                ConfigurationError(
                    f"Whoever receives from {names} also works and sends, because of the keys of"
                    " its encryption: leave --only, or let this worker do the work."
                )
            )
        elif len(refusals) == len(self.accounts):
            self._break(ConfigurationError(f"No account can be served. {' '.join(refusals)}"))

    def _break(self, fault: BaseException) -> None:
        if self._fault is None:
            self._fault = fault
        self._broken.set()
        self._rests.set()

    # the loops

    async def _working(self) -> None:
        steps = 0
        while self._stopping is None:
            steps += 1
            if self.watches:
                await self.watch.look()
            if self._stops():
                return
            if not self._works or await self.worker.step() is Did.NOTHING:
                steps = 0
                self._calm.set()
                self._ring_send()
                await self._arm_work()
                await self._work.heard()
                self._calm.clear()
            elif steps >= BATCH:
                self._calm.set()
                self._ring_send()

    async def _arm_work(self) -> None:
        if not self._works:
            return
        now = self.now()
        more = await self._prune_some(now)
        rings = self.watch.rings(now)
        alarm = None if rings is None else self.worker.alarm
        if alarm is not None and rings is not None and rings < alarm <= now:
            alarm = now + UNREAD
        self.clock.arm(_WORK, _first(alarm, self.worker.next_retry(now), more), now)

    async def _prune_some(self, now: datetime) -> datetime | None:
        """A little while there is nothing else to do; when to go on with it, if it is time."""
        if self._prune_at is None or now < self._prune_at:
            return None
        more = await self._rows.transact(partial(self._prune, now=now))
        self._prune_at = now + (PRUNED_SOON if more else PRUNED_EVERY)
        return self._prune_at if more else None

    def _prune(self, tx: Transaction, now: datetime) -> bool:
        """Whether there is more."""
        tidy(tx, now)
        before, closed = now - self.house.kept, now - self.house.kept_tables
        if isinstance(tx, Clearing):
            return tx.clear(before, closed, now) is not None
        return tx.prune(before) > 0

    async def _sending(self) -> None:
        while self._stopping is None:
            await self._calm.wait()
            if not await self.sender.step():
                if not self.sender.is_full:
                    self.clock.arm(_SEND, self.sender.due, self.now())
                await self._send.heard()

    def _ring_work(self) -> None:
        self._ring(self._work)

    def _ring_send(self) -> None:
        self._ring(self._send)

    def _ring(self, bell: Bell) -> None:
        if self._fault is None:
            self._rests.clear()
        bell.ring()

    def _thought(self, task: asyncio.Task[None]) -> None:
        self._ended(task)
        self.wake()

    def _delivered(self, task: asyncio.Task[None], /, *, more: bool) -> None:
        self._ended(task)
        if more:
            self._ring_send()
        else:
            self._parked()

    def _parked(self) -> None:
        """A loop found nothing to do: if nothing else is under way either, the service rests."""
        both = self._work.waits and self._send.waits
        if both and not self.worker.thoughts and not self.sender.tasks:
            self._rests.set()

    def _next_send(self, tx: Transaction) -> datetime | None:
        served = [*filter(self._serves, self.accounts)]
        return tx.next_send(served) if served else None

    def _anything_due(self, tx: Transaction) -> bool:
        now = self.now()
        times = (tx.next_alarm(), self._next_send(tx))
        return tx.next_inbox(now, ()) is not None or any(at and at <= now for at in times)


def _first(*times: datetime | None) -> datetime | None:
    return min((at for at in times if at is not None), default=None)


async def _end(tasks: Iterable[asyncio.Task[Any]], patience: float) -> None:
    """Wait for tasks, then tell those that are left to end; never longer than it must be."""
    everything = set(tasks)
    left = everything
    if left and patience:
        _, left = await asyncio.wait(left, timeout=patience)
    for task in left:
        task.cancel()
    if left:
        await asyncio.wait(left, timeout=LET_GO / 2)
    for task in everything:
        if task.done() and not task.cancelled():
            task.exception()  # whoever it concerned was told
