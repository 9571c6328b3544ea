"""Receive: what arrived goes into the inbox, together with the cursor after it, then counts."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime
from functools import partial
from typing import Final

from uno_chat.contract import (
    AccountRefused,
    Adapter,
    Arrival,
    Batch,
    Puller,
    RetryLater,
    Store,
    Transaction,
    envelope_to_json,
)
from uno_chat.coordinator import concerns_us, hears_itself, lane_of
from uno_chat.runtime.clock import Now
from uno_chat.runtime.depths import Depths
from uno_chat.runtime.faults import places, tell
from uno_chat.runtime.health import Health

log = logging.getLogger(__name__)

OPEN_WITHIN: Final = 30.0
"""Seconds after which an attempt to open an account is given up."""
_LONGEST_PAUSE: Final = 60
QUIET: Final = 1.0
"""Seconds without an answer after which a network has nothing that waited; that comes at once."""


@dataclass(slots=True)
class Account:
    """An adapter that is served. ``answered`` is set when its network has answered for the first
    time, be it with "later"; ``caught_up`` when it had nothing more that waited; ``refused`` says
    how to mend an account that was stopped; ``held`` is until when it may send nothing at all.
    """

    adapter: Adapter
    depths: Depths = field(default_factory=Depths)
    is_open: bool = False
    refused: str | None = None
    held: datetime | None = None
    answered: asyncio.Event = field(default_factory=asyncio.Event)
    caught_up: asyncio.Event = field(default_factory=asyncio.Event)
    health: Health = field(default_factory=Health)

    @property
    def network(self) -> str:
        """The name of its network, which is also that of its inbox account."""
        return self.adapter.network


async def serve(account: Account, store: Store, now: Now, arrived: Callable[[], None]) -> None:
    """Open an account, however long its network takes, and receive until it is refused: that ends
    this adapter and no other.
    """
    try:
        await _open(account, now)
        account.is_open = True
        account.health.works(now())
        account.answered.set()
        source = account.adapter.source
        if isinstance(source, Puller):
            await _pull_for_ever(account, source, store, now, arrived)
        account.caught_up.set()
    except AccountRefused as refused:
        account.is_open, account.refused = False, str(refused)
        log.error("%s stopped: %s", account.network, refused)  # noqa: TRY400 - one sentence, no trace
    finally:
        account.answered.set()


async def _open(account: Account, now: Now) -> None:
    while True:
        try:
            async with asyncio.timeout(OPEN_WITHIN):
                await account.adapter.open()
        except RetryLater as later:
            pause = later.after.total_seconds()
        except TimeoutError:
            pause = 1.0
        except AccountRefused:
            raise
        except Exception as error:
            fault = f"it could not be opened ({type(error).__name__} at {places(error)})"
            raise AccountRefused(fault) from error
        else:
            return
        account.health.fails(now())
        account.answered.set()
        log.warning("%s is not reachable yet, trying again", account.network)
        await asyncio.sleep(pause)


async def _pull_for_ever(
    account: Account, source: Puller, store: Store, now: Now, arrived: Callable[[], None]
) -> None:
    network = account.network
    cursor = await store.transact(lambda tx: tx.cursor(network))
    faults = 0
    while True:
        try:
            batch = await _pull(account, source, cursor, arrived)
        except RetryLater as later:
            account.health.fails(now())
            await asyncio.sleep(later.after.total_seconds())
            continue
        except AccountRefused:
            raise
        except Exception as error:  # noqa: BLE001 - one broken adapter must not stop the others
            account.health.fails(now())
            tell(log, f"pulling from {network}", error)
            await asyncio.sleep(min(2**faults, _LONGEST_PAUSE))
            faults += 1
            continue
        faults = 0
        account.health.works(now())
        account.depths.heard(batch)
        if await store.transact(partial(keep, account=network, batch=batch, now=now())):
            account.health.heard = now()
            arrived()
        cursor = batch.cursor if batch.cursor is not None else cursor


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
    for envelope in batch.envelopes:
        if concerns_us(envelope):
            payload = envelope_to_json(envelope)
            new += tx.receive(Arrival(account, envelope.id, lane_of(envelope), now, payload))
        else:
            new += hears_itself(tx, envelope, now)
    for unreadable in batch.unreadable:
        log.warning("%s sent something unreadable, which was set aside", account)
        tx.set_aside(account, unreadable.id, now, unreadable.raw)
    if batch.cursor is not None:
        tx.save_cursor(account, batch.cursor)
    return new
