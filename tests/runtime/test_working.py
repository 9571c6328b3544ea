"""Rows are handled in order, one that fails waits alone, and computers think beside the loop."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from functools import partial
from operator import methodcaller
from typing import TypeVar

import pytest

from uno_chat import game
from uno_chat.contract import Arrival, Conflict, InboxRow, Said, StoreError, Transaction
from uno_chat.coordinator import House, Think, handle
from uno_chat.runtime import working
from uno_chat.runtime.working import SHARE, Did, Worker
from uno_chat.testing.desk import Desk
from uno_chat.testing.memory_store import MemoryStore

T = TypeVar("T")


@dataclass(slots=True)
class Shop:
    """A worker over what a desk has prepared; ``ended`` collects what its tasks raised."""

    store: MemoryStore
    worker: Worker
    now: datetime
    ended: list[BaseException | None]

    async def work(self, steps: int = 1000) -> list[Did]:
        """Step until nothing is left to do, and nobody thinks."""
        did: list[Did] = []
        while len(did) < steps:
            did.append(await self.worker.step())
            if did[-1] is Did.NOTHING:
                if not self.worker.thoughts:
                    return did
                await asyncio.wait(self.worker.thoughts.values())
                await asyncio.sleep(0)
        return did

    def results(self) -> list[str]:
        return [ended.result for ended in self.store.rows.handled.values()]


async def shop(desk: Desk, store: MemoryStore | None = None) -> Shop:
    store = store or MemoryStore()
    store.rows = desk.rows
    await store.open()
    ended: list[BaseException | None] = []

    def end(task: asyncio.Task[None]) -> None:
        ended.append(None if task.cancelled() else task.exception())

    made = Shop(store, Worker(desk.house, store, lambda: made.now, end), desk.now, ended)
    return made


def put(desk: Desk, who: str, *texts: str) -> None:
    """Lines that were received and not handled yet."""
    for text in texts:
        envelope = desk.envelope(who, Said(text), None)
        desk.do(methodcaller("receive", desk.arrival(envelope)))


# --- rows ---------------------------------------------------------------------------------------


async def test_rows_are_handled_oldest_first_then_alarms_ring(desk: Desk) -> None:
    desk.family("ann", "bob")
    desk.rows.handled.clear()
    put(desk, "ann", "hand", "rules", "xyzzy")
    desk.now += timedelta(days=1)
    here = await shop(desk)
    some, rang, nothing = Did.SOMETHING, Did.RANG, Did.NOTHING
    assert await here.work() == [some, some, some, rang, some, some, nothing]
    assert here.results() == ["hand", "rules", "puzzled: not-understood", "remind", "deadline"]


def failing_for(word: str, real: Callable[..., object] = handle) -> Callable[..., object]:
    """Handling that raises for rows with this word, with a hand in its text."""

    def handled(house: House, tx: Transaction, row: InboxRow, *rest: object) -> object:
        if word in row.arrival.payload:
            real(house, tx, row, *rest)
            raise RuntimeError(f"Ann holds R7 and said {row.arrival.payload}")
        return real(house, tx, row, *rest)

    return handled


async def test_a_row_that_fails_waits_alone_and_is_set_aside_after_five(
    desk: Desk, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    desk.family("ann", "bob")
    desk.rows.handled.clear()
    monkeypatch.setattr(working, "handle", failing_for("rules"))
    put(desk, "ann", "rules", "hand")
    put(desk, "bob", "hand")
    here = await shop(desk)
    await here.work()
    assert here.results() == ["hand"]  # Bob's
    waits = 0
    while (due := here.worker.next_retry(here.now)) is not None:
        here.now, waits = due, waits + 1
        await here.work()
    assert waits == 4
    assert here.results() == ["hand", "set aside", "hand"]
    assert [ended.why for ended in here.store.rows.handled.values()] == ["", "RuntimeError", ""]
    assert len(caplog.messages) == 5
    assert all(text.startswith("handling inbox row ") for text in caplog.messages)
    assert not any(word in caplog.text for word in ("R7", "Ann", "rules", "ann"))


async def test_what_a_failing_row_did_is_undone(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    desk.family("ann", "bob")
    monkeypatch.setattr(working, "handle", failing_for("/end"))
    put(desk, "ann", "/end")
    here = await shop(desk)
    await here.work()
    assert here.store.rows.tables[1].open


async def test_a_row_that_cannot_even_be_set_aside_properly_is_set_aside(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    desk.family("ann", "bob")
    desk.rows.handled.clear()
    monkeypatch.setattr(working, "handle", failing_for("rules"))

    def failed(*_: object) -> None:
        raise RuntimeError("again")

    monkeypatch.setattr(working, "failed", failed)
    put(desk, "ann", "rules", "hand")
    here = await shop(desk)
    await here.work()
    assert here.results() == ["set aside", "hand"]


class Outrun(MemoryStore):
    """Somebody else is faster so many times."""

    def __init__(self, times: int) -> None:
        super().__init__()
        self.times = times

    async def transact(self, body: Callable[[Transaction], T]) -> T:
        if self.times:
            self.times -= 1
            raise Conflict("table 1 was saved by somebody else")
        return await super().transact(body)


@pytest.mark.reported("74", "T66")
async def test_who_was_outrun_takes_the_row_again_at_once(desk: Desk) -> None:
    desk.family("ann", "bob")
    desk.rows.handled.clear()
    put(desk, "ann", "hand")
    here = await shop(desk, Outrun(5))
    assert await here.worker.step() is Did.SOMETHING
    assert here.results() == ["hand"]


class Beaten(MemoryStore):
    """Somebody else always saves the table first."""

    async def transact(self, body: Callable[[Transaction], T]) -> T:
        def outrun(tx: Transaction) -> T:
            found = body(tx)
            if not self.rows.inbox:
                raise Conflict("table 1 was saved by somebody else")
            return found

        return await super().transact(outrun)


async def test_who_is_always_outrun_does_not_run_for_ever(desk: Desk) -> None:
    desk.family("ann", "bob")
    put(desk, "ann", "hand")
    here = await shop(desk, Beaten())
    assert await here.worker.step() is Did.SOMETHING
    (row,) = here.store.rows.inbox.values()
    assert row.row.attempts == 1
    assert here.worker.next_retry(here.now) == row.held


async def test_a_database_that_is_gone_is_not_the_fault_of_a_row(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    def gone(*_: object) -> None:
        raise StoreError("gone")

    desk.family("ann", "bob")
    put(desk, "ann", "hand")
    monkeypatch.setattr(working, "handle", gone)
    here = await shop(desk)
    with pytest.raises(StoreError):
        await here.worker.step()
    assert [row.row.attempts for row in desk.rows.inbox.values()] == [0]


async def test_a_fault_before_any_row_was_taken_is_raised(desk: Desk) -> None:
    class Broken(MemoryStore):
        async def transact(self, body: Callable[[Transaction], T]) -> T:
            raise RuntimeError(f"no rows at all for {body}")

    here = await shop(desk, Broken())
    with pytest.raises(RuntimeError, match="no rows"):
        await here.worker.step()


# --- thinking -----------------------------------------------------------------------------------


class Thinker:
    """Thinks until it is told to stop, in its own thread; what it was asked, in order."""

    def __init__(self) -> None:
        self.asked: list[Think] = []
        self.begun = threading.Semaphore(0)
        self.go = threading.Semaphore(0)

    def __call__(self, asked: Think) -> game.Move:
        self.asked.append(asked)
        self.begun.release()
        self.go.acquire()
        return asked.sight.choices[0]

    async def has_begun(self) -> None:
        while not self.begun.acquire(blocking=False):  # noqa: ASYNC110 - another thread says so
            await asyncio.sleep(0)


@pytest.fixture
def thinker(monkeypatch: pytest.MonkeyPatch) -> Thinker:
    thinker = Thinker()
    monkeypatch.setattr(working, "think", thinker)
    return thinker


def waiting_for_a_computer(desk: Desk) -> None:
    desk.lobby("ann", settings="pause=1s hold=0s")
    desk.say("ann", "/add hard", "family")
    desk.say("ann", "/deal", "family")
    desk.lay("abacus", "R4", {"abacus": "R5 R6 B1", "ann": "R7 R8"})
    desk.now += timedelta(seconds=1)
    desk.rows.handled.clear()


async def thinking(desk: Desk, thinker: Thinker) -> Shop:
    """A computer is to move and has begun to think."""
    waiting_for_a_computer(desk)
    here = await shop(desk)
    assert [await here.worker.step() for _ in range(2)] == [Did.RANG, Did.SOMETHING]
    await thinker.has_begun()
    return here


def same_clock(desk: Desk, hands: dict[str, str]) -> None:
    """Other hands, while the same decision is owed."""
    before = desk.table().play
    desk.lay("abacus", "R4", hands)
    after = desk.table().play
    assert before is not None
    assert after is not None
    desk.put(replace(desk.table(), play=replace(after, clock=before.clock)))
    desk.rows.alarms.clear()


async def test_while_a_computer_thinks_others_are_served_and_it_thinks_once(
    desk: Desk, thinker: Thinker
) -> None:
    here = await thinking(desk, thinker)
    put(desk, "ann", "hand")
    assert [await here.worker.step() for _ in range(3)] == [
        *(Did.SOMETHING, Did.NOTHING, Did.NOTHING)
    ]
    assert here.results() == ["hand"]
    thinker.go.release()
    await here.work()
    assert here.results() == ["hand", "computer"]
    assert len(thinker.asked) == 1
    assert here.ended == [None]


async def test_a_computer_that_is_quick_answers_in_the_same_step(desk: Desk) -> None:
    desk.family("ann", computers=1, settings="pause=1s hold=0s")
    desk.lay("abacus", "R4", {"abacus": "R5 R6 B1", "ann": "R7 R8"})
    desk.now += timedelta(seconds=1)
    here = await shop(desk)
    assert [await here.worker.step() for _ in range(2)] == [Did.RANG, Did.SOMETHING]
    assert (here.results()[-1], here.worker.thoughts) == ("computer", {})


async def test_a_computer_whose_table_changed_thinks_again_in_the_same_breath(
    desk: Desk, thinker: Thinker
) -> None:
    here = await thinking(desk, thinker)
    same_clock(desk, {"abacus": "R6 B1 B2 B3", "ann": "R7 R8"})
    thinker.go.release()
    await thinker.has_begun()
    thinker.go.release()
    await here.work()
    assert [len(asked.sight.hand) for asked in thinker.asked] == [3, 4]
    assert here.results() == ["computer"]
    play = desk.table().play
    assert play is not None
    assert len(play.round.hands[1]) == 3


async def test_a_thought_that_is_cancelled_loses_nothing(desk: Desk, thinker: Thinker) -> None:
    here = await thinking(desk, thinker)
    (task,) = here.worker.thoughts.values()
    task.cancel()
    await asyncio.wait({task})
    await asyncio.sleep(0)
    thinker.go.release()
    assert here.worker.thoughts == {}
    assert len(desk.rows.inbox) == 1
    again = await shop(desk)
    thinker.go.release()
    await again.work()
    assert again.results() == ["computer"]
    assert thinker.asked[0] == thinker.asked[1]


async def test_a_row_that_somebody_else_has_finished_is_left_alone(
    desk: Desk, thinker: Thinker
) -> None:
    here = await thinking(desk, thinker)
    (number,) = desk.rows.inbox
    desk.do(lambda tx: tx.finish_inbox(number, "elsewhere"))
    version = desk.rows.tables[1].version
    thinker.go.release()
    await here.work()
    assert here.results() == ["elsewhere"]
    assert desk.rows.tables[1].version == version


async def test_a_thought_that_raises_holds_its_row_back(
    desk: Desk, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def stumble(asked: Think) -> game.Move:
        raise RuntimeError(f"hand {asked.sight.hand}")

    monkeypatch.setattr(working, "think", stumble)
    waiting_for_a_computer(desk)
    here = await shop(desk)
    await here.work()
    (row,) = here.store.rows.inbox.values()
    assert row.row.attempts == 1
    assert here.worker.next_retry(here.now) == row.held
    assert here.worker.thoughts == {}
    assert "RuntimeError at" in caplog.text
    assert "Card" not in caplog.text


async def test_a_database_that_is_gone_when_a_thought_is_ready_is_told(
    desk: Desk, thinker: Thinker
) -> None:
    here = await thinking(desk, thinker)
    await here.store.close()
    thinker.go.release()
    await asyncio.wait(here.worker.thoughts.values())
    await asyncio.sleep(0)
    assert [type(fault) for fault in here.ended] == [StoreError]


async def test_whoever_writes_a_thousand_lines_lets_nobody_wait_for_all_of_them() -> None:
    desk = Desk()
    for number in range(500):
        desk.do(partial(received, desk.arrival(desk.envelope("ann", Said(f"help {number}"), None))))
    desk.do(partial(received, desk.arrival(desk.envelope("bob", Said("tables"), None))))
    one = await shop(desk)
    await one.work(steps=SHARE + 1)
    assert one.results().count("tables") == 1
    await one.work()
    assert len(one.results()) == 501


def received(row: Arrival, tx: Transaction) -> bool:
    return tx.receive(row)
