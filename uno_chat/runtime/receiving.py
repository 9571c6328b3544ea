"""Receive: what arrived goes into the inbox, together with the cursor after it, then counts."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from functools import partial
from itertools import count
from typing import Final

from uno_chat.contract import (
    AccountRefused,
    Adapter,
    Arrival,
    Batch,
    Findable,
    Puller,
    Remembering,
    RetryLater,
    Store,
    Transaction,
    envelope_to_json,
)
from uno_chat.coordinator import concerns_us, hears_itself, keep_account, lane_of
from uno_chat.runtime.bounds import bounded, kept_aside
from uno_chat.runtime.clock import Now
from uno_chat.runtime.depths import Depths
from uno_chat.runtime.faults import places, tell
from uno_chat.runtime.health import Health
from uno_chat.runtime.meters import Reception, meters
from uno_chat.runtime.outages import Outage
from uno_chat.runtime.roles import ALL, Role, Roles

log = logging.getLogger(__name__)

OPEN_WITHIN: Final = 30.0
"""Seconds after which an attempt to open an account is given up."""
_LONGEST_PAUSE: Final = 60
_DOUBLED: Final = 4
"""How often the pause between two attempts to open an account becomes twice as long."""
LET_GO: Final = 1.0
"""Seconds that an adapter gets to stop pulling."""
QUIET: Final = 1.0
"""Seconds without an answer after which a network has nothing that waited; that comes at once."""
AGAIN: Final = 1.0
"""Seconds after which a worker that has lost an account looks whether it has it again."""
TOLD_WITHIN: Final = 5.0
"""Seconds in which a worker that was frozen hears that an account is another one's by now."""


def _set() -> asyncio.Event:
    event = asyncio.Event()
    event.set()
    return event


@dataclass(slots=True)
class Account:
    """An adapter that is served. ``answered`` is set when its network has answered for the first
    time, be it with "later"; ``caught_up`` when it had nothing more that waited; ``refused`` says
    how to mend an account that was stopped, ``put_off`` why one cannot be opened yet; ``held`` is
    until when it may send nothing at all.

    ``may`` is what this worker is there for. Where several share a store, ``does`` is what it has
    to do for the account at the moment and nobody else does; ``served`` is set while that is
    anything, ``left`` as soon as it changes; ``listened`` is up to when all that was sent there is
    read. ``forged``: somebody else posts in its name.
    """

    adapter: Adapter
    depths: Depths = field(default_factory=Depths)
    is_open: bool = False
    refused: str | None = None
    put_off: str | None = None
    held: datetime | None = None
    answered: asyncio.Event = field(default_factory=asyncio.Event)
    caught_up: asyncio.Event = field(default_factory=asyncio.Event)
    health: Health = field(default_factory=Health)
    may: Roles = ALL
    does: Roles = ALL
    served: asyncio.Event = field(default_factory=_set)
    left: asyncio.Event = field(default_factory=asyncio.Event)
    listened: datetime | None = None
    forged: Outage = field(default_factory=Outage)

    def give(self, does: Roles) -> None:
        """What is to be done for it from now on, and nothing else."""
        if does == self.does:
            return
        self.does = does
        self.left.set()
        if does:
            self.served.set()
        else:
            self.served.clear()

    @property
    def pulls(self) -> bool:
        """Whether it has to be asked for what arrived, by one worker at a time."""
        return isinstance(self.adapter.source, Puller)

    @property
    def is_whole(self) -> bool:
        """Whether pulling and sending need the same memory, of keys for example: then one worker
        does both, and whatever its network is asked.
        """
        return self.pulls and isinstance(self.adapter, Remembering)

    @property
    def is_for_others(self) -> bool:
        """Whether this worker can never pull or send for it, because it may not do all."""
        return self.is_whole and self.may != ALL

    @property
    def listens(self) -> bool:
        """Whether it is this worker that knows whether the network can be reached."""
        return (Role.RECEIVE if self.pulls else Role.SEND) in self.does

    @property
    def is_needed(self) -> bool:
        """Whether it has to be open here: who pulls or sends, who is posted to, and who may have to
        ask its network something that whoever pulls and sends does not ask.
        """
        asks = Role.WORK in self.may and self.may != ALL and not self.is_whole
        return bool(self.does) or not self.pulls or asks

    @property
    def shift_of_pulling(self) -> str:
        """What the store calls the shift of the worker that pulls."""
        return self.network if self.is_whole else f"{self.network} in"

    @property
    def network(self) -> str:
        """The name of its network, which is also that of its inbox account."""
        return self.adapter.network


