"""A row that comes too early is handled when it is time, and what follows it waits."""

from __future__ import annotations

from datetime import datetime, timedelta
from operator import methodcaller

import pytest

from uno_chat.contract import InboxRow, Said, Transaction
from uno_chat.coordinator import House, Later, Question, handle
from uno_chat.runtime import working
from uno_chat.runtime.working import Did, Worker
from uno_chat.testing.desk import NOON, Desk
from uno_chat.testing.memory_store import MemoryStore

SOON = NOON + timedelta(seconds=1)


def early(
    house: House, tx: Transaction, row: InboxRow, now: datetime, *_: object
) -> str | Question | Later:
    return Later(SOON) if now < SOON else handle(house, tx, row, now)


async def test_a_row_that_is_too_early_is_handled_at_its_time_and_in_its_turn(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(working, "handle", early)
    desk = Desk()
    for words in ("rules", "help"):
        desk.do(methodcaller("receive", desk.arrival(desk.envelope("ann", Said(words), None))))
    store, now = MemoryStore(desk.rows), [NOON]
    await store.open()
    worker = Worker(desk.house, store, lambda: now[0], lambda task: task.result())
    assert [await worker.step(), await worker.step()] == [Did.SOMETHING, Did.NOTHING]
    assert worker.next_retry(NOON) == SOON
    now[0] = SOON
    assert [await worker.step() for _ in range(3)] == [Did.SOMETHING, Did.SOMETHING, Did.NOTHING]
    assert [row.result for row in store.rows.handled.values()] == ["rules", "help"]
