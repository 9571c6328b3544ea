"""Receive: what arrived goes into the inbox, together with the cursor after it, then counts."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from datetime import datetime
from functools import partial

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
from uno_chat.coordinator import lane_of
from uno_chat.runtime.clock import Now

log = logging.getLogger(__name__)


async def open_account(adapter: Adapter) -> None:
    """Open an adapter, waiting as long as its network asks; raises AccountRefused."""
    while True:
        try:
            await adapter.open()
        except RetryLater as later:
            log.warning("%s is not reachable yet, trying again", adapter.network)
            await asyncio.sleep(later.after.total_seconds())
        else:
            return


async def pull_for_ever(
    adapter: Adapter, source: Puller, store: Store, now: Now, arrived: Callable[[], None]
) -> None:
    """Ask the network again and again; a refused account ends this adapter and no other."""
    account = adapter.network
    cursor = await store.transact(lambda tx: tx.cursor(account))
    while True:
        try:
            batch = await source.pull(cursor)
        except RetryLater as later:
            await asyncio.sleep(later.after.total_seconds())
            continue
        except AccountRefused as refused:
            log.error("%s stopped: %s", account, refused)  # noqa: TRY400 - one sentence, no trace
            return
        await store.transact(partial(keep, account=account, batch=batch, now=now()))
        cursor = batch.cursor if batch.cursor is not None else cursor
        arrived()


def keep(tx: Transaction, account: str, batch: Batch, now: datetime) -> int:
    """A batch and its cursor in one transaction; returns how many envelopes were new."""
    new = 0
    for envelope in batch.envelopes:
        payload = envelope_to_json(envelope)
        new += tx.receive(Arrival(account, envelope.id, lane_of(envelope), now, payload))
    for unreadable in batch.unreadable:
        log.warning("%s sent something unreadable, set aside as %s", account, unreadable.id)
        tx.set_aside(account, unreadable.id, now, unreadable.raw)
    if batch.cursor is not None:
        tx.save_cursor(account, batch.cursor)
    return new