@dataclass(frozen=True, slots=True)
class Intake:
    """Where it goes, and whom to tell that something has ``arrived``; ``worker`` is who we are
    where several share the store.
    """

    store: Store
    now: Now
    arrived: Callable[[], None]
    worker: str = ""
    counts: Reception = field(default_factory=lambda: meters().reception)


async def serve(account: Account, into: Intake) -> None:
    """Open an account, however long its network takes, and receive until it is refused: that ends
    this adapter and no other. Where workers share a store, one that pulls is opened by the one that
    has the shift, and closed when that ends.
    """
    try:
        if into.worker and account.pulls:
            await _serve_in_shifts(account, into)
        else:
            await _serve(account, into)
    except AccountRefused as refused:
        account.is_open, account.refused = False, str(refused)
        log.error("%s stopped: %s", account.network, refused)  # noqa: TRY400 - one sentence, no trace
    finally:
        account.answered.set()


async def _serve(account: Account, into: Intake) -> None:
    await _open(account, into.now)
    await _introduce(account, into.store)
    account.is_open = True
    account.health.works(into.now())
    account.answered.set()
    source = account.adapter.source
    if not isinstance(source, Puller):
        account.caught_up.set()
    elif Role.RECEIVE in account.does:
        await _pull_for_ever(account, source, into)
    else:
        await account.left.wait()


async def _introduce(account: Account, store: Store) -> None:
    """Keep how the account is called, for people on other networks."""
    adapter, network = account.adapter, account.network
    if isinstance(adapter, Findable):
        found_as = adapter.found_as
        await store.transact(lambda tx: keep_account(tx, network, found_as))


async def _serve_in_shifts(account: Account, into: Intake) -> None:
    while True:
        if not account.is_needed:
            account.answered.set()  # by whoever serves it
            await account.served.wait()
        account.left.clear()
        await _until_left(account, into)
        account.is_open, account.put_off = False, None
        account.caught_up.clear()
        await account.adapter.close()


async def _until_left(account: Account, into: Intake) -> None:
    """Serve as long as the shift lasts; raises AccountRefused. Whoever was frozen is refused in
    favour of the worker that has taken over, and has to stand by for it like any other.
    """
    serving = asyncio.create_task(_serve(account, into))
    left = asyncio.create_task(account.left.wait())
    try:
        await asyncio.wait((serving, left), return_when=asyncio.FIRST_COMPLETED)
    finally:
        serving.cancel()
        left.cancel()
        await asyncio.wait((serving,), timeout=LET_GO)
    if serving.done() and not serving.cancelled():
        try:
            serving.result()
        except AccountRefused:
            account.is_open = False
            if not await _is_left(account):
                raise


async def _is_left(account: Account) -> bool:
    try:
        async with asyncio.timeout(TOLD_WITHIN):
            return await account.left.wait()
    except TimeoutError:
        return False


async def _open(account: Account, now: Now) -> None:
    """However long it takes; raises AccountRefused where trying again would not help."""
    outage = Outage()
    for tries in count():
        later = await _try_to_open(account.adapter)
        account.put_off = None if later is None else str(later)
        if later is None:
            break
        account.health.fails(now())
        account.answered.set()
        if outage.is_news(str(later)):
            log.warning("%s cannot be opened yet, trying again: %s", account.network, later)
        after = later.after.total_seconds()
        doubled = after * 2 ** min(tries, _DOUBLED)
        await asyncio.sleep(min(doubled, max(after, _LONGEST_PAUSE)))
    if outage.ends():
        log.info("%s is open now", account.network)


async def _try_to_open(adapter: Adapter) -> RetryLater | None:
    """What stands in the way at the moment, if anything; raises AccountRefused."""
    try:
        async with asyncio.timeout(OPEN_WITHIN):
            await adapter.open()
    except RetryLater as later:
        return later if str(later) else RetryLater(later.after, "it asks us to come later")
    except TimeoutError:
        return RetryLater(timedelta(seconds=1), "it does not answer")
    except AccountRefused:
        raise
    except Exception as error:
        fault = f"it could not be opened ({type(error).__name__} at {places(error)})"
        raise AccountRefused(fault) from error
    return None


async def _pull_for_ever(account: Account, source: Puller, into: Intake) -> None:
    network, now = account.network, into.now
    cursor = await into.store.transact(lambda tx: tx.cursor(network))
    faults = 0
    while True:
        try:
            batch = await _pull(account, source, cursor, into.arrived)
        except RetryLater as later:
            account.health.fails(now())
            await asyncio.sleep(later.after.total_seconds())
            continue
        except AccountRefused:
            raise
        except Exception as error:  # noqa: BLE001 - one broken adapter must not stop the others
            account.health.fails(now())
            tell(log, error, "pulling from %s", network)
            await asyncio.sleep(min(2**faults, _LONGEST_PAUSE))
            faults += 1
            continue
        faults = 0
        account.health.works(now())
        account.depths.heard(batch)
        kept = await into.store.transact(
            partial(_keep_ours, into=into, account=account, batch=batch)
        )
        if kept is None:
            cursor = await _ours_again(account, into)
            continue
        into.counts.kept(network, batch, kept)
        if kept:
            account.health.heard = now()
            into.arrived()
        cursor = batch.cursor if batch.cursor is not None else cursor


def _keep_ours(tx: Transaction, into: Intake, account: Account, batch: Batch) -> int | None:
    """None, and nothing is kept, if another worker has taken the account over."""
    shift = account.shift_of_pulling
    if into.worker and not tx.has_shift(shift, into.worker):
        return None
    return keep(tx, account.network, batch, into.now())


async def _ours_again(account: Account, into: Intake) -> str | None:
    """Where to go on when the account is ours again; whoever took over meanwhile gets the same from
    the network. Who is told that it is not ours any more is stopped here; but somebody else may
    have had it between two beats of ours, and of that nobody is told.
    """
    account.caught_up.clear()
    found = None
    while found is None:
        await asyncio.sleep(AGAIN)
        found = await into.store.transact(partial(_cursor_if_ours, into=into, account=account))
    return found[0]


def _cursor_if_ours(tx: Transaction, into: Intake, account: Account) -> tuple[str | None] | None:
    if not tx.has_shift(account.shift_of_pulling, into.worker):
        return None
    return (tx.cursor(account.network),)


async def _pull(
    account: Account, source: Puller, cursor: str | None, arrived: Callable[[], None]
) -> Batch:
    """The next batch. When there is none for a while, nothing is left that waited for us."""

    def caught_up() -> None:
        account.caught_up.set()
        arrived()

    timer = None
    if not account.caught_up.is_set():
        timer = asyncio.get_running_loop().call_later(QUIET, caught_up)
    try:
        return await source.pull(cursor)
    finally:
        if timer is not None:
            timer.cancel()


def keep(tx: Transaction, account: str, batch: Batch, now: datetime) -> int:
    """A batch and its cursor in one transaction; returns how many envelopes make work.

    What people say among themselves is not kept at all.
    """
    new = 0
    for envelope in map(bounded, batch.envelopes):
        if concerns_us(envelope):
            payload = envelope_to_json(envelope)
            new += tx.receive(Arrival(account, envelope.id, lane_of(envelope), now, payload))
        else:
            new += hears_itself(tx, envelope, now)
    for unreadable in map(kept_aside, batch.unreadable):
        log.warning("%s sent something unreadable, which was set aside", account)
        tx.set_aside(account, unreadable.id, now, unreadable.raw)
    if batch.cursor is not None:
        tx.save_cursor(account, batch.cursor)
    return new
